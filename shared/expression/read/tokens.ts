import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import type { Span } from '../../syntax/nodes.ts'
import type { Expression, ExpressionProblem } from './nodes.ts'

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

type ReportExpressionProblem = (problem: ExpressionProblem) => void

/** Splits an expression into tokens, with the lexical syntax of CEL. Reports and skips everything else. */
export function tokensOf(source: string, report: ReportExpressionProblem): Token[] {
  const tokens: Token[] = []
  let start = 0
  while (start < source.length) {
    const kind = kinds.find(({ pattern }) => startsAt(pattern, source, start))
    const end = kind ? kind.pattern.lastIndex : start + String.fromCodePoint(source.codePointAt(start)!).length
    const text = source.slice(start, end)
    if (kind?.name === 'opening') {
      const literal = readTextLiteral(source, start, end, report)
      tokens.push(literal)
      start = literal.end
      continue
    }
    if (!kind)
      report({
        start,
        end,
        message: quotes.test(text)
          ? localize('{text} is no quote of an expression; write a text as "text".', { text })
          : localize('{text} has no meaning in an expression; remove it.', { text: shorten(text) }),
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
function readTextLiteral(source: string, start: number, inside: number, report: ReportExpressionProblem): Token {
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
  if (!isClosed)
    report({ start, end, message: localize('A text starts here and has no closing {quote}; add it.', { quote }) })
  const text = isRaw ? written : unescapedText(written, inside, report)
  return isClosed
    ? { kind: 'string', text, start, end: end + quote.length }
    : { kind: 'string', text, start, end, isOpen: true }
}

/** The escape sequences of CEL, with the digits of those that have a code in the groups. */
const celEscape =
  /\\(?:x([0-9a-fA-F]{2})|X([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([^]?))/gu

function unescapedText(written: string, offset: number, report: ReportExpressionProblem): string {
  return written.replace(celEscape, (found: string, ...groups: (string | undefined | number)[]) => {
    const [x, bigX, u, bigU, octal, letter] = groups as (string | undefined)[]
    const hex = x ?? bigX ?? u ?? bigU
    const code = hex === undefined ? octal && parseInt(octal, 8) : parseInt(hex, 16)
    const meaning = typeof code === 'number' ? characterWithCode(code) : escapedLetters[letter!]
    if (meaning !== undefined) return meaning
    const start = offset + (groups[6] as number)
    report({
      start,
      end: start + found.length,
      message: localize('{text} is no escape sequence; write \\\\ for a backslash.', { text: shorten(found) }),
    })
    return found
  })
}

const characterWithCode = (code: number): string | undefined =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined

const escapedLetters: Readonly<Record<string, string>> = {
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

/** How deep a tree can be, so that no function that visits it overflows the stack. */
export const deepest = 250

/** Where a parser is among the tokens of an expression, and how deep in its tree. */
export class TokenReader {
  protected position = 0
  protected depth = 0
  /** Once it is, the rest of the expression is skipped: the reader is at its end, and nothing else is reported. */
  protected isTooDeep = false

  constructor(
    protected readonly tokens: readonly Token[],
    protected readonly report: (problem: ExpressionProblem) => void,
  ) {}

  protected get token(): Token {
    return this.tokens[this.position]!
  }

  protected get previousEnd(): number {
    return this.tokens[this.position - 1]?.end ?? 0
  }

  protected missing(): Expression {
    return { kind: 'missing', start: this.previousEnd, end: this.previousEnd }
  }

  protected isAtEnd(): boolean {
    return this.token.kind === 'end'
  }

  /** Whether a text without its closing quote has taken the rest of the expression: what is missing stands in it. */
  protected isCutOff(): boolean {
    return this.isAtEnd() && this.tokens.at(-2)?.isOpen === true
  }

  protected isAt(symbol: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === symbol
  }

  protected take(symbol: string): boolean {
    if (!this.isAt(symbol)) return false
    this.position++
    return true
  }

  /** Takes a symbol that must be here. */
  protected close(symbol: string, opening: Token): void {
    if (this.take(symbol) || this.isTooDeep || this.isCutOff()) return
    const { start, end, kind, text } = this.token
    const at = kind === 'end' ? opening : { start, end }
    this.report({
      start: at.start,
      end: at.end,
      message:
        kind === 'end'
          ? localize('{opening} is never closed; write {symbol}.', { opening: opening.text, symbol })
          : localize('{text} does not belong here; write {symbol} first.', { text: shorten(text), symbol }),
    })
    if (kind === 'end') return
    // Goes on behind the closing symbol, so that what follows is still read.
    const next = this.tokens.findIndex(
      (token, index) => index > this.position && token.kind === 'symbol' && token.text === symbol,
    )
    if (next > 0) this.position = next + 1
  }

  /** Calls a function one level deeper; too deep, skips the rest of the expression instead. */
  protected deeper(parse: () => Expression): Expression {
    if (this.depth >= deepest) return this.tooDeep()
    this.depth++
    const node = parse()
    this.depth--
    return node
  }

  protected tooDeep(): Expression {
    if (!this.isTooDeep) {
      const { start, end } = this.token
      const message = localize('The expression is nested more than {count} levels deep; make it simpler.', {
        count: deepest,
      })
      this.report({ start, end, message })
    }
    this.isTooDeep = true
    this.position = this.tokens.length - 1
    return this.missing()
  }
}
