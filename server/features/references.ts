import type { Location, Position } from 'vscode-languageserver-types'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import { namedAt } from '../snapshot/named.ts'
import { locationOf } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * The locations of the references to a record, for a position in its id or in a reference to it. For a position in a
 * tag, the locations of all records of the tag.
 *
 * @param includesDeclaration whether the record itself is included
 */
export function references(snapshot: Snapshot, position: Position, includesDeclaration: boolean): Location[] | null {
  const named = namedAt(snapshot, position)
  if (!named) return null
  const { index } = snapshot
  if (named.kind !== 'tag') {
    const declarations = includesDeclaration ? index.definitionsOf(named.name) : []
    return [...declarations, ...index.referencesTo(named.name)].map(locationOf)
  }
  return recordsOfTag(index, named.tag.path)
}

/** The locations of the records of a tag, in the order of the URIs of their files. */
export function recordsOfTag(index: RecordIndex, path: string): Location[] {
  const locations: Location[] = []
  for (const uri of [...index.uris()].sort()) {
    for (const record of index.recordsIn(uri))
      if (record.tag.path === path) locations.push(locationOf(record.tagPlace()))
  }
  return locations
}
