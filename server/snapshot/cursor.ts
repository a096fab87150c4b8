import type { CheckedFile } from '../../shared/check/check.ts'
import { isBlank } from '../../shared/syntax/characters.ts'
import { type Entry, type Field, nameSpan, type RecordNode, type Span, type Value } from '../../shared/syntax/nodes.ts'
import { indexAt, offsetAt, type Position } from '../../shared/syntax/tree.ts'

/** What stands at a place of a file. Spans and offsets count from the entry's start. */
export type Cursor = { readonly entry: number; readonly offset: number } & Part

/** The part of an entry that has an offset; a part's end belongs to it, so that one is in the word that one types. */
type Part =
  | { readonly kind: 'tag'; readonly record: RecordNode; readonly span: Span }
  | { readonly kind: 'name'; readonly record: RecordNode; readonly field: Field; readonly span: Span }
  | { readonly kind: 'type'; readonly record: RecordNode; readonly field: Field; readonly span: Span }
  | {
      readonly kind: 'value'
      readonly record: RecordNode
      readonly field: Field
      readonly value: Value | undefined
      readonly span: Span
    }
  /** A place in a record where a field can be written; `needsSeparator` where something stands before it without `|`. */
  | { readonly kind: 'field'; readonly record: RecordNode; readonly span: Span; readonly needsSeparator: boolean }
  /** A line outside records where one can be started; the span is what stands on it so far. */
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
function partAt(entry: Entry, offset: number): Part {
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
      return behindLastBreak(entry.text, offset) ?? { kind: 'nothing' }
  }
}

/** Whether nothing but a byte order mark stands between the start of the line and an offset. */
export const isAtLineStart = (text: string, offset: number): boolean => lineStart(text, offset) === offset

function partOfRecord(record: RecordNode, offset: number): Part {
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

function partOfField(record: RecordNode, field: Field, offset: number): Part | undefined {
  const { nameStart, nameEnd, equals } = field
  if (offset < nameStart) return undefined
  if (offset <= nameEnd) return { kind: 'name', record, field, span: nameSpan(field) }
  const type = typeSpan(record, field, offset)
  if (type) return { kind: 'type', record, field, span: type }
  if (offset <= equals) return { kind: 'nothing' }
  return equals < 0 ? undefined : valueAt(record, field, offset)
}

/** The span of the type that is at an offset or can be written there; undefined before the `:`, and behind the type. */
function typeSpan({ text }: RecordNode, { nameEnd, typeStart, typeEnd }: Field, offset: number): Span | undefined {
  if (typeStart < 0 || offset <= text.indexOf(':', nameEnd)) return undefined
  const isInside =
    offset <= typeEnd || (typeStart === typeEnd && isBlankBetween(text, typeEnd, offset) && isFree(text, offset))
  return isInside ? { start: Math.min(offset, typeStart), end: Math.max(offset, typeEnd) } : undefined
}

function valueAt(record: RecordNode, field: Field, offset: number): Part | undefined {
  const { text } = record
  const { equals, value } = field
  if (!value) {
    const isHere = isBlankBetween(text, equals + 1, offset) && isFree(text, offset)
    return isHere ? { kind: 'value', record, field, value, span: { start: offset, end: offset } } : undefined
  }
  // Behind a closed quote or bracket one is out of the value; behind any other one is still writing it.
  const isInside =
    offset < value.end ||
    (value.kind === 'bare' ? offset === value.end : !value.closed && isBlankBetween(text, value.end, offset))
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

/** A place between fields, or the last word of text that is no field: the word there is what is being written. */
function placeForField(record: RecordNode, offset: number): Part {
  const { text, tagEnd, strays } = record
  let start = offset
  while (start > tagEnd && isWordPart(text[start - 1]!)) start--
  let end = offset
  while (end < text.length && isWordPart(text[end]!)) end++
  let before = start
  while (before > tagEnd && isBlank(text.charCodeAt(before - 1))) before--
  const isSeparated = before === tagEnd || text[before - 1] === '|'
  const isLineStart = /[\r\n]/.test(text[before - 1]!)
  const isStuck = (before === start && text[before - 1] !== '|') || !isFree(text, end)
  const isFollowed = strays.some(stray => stray.start < end && end < stray.end)
  if (isLineStart || isStuck || isFollowed) return { kind: 'nothing' }
  return { kind: 'field', record, span: { start, end }, needsSeparator: !isSeparated }
}

/** A line that is nothing yet: one word, which may become a tag. */
function partOfStray(text: string, offset: number): Part {
  const [word = '', blanks = ''] = /^(\s*)\w+(?=\s*$)/.exec(text) ?? []
  const span = { start: blanks.length, end: word.length }
  return offset >= span.start && offset <= span.end && word !== ''
    ? { kind: 'line', span }
    : (behindLastBreak(text, offset) ?? { kind: 'nothing' })
}

/** The empty last line of a file belongs to no entry of its own. */
const behindLastBreak = (text: string, offset: number): Part | undefined =>
  offset === text.length && /[\r\n]$/.test(text) ? { kind: 'line', span: { start: offset, end: offset } } : undefined

/** Where the line of an offset starts, behind a byte order mark. */
function lineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !/[\r\n]/.test(text[start - 1]!)) start--
  return start === 0 && offset > 0 && text.charCodeAt(0) === 0xfeff ? 1 : start
}

const isBlankBetween = (text: string, start: number, end: number): boolean =>
  /^[^\S\r\n]*$/.test(text.slice(start, end))

/** Whether what is written here touches nothing behind it: white space, a `|`, or the end of the line. */
const isFree = (text: string, offset: number): boolean => offset === text.length || /[\s|]/.test(text[offset]!)

const isWordPart = (character: string): boolean => /[\w.-]/.test(character)
