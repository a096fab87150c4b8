import * as v from 'valibot'
import type { Position } from '../syntax/tree.ts'
import { atLine, inFile, type ParamsOf, request } from './request.ts'

/** The requests with which the client writes new records and finds records. */

const tagOfFileParams = v.object({
  ...inFile.entries,
  /** The path of the tag, such as `core.compliance.CONTROL`. */
  tag: v.string(),
})

const newRecordParams = v.object({
  ...tagOfFileParams.entries,
  /** The record goes to this line, or below the record that is there. */
  ...atLine.entries,
})

/** Client to server: a new record of a tag as a snippet. No answer for an unknown tag. */
export const newRecordRequest = request<NewRecord>()('recline/newRecord', newRecordParams)

export type NewRecordParams = ParamsOf<typeof newRecordRequest>

export interface NewRecord {
  /** Where to insert the line break that makes a new line for the record; null if its line exists and is blank. */
  readonly lineBreakAt: Position | null
  /** The blank line, from 0, that takes the record after that. */
  readonly line: number
  readonly snippet: string
}

/**
 * Client to server: the fields of a new record of a tag, the required ones first, those of an extension that is not in
 * force last. No answer for an unknown tag.
 */
export const recordFormRequest = request<readonly FormField[]>()('recline/recordForm', tagOfFileParams)

export type RecordFormParams = ParamsOf<typeof recordFormRequest>

/** A field to fill in. */
export interface FormField {
  readonly name: string
  /** Plain text. */
  readonly description: string
  readonly isRequired: boolean
  /** Describes the values of the field in a few words. */
  readonly hint: string
  /** The value to start from; empty if there is none. */
  readonly initial: string
  /** The values to choose from; empty if the user types the value. */
  readonly choices: readonly { readonly value: string; readonly detail: string }[]
  /** Whether no other values than the choices are allowed. */
  readonly isClosed: boolean
  /** The extension that comes with Recline, is not in force and has the field; absent for a field of the tag. */
  readonly extension?: string
}

/** Client to server: what is wrong with a value for a field. No answer for a value without problems. */
export const checkValueRequest = request<ValueProblem>()(
  'recline/checkValue',
  v.object({ ...tagOfFileParams.entries, field: v.string(), value: v.string() }),
)

export interface ValueProblem {
  /** A sentence. */
  readonly message: string
  /** Whether the user may keep the value: it refers to a record that does not exist yet. */
  readonly isWarning: boolean
}

export type CheckValueParams = ParamsOf<typeof checkValueRequest>

/** Client to server: a new record with these values. No answer for an unknown tag. */
export const filledRecordRequest = request<NewRecord>()(
  'recline/filledRecord',
  v.object({
    ...newRecordParams.entries,
    /**
     * The names of fields and their values. A name can be any text, so this is a list: in an object, `constructor`
     * would be lost.
     */
    values: v.array(v.tuple([v.string(), v.string()])),
  }),
)

export type FilledRecordParams = ParamsOf<typeof filledRecordRequest>

/**
 * Client to server: JSON or CSV as the text of records, once for each tag that fits, best first. An empty list for text
 * that is neither JSON nor CSV.
 */
export const recordsFromTextRequest = request<readonly PastedRecords[]>()(
  'recline/recordsFromText',
  v.object({
    /** The line where the records will be inserted: the domains in force there decide which tags fit. */
    ...atLine.entries,
    text: v.string(),
  }),
)

export type RecordsFromTextParams = ParamsOf<typeof recordsFromTextRequest>

export interface PastedRecords {
  /** The tag of the records; null if the text itself names their tags. */
  readonly tag: string | null
  /** How many there are. */
  readonly count: number
  readonly text: string
}
