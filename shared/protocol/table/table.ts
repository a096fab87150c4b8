import * as v from 'valibot'
import type { Severity } from '../../check/rule.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import { atLine, naturalNumber, noParams, notification, type Params, type ParamsOf, request } from '../request.ts'

/**
 * The requests about the tables of an open file, or of all files of the workspace, open or not. A record is identified
 * by a number, its handle, which stays the same while its file changes. Rows of a query are those of one version of the
 * tables, which the request names. What cannot be found again with certainty is refused. No request has an answer for a
 * file that is not open.
 */

/** Which tables a request is about. */
export const inTables = v.object({
  /** The file; without it, the tables are those of the workspace. */
  uri: v.optional(v.string()),
})

/** Client to server: the tables of a file or of the workspace. */
export const tablesRequest = request<Tables>()(
  'recline/tables',
  v.object({
    ...inTables.entries,
    /** The key of the wanted table, which the workspace needs: it has too many for all of them. */
    table: v.optional(v.string()),
  }),
)

/** Client to server: no table of the workspace is visible anymore, so its records need not stay in memory. */
export const forgetTablesNotification = notification('recline/forgetTables', noParams)

export interface Tables {
  /** Of a file, the version of its document. */
  readonly version: number
  readonly tables: readonly TableSummary[]
  /** How many lines a file has; 0 for the workspace. */
  readonly lines: number
  /** The first problems of lines that are not records. */
  readonly elsewhere: readonly LineProblem[]
  /** How many such problems there are. */
  readonly elsewhereCount: number
}

/** The records of a table that a view shows at first. */
export interface TableFilter {
  /** The key of the table. */
  readonly table: string
  /** An expression that is true for them; empty for all. */
  readonly where: string
  /** Whether only records with a problem are shown. */
  readonly hasProblem: boolean
}

/** The records of one tag. */
export interface TableSummary {
  /** Identifies the table in other requests. */
  readonly key: string
  readonly name: string
  /** The path of its domain; empty for a tag that no domain in force defines. */
  readonly domain: string
  readonly description: string
  readonly count: number
  /** How many of its records have a problem. */
  readonly problems: number
  readonly columns: readonly TableColumn[]
  /** The names of the columns that say what a record is about, the most telling first. */
  readonly titles: readonly string[]
}

/** What a column's values are, for how they are shown, sorted and written. */
export type ColumnKind = 'reference' | 'enum' | TypeName

export interface TableColumn {
  readonly name: string
  readonly kind: ColumnKind
  readonly isRequired: boolean
  /** Whether the tag has the field. */
  readonly isDefined: boolean
  /** Empty if there is none. */
  readonly unit: string
  /** The full description of the field: plain text of one or more lines. */
  readonly description: string
  /** The values to choose from, in the order of the descriptor. */
  readonly choices: readonly Choice[]
  /** Whether a value is a list of items; absent for one item. */
  readonly isList?: true
  /** The states that can follow a state, for those that not every state can follow. */
  readonly transitions?: Readonly<Record<string, readonly string[]>>
}

export interface Choice {
  readonly value: string
  readonly meaning: string
}

const sort = v.object({ column: v.string(), isDescending: v.boolean() })

/** A column that sorts the rows, and the direction. */
export type Sort = Params<typeof sort>

/** Which records of a table, and in which order. */
export const tableQuery = v.object({
  /** Each sorts the records that are equal by those before it. Without it, they are in the order of the file. */
  sort: v.optional(v.pipe(v.array(sort), v.minLength(1))),
  /** Groups the records by the values of a column, before they are sorted. Those of folded values are left out. */
  group: v.optional(v.object({ column: v.string(), folded: v.array(v.string()) })),
  /** What the user typed to filter columns. */
  filters: v.array(v.object({ column: v.string(), text: v.string() })),
  /** Text that at least one cell has to contain, ignoring case. */
  search: v.string(),
  /** Whether to leave out records without problems. */
  hasProblem: v.boolean(),
  /** An expression that must be true for a record. One with problems holds for no record. */
  where: v.optional(v.string()),
  /**
   * How often the user has applied this or another query. While it stays the same, every row stays where it is, also
   * after a change that makes the query leave it out. Without it, the query is applied after each change.
   */
  applied: v.optional(naturalNumber),
})

/** Which records of a table, and in which order. */
export type TableQuery = Params<typeof tableQuery>

const rowBlock = v.object({ start: naturalNumber, count: naturalNumber })

/** Rows beside each other. */
export type RowBlock = Params<typeof rowBlock>

/** The schema of some rows of a query. */
export const rowRange = v.object({
  query: tableQuery,
  ...rowBlock.entries,
  /** More rows, which are not beside these. */
  more: v.optional(v.array(rowBlock)),
})

/** Some rows of a query. */
export type RowRange = Params<typeof rowRange>

/** The schema of cells of some rows of a query. */
export const cellRange = v.object({
  ...rowRange.entries,
  /** The names of the columns in the order of the view. For a paste also those to the right of the range. */
  columns: v.array(v.string()),
})

/** Cells of some rows of a query. */
export type CellRange = Params<typeof cellRange>

