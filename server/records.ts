import type { Location, Position } from 'vscode-languageserver-types'
import type { RecordName } from '../shared/identity.ts'
import type { TagName } from '../shared/registry.ts'
import type { Span } from '../shared/syntax.ts'
import type { Place } from '../shared/workspace-index.ts'
import { cursorAt } from './cursor.ts'
import type { Snapshot } from './snapshot.ts'

/** What a word in a file names: the record of an id or a reference, or all records of a tag. */
export type Named =
  | { readonly kind: 'definition' | 'reference'; readonly name: RecordName; readonly entry: number; readonly span: Span }
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
