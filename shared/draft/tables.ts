import { checkFile } from '../check/check.ts'
import { cleanCells } from '../convert/foreign-tables/cell-texts.ts'
import { readChosenFields } from '../convert/foreign-tables/chosen-fields.ts'
import { nameIn } from '../convert/foreign-tables/column-fields.ts'
import type { ForeignTable, TableChoices } from '../convert/foreign-tables/foreign-table.ts'
import { partOfCell } from '../convert/foreign-tables/measured-values.ts'
import { sentencesOf } from '../convert/foreign-tables/table-notes.ts'
import { isJsonText, readTextTable, type TextOptions } from '../convert/foreign-tables/text-table.ts'
import { choicesOfColumn, type ValueChoices } from '../convert/foreign-tables/value-choices.ts'
import { type Look, orderColumn, textColumn } from '../convert/rows.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import type { Domain } from '../domains/registry.ts'
import { isFieldName, isHeader, tagName, valueText } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { type TypeName, typeNamed } from '../syntax/type-words.ts'
import { type DraftColumn, joinedColumns } from './draft-column.ts'

/** Data that a descriptor is drafted from: the records of one kind. */
export interface DraftTable {
  /** The tag of its records, as far as the data or its name tells. */
  readonly tag: string
  readonly columns: readonly DraftColumn[]
  /** The names of all columns of a table, also of those that become no field. */
  readonly names?: readonly string[]
  readonly rowCount: number
  /** Whether the columns are fields of records: these keep their names, so that the draft defines them. */
  readonly hasFields?: boolean
  /** The domain that defines the tag; undefined for a table, and for an unknown tag. */
  readonly domain?: Domain | undefined
  /** By the name of a field and by a text, the text that it means. */
  readonly meanings?: ValueChoices['values']
  /** What the user should know of how it was read, as sentences. */
  readonly notes?: readonly string[]
}

/** What a file holds for a draft: its tables, or sentences about why it cannot be read. */
export type DraftData = { readonly tables: readonly DraftTable[] } | { readonly problems: readonly string[] }

/**
 * Reads the text of a file for a draft: records, JSON, JSON Lines or CSV, as its name tells.
 *
 * @param name the name of the file, with its ending
 */
export function draftDataIn(text: string, name: string, context: FileContext, choices: DraftChoices = {}): DraftData {
  if (/\.rec$/i.test(name)) return { tables: tablesOfRecords(text, context) }
  const { table, notes } = belowTitle(text, choices)
  return draftDataOf(table, name, choices, { isJson: isJsonText(text), notes })
}

/**
 * A table as data for a draft.
 *
 * @param name the name of the file, which tells the tag where nothing else does
 */
export function draftDataOf(
  table: ForeignTable,
  name: string,
  choices: DraftChoices,
  { isJson = false, notes = [] }: { readonly isJson?: boolean; readonly notes?: readonly string[] } = {},
): DraftData {
  const { names, problems } = table
  const leftOut = new Set([...(choices.fields ?? [])].flatMap(([column, field]) => (field === '' ? [column] : [])))
  const counting = problems.filter(({ column }) => column === undefined || !leftOut.has(names[column] ?? ''))
  // A value that no field can hold is left out of the draft.
  const nested = isJson && names.length > 0 ? counting.filter(({ column }) => column !== undefined) : []
  const severe = counting.filter(problem => !nested.includes(problem)).map(({ message }) => message)
  if (severe.length > 0 && (names.length === 0 || !isJson)) return { problems: severe }
  if (names.length === 0) return { problems: [localize('It has no records.')] }
  return { tables: [draftTableOf(table, choices.tag ?? tagOfFile(name), choices, [...notes, ...nestedNotes(nested)])] }
}

/** Sentences about values that no field can hold, one for each column. */
function nestedNotes(nested: ForeignTable['problems']): string[] {
  const byColumn = new Map(nested.toReversed().map(({ column, message }) => [column, message]))
  return [...byColumn.values()].toReversed()
}

/** The columns of a table with the fields that the user chooses. An import reads the values in the same way. */
function draftTableOf(table: ForeignTable, tag: string, choices: DraftChoices, notes: readonly string[]): DraftTable {
  const { names, looks = [], isTyped, daysSince } = table
  const { rows } = cleanCells(table, choices.nulls)
  const columns = names.flatMap((name, index): DraftColumn[] => {
    if (name === orderColumn || name === textColumn) return []
    const said = choices.fields?.get(name)
    const chosen = said === undefined ? [{ key: undefined, part: undefined }] : readChosenFields(said)
    const ofColumn: ValueChoices = { ...choicesOfColumn(choices, name), ...(daysSince && { daysSince }) }
    return chosen.flatMap(({ key, part }): DraftColumn[] => {
      if (said !== undefined && key === undefined) return []
      const cells = rows.map(cells => (part === undefined ? cells[index] : partOfCell(cells[index], part)))
      const look: Look = part === undefined ? (looks[index] ?? 'string') : 'string'
      const [, type] = key?.split(':') ?? []
      const meant: TypeName | undefined = type === undefined ? undefined : typeNamed(type)
      return [
        {
          name,
          ...(key !== undefined && { field: nameIn(key) }),
          ...(meant && { type: meant }),
          ...(part && { part }),
          isShared: chosen.length > 1,
          isList: looks[index] === 'list',
          cells: cells.map(cell => (cell === '' ? undefined : cell)),
          hasEmptyTexts: cells.includes(''),
          tables: [
            { start: 0, end: rows.length, look, choices: ofColumn, isTyped: row => isTyped?.(row, index) ?? false },
          ],
        },
      ]
    })
  })
  const twice = names.find((name, index) => names.indexOf(name) < index && choices.fields?.get(name) !== '')
  return {
    tag,
    columns,
    names,
    rowCount: rows.length,
    meanings: choices.values,
    notes: [
      ...notes,
      ...sentencesOf(table.notes),
      ...(twice === undefined
        ? []
        : [localize('There is a second column {column}, which an import does not read.', { column: show(twice) })]),
    ],
  }
}

