import type { Location } from 'vscode-languageserver-types'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import { locationOf } from './ranges.ts'

/** The locations of the records of a tag, in the order of the URIs of their files. */
export function recordsOfTag(index: RecordIndex, path: string): Location[] {
  const locations: Location[] = []
  for (const uri of [...index.uris()].sort()) {
    for (const record of index.recordsIn(uri))
      if (record.tag.path === path) locations.push(locationOf(record.tagPlace()))
  }
  return locations
}
