import type { CheckedFile } from '../shared/check.ts'
import { isBlank } from '../shared/characters.ts'
import { nameSpan, type Entry, type Field, type RecordNode, type Span, type Value } from '../shared/syntax.ts'
import { indexAt, offsetAt, type Position } from '../shared/tree.ts'

/** What stands at a place of a file. Spans and offsets count from the entry's start. */
export type Cursor = { readonly entry: number; readonly offset: number } & Part

/** The part of an entry that has an offset; a part's end belongs to it, so that one is in the word that one types. */
export type Part =
  | { readonly kind: 'tag'; readonly record: RecordNode; readonly span: Span }
  | { readonly kind: 'name'; readonly record: RecordNode; readonly field: Field; readonly span: Span }
  | { readonly kind: 'type'; readonly record: RecordNode; readonly field: Field; readonly span: Span }
  | { readonly kind: 'value'; readonly record: RecordNode; readonly field: Field; readonly value: Value | undefined; readonly span: Span }
  /** A place in a record where a field can be written; `needsSeparator` where something stands before it without `|`. */
  | { readonly kind: 'field'; readonly record: RecordNode; readonly span: Span; readonly needsSeparator: boolean }
  /** A place outside records where one can be started; the span is what stands on the line so far. */
  | { readonly kind: 'line'; readonly span: Span }
  | { readonly kind: 'nothing' }

/** Finds what stands at a position; undefined in an empty file. */
export function cursorAt({ tree }: CheckedFile, position: Position): Cursor | undefined {
  const offset = offsetAt(tree, position)
  const index = indexAt(tree, offset)
  const entry = tree.entries[index]
  if (!entry) return undefined
  const inEntry = offset - tree.starts[index]!
  return { entry: index, offset: inEntry, ...partAt(entry, inEntry) }
}

/** The part of an entry at an offset from its start. */
export function partAt(entry: Entry, offset: number): Part {
  switch (entry.kind) {
    case 'record': return partOfRecord(entry, offset)
    case 'blank': return { kind: 'line', span: { start: lineStart(entry.text, offset), end: offset } }
    case 'stray': return partOfStray(entry.text, offset)
    default: return behindLastBreak(entry.text, offset) ?? { kind: 'nothing' }
  }
}

function partOfRecord(record: RecordNode, offset: number): Part {
  const { text, at, tagStart, tagEnd } = record
  const behind = behindLastBreak(text, offset)
  if (behind) return behind
  if (offset < at) return { kind: 'nothing' }
  if (offset <= tagEnd && (offset <= at + 1 || offset >= tagStart)) return { kind: 'tag', record, span: { start: at, end: tagEnd } }
  if (record.strays.some(({ kind, start, end }) => kind === 'comment' && offset >= start && offset <= end)) return { kind: 'nothing' }
  for (const field of record.fields) {
    const part = partOfField(record, field, offset)
    if (part) return part
  }
  return placeForField(record, offset)
}

function partOfField(record: RecordNode, field: Field, offset: number): Part | undefined {
  const { nameStart, nameEnd, typeStart, typeEnd, equals, value } = field
  if (offset < nameStart) return undefined
  if (offset <= nameEnd) return { kind: 'name', record, field, span: nameSpan(field) }
  if (typeStart >= 0 && offset <= (equals < 0 ? typeEnd : equals)) {
    const span = offset < typeStart ? { start: offset, end: offset } : { start: typeStart, end: typeEnd }
    return offset > typeEnd && equals >= 0 && typeEnd < equals ? undefined : { kind: 'type', record, field, span }
  }
  if (equals < 0 || offset <= equals) return undefined
  if (value) {
    // Behind a closed quote or bracket one is out of the value; behind any other one is still writing it.
    const isInside = offset < value.end || (value.kind === 'bare' ? offset === value.end : !value.closed && isBlankBetween(record.text, value.end, offset))
    return isInside ? { kind: 'value', record, field, value, span: offset < value.start ? { start: offset, end: value.end } : value } : undefined
  }
  return isBlankBetween(record.text, equals + 1, offset) ? { kind: 'value', record, field, value: undefined, span: { start: offset, end: offset } } : undefined
}

/** A place between fields, or in text that is no field: the word there is what is being written. */
function placeForField(record: RecordNode, offset: number): Part {
  const { text } = record
  let start = offset
  while (start > record.tagEnd && isWordPart(text[start - 1]!)) start--
  let end = offset
  while (end < text.length && isWordPart(text[end]!)) end++
  let before = start
  while (before > record.tagEnd && isBlank(text.charCodeAt(before - 1))) before--
  if (before === start && before === record.tagEnd) return { kind: 'nothing' }
  const isLineStart = before > 0 && /[\r\n]/.test(text[before - 1]!)
  if (isLineStart) return { kind: 'nothing' }
  const isSeparated = before === record.tagEnd || text[before - 1] === '|'
  if (!isSeparated && before === start) return { kind: 'nothing' }
  return { kind: 'field', record, span: { start, end }, needsSeparator: !isSeparated }
}

/** A line that is nothing yet: a word that may become a tag. */
function partOfStray(text: string, offset: number): Part {
  const line = /^\s*[A-Za-z]?\w*/.exec(text)![0]
  return behindLastBreak(text, offset) ?? (offset <= line.length ? { kind: 'line', span: { start: line.search(/\S|$/), end: line.length } } : { kind: 'nothing' })
}

/** The empty last line of a file belongs to no entry of its own. */
const behindLastBreak = (text: string, offset: number): Part | undefined =>
  offset === text.length && /[\r\n]$/.test(text) ? { kind: 'line', span: { start: offset, end: offset } } : undefined

function lineStart(text: string, offset: number): number {
  while (offset > 0 && !/[\r\n]/.test(text[offset - 1]!)) offset--
  return offset
}

const isBlankBetween = (text: string, start: number, end: number): boolean => /^[^\S\r\n]*$/.test(text.slice(start, end))

const isWordPart = (character: string): boolean => /[\w.-]/.test(character)
