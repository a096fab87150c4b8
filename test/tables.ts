import type { CheckedFile } from '../shared/check/check.ts'
import { tagOfPath } from '../shared/domains/registry.ts'
import type { TableQuery } from '../shared/protocol/table/table.ts'
import type { RecordNode } from '../shared/syntax/nodes.ts'
import { arrange, doubtsOf } from '../shared/views/table/arrange.ts'
import { cellsOf, columnPlaces, type Table, tableOfTag, tablesOf } from '../shared/views/table/tables.ts'
import { check, type Settings } from './records.ts'

/**
 * The tables of a text as text. Each table has its key, its columns and a line for each record. `*` marks required
 * columns, `?` marks columns that the tag does not define, and `-` is a missing value. Empty columns are left out.
 */
export function showTables(text: string, settings?: Settings): string {
  const file = check(text.replace(/^\n/, ''), settings)
  return tablesOf(file)
    .map(table => showTable(file, table, table.records))
    .join('')
}

/** The values of one column, in the order of the rows that match a query. The text must have only one table. */
export function wantedCells(
  text: string,
  column: string,
  query: Partial<TableQuery>,
  settings?: Settings,
): (string | null)[] {
  const file = check(text.replace(/^\n/, ''), settings)
  const [table, ...others] = tablesOf(file)
  if (!table || others.length > 0) throw new Error('The text has another number of tables than one.')
  const hasProblem = (entry: number): boolean => file.entries[entry]!.findings.length > 0
  const records = arrange(file.tree, table, { filters: [], search: '', hasProblem: false, ...query }, { hasProblem })
  return records.map(entry => cellsAt(file, table, entry)[columnPlaces(table.columns).get(column)!]!)
}

/** What the filters of a table of some tag say about themselves. */
export function doubtsAbout(key: string, column: string, text: string): string {
  const { registry } = check('').context
  const query = { filters: [{ column, text }], search: '', hasProblem: false }
  return doubtsOf(tableOfTag(tagOfPath(registry, key)!), query, registry).join(' ')
}

/** What an expression that filters the only table of a text says about itself. */
export function doubtsAboutWhere(text: string, where: string): string {
  const file = check(text)
  return doubtsOf(
    tablesOf(file)[0]!,
    { filters: [], search: '', hasProblem: false, where },
    file.context.registry,
  ).join(' ')
}

/** The values of one record, by column; null for a missing field. */
export const cellsAt = ({ tree }: CheckedFile, { columns }: Table, entry: number): (string | null)[] =>
  cellsOf(tree.entries[entry] as RecordNode, columnPlaces(columns))

function showTable(file: CheckedFile, table: Table, records: readonly number[]): string {
  const rows = records.map(entry => cellsAt(file, table, entry))
  const places = [...table.columns.keys()].filter(place => rows.some(row => row[place] !== null))
  const headings = places.map(place => {
    const { name, field } = table.columns[place]!
    return name + (field?.required ? '*' : '') + (field ? '' : '?')
  })
  const lines = [headings, ...rows.map(row => places.map(place => row[place] ?? '-'))].map(cells =>
    `  ${cells.join(' | ')}`.trimEnd(),
  )
  return `${table.key}\n${lines.join('\n')}\n`
}
