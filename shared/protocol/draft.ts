import * as v from 'valibot'
import { dataTable } from './import.ts'
import { request } from './request.ts'

/** Client to server: a descriptor that files of data suggest. */
export const draftDescriptorRequest = request<DraftedDescriptor>()(
  'recline/draftDescriptor',
  v.object({
    files: v.array(v.object({ name: v.string(), data: v.union([v.string(), dataTable]) })),
    /** The path of the domain to extend; null for a new domain, or that of the records. */
    extends: v.nullable(v.string()),
  }),
)

/** A drafted descriptor, or why there is none. */
export interface DraftedDescriptor {
  /** The name that its file can have. */
  readonly fileName: string
  readonly text: string
  /** Why it is so, one sentence for each field. */
  readonly reasons: readonly string[]
  /** Sentences about files that cannot be read. If there are any, there is no text. */
  readonly problems: readonly string[]
}
