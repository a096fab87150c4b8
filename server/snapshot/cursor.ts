import type { CheckedFile } from '../../shared/check/check.ts'
import { isBlank } from '../../shared/syntax/characters.ts'
import {
  type Entry,
  type Field,
  insideQuotes,
  nameSpan,
  type RecordNode,
  type Span,
  type ValueNode,
} from '../../shared/syntax/nodes.ts'
import { indexAt, offsetAt, type Position } from '../../shared/syntax/tree.ts'

/** What is at a position of a file. Spans and offsets are relative to the start of the entry. */
export type Cursor = { readonly entry: number; readonly offset: number } & EntryPart

/**
 * The part of an entry at an offset. The end of a part belongs to it, so that the cursor is inside the word that the
 * user is typing.
 */
type EntryPart =
  | { readonly kind: 'tag'; readonly record: RecordNode; readonly span: Span }
  | { readonly kind: 'name'; readonly record: RecordNode; readonly field: Field; readonly span: Span }
  | { readonly kind: 'type'; readonly record: RecordNode; readonly field: Field; readonly span: Span }
  | {
      readonly kind: 'value'
      readonly record: RecordNode
      readonly field: Field
      readonly value: ValueNode | undefined
      readonly span: Span
    }
  /** A place for a new field in a record. `needsSeparator` is true if a `|` is missing before it. */
  | { readonly kind: 'field'; readonly record: RecordNode; readonly span: Span; readonly needsSeparator: boolean }
  /** A line for a new record. The span is the text that the line already has. */
  | { readonly kind: 'line'; readonly span: Span }
  | { readonly kind: 'nothing' }

/** Finds what is at a position; undefined in an empty file. */
export function cursorAt({ tree }: CheckedFile, position: Position): Cursor | undefined {
  const offset = offsetAt(tree, position)
  const index = indexAt(tree, offset)
  const entry = tree.entries[index]
  if (!entry) return undefined
  const inEntry = offset - tree.starts[index]!
  return { entry: index, offset: inEntry, ...entryPartAt(entry, inEntry) }
}

/** The part of an entry at an offset. */
function entryPartAt(entry: Entry, offset: number): EntryPart {
  switch (entry.kind) {
    case 'record':
      return partOfRecord(entry, offset)
    case 'blank':
      return { kind: 'line', span: { start: lineStart(entry.text, offset), end: offset } }
    case 'stray':
      return partOfStray(entry.text, offset)
    case 'block':
      return (entry.closed && behindLastBreak(entry.text, offset)) || { kind: 'nothing' }
    case 'comment':
    case 'marker':
      return behindLastBreak(entry.text, offset) ?? { kind: 'nothing' }
  }
}

/** The span between the quotes of a value, if the cursor is inside them. */
export function quotedSpanAt({ value, offset }: Extract<Cursor, { kind: 'value' }>): Span | undefined {
  const inside = insideQuotes(value)
  return inside && offset >= inside.start && offset <= inside.end ? inside : undefined
}

/** Whether an offset is at the start of a line. A byte order mark before it does not count. */
export const isAtLineStart = (text: string, offset: number): boolean => lineStart(text, offset) === offset

function partOfRecord(record: RecordNode, offset: number): EntryPart {
  const { text, at, tagStart, tagEnd } = record
  const behind = behindLastBreak(text, offset)
  if (behind) return behind
  if (offset < at) return { kind: 'nothing' }
  if (offset <= tagEnd && (offset <= at + 1 || offset >= tagStart))
    return { kind: 'tag', record, span: { start: at, end: tagEnd } }
  if (record.strays.some(({ kind, start, end }) => kind === 'comment' && offset >= start && offset <= end))
    return { kind: 'nothing' }
  for (const field of record.fields) {
    const part = partOfField(record, field, offset)
    if (part) return part
  }
  return placeForField(record, offset)
}

function partOfField(record: RecordNode, field: Field, offset: number): EntryPart | undefined {
  const { nameStart, nameEnd, equals } = field
  if (offset < nameStart) return undefined
  if (offset <= nameEnd) return { kind: 'name', record, field, span: nameSpan(field) }
  const type = typeSpan(record, field, offset)
  if (type) return { kind: 'type', record, field, span: type }
  if (offset <= equals) return { kind: 'nothing' }
  return equals < 0 ? undefined : valuePartAt(record, field, offset)
}

