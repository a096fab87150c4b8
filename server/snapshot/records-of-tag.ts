import type { Location } from 'vscode-languageserver-types'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import { locationOf } from './ranges.ts'

/** Where the records of a tag stand, by its path, in the order of their files' addresses. */
export function recordsOfTag(index: RecordIndex, path: string): Location[] {
  const locations: Location[] = []
  for (const uri of [...index.uris()].sort()) {
    for (const record of index.recordsIn(uri))
      if (record.tag.path === path) locations.push(locationOf(record.tagPlace()))
  }
  return locations
}
