import * as v from 'valibot'
import type { Range, TextEdit } from './lsp.ts'
import { inFile, naturalNumber, type ParamsOf, request } from './request.ts'

/** The requests behind the keys with which an author writes a record. */

/**
 * Client to server: the tags that records of a file can have, for keys that go from field to field. The client itself
 * knows the record under the cursor, so that no key waits for an answer.
 */
export const typedTagsRequest = request<readonly TypedSection[]>()('recline/typedTags', inFile)

/** The part of a file from one header to the next one. */
export interface TypedSection {
  /** The first line of its header; empty for the part above all headers. */
  readonly header: string
  readonly tags: readonly TypedTag[]
}

/** A tag. Of several with one name, the one whose domain has most records of the file comes first. */
export interface TypedTag {
  readonly name: string
  readonly fields: readonly TypedField[]
}

export interface TypedField {
  readonly name: string
  /** The field without a value, and where in it the cursor goes. */
  readonly text: string
  readonly cursor: number
  readonly isRequired: boolean
  /** Whether a list has all values that it allows. */
  readonly hasList: boolean
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
