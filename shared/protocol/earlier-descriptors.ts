import * as v from 'valibot'
import type { ProposedFile } from './bulk-change.ts'
import { inFile, noParams, notification, type Refusal, request } from './request.ts'

/** The messages about earlier versions of descriptors: what the last commit has, and the migration from a version. */

/** Server to client: the descriptor as the last commit has it. No answer if no commit has it. */
export const earlierDescriptorRequest = request<EarlierDescriptor>()('recline/earlierDescriptor', inFile)

/** The text of an earlier version, or why it could not be had, as the end of a sentence. */
export type EarlierDescriptor = { readonly text: string } | { readonly reason: string }

/** Client to server: the last commit may be another one, so the server asks again. */
export const earlierDescriptorsChangedNotification = notification('recline/earlierDescriptorsChanged', noParams)

/**
 * Client to server: the changes that give the records of the workspace the form of a descriptor of the workspace, from
 * the form that an earlier version of it says. The client shows them before it applies them.
 */
export const migrateRecordsRequest = request<Refusal | RecordMigration>()(
  'recline/migrateRecords',
  v.object({
    /** The descriptor. */
    uri: v.string(),
    /** The text of the earlier version. */
    earlier: v.string(),
  }),
)

export interface RecordMigration {
  /** The domain with its new version, such as `acme.fleet 3.0`. */
  readonly target: string
  /** The files that change. */
  readonly files: readonly ProposedFile[]
  /** Sentences about what is left to do. */
  readonly notes: readonly string[]
}
