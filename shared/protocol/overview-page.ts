import * as v from 'valibot'
import type { ListedRecord, Overview } from './overview.ts'
import { pageRequest } from './page.ts'
import { atLine, type SoFar, whenRead } from './request.ts'

/** What the page can lead to: other views of the same records, and what to do with them. */
const overviewActions = ['table', 'graph', 'find', 'fix', 'text', 'import', 'newFile'] as const

export type OverviewAction = (typeof overviewActions)[number]

/** What the page shows. */
export interface ShownOverview extends SoFar<Overview> {
  readonly isOfWorkspace: boolean
}

/** The requests of the overview page. */
export const overviewPageRequests = {
  overview: pageRequest<ShownOverview>()(v.object({ whenRead })),
  /** Runs the command of a button. */
  run: pageRequest<void>()(v.object({ action: v.picklist(overviewActions) })),
  /** The records behind a number, by the key of the number. */
  records: pageRequest<readonly ListedRecord[]>()(v.object({ key: v.string() })),
  /** Shows the records of a table that a filter lets through. */
  filter: pageRequest<void>()(v.object({ table: v.string(), where: v.string(), hasProblem: v.boolean() })),
  /** Copies a text. */
  copy: pageRequest<void>()(v.object({ text: v.string() })),
  /** Shows a record in a text editor. */
  open: pageRequest<void>()(atLine),
}
