import { checkFile } from '../check/check.ts'
import { cleanCells } from '../convert/foreign-tables/cell-texts.ts'
import type { HeaderLine } from '../convert/foreign-tables/csv-table.ts'
import type { ForeignTable } from '../convert/foreign-tables/foreign-table.ts'
import { isJsonText, readTextTable } from '../convert/foreign-tables/text-table.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { itemsOf } from '../domains/list-items.ts'
import type { Domain } from '../domains/registry.ts'
import { isFieldName, isHeader, tagName, valueText } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'

/** Data that a descriptor is drafted from: the records of one kind. */
export interface DraftTable {
  /** The tag of its records, as far as the data or its name tells. */
  readonly tag: string
  readonly columns: readonly DraftColumn[]
  readonly rowCount: number
  /** Whether the columns are fields of records: these keep their names, so that the draft defines them. */
  readonly hasFields?: boolean
  /** The domain that defines the tag; undefined for a table, and for an unknown tag. */
  readonly domain?: Domain | undefined
  /** What the user should know of how it was read, as sentences. */
  readonly notes?: readonly string[]
}

/** A column with its values; a row without a value has none. */
export interface DraftColumn {
  readonly name: string
  readonly values: readonly string[]
  /** Whether the values are lists. */
  readonly isList: boolean
}

/** A table whose cells are texts; a row has undefined for an absent value. */
export interface TextTable {
  readonly names: readonly string[]
  readonly rows: Iterable<readonly (string | undefined)[]>
  /** By column, whether its values are lists. */
  readonly lists?: readonly boolean[]
}

/** What a file holds for a draft: its tables, or sentences about why it cannot be read. */
export type DraftData = { readonly tables: readonly DraftTable[] } | { readonly problems: readonly string[] }

/**
 * Reads the text of a file for a draft: records, JSON, JSON Lines or CSV, as its name tells.
 *
 * @param name the name of the file, with its ending
 */
export function draftDataIn(
  text: string,
  name: string,
  context: FileContext,
  { tag, header, nulls = [] }: DraftChoices = {},
): DraftData {
  if (/\.rec$/i.test(name)) return { tables: tablesOfRecords(text, context) }
  const { table, notes } = belowTitle(text, header)
  const { names, problems } = table
  // A value that no field can hold is left out of the draft.
  const severe = problems.filter(({ about }) => about !== 'nested').map(({ message }) => message)
  if (severe.length > 0 && (names.length === 0 || !isJsonText(text))) return { problems: severe }
  if (names.length === 0) return { problems: ['It has no records.'] }
  return { tables: [draftTableOf(table, tag ?? tagOfFile(name), { nulls, notes })] }
}

/** A table as data for a draft. Its values are read without surrounding blanks. */
export function draftTableOf(
  table: ForeignTable,
  tag: string,
  { nulls, notes }: { readonly nulls?: readonly string[] | undefined; readonly notes: readonly string[] },
): DraftTable {
  const { names, looks } = table
  const { rows } = cleanCells(table, nulls)
  const lists = looks?.map(look => look === 'list')
  return { ...tableOfTexts(tag, { names, rows, ...(lists && { lists }) }), notes }
}

/** What the user says about data. */
export interface DraftChoices {
  /** The tag of the records; without it, a table has one by the name of the file. */
  readonly tag?: string | undefined
  readonly header?: HeaderLine | undefined
  /** Texts that mean that there is no value. */
  readonly nulls?: readonly string[] | undefined
}

/** How many lines of titles can be above the names of the columns. */
const mostTitles = 10

/** A text as a table. If titles stand above the names of its columns, these are skipped, which a note says. */
function belowTitle(
  text: string,
  header: HeaderLine | undefined,
): { readonly table: ForeignTable; readonly notes: readonly string[] } {
  const first = readTextTable(text, { header })
  const isTitled = ({ problems }: ForeignTable): boolean => problems.some(({ about }) => about === 'header')
  if (header !== undefined || !isTitled(first)) return { table: first, notes: [] }
  for (let line = 2; line <= mostTitles; line++) {
    const table = readTextTable(text, { header: line })
    const isNamed = table.names.filter(name => name.trim() !== '').length > 1
    if (isNamed && !isTitled(table)) return { table, notes: [`The names of the columns are read from line ${line}.`] }
  }
  return { table: first, notes: [] }
}

/** The columns of a table, with the values that are there. */
export function tableOfTexts(tag: string, { names, rows, lists = [] }: TextTable): DraftTable {
  const columns = names.map((name, index) => ({ name, values: [] as string[], isList: lists[index] ?? false }))
  let rowCount = 0
  for (const cells of rows) {
    rowCount++
    for (const [index, { values }] of columns.entries()) {
      const cell = cells[index]?.trim()
      if (cell) values.push(cell)
    }
  }
  return { tag, columns, rowCount }
}

/** The records of each tag, with all their fields. */
function tablesOfRecords(text: string, context: FileContext): DraftTable[] {
  const tables = new Map<string, { domain: Domain | undefined; count: number; columns: Map<string, string[]> }>()
  const { tree, entries } = checkFile(parse(text), { ...context, onlyNames: true })
  for (const [index, record] of tree.entries.entries()) {
    const name = record.kind === 'record' && !isHeader(record) ? tagName(record) : undefined
    if (record.kind !== 'record' || name === undefined) continue
    const domain = entries[index]!.tag?.domain
    const table = tables.get(name) ?? { domain, count: 0, columns: new Map<string, string[]>() }
    tables.set(name, table)
    table.count++
    for (const field of record.fields) {
      if (!field.value || !isFieldName(field.name)) continue
      const values = table.columns.get(field.name) ?? []
      table.columns.set(field.name, values)
      const value = valueText(record, field.value).trim()
      if (value !== '') values.push(value)
    }
  }
  return [...tables].map(([tag, { domain, count, columns }]) => ({
    tag,
    domain,
    rowCount: count,
    hasFields: true,
    columns: [...columns].map(([name, values]) => ({ name, values, isList: false })),
  }))
}

/** The items of the values of a column: of lists, each item. */
export const itemsIn = ({ values, isList }: DraftColumn): readonly string[] =>
  isList ? values.flatMap(value => itemsOf(value)) : values

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
