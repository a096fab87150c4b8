import * as v from 'valibot'
import { pageRequest } from './page.ts'
import { naturalNumber, noParams } from './request.ts'

/** The requests of the page that lists the commits that changed a record. */

/** What a commit changed in a record, or what is not committed yet: an element of `recline log --format json`. */
export interface HistoryStep {
  /** Tag and id of the record at that time. */
  readonly record: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly fields: readonly ChangedField[]
  /** The hash of the commit; undefined for what is not committed yet, which has no author, date and subject either. */
  readonly commit?: string
  readonly author?: string
  /** In ISO 8601. */
  readonly date?: string
  readonly subject?: string
  /** The path of the file in the repository; undefined for what is not committed yet, or where git does not tell it. */
  readonly file?: string
}

/** A field with its old and new value, in the notation. */
interface ChangedField {
  readonly name: string
  readonly before?: string
  readonly after?: string
  /** Whether the value went on or back in the order of the allowed values. */
  readonly direction?: string
}

/** The requests of the history page. */
export const historyPageRequests = {
  /** The changes, the newest first. */
  history: pageRequest<readonly HistoryStep[]>()(noParams),
  /** Shows the file before and after a change, by its number in the list. */
  open: pageRequest<void>()(v.object({ step: naturalNumber })),
}
