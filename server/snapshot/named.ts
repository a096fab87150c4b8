import type { Position } from 'vscode-languageserver-types'
import type { RecordName } from '../../shared/domains/identity.ts'
import type { TagName } from '../../shared/domains/registry.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import { cursorAt } from './cursor.ts'
import type { Snapshot } from './snapshot.ts'

/** What a word in a file names: a record, by its id or a reference to it, or all records of a tag. */
export type Named =
  | {
      readonly kind: 'definition' | 'reference'
      readonly name: RecordName
      readonly entry: number
      readonly span: Span
    }
  | { readonly kind: 'tag'; readonly tag: TagName; readonly entry: number; readonly span: Span }

/** What the word at a position names; undefined if it names neither a record nor a tag of a domain in force. */
export function namedAt({ file }: Snapshot, position: Position): Named | undefined {
  const cursor = cursorAt(file, position)
  if (!cursor) return undefined
  const { entry, offset } = cursor
  const { tag, identity } = file.entries[entry]!
  if (cursor.kind === 'tag') return tag && { kind: 'tag', tag: tag.nameOfRecords, entry, span: cursor.span }
  if (cursor.kind !== 'value' || !identity) return undefined
  const hasOffset = ({ start, end }: Span): boolean => offset >= start && offset <= end
  const { definition } = identity
  if (definition && hasOffset(definition)) return { kind: 'definition', name: definition, entry, span: definition }
  const reference = identity.references.find(hasOffset)
  return reference && { kind: 'reference', name: reference, entry, span: reference }
}
