import { aliasesOfFields, type ColumnMatch, fieldsOfColumns, nameIn } from '../convert/foreign-tables/column-fields.ts'
import { comparators, partFieldOf, partOfCell, partsInAll } from '../convert/foreign-tables/measured-values.ts'
import { isAllowedItem } from '../domains/allowed-value.ts'
import type { FieldDescriptor } from '../domains/descriptor.ts'
import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import { type Domain, fieldOf, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { fieldOfColumn, isIdName, type ProposedField, plainTextReason, refusedValues } from './column-facts.ts'
import { cellsReadAs, type DraftColumn, draftValues, itemsIn, typeOfColumn, withCells } from './draft-column.ts'
import { comparatorMeanings, measuredColumn } from './measured-column.ts'
import { type DraftTable, joinedTables } from './tables.ts'
import { uniqueFields } from './unique-fields.ts'

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
  readonly unique: readonly (readonly string[])[]
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
    records: wanted.map(({ tag, known, fields, unique }) => ({
      tag,
      ...(!known && { description: '' }),
      fields: fields.map(({ field }) => field),
      ...(unique.length > 0 && { unique }),
    })),
  }
  const reasons = withRefs.flatMap(({ tag, fields, notes }) => [
    ...notes,
    ...fields.map(({ field, reasons }) =>
      localize('{subject}: {sentence}', {
        subject: `${tag}.${field.name}`,
        sentence: sentenceOfClauses(reasons[0]!, ...reasons.slice(1)),
      }),
    ),
  ])
  return { text: `${jsonOfDraft(descriptor)}\n`, reasons }
}

function draftRecord(table: DraftTable, base: Domain | undefined): DraftTag {
  const known = base?.tags.get(table.tag)
  const id = idColumn(table)
  const fieldAt = knownFields(table, known)
  const names = new Set<string>(known ? ['rid', ...known.fields.keys()] : [])
  for (const { field } of table.columns) if (field !== undefined) names.add(field)
  const columns = namesOfColumns(table)
  const notes = [...(table.notes ?? [])]
  const fields: ProposedField[] = []
  for (const [index, given] of table.columns.entries()) {
    const field = fieldAt(index)
    const name = field?.name ?? nameOfField(given, table, given === id && !known, names, columns)
    names.add(name)
    const column = withMeanings(given, table, name)
    if (field && known) {
      const wrong = refusedValues(
        itemsOfKnown(column, field, known),
        value => valueTypes[field.type].accepts(value) && isAllowedItem(value, field),
      )
      const about = { field: `${table.tag}.${field.name}`, domain: known.domain.path, column: show(column.name) }
      notes.push(
        wrong === undefined
          ? localize('{field} of {domain} fits the column {column}.', about)
          : localize('{field} of {domain} fits the column {column}, but does not allow {values}.', {
              ...about,
              values: wrong,
            }),
      )
      continue
    }
    if (name === 'rid' && !known && given !== id) notes.push(...repeatedIdNote(column, table))
    fields.push(...fieldsFor(column, table, name, given === id && !known, names, columns))
  }
  const unique: ReturnType<typeof uniqueFields> =
    known || table.hasFields ? { lists: [], reasons: [] } : uniqueFields(fields, table.rowCount, id !== undefined)
  notes.push(
    ...unique.reasons.map(reason =>
      localize('{subject}: {sentence}', { subject: table.tag, sentence: sentenceOfClauses(reason) }),
    ),
  )
  if (known && fields.length === 0)
    notes.push(localize('{tag}: {domain} has a field for each column.', { tag: table.tag, domain: known.domain.path }))
  if (!known)
    notes.unshift(
      localize('{tag}: {rows} with {columns}.', {
        tag: table.tag,
        rows: table.rowCount === 1 ? localize('1 row') : localize('{count} rows', { count: table.rowCount }),
        columns: fields.length === 1 ? localize('1 column') : localize('{count} columns', { count: fields.length }),
      }),
    )
  return { tag: table.tag, table, known, fields, id, unique: unique.lists, notes }
}

/** The fields that a known tag has for the columns of a table, by the place of the column. */
function knownFields(
  { columns, hasFields }: DraftTable,
  known: Tag | undefined,
): (index: number) => KnownField | undefined {
  if (!known) return () => undefined
  const chosen = new Set(columns.flatMap(({ field }) => field ?? []))
  const open = columns.flatMap(({ field }, index) => (field === undefined ? [index] : []))
  const found = fieldsOfColumns(
    open.map(index => columns[index]!.name),
    {
      tag: known.name,
      fields: ['rid', ...known.fields.keys()].filter(name => !chosen.has(name)),
      identity: known.identityField,
      isIdentityRequired: false,
      aliases: aliasesOfFields([known]),
    },
  )
  const matches: readonly ColumnMatch[] = hasFields ? ['same'] : ['same', 'spelling', 'alias', 'similar', 'id']
  const keys = new Map(
    found.flatMap(({ index, key, match }) =>
      key !== undefined && matches.includes(match) ? [[open[index]!, nameIn(key)] as const] : [],
    ),
  )
  return index => {
    const name = columns[index]!.field ?? keys.get(index)
    return name === undefined ? undefined : fieldOf(known, name)
  }
}

