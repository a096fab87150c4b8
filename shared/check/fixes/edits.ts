import { lastIndex } from '../../basics/binary-search.ts'
import type { Definition } from '../../domains/identity.ts'
import { canonicalValue, fieldWithoutValue } from '../../domains/notation.ts'
import type { FieldDefinition } from '../../domains/registry.ts'
import { CARRIAGE_RETURN, HASH, isBlank, isLineBreak, LINE_FEED, PIPE } from '../../syntax/characters.ts'
import { type Field, fieldSpan, quote, type RecordNode, type Span } from '../../syntax/nodes.ts'
import { skipBlanks } from '../../syntax/record-line.ts'
import type { TextChange } from '../../syntax/text-change.ts'

/** Removes a field with its separator and the text directly after its value, and its line if that is empty then. */
export function removeField(record: RecordNode, field: Field): TextChange {
  const { start, end } = fieldSpan(field)
  const { strays } = record
  const behind = field.value?.hasTextBehind && strays[lastIndex(strays, stray => stray.start < end) + 1]
  return removePart(record, { start, end: behind ? behind.end : end })
}

/**
 * Removes a field or a stray text with the `|` before it, and its line if that is empty then. The parts before and
 * after it stay separated.
 */
export function removePart({ text, tagEnd }: RecordNode, part: Span): TextChange {
  const before = trimBlanks(text, part.start)
  const start = text.charCodeAt(before - 1) === PIPE ? before - 1 : part.start
  const next = skipBlanks(text, part.end)
  const isLast = isLineEnd(text, next)
  if (isLineStart(text, start)) {
    if (isLast) return { start: previousLineEnd(text, start), end: next, text: '' }
    return { start, end: next, text: text.charCodeAt(next) === PIPE ? '' : '| ' }
  }
  const end = text.charCodeAt(next) === PIPE ? part.end : next
  const from = trimBlanks(text, start)
  if (isLast) return { start: from, end, text: '' }
  if (from === tagEnd)
    return { start: from, end: text.charCodeAt(next) === PIPE ? skipBlanks(text, next + 1) : next, text: ' ' }
  // A `#` with white space after it would start a comment.
  const isBehindHash = text.charCodeAt(from - 1) === HASH
  if (text.charCodeAt(next) === PIPE) return { start: from, end: isBehindHash ? next : end, text: '' }
  if (text.charCodeAt(next) === HASH) return { start: from, end, text: ' ' }
  return { start: from, end, text: isBehindHash ? '| ' : ' | ' }
}

/** Changes the id of a record. The new id is in canonical notation if possible, else in quotes. */
export function identityEdit(record: RecordNode, definition: Definition, id: string): TextChange {
  const field = record.fields.find(
    ({ value }) => value && value.start <= definition.start && definition.end <= value.end,
  )!
  const { start, end, hasTextBehind } = field.value!
  return { start, end, text: hasTextBehind ? quote(id) : canonicalValue(field.name, 'string', id) }
}

/** Inserts a field directly after the tag. */
export function insertBehindTag({ text, tagEnd }: RecordNode, field: string): TextChange {
  const isFollowed = /^[^\S\r\n]*[^\s|]/.test(text.slice(tagEnd))
  return { start: tagEnd, end: tagEnd, text: ` ${field}${isFollowed ? ' |' : ''}` }
}

/** Inserts fields after the last field and after stray text, but before a comment. */
export function insertAtEnd({ tagEnd, fields, strays }: RecordNode, texts: readonly string[]): TextChange {
  const last = Math.max(
    tagEnd,
    ...fields.slice(-1).map(field => fieldSpan(field).end),
    ...strays
      .filter(({ kind }) => kind !== 'comment' && kind !== 'marker')
      .slice(-1)
      .map(({ end }) => end),
  )
  return { start: last, end: last, text: (last > tagEnd ? ' | ' : ' ') + texts.join(' | ') }
}

/** Removes a run of `|` that separate nothing, and its line if that is empty then. */
export function removeSeparators({ text }: RecordNode, run: Span): TextChange {
  const end = skipBlanks(text, run.end)
  const isWhole = isLineEnd(text, end)
  if (isLineStart(text, run.start))
    return { start: isWhole ? previousLineEnd(text, run.start) : run.start, end, text: '' }
  return { start: trimBlanks(text, run.start), end, text: isWhole ? '' : ' ' }
}

/** Removes the `|` at the start of a line, before a part; undefined if something else stands there. */
export function removeContinuation({ text }: RecordNode, { start }: Span): TextChange | undefined {
  const bar = trimBlanks(text, start) - 1
  if (text.charCodeAt(bar) !== PIPE || !isLineStart(text, bar)) return undefined
  return { start: trimBlanks(text, bar), end: start, text: '' }
}

/** Replaces the white space before a position, which is not the start of a line, with other text. */
export const replaceBlanksBefore = (record: RecordNode, position: number, text: string): TextChange => ({
  start: trimBlanks(record.text, position),
  end: position,
  text,
})

/**
 * A field as a snippet with one empty tab stop for its value. An invented value could stay in the record as data.
 *
 * @param value the default text of the tab stop, which the user types over
 */
export function fieldSnippet(field: FieldDefinition, tabStop: number, value = ''): string {
  const { text, cursor } = fieldWithoutValue(field)
  const stop = value === '' ? '$' + tabStop : '${' + tabStop + ':' + escapeSnippet(value) + '}'
  return escapeSnippet(text.slice(0, cursor)) + stop + escapeSnippet(text.slice(cursor))
}

/** Escapes text for a snippet of the Language Server Protocol. */
export const escapeSnippet = (text: string): string => text.replace(/[\\$}]/g, '\\$&')

function previousLineEnd(text: string, position: number): number {
  while (!isLineBreak(text.charCodeAt(position - 1))) position--
  return text.charCodeAt(position - 1) === LINE_FEED && text.charCodeAt(position - 2) === CARRIAGE_RETURN
    ? position - 2
    : position - 1
}

const isLineEnd = (text: string, position: number): boolean =>
  position >= text.length || isLineBreak(text.charCodeAt(position))

function isLineStart(text: string, position: number): boolean {
  const start = trimBlanks(text, position)
  return start > 0 && isLineBreak(text.charCodeAt(start - 1))
}

function trimBlanks(text: string, position: number): number {
  while (position > 0 && isBlank(text.charCodeAt(position - 1))) position--
  return position
}
