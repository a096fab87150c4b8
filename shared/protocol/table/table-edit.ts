import * as v from 'valibot'
import type { ProposedFile } from '../bulk-change.ts'
import type { TextEdit } from '../lsp.ts'
import { naturalNumber, type Params, type ParamsOf, type Refusal, request } from '../request.ts'
import { cellRange, inTables, rowRange, tableQuery } from './table.ts'

/** The requests that change the records of a table. */

const cellValueSchema = v.object({ record: naturalNumber, column: v.string(), value: v.nullable(v.string()) })

/** The new value of a cell; null to remove the field. */
export type CellValue = Params<typeof cellValueSchema>

const tableEditSchema = v.variant('kind', [
  v.object({ kind: v.literal('write'), cells: v.array(cellValueSchema) }),
  /** Removes the fields of a range. */
  v.object({ kind: v.literal('clear'), ...cellRange.entries }),
  /** Writes the values of the first row of a range into all its rows. */
  v.object({ kind: v.literal('fill'), ...cellRange.entries }),
  /** Writes the values of the first column of a range into all its columns. */
  v.object({
    kind: v.literal('fillRight'),
    /** How many of the first columns are repeated in the others; one without it. */
    known: v.optional(v.pipe(naturalNumber, v.minValue(1))),
    ...cellRange.entries,
  }),
  /**
   * Continues the values at the start of each column of a range, as far as its next cell is empty, or else the first
   * value alone. What is no series is repeated.
   */
  v.object({
    kind: v.literal('series'),
    /** How many of the first rows are continued, whatever the others have. A number alone is repeated then. */
    known: v.optional(v.pipe(naturalNumber, v.minValue(1))),
    ...cellRange.entries,
  }),
  /**
   * Writes the records of the rows into the file in their order. Records stay between the headers, blocks and separate
   * comments around them, and the records of other tags stay where they are.
   */
  v.object({ kind: v.literal('sortFile'), ...rowRange.entries }),
  /**
   * Adds a record with an id, and with the value of a cell if there is one, below the last record of the table; for a
   * tag without a table, at the end of the file.
   */
  v.object({ kind: v.literal('add'), cell: v.optional(v.object({ column: v.string(), value: v.string() })) }),
  /** Adds a record with an id above or below another one, with whose comments it does not mix. */
  v.object({ kind: v.literal('insert'), record: naturalNumber, isBelow: v.boolean() }),
  v.object({ kind: v.literal('duplicate'), ...rowRange.entries }),
  v.object({ kind: v.literal('delete'), ...rowRange.entries }),
  /**
   * Writes text with rows and columns over cells, starting at the first of a range. Rows below the last record make new
   * records. If the range, which is `width` columns wide, has room for the text several times, the text is repeated.
   */
  v.object({
    kind: v.literal('paste'),
    text: v.string(),
    /** The cells as they are, if a table of Recline has put them on the clipboard; they need no reading. */
    rows: v.optional(v.array(v.array(v.string()))),
    /** Whether the text is CSV; otherwise, tabs alone set its cells apart. */
    isCsv: v.optional(v.boolean()),
    width: naturalNumber,
    ...cellRange.entries,
  }),
])

export type TableEdit = Params<typeof tableEditSchema>

/**
 * Client to server: the text edits that make a change to a table. In a table of the workspace, no records can be added.
 */
export const tableEditRequest = request<TableEditAnswer>()(
  'recline/tableEdit',
  v.object({
    ...inTables.entries,
    /** The version of the tables that the rows of the edit were seen in. */
    version: v.number(),
    table: v.string(),
    edit: tableEditSchema,
  }),
)

export type TableEditParams = ParamsOf<typeof tableEditRequest>

export type TableEditAnswer = Refusal | (TableEditDone & { readonly files: readonly FileEdits[] })

/** Client to server: the handles of the records in some rows. No answer if the table no longer has these rows. */
export const tableHandlesRequest = request<readonly number[]>()(
  'recline/tableHandles',
  v.object({
    ...inTables.entries,
    /** The version of the tables that the rows were seen in. */
    version: v.number(),
    table: v.string(),
    ...rowRange.entries,
  }),
)

export type TableHandlesParams = ParamsOf<typeof tableHandlesRequest>

/**
 * Client to server: the text edits that move records, with their comments, to a place in a table: from the same file or
 * from others.
 */
export const moveRecordsRequest = request<TableEditAnswer>()(
  'recline/moveRecords',
  v.object({
    ...inTables.entries,
    table: v.string(),
    /** The handles of the records, in the order that they get. */
    records: v.array(naturalNumber),
    /** The handle of the record that they go above; null for below the last one of the table. */
    above: v.nullable(naturalNumber),
  }),
)

export type MoveRecordsParams = ParamsOf<typeof moveRecordsRequest>

/**
 * Client to server: the changes that replace a text in cells of all rows of a query, as they are now. The client shows
 * them before it makes them.
 */
export const replaceTextRequest = request<ReplacedText>()(
  'recline/replaceText',
  v.object({
    ...inTables.entries,
    table: v.string(),
    query: tableQuery,
    /** The names of the columns. */
    columns: v.array(v.string()),
    find: v.pipe(v.string(), v.minLength(1)),
    replacement: v.string(),
    matchesCase: v.boolean(),
    /** Whether the text must be all of a cell. */
    isWholeCell: v.boolean(),
  }),
)

export type ReplaceTextParams = ParamsOf<typeof replaceTextRequest>

export interface ReplacedText {
  readonly files: readonly ProposedFile[]
  /** How many records stay, because it is uncertain where their fields are. */
  readonly left: number
}

/** The edits of one file. */
export interface FileEdits {
  readonly uri: string
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
  readonly edits: readonly TextEdit[]
}

/** What the view shows after an edit. */
export interface TableEditDone {
  /** The line of the record to go to, in the text after the edit; null to leave the cursor where it is. */
  readonly line: number | null
  /** A sentence for the user; empty if there is nothing to say. */
  readonly note: string
}
