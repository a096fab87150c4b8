import { lastIndex } from '../basics/binary-search.ts'
import { PIPE } from './characters.ts'
import { type Field, isSingleQuoted, type RecordNode, rawValue, type Span, type ValueNode, valueText } from './nodes.ts'

/**
 * Whether it is uncertain what a record says: a value is not closed, looks cut off or is in curly quotes, or there are
 * commas between the fields or conflict markers between the lines. Such a record is not reformatted, because quotes or
 * a `|` would decide what only its author can.
 */
export const hasOpenEnd = (record: RecordNode): boolean =>
  record.strays.some(({ kind }) => kind === 'comma' || kind === 'marker') ||
  record.fields.some(({ value }) => value && (!value.closed || isInDoubt(record, value)))

const isInDoubt = (record: RecordNode, value: ValueNode): boolean =>
  openingIn(record, value) !== undefined || curlyQuoted(record, value) !== undefined || isCutByBar(record, value)

/** Whether a field can be part of the text or list before it, which is not closed. */
export function isInOpenValue(record: RecordNode, { nameStart }: Field): boolean {
  let start = firstOpenValues.get(record)
  if (start === undefined) {
    start = record.fields.find(({ value }) => value && !value.closed)?.value?.start ?? Infinity
    firstOpenValues.set(record, start)
  }
  return start < nameStart
}

const firstOpenValues = new WeakMap<RecordNode, number>()

/** Whether the stray lines directly below a record belong to its last value: a text or list on several lines. */
export function goesOnBelow(record: RecordNode): boolean {
  const value = record.fields.at(-1)?.value
  return value !== undefined && (!value.closed || openingIn(record, value)?.startsWith('<<') === true)
}

/**
 * The reason to think that a value without double quotes was meant to be longer or shorter: a quote, bracket or brace
 * without its partner, the start of a comment or of a text of several lines, or a comma before `name=`.
 */
export function openingIn(record: RecordNode, value: ValueNode): string | undefined {
  if (value.kind !== 'bare') return undefined
  const text = valueText(record, value)
  if (isSingleQuoted(record, value)) return quoteAtWordEnd.exec(text)?.[0]
  const raw = rawValue(record, value)
  if (!mayBeOpen.test(raw)) return undefined
  return oddQuote(raw) ?? openCurlyQuote(raw) ?? oddBracket(raw) ?? otherOpening.exec(raw)?.[0]
}

/** Whether a value without quotes ends at a `|` that can belong to it, as in `a||b`: behind it there is no field. */
function isCutByBar({ text }: RecordNode, { kind, end }: ValueNode): boolean {
  barBeforeText.lastIndex = end
  return kind === 'bare' && text.charCodeAt(end) === PIPE && barBeforeText.test(text)
}

const barBeforeText = /\|+[^\S\r\n]*(?=[^\s|#])(?![A-Za-z_][\w.-]*(?::[\w.-]*)?[^\S\r\n]*=)/y

/** A single quote that is no apostrophe inside a word. */
const quoteAtWordEnd = /'(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])'/u

/** Most values have none of these. */
const mayBeOpen = /["'“”„‟«»‘‚()[\]{}<=/]/

const otherOpening = /^<<[-~]?["']?\w+|(?<=\s)(?:\/\/|\/\*)|[,;](?=\s*[A-Za-z_][\w.-]*(?::\w+)?=)/

/** A double quote without a second one, or a single quote before a word without one after it. */
function oddQuote(text: string): string | undefined {
  if (text.split('"').length % 2 === 0) return '"'
  let isOpen = false
  for (const { index } of text.matchAll(/'/g)) {
    const isOpening = !letterAtEnd.test(text.slice(Math.max(0, index - 2), index))
    const isClosing = !letterAtStart.test(text.slice(index + 1, index + 3))
    if (isOpening !== isClosing) isOpen = isOpening
  }
  return isOpen ? "'" : undefined
}

const letterAtEnd = /[\p{L}\p{N}]$/u
const letterAtStart = /^[\p{L}\p{N}]/u

const partners: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The first bracket that closes nothing, or else the last one that is not closed. */
function oddBracket(text: string): string | undefined {
  const open: string[] = []
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    if (!(bracket in partners)) open.push(bracket)
    else if (open.pop() !== partners[bracket]) return bracket
  }
  return open.at(-1)
}

/** For each quote that can open a text, those that close it in one language or another. */
const closers: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '‟': '”',
  '”': '”',
  '«': '»',
  '»': '«»',
  '‘': '’',
  '‚': '‘’',
}

/** The last curly quote of a text that is not closed. */
function openCurlyQuote(text: string): string | undefined {
  const open: string[] = []
  for (const [mark] of text.matchAll(/[“”„‟«»‘’‚]/g)) {
    if (closers[open.at(-1) ?? '']?.includes(mark)) open.pop()
    // Else it is an apostrophe.
    else if (mark !== '’') open.push(mark)
  }
  return open.at(-1)
}

/**
 * Where the text stands that a value without straight quotes starts in curly quotes, with the quotes. It can have a `|`
 * and so be longer than the value, but no other field. Undefined if the value starts with none, or if it is uncertain
 * which of several quotes ends the text.
 */
export function curlyQuoted({ text, fields }: RecordNode, { kind, start }: ValueNode): Span | undefined {
  const closing = kind === 'bare' ? closers[text[start]!] : undefined
  if (closing === undefined) return undefined
  quotedInLine.lastIndex = start
  const end = start + (quotedInLine.exec(text)?.[0].length ?? 0)
  if (end === start || !closing.includes(text[end - 1]!)) return undefined
  const next = fields[lastIndex(fields, ({ nameStart }) => nameStart < start) + 1]
  return next && next.nameStart < end ? undefined : { start, end }
}

/** Two double curly quotes with no other one between them, and behind them the end of a field. */
const quotedInLine = /[“”„‟«»][^“”„‟«»\r\n]*[“”„‟«»](?=[^\S\r\n]*(?:[|\r\n]|$))/y
