import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { presenceAdvice } from '../check/presence.ts'
import type { BinaryOperator, Expression, ExpressionProblem } from './nodes.ts'
import { OtherLanguageReader } from './other-language-reader.ts'
import { operatorOfWord, otherOperators } from './other-languages.ts'
import { deepest, type Token, tokensOf } from './tokens.ts'

/** An expression as it was read. */
export interface ParsedExpression {
  readonly tree: Expression
  /** In the order of their offsets. */
  readonly problems: readonly ExpressionProblem[]
}

/**
 * Parses an expression. The grammar is that of CEL without maps, messages, bytes and unsigned numbers. A text with
 * problems has a tree too: what is missing is a `missing` node, and what is too much is left out.
 */
export function parseExpression(source: string): ParsedExpression {
  if (source.length > longestExpression) {
    const message = localize('The expression has {count} characters, and at most {most} are read; make it shorter.', {
      count: source.length,
      most: longestExpression,
    })
    return { tree: { kind: 'missing', start: 0, end: 0 }, problems: [{ start: 0, end: 80, message }] }
  }
  const problems: ExpressionProblem[] = []
  const tokens = tokensOf(source, problem => problems.push(problem))
  const tree = new Parser(source, tokens, problem => problems.push(problem)).parse()
  problems.sort((one, other) => one.start - other.start)
  return { tree, problems }
}

/** In UTF-16 code units. */
const longestExpression = 10_000

/** How tightly operators bind. */
const precedences: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
}

const isOperator = (text: string): text is BinaryOperator => Object.hasOwn(precedences, text)

class Parser extends OtherLanguageReader {
  parse(): Expression {
    if (this.isAtEnd()) {
      this.report({ start: 0, end: this.token.end, message: localize('The expression is empty; write one.') })
      return this.missing()
    }
    const tree = this.conditional()
    const { kind, start, text } = this.token
    if (kind !== 'end') {
      const end = this.tokens.at(-1)!.end
      const replacement = kind === 'name' ? operatorOfWord(text) : undefined
      const other =
        kind === 'name' && text === 'is' ? presenceAdvice() : localize('write an operator before it, or remove it')
      const advice = replacement ? localize('write {text}', { text: replacement }) : other
      this.report({
        start,
        end: replacement ? this.token.end : end,
        message: sentenceOfClauses(localize('{text} does not belong here', { text: shorten(text) }), advice),
        ...(replacement && { replacements: [replacement] }),
      })
    }
    return tree
  }

  protected conditional(): Expression {
    return this.deeper(() => {
      const condition = this.binary(1)
      const question = this.token
      if (!this.take('?')) return condition
      const yes = this.conditional()
      if (!this.isAt(':')) {
        if (!this.isTooDeep && !this.isCutOff())
          this.report({
            ...spanOfToken(question),
            message: localize('The ? has no : for the other case; write condition ? yes : no.'),
          })
        const no = this.missing()
        return { kind: 'conditional', condition, yes, no, start: condition.start, end: yes.end }
      }
      this.position++
      const no = this.conditional()
      return { kind: 'conditional', condition, yes, no, start: condition.start, end: no.end }
    })
  }

