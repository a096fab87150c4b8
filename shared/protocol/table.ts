import type { Position } from '../syntax/tree.ts'

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

/** Client to server: the text edits that change a table; null for a file that is not open. */
export const tableEditMethod = 'recline/tableEdit'

export interface TableEditParams {
  readonly uri: string
  /** The version of the file that the edit is meant for. */
  readonly version: number
  readonly table: string
  readonly edit: TableEdit
}

export type TableEdit =
  | { readonly kind: 'write'; readonly cells: readonly CellValue[] }
  /** Fields of some rows of a query are taken away. */
  | ({ readonly kind: 'clear' } & CellRange)
  /** A new record with nothing but an id, below the last one of the table; of a tag without a table at the end of the file. */
  | { readonly kind: 'add' }
  | ({ readonly kind: 'duplicate' } & RowRange)
  | ({ readonly kind: 'delete' } & RowRange)
  /**
   * Text with rows and columns is written over cells, from the first of a range on; what goes beyond the rows makes
   * records. One value fills the range, which is `width` columns wide.
   */
  | ({ readonly kind: 'paste'; readonly text: string; readonly width: number } & CellRange)

/** What a cell shall say; null for a field that shall go. */
export interface CellValue {
  /** The record, as the index of its entry. */
  readonly record: number
  readonly column: string
  readonly value: string | null
}

/** Some rows of a query. */
export interface RowRange {
  readonly query: TableQuery
  readonly start: number
  readonly count: number
}

/** Cells of some rows of a query. */
export interface CellRange extends RowRange {
  /** The names of the columns in the order in which they are shown, those behind the range too where text is pasted. */
  readonly columns: readonly string[]
}

export type TableEditAnswer =
  | Refusal
  | (TableEditDone & {
      readonly edits: readonly {
        readonly range: { readonly start: Position; readonly end: Position }
        readonly newText: string
      }[]
    })

/** What is to be known of an edit once its changes are made. */
export interface TableEditDone {
  /** The record to go to, in the text as it is then; null where the cursor stays. */
  readonly record: number | null
  /** What is to be known of it, as a sentence; mostly empty. */
  readonly note: string
}

/** Why nothing was done, as a sentence for the user. */
export interface Refusal {
  readonly refusal: string
}

/** Client to server: some cells of a table as CSV; null for a file that is not open or a table that it does not have. */
export const tableCsvMethod = 'recline/tableCsv'

export interface TableCsvParams extends CellRange {
  readonly uri: string
  readonly table: string
  /** Whether the first line has the names of the columns. */
  readonly hasHeadings: boolean
}

/** Client to server: values to choose from for a cell, best first; null for a file that is not open. */
export const tableValuesMethod = 'recline/tableValues'

export interface TableCell {
  readonly uri: string
  readonly record: number
  readonly column: string
}

export interface TableValuesParams extends TableCell {
  /** What is typed so far: of a list of references the item at the cursor. */
  readonly typed: string
}

/** Client to server: where the records stand that a cell refers to, as locations; null for a file that is not open. */
export const tableReferencesMethod = 'recline/tableReferences'

/** Client to server: the tags that a new record at the end of a file can have; null for one that is not open. */
export const tableTagsMethod = 'recline/tableTags'

export interface TagChoice {
  /** The key of its table. */
  readonly key: string
  readonly name: string
  readonly domain: string
  readonly description: string
}

/** Client to server: the record on a line, or nearest above it; null for a file that is not open, and where there is none. */
export const tableRecordMethod = 'recline/tableRecord'

export interface TableRecordParams {
  readonly uri: string
  /** From 0. */
  readonly line: number
}

export interface TableRecord {
  /** The key of its table. */
  readonly table: string
  readonly record: number
}