/** The values of a column as an import reads them for a field that is known; of a list, each item. */
function itemsOfKnown(column: DraftColumn, field: KnownField, known: Tag): readonly string[] {
  if (field.list || column.isList) return itemsIn({ ...column, isList: true })
  const parts = field.type === 'string' || field.type === 'ts' ? undefined : partsInAll(column.cells)
  const names = [...known.fields.keys()]
  const isInParts =
    parts !== undefined &&
    parts.size > 0 &&
    [...parts].every(part => partFieldOf(field.name, part, names) !== undefined)
  const whole = isInParts
    ? withCells(
        column,
        column.cells.map(cell => partOfCell(cell, 'number')),
      )
    : column
  // Where an import needs a choice, any will do.
  const read =
    cellsReadAs(field.type, whole) ??
    cellsReadAs(field.type, whole, { decimalMark: 'point' }) ??
    cellsReadAs(field.type, whole, { dateOrder: 'day-month' })
  return (read ?? whole.cells).filter(cell => cell !== undefined)
}

type KnownField = NonNullable<ReturnType<typeof fieldOf>>

/** What the columns of a table are called, for all of them at once: a table can have thousands. */
interface ColumnNames {
  readonly written: ReadonlySet<string>
  /** As names of fields, with the fields that the user has chosen. */
  readonly asFields: ReadonlySet<string>
}

const namesOfColumns = ({ columns }: DraftTable): ColumnNames => ({
  written: new Set(columns.map(({ name }) => name)),
  asFields: new Set(columns.flatMap(({ name, field }) => [field ?? '', fieldName(name)])),
})

function nameOfField(
  column: DraftColumn,
  table: DraftTable,
  isId: boolean,
  names: ReadonlySet<string>,
  { written }: ColumnNames,
): string {
  if (column.field !== undefined) return column.field
  if (table.hasFields) return column.name
  const own = fieldName(column.name)
  // A column that is called like a field is this field in an import.
  const isTaken = (name: string): boolean => names.has(name) || (name !== column.name && written.has(name))
  return freeName(isId && (own !== 'id' || isTaken(own)) ? 'rid' : own, isTaken)
}

/** A column whose texts are those that the user says they mean. */
function withMeanings(column: DraftColumn, { meanings }: DraftTable, field: string): DraftColumn {
  const texts = meanings?.get(field)
  if (!texts) return column
  const cells = column.cells.map(cell => (cell === undefined ? undefined : (texts.get(cell) ?? cell) || undefined))
  return { ...column, cells }
}

/** The field of a column; of numbers with signs and units, also the fields that take these. */
function fieldsFor(
  column: DraftColumn,
  table: DraftTable,
  name: string,
  isId: boolean,
  names: Set<string>,
  { asFields }: ColumnNames,
): readonly ProposedField[] {
  const isPlain = isId || isIdName(name) || table.hasFields || column.type !== undefined || table.meanings?.has(name)
  const measured = isPlain || typeOfColumn(column, false).type !== 'string' ? undefined : measuredColumn(column)
  const [signs, units] = [`${name}_comparator`, `${name}_unit`]
  const isTaken = [signs, units].some(one => names.has(one) || asFields.has(one))
  if (!measured || isTaken) return [fieldOfColumn(column, table, name, isId)]
  const { number, comparator, unit } = measured
  const part = (of: DraftColumn, field: string): DraftColumn => ({ ...of, field, isShared: true })
  const fields = [fieldOfColumn(number, table, name, isId)]
  if (comparator) {
    const taken = draftValues(column).find(text => /^[<>≤≥]/.test(text)) ?? ''
    fields.push({
      column: part(comparator, signs),
      cells: comparator.cells,
      field: {
        name: signs,
        type: 'string',
        enum: comparators,
        enumDescriptions: comparatorMeanings,
        description: `How the true value compares with ${name}.`,
        example: draftValues(comparator)[0]!,
      },
      reasons: [
        localize('takes the sign of values such as {text}, whose number goes into {field}', {
          text: show(taken),
          field: name,
        }),
      ],
    })
  }
  if (unit) {
    const proposed = fieldOfColumn(part(unit, units), table, units, false)
    const reason = localize('takes the unit of values such as {text}, whose number goes into {field}', {
      text: show(draftValues(column)[0]!),
      field: name,
    })
    fields.push({ ...proposed, reasons: [reason, ...proposed.reasons.filter(one => one !== plainTextReason())] })
  }
  for (const { field } of fields) names.add(field.name)
  return fields
}

