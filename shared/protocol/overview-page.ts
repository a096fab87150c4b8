import * as v from 'valibot'
import type { ListedRecord, Overview } from './overview.ts'
import { pageRequest } from './page.ts'
import { atLine, noParams } from './request.ts'

/** The requests of the overview page. */
export const overviewPageRequests = {
  overview: pageRequest<Overview>()(noParams),
  /** The records behind a number, by the key of the number. */
  records: pageRequest<readonly ListedRecord[]>()(v.object({ key: v.string() })),
  /** Shows a record in a text editor. */
  open: pageRequest<void>()(atLine),
}
