import { shorten } from '../domains/message-text.ts'
import type { Expression, ExpressionProblem } from './nodes.ts'
import type { Token } from './tokens.ts'

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
    const found = kind === 'end' ? `${opening.text} is never closed` : `${shorten(text)} does not belong here`
    this.report({
      start: at.start,
      end: at.end,
      message: `${found}; write ${symbol}${kind === 'end' ? '' : ' first'}.`,
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
    const { start, end } = this.token
    const message = `The expression is nested more than ${deepest} levels deep; make it simpler.`
    if (!this.isTooDeep) this.report({ start, end, message })
    this.isTooDeep = true
    this.position = this.tokens.length - 1
    return this.missing()
  }
}