/** A sentence if several rows have the same id, so that no other record can refer to one of them. */
function repeatedIdNote(column: DraftColumn, { tag }: DraftTable): string[] {
  const met = new Set<string>()
  for (const value of draftValues(column)) {
    if (met.has(value))
      return [
        localize('{tag}.rid: several rows have the id {id}, which an import does not change.', {
          tag,
          id: show(value),
        }),
      ]
    met.add(value)
  }
  return []
}

/** The column that has another value in each row: one with the name of an id, or else the first one of texts. */
function idColumn({ tag, columns, rowCount }: DraftTable): DraftColumn | undefined {
  const unique = columns.filter(column => {
    if (column.isList || column.part !== undefined || rowCount < 2) return false
    const values = draftValues(column)
    return values.length === rowCount && new Set(values).size === rowCount
  })
  const rankOf = ({ name, field }: DraftColumn): number => {
    // What the user chooses for another field is no id.
    if (field !== undefined) return field === 'rid' || field === 'id' ? -1 : 3
    const word = fieldName(name)
    if (word === 'rid' || word === 'id') return 0
    if (word === `${tag.toLowerCase()}_id`) return 1
    return /(^|_)(id|code|key|number|no|uuid|ident)$/.test(word) ? 2 : 3
  }
  const hasChosen = columns.some(({ field }) => field === 'rid')
  const [best] = unique.toSorted((one, other) => rankOf(one) - rankOf(other))
  return best && rankOf(best) < (hasChosen ? 0 : 3) ? best : undefined
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

function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name}_${number}`)) number++
  return `${name}_${number}`
}

/** A field with the tag that its values refer to: all are ids of a table, and name or form says so. */
function withRef(one: ProposedField, own: DraftTag, all: readonly DraftTag[]): ProposedField {
  const { field, column } = one
  if (column === own.id || field.name === 'rid' || column.part !== undefined) return one
  const items = new Set(itemsIn({ ...column, isList: field.list ?? false }))
  if (items.size === 0) return one
  for (const { tag, id } of all) {
    if (!id) continue
    const ids = new Set(draftValues(id))
    // Records of the same tag are only meant if the name says so.
    const isNamed = tag === own.tag ? ofSameTag.test(field.name) : mentions(field.name, tag)
    if ([...items].some(item => !ids.has(item))) continue
    if (!isNamed && (tag === own.tag || items.size < 3 || field.type === 'int' || field.enum)) continue
    return { ...one, field: refField(field, tag), reasons: [...one.reasons, refReason(items.size, tag, id)] }
  }
  return one
}

/** Words in the names of fields that refer to another record of the same tag. */
const ofSameTag =
  /(^|_)(parent|manager|supervisor|boss|previous|next|replaces|replaced_by|superseded_by|reports_to)(_|$)/

const refReason = (count: number, tag: string, { name }: DraftColumn): string =>
  count === 1
    ? localize('refers to {tag}, as its value is in the column {column} there', { tag, column: show(name) })
    : localize('refers to {tag}, as its {count} different values are in the column {column} there', {
        tag,
        count,
        column: show(name),
      })

/** Whether the name of a field has the name of a tag in it: `airport_ref`, `airport`, `home_airport_id`. */
const mentions = (name: string, tag: string): boolean =>
  `_${name.replace(/_(r?id|ref|code|key|ident)$/, '')}_`.includes(`_${tag.toLowerCase()}_`)

/** An id is a text, and which ones there are is not the business of this field. */
function refField({ enum: _, range: __, pattern: ___, ...field }: FieldDescriptor, ref: string): FieldDescriptor {
  return { ...field, type: 'string', ref }
}

/** JSON with a line for each field and each list. */
export function jsonOfDraft<
  Described extends {
    readonly records: readonly {
      readonly fields: readonly object[]
      readonly unique?: readonly (readonly string[])[]
    }[]
  },
>(descriptor: Described): string {
  const lines = new Map<string, string>()
  const marked = (part: object): string => {
    const mark = `part ${lines.size}`
    lines.set(mark, jsonInOneLine(part))
    return mark
  }
  const withMarks = {
    ...descriptor,
    records: descriptor.records.map(record => ({
      ...record,
      fields: record.fields.map(marked),
      ...(record.unique && { unique: record.unique.map(marked) }),
    })),
  }
  return JSON.stringify(withMarks, undefined, 2).replace(
    /^(\s*)"(part \d+)"/gm,
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
