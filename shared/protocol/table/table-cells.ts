import * as v from 'valibot'
import type { Location, Range } from '../lsp.ts'
import { inFile, naturalNumber, type ParamsOf, request } from '../request.ts'
import { type Choice, inTables } from './table.ts'

/** The requests about a cell of a table, and about the expression that filters it. */

const cell = v.object({ ...inTables.entries, record: naturalNumber, column: v.string() })

/** Client to server: the values to choose from for a cell, best first. */
export const tableValuesRequest = request<readonly Choice[]>()(
  'recline/tableValues',
  v.object({
    ...cell.entries,
    /** What the user typed so far; in a list of references, the item at the cursor. */
    typed: v.string(),
  }),
)

export type TableValuesParams = ParamsOf<typeof tableValuesRequest>

/** Client to server: the problems of a cell. No answer if it has none. */
export const tableCellProblemsRequest = request<CellProblems>()('recline/tableCellProblems', cell)

/** The problems of a cell and of its whole record. */
export interface CellProblems {
  readonly uri: string
  /** All of them are in it. */
  readonly range: Range
  /** Those of the cell itself come first, each time the most severe first. */
  readonly problems: readonly { readonly code: string; readonly range: Range }[]
}

export type TableCellProblemsParams = ParamsOf<typeof tableCellProblemsRequest>

/** Client to server: the locations of the records that a cell refers to. */
export const tableReferencesRequest = request<Location[]>()('recline/tableReferences', cell)

export type TableReferencesParams = ParamsOf<typeof tableReferencesRequest>

/**
 * Client to server: the cell of a record that gets the path of a dropped file, and its value then. No answer if the
 * record has no field for it, or if the file is not below the folder of the files of records.
 */
export const tableDroppedFileRequest = request<CellWithPath>()(
  'recline/tableDroppedFile',
  v.object({
    ...cell.entries,
    /** The dropped file. */
    file: inFile,
  }),
)

export type TableDroppedFileParams = ParamsOf<typeof tableDroppedFileRequest>

export interface CellWithPath {
  readonly column: string
  readonly value: string
}

/**
 * Client to server: what is wrong with an expression that filters a table, and what can be written at the cursor. No
 * answer for a table of records whose tag is not defined, as their fields have no types.
 */
export const tableWhereRequest = request<WhereText>()(
  'recline/tableWhere',
  v.object({
    table: v.string(),
    where: v.string(),
    /** The offset of the cursor, in UTF-16 code units. */
    offset: naturalNumber,
  }),
)

export type WhereTextParams = ParamsOf<typeof tableWhereRequest>

/** An expression that filters a table, while it is typed. Offsets count UTF-16 code units from its start. */
export interface WhereText {
  readonly problems: readonly { readonly start: number; readonly end: number; readonly message: string }[]
  readonly completions: readonly WhereCompletion[]
}

/** What can be written at the cursor: a text that replaces a range. */
export interface WhereCompletion {
  readonly label: string
  /** What it is, in a few words. */
  readonly detail: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** The offset in the text where the cursor goes. */
  readonly cursor: number
}
