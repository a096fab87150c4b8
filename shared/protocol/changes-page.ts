import * as v from 'valibot'
import type { ChangedRecord } from './bulk-change.ts'
import { pageRequest } from './page.ts'
import { naturalNumber, noParams } from './request.ts'

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
