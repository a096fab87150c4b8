import { CompletionItemKind } from 'vscode-languageserver-types'
import { URI } from 'vscode-uri'
import { escapeSnippet } from '../../shared/check/fixes/edits.ts'
import { type Identity, recordName } from '../../shared/domains/identity.ts'
import { canonicalValue } from '../../shared/domains/notation.ts'
import type { FieldDefinition, TagName } from '../../shared/domains/registry.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { compareNames, foldQuery } from '../../shared/index/match.ts'
import { quote, type RecordNode, rawValue, type Span, type ValueNode } from '../../shared/syntax/nodes.ts'
import { type Cursor, quotedSpanAt } from '../snapshot/cursor.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { CompletionEntry } from './item.ts'

/** The most records in one answer. If there are more, the client sends a new request with each character. */
const limit = 200

export interface SuggestedReferences {
  readonly suggestions: readonly CompletionEntry[]
  /** The text to replace: the value, or the item of a list at the cursor. */
  readonly span: Span
  /** Whether there are more matches than suggestions. */
  readonly isCut: boolean
}

/**
 * The records of all files that a field can refer to, without the record itself and those that its list already has.
 * The best matches come first; among equal matches those of this file come first, sorted by id.
 *
 * @param cursor in the value of the field
 */
export function suggestReferences(
  snapshot: Snapshot,
  cursor: Extract<Cursor, { kind: 'value' }>,
  field: FieldDefinition,
  target: TagName,
): SuggestedReferences {
  const { record, entry, value, offset } = cursor
  const list = value && isReferenceList(record, value) ? value : undefined
  const item = list && listItemAt(record, list, offset)
  if (list && !item) return noSuggestedReferences
  const inside = item ?? (field.type === 'string' ? quotedSpanAt(cursor) : undefined)
  const span = inside ?? cursor.span
  const written = record.text.slice(span.start, span.end)
  const isChosen = snapshot.index.count(recordName(target, written.replace(/^\s*"|"$/g, ''))) > 0
  const query = foldQuery(record.text.slice(span.start, offset).replace(/^\s*"/, ''))
  const taken = takenIds(snapshot.file.entries[entry]!.identity, field, target, offset)
  const { found, isCut } = recordsToReferTo(snapshot, target, taken, query, isChosen)
  const quotes = /^\s*"/.exec(written)?.[0] ?? ''
  const suggestions = found.map(
    ({ id, title, detail }): CompletionEntry => ({
      label: id,
      kind: CompletionItemKind.Reference,
      snippet: escapeSnippet(inside ? quote(id).slice(1, -1) : canonicalValue(field.name, field.type, id)),
      // If the value is an existing id, the user wants to replace it, so the client must not filter by it.
      filter: isChosen ? written : `${quotes}${id} ${title}`,
      detail,
      data: { uri: snapshot.uri, path: target.path },
    }),
  )
  return { suggestions, span, isCut }
}

/** A record that a field can refer to. */
export interface Referable {
  readonly id: string
  readonly title: string
  /** Its tag, title and file in a few words. */
  readonly detail: string
}

/**
 * The records of a tag in all files: the best matches for a query first, among equal matches those of this file, then
 * by id.
 *
 * @param taken ids to leave out
 * @param query as `foldQuery` makes it
 * @param takesAll whether records that do not match follow those that do
 */
export function recordsToReferTo(
  snapshot: Snapshot,
  target: TagName,
  taken: ReadonlySet<string>,
  query: string,
  takesAll: boolean,
): { found: Referable[]; isCut: boolean } {
  const { uri: here, index } = snapshot
  const isHere = (record: IndexedRecord): number => Number(record.uri === here)
  // A few records are left out below, and they can be among the best matches.
  const { found, isCut } = index.search(
    { query, tag: target },
    (one, other) => isHere(other) - isHere(one) || compareNames(one.id!, other.id!),
    limit + taken.size,
    takesAll,
  )
  const others = found.filter(({ id }) => !taken.has(id!))
  return {
    found: others.slice(0, limit).map(
      ({ id, title, uri }): Referable => ({
        id: id!,
        title,
        detail: [target.tag, title, fileNameOf(uri)].filter(Boolean).join(' · '),
      }),
    ),
    isCut: isCut || others.length > limit,
  }
}

const noSuggestedReferences: SuggestedReferences = { suggestions: [], span: { start: 0, end: 0 }, isCut: false }

/** The ids that make no sense at the cursor: the id of the record, and the other ids in the same field. */
function takenIds(
  identity: Identity | undefined,
  field: FieldDefinition,
  target: TagName,
  offset: number,
): Set<string> {
  const isElsewhere = ({ start, end }: Span): boolean => offset < start || offset > end
  const others = (identity?.references ?? []).filter(
    reference => reference.field === field.name && isElsewhere(reference),
  )
  const own = identity?.definition?.path === target.path ? [identity.definition] : []
  return new Set([...others, ...own].map(({ id }) => id))
}

const isReferenceList = (record: RecordNode, value: ValueNode): boolean =>
  value.kind === 'list' || rawValue(record, value).includes(',')

/** The item of a list at an offset, without white space around it; undefined before the opening quote or bracket. */
function listItemAt(record: RecordNode, { kind, start: valueStart }: ValueNode, offset: number): Span | undefined {
  if (kind !== 'bare' && offset <= valueStart) return undefined
  const isItem = (character: string | undefined): boolean => character !== undefined && /[^,"[\]|\r\n]/.test(character)
  let start = offset
  while (isItem(record.text[start - 1]) && start > valueStart) start--
  let end = offset
  while (isItem(record.text[end])) end++
  const item = record.text.slice(start, end)
  return {
    start: Math.min(offset, start + item.length - item.trimStart().length),
    end: Math.max(offset, start + item.trimEnd().length),
  }
}

const fileNameOf = (uri: string): string => URI.parse(uri).path.split('/').at(-1)!
