import { escapeSnippet } from '../../shared/check/edits.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { tagOfPath } from '../../shared/domains/registry.ts'
import type { FilledRecordParams, NewRecord, NewRecordParams } from '../../shared/protocol/records.ts'
import { indexAt, lengthOf, offsetAt, positionAt, type Tree } from '../../shared/syntax/tree.ts'
import { newRecordSnippet, requiredFirst } from '../completion/tags.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A new record of a tag as a snippet, with its required fields to fill in; null if no domain has the tag. */
export function newRecord(
  { file: { tree }, registry, index }: Snapshot,
  { line, tag: path }: Omit<NewRecordParams, 'uri'>,
): NewRecord | null {
  const tag = tagOfPath(registry, path)
  return tag ? { ...lineForRecord(tree, line), snippet: newRecordSnippet(tag, index) } : null
}

/** A new record with these values, in canonical notation; null if no domain has the tag. */
export function filledRecord(
  { file: { tree }, registry }: Snapshot,
  { line, tag: path, values }: Omit<FilledRecordParams, 'uri'>,
): NewRecord | null {
  const tag = tagOfPath(registry, path)
  if (!tag) return null
  const valuesByName = new Map(values)
  const fields = requiredFirst(tag).flatMap(field => {
    const value = valuesByName.get(field.name)
    return value === undefined ? [] : canonicalField(field, value)
  })
  return { ...lineForRecord(tree, line), snippet: `${escapeSnippet(`@${tag.name} ${fields.join(' | ')}`)}$0` }
}

/** Where a new record goes: the line itself if it is blank, or else below the record on the line. */
function lineForRecord(tree: Tree, line: number): Pick<NewRecord, 'line' | 'lineBreakAt'> {
  const offset = offsetAt(tree, { line, character: 0 })
  const at = indexAt(tree, offset)
  const entry = tree.entries[at]
  // A block without an end takes in all that follows, so the record goes above it.
  const isOpenBlock = entry?.kind === 'block' && !entry.closed
  if (!entry || entry.kind === 'blank' || (offset === lengthOf(tree) && !isOpenBlock))
    return { line, lineBreakAt: null }
  const lineBreakAt = positionAt(tree, tree.starts[isOpenBlock ? at : behindRecord(tree, at)]!)
  return { line: lineBreakAt.character === 0 ? lineBreakAt.line : lineBreakAt.line + 1, lineBreakAt }
}

/** The index after an entry; for a comment above a record, the index after the record. */
function behindRecord({ entries }: Tree, at: number): number {
  let last = at
  while (entries[last]?.kind === 'comment') last++
  return entries[last]?.kind === 'record' ? last + 1 : at + 1
}
