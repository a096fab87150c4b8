import * as v from 'valibot'
import type { Range, TextEdit } from './lsp.ts'
import { inFile, naturalNumber, type ParamsOf, request } from './request.ts'

/** The requests behind the keys with which an author writes a record. */

/**
 * Client to server: where Tab, Shift+Tab or Enter goes from a position. No answer where the key does what it does
 * in any text.
 *
 * `stop` is for a cursor that has come to a tab stop: it stays there if that is in a value, and goes on otherwise.
 * `below` is a new line behind the record, with its continuation lines.
 */
export const nextFieldRequest = request<NextField>()(
  'recline/nextField',
  v.object({
    ...inFile.entries,
    position: v.object({ line: naturalNumber, character: naturalNumber }),
    to: v.picklist(['next', 'previous', 'stop', 'below']),
  }),
)

export type NextFieldParams = ParamsOf<typeof nextFieldRequest>

export interface NextField {
  /** The edits to make first. */
  readonly edits: readonly TextEdit[]
  /** What to select after the edits. An empty range is a cursor. Null if the cursor stays where it is. */
  readonly selection: Range | null
  /** Whether to open the list of suggestions there. */
  readonly suggests: boolean
}

/**
 * Client to server: the edits that take fields out of the record on a line that it does not need and that are still
 * empty.
 *
 * `fields` names those that the record started with.
 */
export const removeEmptyFieldsRequest = request<TextEdit[]>()(
  'recline/removeEmptyFields',
  v.object({ ...inFile.entries, line: naturalNumber, fields: v.array(v.string()) }),
)

export type RemoveEmptyFieldsParams = ParamsOf<typeof removeEmptyFieldsRequest>

/** The argument of the client's command that lets the user choose a value, which the range is replaced with. */
export interface ValueToChoose {
  readonly uri: string
  /** The version of the document that the range is of. */
  readonly version: number
  readonly range: Range
  /** The name of the field. */
  readonly field: string
}

/** Client to server: the values that may be written in place of the one at a position. No answer if there is none. */
export const choosableValuesRequest = request<ChoosableValues>()(
  'recline/choosableValues',
  v.object({ ...inFile.entries, position: v.object({ line: naturalNumber, character: naturalNumber }) }),
)

export type ChoosableValuesParams = ParamsOf<typeof choosableValuesRequest>

export interface ChoosableValues {
  /** The best first. */
  readonly choices: readonly ValueChoice[]
  /** How many more there are. */
  readonly leftOut: number
}

export interface ValueChoice {
  readonly value: string
  readonly detail?: string | undefined
  /** The value as it is written in the record. */
  readonly text: string
}
