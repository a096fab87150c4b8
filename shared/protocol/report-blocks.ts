import * as v from 'valibot'
import { request } from './request.ts'

/** The request for the blocks of a report in a preview. */

/** Client to server: blocks of a Markdown file and numbers in its text, filled from the records of all files. */
export const filledBlocksRequest = request<FilledBlocks>()(
  'recline/filledBlocks',
  v.object({
    /** The Markdown file, from which links to records start. */
    uri: v.string(),
    /** The contents of fences. */
    blocks: v.array(v.string()),
    /** The numbers, with their braces. */
    counts: v.array(v.string()),
  }),
)

/** The same as HTML, in the same order. No text of a record is markup in it. */
export interface FilledBlocks {
  readonly blocks: readonly string[]
  readonly counts: readonly string[]
}
