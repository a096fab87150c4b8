import type { Location, Position } from 'vscode-languageserver-types'
import { namedAt } from '../snapshot/named.ts'
import { locationOf } from '../snapshot/ranges.ts'
import { recordsOfTag } from '../snapshot/records-of-tag.ts'
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
