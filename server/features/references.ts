import type { Location, Position } from 'vscode-languageserver-types'
import { namedAt } from '../snapshot/named.ts'
import { locationOf } from '../snapshot/ranges.ts'
import { recordsOfTag } from '../snapshot/records-of-tag.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * Where the record is referred to whose id, or a reference to which, stands at a position; on a tag, all its records.
 *
 * @param includesDeclaration whether the record itself is among them
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
