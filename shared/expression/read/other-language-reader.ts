import { localize } from '../../domains/localize.ts'
import { cutTo } from '../../domains/message-text.ts'
import { type Expression, type ExpressionProblem, partsOf } from './nodes.ts'
import { isComplete, otherOperators, testOfWord } from './other-languages.ts'
import type { Token } from './tokens.ts'
import { TokenReader } from './tokens.ts'

/** A test of another language that stands behind a value. */
interface OtherTest {
  readonly name: string
  /** How it is written here. */
  readonly write: (value: string) => string
}

/** Reads what other languages write, and says how it is written here. */
export abstract class OtherLanguageReader extends TokenReader {
  constructor(
    protected readonly source: string,
    tokens: readonly Token[],
    report: (problem: ExpressionProblem) => void,
  ) {
    super(tokens, report)
  }

  protected abstract binary(weakest: number): Expression
  protected abstract conditional(): Expression

  /**
   * Reads a test behind a value: `title like "a%"`, `status not in ["open"]`, `owner is not null`, `owner != null`.
   * Undefined if there is none.
   *
   * @param start where the value starts
   */
  protected otherTest(value: Expression, start: number): Expression | undefined {
    const first = this.position
    const valueEnd = this.previousEnd
    const test = this.isAtWord('is') ? this.isTest() : (this.nullTest() ?? this.wordTest())
    if (!test) {
      this.position = first
      return undefined
    }
    const end = this.previousEnd
    const written = test.write(this.textBefore(value, start, valueEnd))
    this.report({
      start,
      end,
      message: localize('There is no {name}; write {written}.', { name: test.name, written: cutTo(100, written) }),
      ...(!written.includes(unknownText) && { replacements: [written] }),
    })
    return { kind: 'missing', start, end }
  }

  /** `== null` and `!= null`. */
  private nullTest(): OtherTest | undefined {
    const { kind, text } = this.token
    const operator = otherOperators.get(text) ?? text
    const next = this.tokens[this.position + 1]
    if (kind !== 'symbol' || (operator !== '==' && operator !== '!=') || !isNull(next)) return undefined
    this.position += 2
    return { name: 'null', write: presence(operator === '!=') }
  }

  /** `is null`, `is not null` and the like. */
  private isTest(): OtherTest | undefined {
    this.position++
    const isNot = this.takeWord('not')
    const { text } = this.token
    if (!isAbsence(text) || !this.takeWord(text)) return undefined
    return { name: localize('operator {words}', { words: `is${isNot ? ' not' : ''} ${text}` }), write: presence(isNot) }
  }

  /** `like`, `not in` and the like. */
  private wordTest(): OtherTest | undefined {
    const isNot = this.takeWord('not')
    const { text } = this.token
    const write = testOfWord(text)
    if (!write || (this.isAtWord('in') && !isNot) || !this.takeWord(text)) return undefined
    const one = this.operand()
    const hasOther = text.toLowerCase() === 'between' && (this.takeWord('and') || this.take('&&'))
    const other = hasOther ? this.operand() : unknownText
    return {
      name: localize('operator {words}', { words: `${isNot ? 'not ' : ''}${text}` }),
      write(value) {
        const test = write(value, one, other)
        if (!isNot) return test
        return test.includes(' ') ? `!(${test})` : `!${test}`
      },
    }
  }

  /** The text of the value on the right side of a test. */
  private operand(): string {
    const { start } = this.token
    const node = this.binary(tighter)
    if (!isComplete(node)) return unknownText
    const text = this.source.slice(start, this.previousEnd)
    const isInParentheses = node.kind === 'list' && node.start === start && text.startsWith('(')
    return isInParentheses ? `[${text.slice(1, -1)}]` : text
  }

  /** The text of the value before a test, so that a dot can follow it. */
  private textBefore(value: Expression, start: number, end: number): string {
    // The ! of SQL's `not title like "a%"` belongs to the test.
    if (value.kind === 'unary' || !isComplete(value)) return unknownText
    const text = this.source.slice(start, end)
    return value.kind === 'binary' || value.kind === 'conditional' ? `(${text})` : text
  }

  /** A list as SQL and Python write it, from its first comma. */
  protected listInParentheses(opening: Token, first: Expression): Expression {
    const items = [first]
    while (this.take(',')) if (!this.isAt(')')) items.push(this.conditional())
    const isClosed = this.isAt(')')
    this.close(')', opening)
    const { start } = opening
    const end = this.previousEnd
    const list = `[${this.source.slice(start + 1, end - 1)}]`
    // The replacements of lists in each other would be as long as all of them together.
    const isFlat = items.every(item => partsOf(item).length === 0)
    if (isClosed)
      this.report({
        start,
        end,
        message: localize('A list stands in brackets; write {list}.', { list: cutTo(80, list) }),
        ...(isFlat && { replacements: [list] }),
      })
    return { kind: 'list', items, start, end }
  }

  /** A date without quotes, or a text in quotes that are not straight. */
  protected withoutQuotes({ kind, text, start, end }: Token): Expression {
    const [name, parenthesis] = this.tokens.slice(Math.max(0, this.position - 2), this.position)
    this.position++
    if (kind === 'misquoted') {
      const quote = /^[‘’‚‛‹›]/.test(text) ? "'" : '"'
      const straight = quote + text.slice(1, -1) + quote
      const message = localize('The quotes of a text are straight; write {text}.', { text: cutTo(80, straight) })
      this.report({ start, end, message, replacements: [straight] })
    } else {
      const isArgument = name?.text === 'timestamp' && parenthesis?.text === '('
      const written = isArgument ? `"${text}"` : `timestamp("${text}")`
      const shown = { written: cutTo(80, written) }
      const message = isArgument
        ? localize('A date needs quotes; write {written}.', shown)
        : localize('A date needs quotes and timestamp(); write {written}.', shown)
      this.report({ start, end, message, replacements: [written] })
    }
    return { kind: 'missing', start, end }
  }

  private isAtWord(word: string): boolean {
    return this.token.kind === 'name' && this.token.text.toLowerCase() === word.toLowerCase()
  }

  private takeWord(word: string): boolean {
    if (!this.isAtWord(word)) return false
    this.position++
    return true
  }
}

const isNull = (token: Token | undefined): boolean => token?.kind === 'name' && /^null$/i.test(token.text)

const presence =
  (isThere: boolean) =>
  (value: string): string =>
    `${isThere ? '' : '!'}has(${value})`

const isAbsence = (word: string): boolean => /^(?:null|none|nil|undefined|missing|absent|empty|blank)$/i.test(word)

/** What binds tighter than a comparison. */
const tighter = 4

/** Stands for a text that is wrong itself. */
const unknownText = '…'
