import type { TextChange } from '../syntax/text-change.ts'
import type { ExpressionSymbol } from './symbols.ts'

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
