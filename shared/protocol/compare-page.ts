import * as v from 'valibot'
import { type Comparison, side } from './compare.ts'
import { pageRequest } from './page.ts'
import { naturalNumber, noParams } from './request.ts'

/** The requests of the page that compares two versions of a file. */
export const comparePageRequests = {
  compare: pageRequest<ShownComparison>()(noParams),
  /** Gives a side a record or a field as the other side has it. */
  take: pageRequest<void>()(v.object({ into: side, row: naturalNumber, field: v.optional(v.string()) })),
  /** Takes back the last change of a side. */
  undo: pageRequest<void>()(noParams),
  /** Shows a line of the file in a text editor. */
  open: pageRequest<void>()(v.object({ line: naturalNumber })),
}

export interface ShownComparison extends Comparison {
  /** What is on each side, in words. */
  readonly left: string
  readonly right: string
  /** Whether the left side is a file, which can be changed. */
  readonly isLeftFile: boolean
}
