import { type ImportedRecords, importChoices } from './import.ts'
import { pageRequest } from './page.ts'
import type { Params } from './request.ts'

/** The requests of the page that imports records. */
export const importPageRequests = {
  /** What the data becomes with these choices; the text has only the first records. */
  preview: pageRequest<ImportedRecords>()(importChoices),
  /** Inserts the records and closes the page. */
  insert: pageRequest<void>()(importChoices),
}

export type ImportChoices = Params<typeof importChoices>
