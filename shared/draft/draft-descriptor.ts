import { counted } from '../basics/text.ts'
import { aliasesOfFields, type ColumnMatch, fieldsOfColumns, nameIn } from '../convert/foreign-tables/column-fields.ts'
import { isAllowedItem } from '../domains/allowed-value.ts'
import type { FieldDescriptor } from '../domains/descriptor.ts'
import { show } from '../domains/message-text.ts'
import { type Domain, fieldOf, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { fieldOfColumn, type ProposedField, refusedValues } from './column-facts.ts'
import { type DraftColumn, type DraftTable, itemsIn } from './tables.ts'

/** A descriptor that data suggest. */
export interface Draft {
  /** The descriptor as JSON. */
  readonly text: string
  /** Why it is so, one sentence for each field. */
  readonly reasons: readonly string[]
}

/** A tag of a draft. */
interface DraftTag {
  readonly tag: string
  readonly table: DraftTable
  /** The tag that the domain to extend has; undefined for a new tag. */
  readonly known: Tag | undefined
  readonly fields: readonly ProposedField[]
  /** The column with the ids. */
  readonly id: DraftColumn | undefined
  readonly notes: readonly string[]
}

/**
 * Proposes a descriptor for tables: a tag for each of them, and a field for each column, with what all their values
 * have in common. A person edits it.
 *
 * @param domain the path of the new domain
 * @param base the domain that it extends. Then the draft has only what that lacks
 */
export function draftDescriptor(domain: string, tables: readonly DraftTable[], base?: Domain): Draft {
  const records = joinedTables(tables).map(table => draftRecord(table, base))
  const withRefs = records.map(record => ({
    ...record,
    fields: record.fields.map(one => withRef(one, record, records)),
  }))
  const wanted = withRefs.filter(({ known, fields }) => !known || fields.length > 0)
  const descriptor = {
    domain,
    version: '1.0',
    description: base ? `What we add to ${base.path}.` : '',
    ...(base && { extends: base.path }),
    records: wanted.map(({ tag, known, fields }) => ({
      tag,
      ...(!known && { description: '' }),
      fields: fields.map(({ field }) => field),
    })),
  }
  const reasons = withRefs.flatMap(({ tag, fields, notes }) => [
    ...notes,
    ...fields.map(({ field, reasons }) => `${tag}.${field.name}: ${reasons.join('; ')}.`),
  ])
  return { text: `${jsonOfDraft(descriptor)}\n`, reasons }
}

/** Tables of the same tag as one. */
function joinedTables(tables: readonly DraftTable[]): DraftTable[] {
  const byTag = new Map<string, DraftTable>()
  for (const table of tables) {
    const known = byTag.get(table.tag)
    byTag.set(table.tag, known ? joinedTable(known, table) : table)
  }
  return [...byTag.values()]
}

function joinedTable(one: DraftTable, other: DraftTable): DraftTable {
  const columns = new Map(one.columns.map(column => [column.name, column]))
  for (const column of other.columns) {
    const known = columns.get(column.name)
    columns.set(column.name, known ? { ...known, values: [...known.values, ...column.values] } : column)
  }
  return { ...one, columns: [...columns.values()], rowCount: one.rowCount + other.rowCount }
}

function draftRecord(table: DraftTable, base: Domain | undefined): DraftTag {
  const known = base?.tags.get(table.tag)
  const id = idColumn(table)
  const found = known
    ? fieldsOfColumns(
        table.columns.map(({ name }) => name),
        {
          tag: known.name,
          fields: ['rid', ...known.fields.keys()],
          identity: known.identityField,
          isIdentityRequired: false,
          aliases: aliasesOfFields([known]),
        },
      )
    : []
  const matches: readonly ColumnMatch[] = table.hasFields ? ['same'] : ['same', 'spelling', 'alias', 'similar', 'id']
  const isKnown = (index: number): boolean => matches.includes(found[index]?.match ?? 'none')
  const names = new Set<string>(known ? ['rid', ...known.fields.keys()] : [])
  const notes = [...(table.notes ?? [])]
  const fields: ProposedField[] = []
  for (const [index, column] of table.columns.entries()) {
    const field = known && isKnown(index) ? fieldOf(known, nameIn(found[index]!.key ?? '')) : undefined
    if (field && known) {
      const wrong = refusedValues(
        itemsIn(column),
        value => valueTypes[field.type].accepts(value) && isAllowedItem(value, field),
      )
      const about = `${table.tag}.${field.name} of ${known.domain.path} fits the column ${show(column.name)}`
      notes.push(wrong === undefined ? `${about}.` : `${about}, but does not allow ${wrong}.`)
      continue
    }
    const isId = column === id
    const own = isId && !known && fieldName(column.name) !== 'id' ? 'rid' : fieldName(column.name)
    const name = table.hasFields ? column.name : freeName(own, names)
    names.add(name)
    fields.push(fieldOfColumn(column, table, name, isId && !known))
  }
  if (known && fields.length === 0) notes.push(`${table.tag}: ${known.domain.path} has a field for each column.`)
  if (!known) notes.unshift(`${table.tag}: ${counted(table.rowCount, 'row')} with ${counted(fields.length, 'column')}.`)
  return { tag: table.tag, table, known, fields, id, notes }
}

/** The column that has another value in each row: one with the name of an id, or else the first one of texts. */
function idColumn({ tag, columns, rowCount }: DraftTable): DraftColumn | undefined {
  const unique = columns.filter(
    ({ values, isList }) => !isList && rowCount > 1 && values.length === rowCount && new Set(values).size === rowCount,
  )
  const rankOf = ({ name }: DraftColumn): number => {
    const word = fieldName(name)
    if (word === 'rid' || word === 'id') return 0
    if (word === `${tag.toLowerCase()}_id`) return 1
    return /(^|_)(id|code|key|number|no|uuid|ident)$/.test(word) ? 2 : 3
  }
  const [best] = unique.toSorted((one, other) => rankOf(one) - rankOf(other))
  return best && rankOf(best) < 3 ? best : undefined
}

/** A column as the name of a field: `Due date`, `dueDate` and `DUE-DATE` are `due_date`. */
export function fieldName(column: string): string {
  const words = column
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
  if (words === '') return 'column'
  return /^\d/.test(words) ? `n${words}` : words
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name}_${number}`)) number++
  return `${name}_${number}`
}

/** A field with the tag that its values refer to: all are ids of another table, and name or form says so. */
function withRef(one: ProposedField, own: DraftTag, all: readonly DraftTag[]): ProposedField {
  const { field, column } = one
  if (column === own.id || column.values.length === 0) return one
  const items = new Set(itemsIn(column))
  for (const { tag, id } of all) {
    if (!id || tag === own.tag) continue
    const ids = new Set(id.values)
    const isNamed = mentions(field.name, tag)
    const held = [...items].filter(item => ids.has(item)).length
    if (held < items.size || (!isNamed && (items.size < 3 || field.type === 'int' || field.enum))) continue
    return { ...one, field: refField(field, tag), reasons: [...one.reasons, refReason(items.size, tag, id)] }
  }
  return one
}

const refReason = (count: number, tag: string, { name }: DraftColumn): string =>
  `refers to ${tag}, as ${count === 1 ? 'its value is' : `its ${count} different values are`} in the column ${show(name)} there`

/** Whether the name of a field has the name of a tag in it: `airport_ref`, `airport`, `home_airport_id`. */
const mentions = (name: string, tag: string): boolean =>
  `_${name.replace(/_(r?id|ref|code|key|ident)$/, '')}_`.includes(`_${tag.toLowerCase()}_`)

/** An id is a text, and which ones there are is not the business of this field. */
function refField({ enum: _, range: __, pattern: ___, ...field }: FieldDescriptor, ref: string): FieldDescriptor {
  return { ...field, type: 'string', ref }
}

/** JSON with a line for each field. */
export function jsonOfDraft<Draft extends { readonly records: readonly { readonly fields: readonly object[] }[] }>(
  descriptor: Draft,
): string {
  const lines = new Map<string, string>()
  const marked = {
    ...descriptor,
    records: descriptor.records.map(record => ({
      ...record,
      fields: record.fields.map(field => {
        const mark = `field ${lines.size}`
        lines.set(mark, jsonInOneLine(field))
        return mark
      }),
    })),
  }
  return JSON.stringify(marked, undefined, 2).replace(
    /^(\s*)"(field \d+)"/gm,
    (whole: string, indent: string, mark: string) => (lines.has(mark) ? indent + lines.get(mark)! : whole),
  )
}

const jsonInOneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(jsonInOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${jsonInOneLine(part)}`)
    .join(', ')} }`
}
