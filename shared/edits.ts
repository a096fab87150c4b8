import { isBlank, CARRIAGE_RETURN, LINE_FEED, PIPE } from './characters.ts'
import { canonicalStart } from './notation.ts'
import type { FieldDefinition } from './registry.ts'
import type { Edit } from './rule.ts'
import { fieldSpan, quote, type Field, type RecordNode } from './syntax.ts'

/** Removes a field with its separator, and its line if nothing else stands there. */
export function removeField(record: RecordNode, field: Field): Edit {
  const { text } = record
  const end = fieldSpan(field).end
  const start = field.separator < 0 ? field.nameStart : field.separator
  if (isLineStart(text, start)) return removeFromLineStart(text, start, end)
  const next = skipBlanks(text, end)
  const isFirst = field.separator < 0 && record.tagEnd === trimBlanks(text, start)
  if (isFirst && text.charCodeAt(next) === PIPE) return { start, end: skipBlanks(text, next + 1), text: '' }
  return { start: trimBlanks(text, start), end, text: '' }
}

/** Removes a `|` that separates nothing, and its line if nothing else stands there. */
export function removeSeparator(record: RecordNode, at: number): Edit {
  const { text } = record
  const next = skipBlanks(text, at + 1)
  if (!isLineEnd(text, next)) return { start: at, end: next, text: '' }
  return isLineStart(text, at) ? removeFromLineStart(text, at, at + 1) : { start: trimBlanks(text, at), end: next, text: '' }
}

/** Replaces the white space before a position, which has text before it on its line, by other text. */
export const replaceBlanksBefore = (record: RecordNode, position: number, text: string): Edit =>
  ({ start: trimBlanks(record.text, position), end: position, text })

/** Where the record's first line starts: behind a byte order mark. */
export const lineStartOf = (record: RecordNode): number => (record.text.charCodeAt(0) === 0xfeff ? 1 : 0)

/** How the text ends its lines; LF where it has none. */
export const lineBreakOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'

/** A field as a snippet with one tab stop: a choice of its allowed values, or its example to type over. */
export function fieldSnippet(field: FieldDefinition, tabStop: number): string {
  const start = escapeSnippet(canonicalStart(field.name, field.type))
  const needsQuotes = field.type === 'string' && field.name !== 'rid'
  if (field.enum?.length) {
    const choice = '${' + tabStop + '|' + field.enum.map(escapeChoice).join(',') + '|}'
    return needsQuotes ? `${start}"${choice}"` : start + choice
  }
  const example = field.example ?? ''
  const inside = escapeSnippet(needsQuotes ? quote(example).slice(1, -1) : example)
  const stop = inside === '' ? '$' + tabStop : '${' + tabStop + ':' + inside + '}'
  return needsQuotes ? `${start}"${stop}"` : start + stop
}

/** Text that stands for itself in a snippet of the Language Server Protocol. */
export const escapeSnippet = (text: string): string => text.replace(/[\\$}]/g, '\\$&')

const escapeChoice = (text: string): string => text.replace(/[\\$},|]/g, '\\$&')

function removeFromLineStart(text: string, start: number, end: number): Edit {
  const next = skipBlanks(text, end)
  if (isLineEnd(text, next)) return { start: previousLineEnd(text, start), end: next, text: '' }
  return { start, end: next, text: text.charCodeAt(next) === PIPE ? '' : '| ' }
}

function previousLineEnd(text: string, position: number): number {
  while (!isBreak(text.charCodeAt(position - 1))) position--
  return text.charCodeAt(position - 1) === LINE_FEED && text.charCodeAt(position - 2) === CARRIAGE_RETURN ? position - 2 : position - 1
}

const isBreak = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN

const isLineEnd = (text: string, position: number): boolean => position >= text.length || isBreak(text.charCodeAt(position))

function isLineStart(text: string, position: number): boolean {
  const start = trimBlanks(text, position)
  return start > 0 && isBreak(text.charCodeAt(start - 1))
}

function skipBlanks(text: string, position: number): number {
  while (isBlank(text.charCodeAt(position))) position++
  return position
}

function trimBlanks(text: string, position: number): number {
  while (position > 0 && isBlank(text.charCodeAt(position - 1))) position--
  return position
}