  protected binary(weakest: number): Expression {
    const depth = this.depth
    const { start } = this.token
    let left = this.unary()
    for (;;) {
      const test = weakest <= precedences.in ? this.otherTest(left, start) : undefined
      if (test) {
        left = test
        continue
      }
      const operator = this.operator()
      if (operator === undefined || precedences[operator] < weakest) break
      this.takeOperator(operator)
      const right = this.binaryOperand(precedences[operator] + 1, operator)
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end }
      // A chain of operators is a tree that grows to the left.
      this.depth++
      if (this.depth > deepest) {
        left = this.tooDeep()
        break
      }
    }
    this.depth = depth
    return left
  }

  private binaryOperand(weakest: number, operator: string): Expression {
    if (!this.isAtEnd()) return this.binary(weakest)
    const { start, end } = this.tokens[this.position - 1]!
    this.report({ start, end, message: localize('Nothing stands behind {operator}; write a value.', { operator }) })
    return this.missing()
  }

  /** The operator here, also if it is written as in another language. */
  private operator(): BinaryOperator | undefined {
    const { kind, text } = this.token
    if (kind !== 'symbol' && kind !== 'name') return undefined
    if (isOperator(text)) return text
    const meant = kind === 'symbol' ? otherOperators.get(text) : operatorOfWord(text)
    return meant === '!' ? undefined : meant
  }

  private takeOperator(operator: BinaryOperator): void {
    const { text, start, end } = this.token
    this.position++
    if (text === operator) return
    const message = localize('{text} is written {operator} in expressions.', { text, operator })
    this.report({ start, end, message, replacements: [operator] })
  }

  private unary(): Expression {
    const { start, kind, text } = this.token
    if (kind === 'symbol' && (text === '!' || text === '-')) {
      this.position++
      return this.deeper(() => {
        const operand = this.unary()
        return { kind: 'unary', operator: text, operand, start, end: operand.end }
      })
    }
    return this.members(this.primary())
  }

  /** What follows a value: `.name`, `.name(…)` and `[…]`. */
  private members(object: Expression): Expression {
    const depth = this.depth
    let node = object
    for (;;) {
      const opening = this.token
      if (this.take('.')) node = this.member(node)
      else if (this.take('[')) {
        const index = this.isAt(']') ? this.missingValue('[') : this.conditional()
        this.close(']', opening)
        node = { kind: 'index', object: node, index, start: node.start, end: this.previousEnd }
      } else break
      this.depth++
      if (this.depth > deepest) {
        node = this.tooDeep()
        break
      }
    }
    this.depth = depth
    return node
  }

  private member(object: Expression): Expression {
    const { kind, text, start, end } = this.token
    if (kind !== 'name') {
      const at = this.previousEnd
      const message = localize('Nothing stands behind the dot; write a field or a function.')
      this.report({ start: at - 1, end: at, message })
      return { kind: 'member', object, name: '', nameAt: { start: at, end: at }, start: object.start, end: at }
    }
    this.position++
    const nameAt = { start, end }
    if (!this.isAt('(')) return { kind: 'member', object, name: text, nameAt, start: object.start, end }
    const args = this.list(')')
    return {
      kind: 'call',
      receiver: object,
      name: text,
      nameAt,
      arguments: args,
      start: object.start,
      end: this.previousEnd,
    }
  }

  private primary(): Expression {
    const token = this.token
    const { kind, text, start, end } = token
    if (kind === 'int' || kind === 'float') {
      this.position++
      return this.number(token, kind)
    }
    if (kind === 'string') {
      this.position++
      return { kind: 'literal', type: 'string', value: text, start, end }
    }
    if (kind === 'name') return this.name(token)
    if (kind === 'date' || kind === 'misquoted') return this.withoutQuotes(token)
    if (this.isAt('[')) {
      const items = this.list(']')
      return { kind: 'list', items, start, end: this.previousEnd }
    }
    if (this.take('(')) {
      const inside = this.isAt(')') ? this.missingValue('(') : this.conditional()
      if (this.isAt(',')) return this.listInParentheses(token, inside)
      this.close(')', token)
      return inside
    }
    if (text === '{')
      this.report({
        start,
        end,
        message: localize('Maps in { } are not part of this language; use a list or a field.'),
      })
    else if (kind === 'end')
      this.report({
        start: this.previousEnd - 1,
        end: this.previousEnd,
        message: localize('A value is missing behind this; write one.'),
      })
    else
      this.report({
        start,
        end,
        message: localize('A value must stand here, not {text}; write one.', { text: shorten(text) }),
      })
    // An operator may follow, so only what can start nothing else is skipped.
    if (kind !== 'end' && !isOperator(text) && !')]},:'.includes(text)) this.position++
    return { kind: 'missing', start, end: start }
  }

  private missingValue(opening: string): Expression {
    const message = localize('A value is missing behind {opening}; write one.', { opening })
    this.report({ ...spanOfToken(this.token), message })
    return this.missing()
  }

  private number({ text, start, end }: Token, type: 'int' | 'float'): Expression {
    const number = Number(text)
    const value = type === 'int' && !Number.isSafeInteger(number) ? BigInt(text) : number
    if (type === 'float' && !Number.isFinite(number))
      this.report({ start, end, message: localize('{text} is too large to hold.', { text: shorten(text) }) })
    const { kind, text: next, end: nextEnd } = this.token
    if (kind === 'name' && this.token.start === end) {
      this.position++
      const word = shorten(next)
      const message = /^u$/i.test(next)
        ? localize('{text} does not belong here, as there are no unsigned numbers; remove it.', { text: word })
        : localize('{text} does not belong here, as a number and a word need something between them; remove it.', {
            text: word,
          })
      this.report({ start: end, end: nextEnd, message })
    }
    return { kind: 'literal', type, value, start, end }
  }

  private name(token: Token): Expression {
    const { text, start, end } = token
    this.position++
    if (text === 'true' || text === 'false')
      return { kind: 'literal', type: 'bool', value: text === 'true', start, end }
    if (text === 'null') {
      const message = sentenceOfClauses(localize('There is no {name}', { name: text }), presenceAdvice())
      this.report({ start, end, message })
      return { kind: 'missing', start, end }
    }
    const isNegation = operatorOfWord(text) === '!' && (this.token.kind === 'name' || this.isAt('('))
    if (isNegation) {
      const message = localize('{text} is written {operator} in expressions.', { text, operator: '!' })
      this.report({ start, end, message, replacements: ['!'] })
      return this.deeper(() => {
        const operand = this.unary()
        return { kind: 'unary', operator: '!', operand, start, end: operand.end }
      })
    }
    if (!this.isAt('(')) return { kind: 'name', name: text, start, end }
    const args = this.list(')')
    return {
      kind: 'call',
      receiver: undefined,
      name: text,
      nameAt: { start, end },
      arguments: args,
      start,
      end: this.previousEnd,
    }
  }

  /** Values between commas, in parentheses or brackets. A comma may follow the last item of a list. */
  private list(closing: string): Expression[] {
    const token = this.token
    this.position++
    const items: Expression[] = []
    while (!this.isAt(closing) && !this.isAtEnd()) {
      items.push(this.conditional())
      if (this.take(',')) {
        if (closing === ')' && (this.isAt(closing) || this.isAtEnd())) items.push(this.missingValue(','))
      } else break
    }
    this.close(closing, token)
    return items
  }
}

const spanOfToken = ({ start, end }: Token): { start: number; end: number } => ({ start, end })
