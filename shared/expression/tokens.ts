import { shorten } from '../domains/message-text.ts'
import type { Span } from '../syntax/nodes.ts'
import type { ExpressionProblem } from './nodes.ts'

/**
 * A word of an expression. The last token is of the kind `end`. Two kinds are no values of the language: a `date`
 * without quotes, and a text that is `misquoted`, in typographic quotes.
 */
export interface Token extends Span {
  readonly kind: 'name' | 'int' | 'float' | 'string' | 'symbol' | 'date' | 'misquoted' | 'end'
  /** The token as written; for a text literal, what it says. */
  readonly text: string
  /** Whether it is a text literal without its closing quote. */
  readonly isOpen?: true
}

type Report = (problem: ExpressionProblem) => void

/** Splits an expression into tokens, with the lexical syntax of CEL. Reports and skips everything else. */
export function tokensOf(source: string, report: Report): Token[] {
  const tokens: Token[] = []
  let start = 0
  while (start < source.length) {
    const kind = kinds.find(({ pattern }) => startsAt(pattern, source, start))
    const end = kind ? kind.pattern.lastIndex : start + String.fromCodePoint(source.codePointAt(start)!).length
    const text = source.slice(start, end)
    if (kind?.name === 'opening') {
      const literal = textLiteral(source, start, end, report)
      tokens.push(literal)
      start = literal.end
      continue
    }
    if (!kind)
      report({
        start,
        end,
        message: quotes.test(text)
          ? `${text} is no quote of an expression; write a text as "text".`
          : `${shorten(text)} has no meaning in an expression; remove it.`,
      })
    else if (kind.name !== 'blank') tokens.push({ kind: kind.name, text, start, end })
    start = end
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length })
  return tokens
}

/** What a token starts with; the first one that fits counts. */
const kinds = [
  { name: 'blank', pattern: /\s+|\/\/[^\n]*/y },
  { name: 'opening', pattern: /[rR]?(?:"""|'''|"|')/y },
  { name: 'name', pattern: /[A-Za-z_]\w*/y },
  { name: 'misquoted', pattern: /[“”„‟«»][^“”„‟«»"\n]*[“”„‟«»"]|[‘’‚‛‹›][^‘’‚‛‹›'\n]*[‘’‚‛‹›']/y },
  { name: 'date', pattern: /\d{4}-\d{2}-\d{2}(?:T[\d:.]*(?:Z|[+-][\d:]+)?)?(?![\w.-])/y },
  { name: 'float', pattern: /(?:\d+\.\d+|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?/y },
  { name: 'int', pattern: /0[xX][0-9a-fA-F]+|\d+/y },
  { name: 'symbol', pattern: /[=!]==|<>|=[<>]|&&|\|\||[=!<>]=|[-!<>+*/%?:.,()[\]{}=&|]/y },
] as const

/** A quote of Word or of another language. */
const quotes = /[“”„‟«»‘’‚‛‹›]/

function startsAt(pattern: RegExp, text: string, start: number): boolean {
  pattern.lastIndex = start
  return pattern.test(text)
}

/** @param inside where its text starts, behind the opening quote */
function textLiteral(source: string, start: number, inside: number, report: Report): Token {
  const opening = source.slice(start, inside)
  const isRaw = /r/i.test(opening)
  const quote = isRaw ? opening.slice(1) : opening
  let end = inside
  while (end < source.length && !source.startsWith(quote, end)) {
    if (quote.length === 1 && source[end] === '\n') break
    end += source[end] === '\\' && !isRaw ? 2 : 1
  }
  end = Math.min(end, source.length)
  const isClosed = source.startsWith(quote, end)
  const written = source.slice(inside, end)
  if (!isClosed) report({ start, end, message: `A text starts here and has no closing ${quote}; add it.` })
  const text = isRaw ? written : withoutEscapes(written, inside, report)
  return isClosed
    ? { kind: 'string', text, start, end: end + quote.length }
    : { kind: 'string', text, start, end, isOpen: true }
}

/** The escape sequences of CEL, with the digits of those that have a code in the groups. */
const escapeSequence =
  /\\(?:x([0-9a-fA-F]{2})|X([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([^]?))/gu

function withoutEscapes(written: string, offset: number, report: Report): string {
  return written.replace(escapeSequence, (found: string, ...groups: (string | undefined | number)[]) => {
    const [x, bigX, u, bigU, octal, letter] = groups as (string | undefined)[]
    const hex = x ?? bigX ?? u ?? bigU
    const code = hex === undefined ? octal && parseInt(octal, 8) : parseInt(hex, 16)
    const meaning = typeof code === 'number' ? characterOf(code) : letters[letter!]
    if (meaning !== undefined) return meaning
    const start = offset + (groups[6] as number)
    report({
      start,
      end: start + found.length,
      message: `${shorten(found)} is no escape sequence; write \\\\ for a backslash.`,
    })
    return found
  })
}

const characterOf = (code: number): string | undefined =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined

const letters: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
}
