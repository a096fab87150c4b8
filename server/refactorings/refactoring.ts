import { staysOneRecord } from '../../shared/check/fixes/safe-changes.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { type RecordNode, tagName } from '../../shared/syntax/nodes.ts'
import { hasOpenEnd } from '../../shared/syntax/open-ends.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A way to rewrite a record, whether it has problems or not. */
export interface Refactoring {
  /** The kind of its code actions; a client can request some kinds only. */
  readonly kind: string
  /** The code actions for a record; an empty list if they would change nothing. */
  readonly offers: (context: RefactoringContext) => Offer[]
  /** Whether it rewrites the record in its place. */
  readonly isRewriting?: true
}

/** A code action. */
export interface Offer {
  /** What it does, as an imperative. */
  readonly title: string
  /** The changes to the file, in order and not overlapping. */
  readonly changes: readonly TextChange[]
}

/** The record at the cursor. */
export interface RefactoringContext {
  readonly snapshot: Snapshot
  /** The index of the record among the entries of the file. */
  readonly entry: number
  readonly record: RecordNode
  /** The definition of its tag; undefined if no domain in force has one. */
  readonly tag: Tag | undefined
}

/**
 * Whether a record has only a tag and complete fields, without any text that is neither. `@BEGIN|` and `@END|` do not
 * count as whole: with a blank after their tag, they would become lines of a block.
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
  return record.fields.every(({ value }) => value && !value.hasTextBehind) && !hasOpenEnd(record)
}

/** The offers of a refactoring, without those after which a rewritten record would not be one record any more. */
export function offersOf({ offers, isRewriting }: Refactoring, context: RefactoringContext): Offer[] {
  const { tree } = context.snapshot.file
  return offers(context).filter(({ changes }) => !isRewriting || staysOneRecord(tree, context.entry, changes))
}
