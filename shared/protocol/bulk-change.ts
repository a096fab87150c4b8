import * as v from 'valibot'
import type { TextChange } from '../syntax/text-change.ts'
import { naturalNumber, type Params } from './request.ts'

/** A change of records in many files: what the server proposes, and what takes it back. */

const offsetEdit = v.object({ start: naturalNumber, end: naturalNumber, text: v.string() })

/** The proposed changes of a file. */
export interface ProposedFile {
  readonly uri: string
  /** The `fingerprint` of the text that they are for. They mean nothing in another one. */
  readonly fingerprint: string
  /** In the order of the file. Each can be left out. */
  readonly records: readonly ChangedRecord[]
}

/** The proposed changes of a record, or of other text. */
export interface ChangedRecord {
  /** The tag and the id, as in `CONTROL CTL-1`. */
  readonly name: string
  readonly title: string
  /** From 0, in the text that the changes are for. */
  readonly line: number
  readonly fields: readonly ChangedValue[]
  /** Sorted, not overlapping. */
  readonly edits: readonly TextChange[]
}

export interface ChangedValue {
  /** The name of the field; empty for the whole record or text. */
  readonly name: string
  /** Null if it is not there. */
  readonly before: string | null
  readonly after: string | null
}

/** A change of many files that was made, with what takes it back. It is saved until the next one. */
export const savedStep = v.object({
  /** What was done, such as `Edit Records of CONTROL`. */
  title: v.string(),
  files: v.array(
    v.object({
      uri: v.string(),
      /** The fingerprints of its text. */
      before: v.string(),
      after: v.string(),
      /** From the text after to the text before. */
      inverse: v.array(offsetEdit),
    }),
  ),
})

export type TextStep = Params<typeof savedStep>
