import type { Tag } from '../../shared/domains/registry.ts'
import { type RecordNode, tagName } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A way to rewrite a record in which nothing need be wrong. */
export interface Refactoring {
  /** The kind of its code actions, for clients that ask for some kinds only. */
  readonly kind: string
  /** What it offers at a record; nothing where it would change nothing. */
  readonly offers: (context: RecordContext) => Offer[]
}

/** One code action: what it does, as an imperative, and the changes to the file. */
export interface Offer {
  readonly title: string
  /** In order, not overlapping. */
  readonly changes: readonly TextChange[]
}

/** The record that the cursor is in. */
export interface RecordContext {
  readonly snapshot: Snapshot
  /** The index of the record among the file's entries. */
  readonly entry: number
  readonly record: RecordNode
  /** The record's definition, if a domain in force has one. */
  readonly tag: Tag | undefined
}

/**
 * Whether all of a record is read for certain: its tag, its fields and their values, with no other text between them.
 * With a blank behind its tag, `@BEGIN|` or `@END|` would be a line of a block.
 */
export function isWhole(record: RecordNode): boolean {
  const name = tagName(record)
  if (
    name === undefined ||
    name === 'BEGIN' ||
    name === 'END' ||
    record.tagStart > record.at + 1 ||
    record.strays.length > 0
  )
    return false
  return record.fields.every(({ value }) => value?.closed && !value.hasTextBehind)
}
