import { type Location, type LocationLink, type Position, uinteger } from 'vscode-languageserver-types'
import { namedDomains } from '../../shared/domains/domains-in-force.ts'
import { type Domain, type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { isHeader } from '../../shared/syntax/nodes.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { linkAt, uriOfPath } from '../snapshot/linked-file.ts'
import { namedAt } from '../snapshot/named.ts'
import { locationOf } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A part of a descriptor: a domain, a tag of it, or a field of the tag. */
export interface DescriptorPart {
  readonly domain: Domain
  readonly tag?: Tag
  readonly field?: FieldDefinition
}

/** Finds the location of a part of a descriptor; undefined for built-in descriptors that the client cannot open. */
export type FindDescriptor = (part: DescriptorPart) => Location | undefined

/**
 * The definition of the word at a position: the record of a reference or an id; a file that a record names; the part of
 * a descriptor for a tag, a field or a domain.
 */
export function definition(snapshot: Snapshot, position: Position, findDescriptor: FindDescriptor): Location[] | null {
  const named = namedAt(snapshot, position)
  if (named && named.kind !== 'tag') return snapshot.index.definitionsOf(named.name).map(locationOf)
  const file = linkAt(snapshot, position)
  const target = file && uriOfPath(snapshot, file.link.path)
  if (target !== undefined && target !== 'outside')
    return [{ uri: target, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } }]
  const part = descriptorPartAt(snapshot, position)
  const location = part && findDescriptor(part)
  return location ? [location] : null
}

/** Locations with the whole line around them, which VS Code shows as a preview while Ctrl is down. */
export const withLines = (locations: readonly Location[]): LocationLink[] =>
  locations.map(({ uri, range }) => ({
    targetUri: uri,
    targetRange: {
      start: { line: range.start.line, character: 0 },
      end: { line: range.end.line, character: uinteger.MAX_VALUE },
    },
    targetSelectionRange: range,
  }))

function descriptorPartAt({ file, registry }: Snapshot, position: Position): DescriptorPart | undefined {
  const cursor = cursorAt(file, position)
  if (!cursor) return undefined
  const tag = file.entries[cursor.entry]!.tag
  switch (cursor.kind) {
    case 'tag':
      return tag && { domain: tag.domain, tag }
    case 'name': {
      const field = tag && fieldOf(tag, cursor.field.name)
      return tag && field && { domain: tag.domain, tag, field }
    }
    case 'value': {
      if (!isHeader(cursor.record)) return undefined
      const domain = namedDomains(cursor.record, registry).find(
        ({ start, end }) => cursor.offset >= start && cursor.offset <= end,
      )?.domain
      return domain && { domain }
    }
    default:
      return undefined
  }
}
