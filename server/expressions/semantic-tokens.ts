import { type Range, type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver'
import type { WrittenExpression } from '../../shared/config/written-expressions.ts'
import { type ExpressionSymbol, symbolsOf } from '../../shared/expression/help/symbols.ts'
import { type Token, tokensOf } from '../../shared/expression/read/tokens.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import { type TokenType, tokenTypes } from '../features/semantic-tokens.ts'
import type { JsonSnapshot } from '../snapshot/json-snapshot.ts'

/** The tokens of all expressions of a file, also those in braces. */
export function expressionTokens({ document, rules }: JsonSnapshot, range?: Range): SemanticTokens {
  const [first, last] = range ? [document.offsetAt(range.start), document.offsetAt(range.end)] : [0, Infinity]
  const builder = new SemanticTokensBuilder()
  const tokens = rules.expressions
    .filter(({ start, end }) => start <= last && end >= first)
    .flatMap(tokensIn)
    .sort((one, other) => one.start - other.start)
  for (const { start, end, type } of tokens) {
    const { line, character } = document.positionAt(start)
    builder.push(line, character, end - start, tokenTypes.indexOf(type), 0)
  }
  return builder.build()
}

interface ColoredToken extends Span {
  readonly type: TokenType
}

function tokensIn({ read, expected, toFile }: WrittenExpression): ColoredToken[] {
  const symbols = new Map(symbolsOf(read, expected).map(symbol => [symbol.start, symbol]))
  return tokensOf(read.source, () => {}).flatMap(token => {
    const type = tokenTypeOf(token, symbols.get(token.start))
    return type ? [{ type, start: toFile(token.start), end: toFile(token.end) }] : []
  })
}

function tokenTypeOf({ kind, text }: Token, symbol: ExpressionSymbol | undefined): TokenType | undefined {
  if (symbol) return ofSymbols[symbol.kind]
  if (kind === 'string') return 'string'
  if (kind === 'int' || kind === 'float') return 'number'
  if (kind === 'name') return keywordTokens.includes(text) ? 'keyword' : undefined
  return kind === 'symbol' && !/[()[\]{},.]/.test(text) ? 'operator' : undefined
}

const keywordTokens = ['true', 'false', 'in']

const ofSymbols: Readonly<Record<ExpressionSymbol['kind'], TokenType>> = {
  field: 'property',
  value: 'enumMember',
  tag: 'class',
  function: 'function',
  variable: 'variable',
  word: 'keyword',
}
