import type { Span } from '../../syntax/nodes.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import type { ExpressionSymbol } from '../help/symbols.ts'

/** Whether a name can be written as it is, at least behind a dot. */
export const isWord = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name)

/** A text in quotes, as an expression writes it. */
export const textLiteral = (text: string, quote: string): string =>
  quote + text.replace(/[\\"']/g, found => (found === quote || found === '\\' ? `\\${found}` : found)) + quote

/** The change of an expression that gives the field, value, tag or variable of a symbol another name. */
export function renameSymbol(source: string, symbol: ExpressionSymbol, to: string): TextChange {
  const { start, end } = symbol
  const inBrackets = `["${to}"]`
  if (symbol.kind === 'field' && symbol.form === 'member')
    return isWord(to) ? { start, end, text: to } : { start: source.lastIndexOf('.', start), end, text: inBrackets }
  if (symbol.kind === 'field' && symbol.form === 'name') {
    if (!isWord(to)) return { start, end, text: `this${inBrackets}` }
    return { start, end, text: keywords.has(to) || symbol.hidden.includes(to) ? `this.${to}` : to }
  }
  if (symbol.kind === 'variable') return { start, end, text: to }
  const quote = /["']/.exec(source.slice(start))?.[0] ?? '"'
  const path = symbol.kind === 'tag' && symbol.isPath ? `${symbol.tag.domain.path}.` : ''
  return { start, end, text: textLiteral(path + to, quote) }
}

/** Words with a meaning of their own, which a field can only have behind a dot. */
const keywords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in', 'and', 'or', 'not', 'AND', 'OR', 'NOT'])

/** The expressions of a list: what is between the commas outside brackets and quotes, without empty ones. */
export const splitExpressions = (list: string): string[] =>
  expressionSpans(list)
    .map(({ start, end }) => list.slice(start, end).trim())
    .filter(item => item !== '')

/** Where the expressions of a list are, with the blanks around them: at least one, and some can be empty. */
export function expressionSpans(list: string): Span[] {
  const spans: Span[] = []
  let [start, depth] = [0, 0]
  for (const { 0: part, index } of list.matchAll(textOrCharacter)) {
    if ('([{'.includes(part)) depth++
    else if (')]}'.includes(part)) depth--
    if (part !== ',' || depth !== 0) continue
    spans.push({ start, end: index })
    start = index + 1
  }
  return [...spans, { start, end: list.length }]
}

/** A text with its quotes, which may be unclosed, or any other character. In a raw text, `\` is a character. */
const textOrCharacter = /"""[^]*?"""|\br"[^"]*"?|\br'[^']*'?|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[^]/gu
