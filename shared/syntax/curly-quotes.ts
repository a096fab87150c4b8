import { lastIndex } from '../basics/binary-search.ts'
import type { RecordNode, Span, Value } from './nodes.ts'

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
export function openCurlyQuote(text: string): string | undefined {
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
export function curlyQuoted({ text, fields }: RecordNode, { kind, start }: Value): Span | undefined {
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
