import { localize } from '../../domains/localize.ts'
import type { Registry, Tag } from '../../domains/registry.ts'
import { compiled, type ReadExpression, readExpression } from '../expression.ts'
import type { ExpressionProblem } from '../read/nodes.ts'
import type { Frame } from './frame.ts'
import { valueAsText } from './values.ts'

/** A message with expressions in braces, such as `The limit {limit} is below {floor}.` */
export interface MessageTemplate {
  /** The expressions in braces, each with the offset of its text in the message. A brace can be missing behind one. */
  readonly expressions: readonly { readonly start: number; readonly read: ReadExpression }[]
  /** Offsets count from the start of the message. */
  readonly problems: readonly ExpressionProblem[]
  /** The message for a record; an absent value is shown as `(none)`. */
  readonly textFor: (frame: Frame) => string
}

/** Reads a message. `{{` is a brace. */
export function readMessage(source: string, tag: Tag, registry: Registry): MessageTemplate {
  const texts: string[] = ['']
  const expressions: { start: number; read: ReadExpression }[] = []
  const problems: ExpressionProblem[] = []
  let position = 0
  while (position < source.length) {
    const brace = source.indexOf('{', position)
    const end = brace < 0 ? source.length : brace
    texts[texts.length - 1] += source.slice(position, end).replaceAll('}}', '}')
    if (brace < 0) break
    if (source[brace + 1] === '{') {
      texts[texts.length - 1] += '{'
      position = brace + 2
      continue
    }
    const start = brace + 1
    const closing = closingBrace(source, start)
    const read = readExpression(source.slice(start, closing), tag, registry)
    if (closing === undefined) {
      const message = localize('The brace is never closed; write }, or {{ for a brace.')
      problems.push({ start: brace, end: start, message })
    } else
      for (const problem of read.problems)
        problems.push({ ...problem, start: problem.start + start, end: problem.end + start })
    expressions.push({ start, read })
    texts.push('')
    position = closing === undefined ? source.length : closing + 1
  }
  const parts = expressions.map(({ read }) => ({ evaluate: compiled(read), isDuration: read.type.kind === 'duration' }))
  return {
    expressions,
    problems,
    textFor: frame =>
      texts
        .map((text, index) => {
          const part = parts[index - 1]
          if (!part) return text
          const value = part.evaluate?.(frame)
          return `${value === undefined ? '(none)' : valueAsText(value, part.isDuration)}${text}`
        })
        .join(''),
  }
}

/**
 * A message as it reads without a record: each expression stands between backticks in place of its value. One that
 * chooses between two texts shows both.
 */
export function textOfMessage(source: string): string {
  let text = ''
  let position = 0
  while (position < source.length) {
    const brace = source.indexOf('{', position)
    const end = brace < 0 ? source.length : brace
    text += source.slice(position, end).replaceAll('}}', '}')
    if (brace < 0) break
    const isText = source[brace + 1] === '{'
    const closing = isText ? brace + 1 : (closingBrace(source, brace + 1) ?? source.length)
    text += isText ? '{' : withoutValue(source.slice(brace + 1, closing))
    position = closing + 1
  }
  return text
}

function withoutValue(expression: string): string {
  const [, first, second] = /^[^]*\? "([^"\\]*)" : "([^"\\]*)"$/.exec(expression) ?? []
  return first === undefined ? `\`${expression}\`` : `${first} or ${second}`
}

/** The texts of the expressions in a message. */
export function* textsInBraces(source: string): Generator<string> {
  for (let brace = source.indexOf('{'); brace >= 0; ) {
    const isText = source[brace + 1] === '{'
    const end = isText ? brace + 2 : (closingBrace(source, brace + 1) ?? source.length)
    if (!isText) yield source.slice(brace + 1, end)
    brace = source.indexOf('{', end)
  }
}

/** The offset of the brace that closes an expression, if there is one; braces in its texts do not count. */
function closingBrace(source: string, start: number): number | undefined {
  let quote = ''
  for (let position = start; position < source.length; position++) {
    const character = source[position]!
    if (quote !== '') {
      if (character === '\\') position++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '}') return position
  }
  return undefined
}