/** The most rows of one request. */
const rowLimit = 1000

/** Client to server: some rows of a table. No answer if the file has no such table. */
export const tableRowsRequest = request<TableRows>()(
  'recline/tableRows',
  v.object({
    ...inTables.entries,
    table: v.string(),
    ...rowRange.entries,
    count: v.pipe(naturalNumber, v.maxValue(rowLimit)),
    /** A record to find among all rows of the query. */
    find: v.optional(naturalNumber),
    /** Rows of an earlier version, or of another query, to find among all rows of this one. */
    follow: v.optional(v.object({ version: v.number(), query: tableQuery, rows: v.array(naturalNumber) })),
  }),
)

export type TableRowsParams = ParamsOf<typeof tableRowsRequest>

export interface TableRows {
  readonly version: number
  /** How many rows the query has in total. */
  readonly total: number
  readonly start: number
  readonly rows: readonly TableRow[]
  /** The index of the record to find among all rows; -1 if the query leaves it out. */
  readonly found: number
  /** The record to find as a row, also if the query leaves it out; absent if the table no longer has it. */
  readonly foundRow?: TableRow
  /** Where the rows to follow are now; -1 for a row that is no longer there. */
  readonly followed: readonly number[]
  /** Sentences about filters that are not what they look like. */
  readonly doubts: readonly string[]
  /** How many records of the tag were not searched, because the files of the workspace are too large. */
  readonly left: number
}

export interface TableRow {
  /** Its handle. */
  readonly record: number
  /** The file of the record, in a table of the workspace. */
  readonly uri?: string
  /** Its line, from 0. */
  readonly line: number
  /** The value in each column; null if the record does not have the field. */
  readonly cells: readonly (string | null)[]
  /** The titles of the records that references lead to, by the index of the column; absent if there are none. */
  readonly titles?: Readonly<Record<number, string>>
  /** The most severe first. */
  readonly problems: readonly RowProblem[]
}

export interface RowProblem {
  /** The names of the fields with the problem; empty if the whole record has it. */
  readonly columns: readonly string[]
  readonly severity: Severity
  readonly code: string
  readonly message: string
}

export interface LineProblem extends Omit<RowProblem, 'columns'> {
  /** From 0. */
  readonly line: number
}

/** Client to server: some cells for the clipboard. No answer if the table no longer has these rows. */
export const tableTextRequest = request<CopiedCells>()(
  'recline/tableText',
  v.object({
    ...inTables.entries,
    /** The version of the tables that the rows were seen in. */
    version: v.number(),
    table: v.string(),
    ...cellRange.entries,
    /** Whether the first line has the names of the columns. */
    hasHeadings: v.boolean(),
  }),
)

/** Cells in the forms that a clipboard holds. */
export interface CopiedCells {
  /** Tabs between cells. */
  readonly text: string
  readonly html: string
}

export type TableTextParams = ParamsOf<typeof tableTextRequest>

/** Client to server: what some cells add up to. No answer if the table no longer has these rows. */
export const tableTotalsRequest = request<TableTotals>()(
  'recline/tableTotals',
  v.object({
    ...inTables.entries,
    /** The version of the tables that the rows were seen in. */
    version: v.number(),
    table: v.string(),
    ...cellRange.entries,
  }),
)

export type TableTotalsParams = ParamsOf<typeof tableTotalsRequest>

export interface TableTotals {
  readonly cells: number
  readonly filled: number
  /** Of the columns of numbers, if there are some and they have one unit. */
  readonly numbers?: {
    readonly count: number
    /** How many values are not numbers. The totals leave them out. */
    readonly others: number
    /** Empty if there is none. */
    readonly unit: string
    readonly sum?: string
    readonly average?: string
    readonly least?: string
    readonly greatest?: string
  }
  /** The first and the last time, if no column has numbers. */
  readonly times?: { readonly first: string; readonly last: string }
}

/**
 * Client to server: where a jump from a cell over the cells of its column ends, as `blockEnd`. No answer if the table
 * no longer has these rows.
 */
export const blockEndRequest = request<number>()(
  'recline/blockEnd',
  v.object({
    ...inTables.entries,
    /** The version of the tables that the row was seen in. */
    version: v.number(),
    table: v.string(),
    query: tableQuery,
    column: v.string(),
    /** The row that it starts from. */
    row: naturalNumber,
    isDown: v.boolean(),
  }),
)

export type BlockEndParams = ParamsOf<typeof blockEndRequest>

/** Client to server: the tags that a new record at the end of a file can have; in the workspace, those with records. */
export const tableTagsRequest = request<readonly TagChoice[]>()('recline/tableTags', inTables)

export interface TagChoice {
  /** The key of its table. */
  readonly key: string
  readonly name: string
  /** The path of its domain. */
  readonly domain: string
  readonly description: string
  /** How many records there are, in the workspace. */
  readonly count?: number
}

/** Client to server: the record on a line, or else the nearest one above it. No answer if there is none. */
export const tableRecordRequest = request<TableRecord>()('recline/tableRecord', atLine)

export interface TableRecord {
  /** The key of its table. */
  readonly table: string
  readonly record: number
}
