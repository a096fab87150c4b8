import type { TextFile } from '../link/text-file.ts'
import { request } from './request.ts'
import { selected } from './whole-records.ts'

/**
 * Client to server: what a link to the playground needs, so that the selected records are checked there as they are
 * here. No answer where no record is selected.
 */
export const playgroundFilesRequest = request<PlaygroundFiles>()('recline/playgroundFiles', selected)

export interface PlaygroundFiles {
  /** The records first, then the descriptors of their domains, as far as these are not built in. */
  readonly files: readonly TextFile[]
  /** How many records there are. */
  readonly records: number
  /** The paths of the domains whose descriptors are there. */
  readonly domains: readonly string[]
}
