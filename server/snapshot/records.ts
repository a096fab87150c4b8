import type { Location, Position } from 'vscode-languageserver-types'
import type { RecordName } from '../../shared/domains/identity.ts'
import type { Registry, Tag, TagName } from '../../shared/domains/registry.ts'
import type { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import type { NewRecord } from '../../shared/protocol/protocol.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import { indexAt, lengthOf, offsetAt, type Place, positionAt, type Tree } from '../../shared/syntax/tree.ts'
import { cursorAt } from './cursor.ts'
import type { Snapshot } from './snapshot.ts'

/** What a word in a file names: the record of an id or a reference, or all records of a tag. */
export type Named =
  | {
      readonly kind: 'definition' | 'reference'
      readonly name: RecordName
      readonly entry: number
      readonly span: Span
    }
  | { readonly kind: 'tag'; readonly tag: TagName; readonly entry: number; readonly span: Span }

/** What the word at a position names; undefined where it names neither a record nor a tag of a domain in force. */
export function namedAt({ file }: Snapshot, position: Position): Named | undefined {
  const cursor = cursorAt(file, position)
  if (!cursor) return undefined
  const { entry, offset } = cursor
  const { tag, identity } = file.entries[entry]!
  if (cursor.kind === 'tag') return tag && { kind: 'tag', tag: tag.fullName, entry, span: cursor.span }
  if (cursor.kind !== 'value' || !identity) return undefined
  const hasOffset = ({ start, end }: Span): boolean => offset >= start && offset <= end
  const { definition } = identity
  if (definition && hasOffset(definition)) return { kind: 'definition', name: definition, entry, span: definition }
  const reference = identity.references.find(hasOffset)
  return reference && { kind: 'reference', name: reference, entry, span: reference }
}

/** What a record is called in a list: its tag and, if it has one, its id. */
export const recordLabel = (tag: string, id: string | undefined): string => (id === undefined ? tag : `${tag} ${id}`)

/** A place as the protocol writes it. */
export const locationOf = ({ uri, start, end }: Place): Location => ({ uri, range: { start, end } })

/** Where the records of a tag stand, by its path, in the order of their files' addresses. */
export function recordsOfTag(index: WorkspaceIndex, path: string): Location[] {
  const locations: Location[] = []
  for (const uri of [...index.uris()].sort()) {
    for (const record of index.recordsIn(uri))
      if (record.tag.path === path) locations.push(locationOf(record.tagPlace()))
  }
  return locations
}

/** The tag with a path, such as `core.compliance.CONTROL`. */
export const tagOfPath = ({ domains }: Registry, path: string): Tag | undefined =>
  [...domains.values()].flatMap(({ tags }) => [...tags.values()]).find(({ fullName }) => fullName.path === path)

/** Where a new record goes: the line itself if it is blank, else a new one below the entry that it is of, or above a block that has no end. */
export function lineForRecord(tree: Tree, line: number): Pick<NewRecord, 'line' | 'lineBreakAt'> {
  const offset = offsetAt(tree, { line, character: 0 })
  const at = indexAt(tree, offset)
  const entry = tree.entries[at]
  const isOpen = entry?.kind === 'block' && !entry.closed
  if (!entry || entry.kind === 'blank' || (offset === lengthOf(tree) && !isOpen)) return { line, lineBreakAt: null }
  const lineBreakAt = positionAt(tree, tree.starts[isOpen ? at : behindRecord(tree, at)]!)
  return { line: lineBreakAt.character === 0 ? lineBreakAt.line : lineBreakAt.line + 1, lineBreakAt }
}

/** The index behind an entry, or behind the record that a comment stands above. */
function behindRecord({ entries }: Tree, at: number): number {
  let last = at
  while (entries[last]?.kind === 'comment') last++
  return entries[last]?.kind === 'record' ? last + 1 : at + 1
}