/** The span of the type at an offset, or where a type can be added; undefined before the `:` and after the type. */
function typeSpan({ text }: RecordNode, { nameEnd, typeStart, typeEnd }: Field, offset: number): Span | undefined {
  if (typeStart < 0 || offset <= text.indexOf(':', nameEnd)) return undefined
  const isInside =
    offset <= typeEnd || (typeStart === typeEnd && isOnlyBlankBetween(text, typeEnd, offset) && isWordEnd(text, offset))
  return isInside ? { start: Math.min(offset, typeStart), end: Math.max(offset, typeEnd) } : undefined
}

function valuePartAt(record: RecordNode, field: Field, offset: number): EntryPart | undefined {
  const { text } = record
  const { equals, value } = field
  if (!value) {
    const isHere = isOnlyBlankBetween(text, equals + 1, offset) && isWordEnd(text, offset)
    return isHere ? { kind: 'value', record, field, value, span: { start: offset, end: offset } } : undefined
  }
  // After a closing quote or bracket, the value is complete; after any other character the user is still typing it.
  const isInside =
    offset < value.end ||
    (value.kind === 'bare' ? offset === value.end : !value.closed && isOnlyBlankBetween(text, value.end, offset))
  return isInside
    ? {
        kind: 'value',
        record,
        field,
        value,
        span: { start: Math.min(offset, value.start), end: Math.max(offset, value.end) },
      }
    : undefined
}

/**
 * A place between fields, or the last word of text that is not a field. The word there is the start of the new field.
 */
function placeForField(record: RecordNode, offset: number): EntryPart {
  const { text, tagEnd, strays } = record
  let start = offset
  while (start > tagEnd && isWordCharacter(text[start - 1]!)) start--
  let end = offset
  while (end < text.length && isWordCharacter(text[end]!)) end++
  let before = start
  while (before > tagEnd && isBlank(text.charCodeAt(before - 1))) before--
  const isSeparated = before === tagEnd || text[before - 1] === '|'
  const isLineStart = /[\r\n]/.test(text[before - 1]!)
  const isStuck = (before === start && text[before - 1] !== '|') || !isWordEnd(text, end)
  const isFollowed = strays.some(stray => stray.start < end && end < stray.end)
  if (isLineStart || isStuck || isFollowed) return { kind: 'nothing' }
  return { kind: 'field', record, span: { start, end }, needsSeparator: !isSeparated }
}

/** A line that is not a record: if it is a single word, the word can become a tag. */
function partOfStray(text: string, offset: number): EntryPart {
  // One expression for all of it would need memory for each character of a long line.
  const span = { start: text.length - text.trimStart().length, end: text.trimEnd().length }
  const isWord = span.start < span.end && !/\W/.test(text.slice(span.start, span.end))
  return isWord && offset >= span.start && offset <= span.end
    ? { kind: 'line', span }
    : (behindLastBreak(text, offset) ?? { kind: 'nothing' })
}

/** The empty last line of a file, which has no entry of its own. */
const behindLastBreak = (text: string, offset: number): EntryPart | undefined =>
  offset === text.length && /[\r\n]$/.test(text) ? { kind: 'line', span: { start: offset, end: offset } } : undefined

/** The start of the line of an offset, after a byte order mark. */
function lineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !/[\r\n]/.test(text[start - 1]!)) start--
  return start === 0 && offset > 0 && text.charCodeAt(0) === 0xfeff ? 1 : start
}

const isOnlyBlankBetween = (text: string, start: number, end: number): boolean =>
  /^[^\S\r\n]*$/.test(text.slice(start, end))

/** Whether white space, a `|` or the end of the text follows, so that a new word would not touch other text. */
const isWordEnd = (text: string, offset: number): boolean => offset === text.length || /[\s|]/.test(text[offset]!)

const isWordCharacter = (character: string): boolean => /[\w.-]/.test(character)