/** What the user says about data. */
export interface DraftChoices extends Partial<TableChoices>, TextOptions {
  /** The tag of the records; without it, a table has one by the name of the file. */
  readonly tag?: string | undefined
}

/** How many lines of titles can be above the names of the columns. */
const mostTitles = 10

/** A text as a table. If titles stand above the names of its columns, these are skipped, which a note says. */
function belowTitle(
  text: string,
  options: TextOptions,
): { readonly table: ForeignTable; readonly notes: readonly string[] } {
  const first = readTextTable(text, options)
  const isTitled = ({ problems }: ForeignTable): boolean => problems.some(({ about }) => about === 'header')
  if (options.header !== undefined || !isTitled(first)) return { table: first, notes: [] }
  for (let line = 2; line <= mostTitles; line++) {
    const table = readTextTable(text, { ...options, header: line })
    const isNamed = table.names.filter(name => name.trim() !== '').length > 1
    if (isNamed && !isTitled(table))
      return {
        table,
        notes: [
          localize('The names of the columns are read from line {line}; an import needs --header {line}.', { line }),
        ],
      }
  }
  return { table: first, notes: [] }
}

/** Tables of the same tag as one. */
export function joinedTables(tables: readonly DraftTable[]): DraftTable[] {
  const byTag = new Map<string, DraftTable>()
  for (const table of tables) {
    const known = byTag.get(table.tag)
    byTag.set(table.tag, known ? joinedTable(known, table) : table)
  }
  return [...byTag.values()]
}

const joinedTable = (one: DraftTable, other: DraftTable): DraftTable => ({
  ...one,
  columns: joinedColumns(one, other),
  rowCount: one.rowCount + other.rowCount,
  notes: [...new Set([...(one.notes ?? []), ...(other.notes ?? [])])],
})

/** The records of each tag, with all their fields. */
function tablesOfRecords(text: string, context: FileContext): DraftTable[] {
  const tables = new Map<
    string,
    { domain: Domain | undefined; count: number; columns: Map<string, (string | undefined)[]> }
  >()
  const { tree, entries } = checkFile(parse(text), { ...context, onlyNames: true })
  for (const [index, record] of tree.entries.entries()) {
    const name = record.kind === 'record' && !isHeader(record) ? tagName(record) : undefined
    if (record.kind !== 'record' || name === undefined) continue
    const domain = entries[index]!.tag?.domain
    const table = tables.get(name) ?? { domain, count: 0, columns: new Map<string, (string | undefined)[]>() }
    tables.set(name, table)
    for (const field of record.fields) {
      if (!field.value || !isFieldName(field.name)) continue
      const cells = table.columns.get(field.name) ?? []
      table.columns.set(field.name, cells)
      const value = valueText(record, field.value).trim()
      if (value !== '') cells[table.count] = value
    }
    table.count++
  }
  return [...tables].map(([tag, { domain, count, columns }]) => ({
    tag,
    domain,
    rowCount: count,
    hasFields: true,
    columns: [...columns].map(([name, cells]) => ({
      name,
      isShared: false,
      isList: false,
      cells: Array.from({ length: count }, (_, row) => cells[row]),
      hasEmptyTexts: false,
      tables: [{ start: 0, end: count, look: 'string', choices: {}, isTyped: () => false }],
    })),
  }))
}

/** A tag after the name of a file: `data/airports.csv` has records of AIRPORT. */
export function tagOfFile(name: string): string {
  const stem = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/\..*$/, '')
  const word = stem
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
  const single = word.replace(/IES$/, 'Y').replace(/([^SUI])S$/, '$1')
  return single === '' || /^(DOC|BEGIN|END)$/.test(single) ? 'RECORD' : single
}

/** The path of a new domain: after the one that it extends, or after a file. */
export const newDomainPath = (base: Domain | undefined, file: string): string =>
  `own.${base ? base.path.slice(base.path.indexOf('.') + 1) : tagOfFile(file).toLowerCase()}`

/** The domain that defines most tags of records which a draft is made of; undefined if none defines any. */
export function baseOfTables(tables: readonly DraftTable[]): Domain | undefined {
  const counts = new Map<Domain, number>()
  for (const { domain } of tables) if (domain) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}
