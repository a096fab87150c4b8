/**
 * The messages about tables that client and server exchange. A record is named by its index among the file's entries,
 * which holds for one version of the file. The server checks that what it is asked has the form that `requests.ts` says,
 * as it comes from a page that shows what files say.
 */

/** Client to server: the tables of an open file; null for one that is not open. */
export const tablesMethod = 'recline/tables'

export interface Tables {
  readonly version: number
  readonly tables: readonly TableSummary[]
  /** Problems of lines that are no records, the first of them. */
  readonly elsewhere: readonly LineProblem[]
  readonly elsewhereCount: number
}

/** The records of one tag. */
export interface TableSummary {
  /** What other requests name it by. */
  readonly key: string
  readonly name: string
  /** Its domain's path; empty for a tag that no domain in force defines. */
  readonly domain: string
  readonly description: string
  readonly count: number
  /** How many of its records have a problem. */
  readonly problems: number
  readonly columns: readonly TableColumn[]
}

export interface TableColumn {
  readonly name: string
  readonly kind: 'reference' | 'enum' | 'string' | 'int' | 'float' | 'ts' | 'bool'
  readonly isRequired: boolean
  /** Empty where there is none. */
  readonly unit: string
  /** What is told of the field, as plain text of some lines. */
  readonly description: string
  /** The values there are to choose from, in their order. */
  readonly choices: readonly Choice[]
}

export interface Choice {
  readonly value: string
  readonly meaning: string
}

/** Client to server: some rows of a table; null for a file that is not open or a table that it does not have. */
export const tableRowsMethod = 'recline/tableRows'

/** At most so many rows are asked for at once. */
export const rowLimit = 1000

export interface TableRowsParams {
  readonly uri: string
  readonly table: string
  readonly query: TableQuery
  readonly start: number
  readonly count: number
  /** A record whose place in the whole is asked for. */
  readonly find?: number | undefined
}

/** Which records of a table are wanted, and in which order. */
export interface TableQuery {
  /** The column to sort by; without one the records stand as in the file. */
  readonly sort?: { readonly column: string; readonly isDescending: boolean } | undefined
  /** What is typed to filter columns. */
  readonly filters: readonly { readonly column: string; readonly text: string }[]
  /** Text that any cell must have, case aside. */
  readonly search: string
  /** Whether only records with a problem are wanted. */
  readonly hasProblem: boolean
}

export interface TableRows {
  readonly version: number
  /** How many rows the query has in all. */
  readonly total: number
  readonly start: number
  readonly rows: readonly TableRow[]
  /** The place of the record that was asked for; -1 where the query leaves it out. */
  readonly found: number
}

export interface TableRow {
  readonly record: number
  /** Its line, from 0. */
  readonly line: number
  /** What it says in each column; null where it has no such field. */
  readonly cells: readonly (string | null)[]
  readonly problems: readonly CellProblem[]
}

export interface CellProblem {
  /** The fields it is about; none where it is about the record. */
  readonly columns: readonly string[]
  readonly severity: 'error' | 'warning' | 'information'
  readonly code: string
  readonly message: string
}

export interface LineProblem extends Omit<CellProblem, 'columns'> {
  readonly line: number
}
