import * as v from 'valibot'
import { pageRequest } from './page.ts'
import { naturalNumber, noParams, type Params } from './request.ts'

/** A change of records in many files: what the server proposes, and what the page that shows it requests. */

const offsetEdit = v.object({ start: naturalNumber, end: naturalNumber, text: v.string() })

/** A replacement in a text. The offsets count UTF-16 code units. */
export type OffsetEdit = Params<typeof offsetEdit>

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
  readonly edits: readonly OffsetEdit[]
}

export interface ChangedValue {
  /** The name of the field; empty for the whole record or text. */
  readonly name: string
  /** Null if it is not there. */
  readonly before: string | null
  readonly after: string | null
}

/** The requests of the page that shows the changes before they are made. */
export const changePageRequests = {
  /** The changes as they are now. */
  list: pageRequest<ListedChanges>()(noParams),
  /** Makes the changes of a list, without some records. Closes the page, or says why nothing was changed. */
  apply: pageRequest<AppliedList>()(
    v.object({
      /** The number of the list that the user has seen. */
      list: naturalNumber,
      /** The records that are left out: the number of the file and that of the record, both from 0. */
      leftOut: v.array(v.tuple([naturalNumber, naturalNumber])),
    }),
  ),
  cancel: pageRequest<void>()(noParams),
  /** Shows the text of a record as it is now. */
  open: pageRequest<void>()(v.object({ list: naturalNumber, file: naturalNumber, record: naturalNumber })),
  /** Shows the text of a file beside its text after the changes. */
  compare: pageRequest<void>()(v.object({ list: naturalNumber, file: naturalNumber })),
}

export interface ListedChanges {
  /** Another list has another number. */
  readonly list: number
  /** What is done, such as `Edit Records of CONTROL`. */
  readonly title: string
  /** Sentences about what the user should know. */
  readonly notes: readonly string[]
  /** Sorted by their paths. */
  readonly files: readonly ListedFile[]
}

export interface ListedFile {
  /** Below the folder of the workspace. */
  readonly path: string
  /** Whether it is open in the editor, so that its changes are not saved. */
  readonly isOpen: boolean
  readonly records: readonly Omit<ChangedRecord, 'edits'>[]
}

/** Why nothing was changed; empty if all was. */
export interface AppliedList {
  readonly refusal: string
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
