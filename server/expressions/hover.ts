import type { Hover, Position } from 'vscode-languageserver-types'
import { type JsonSnapshot, rangeOf, symbolAt } from '../snapshot/json-snapshot.ts'
import { markup } from '../snapshot/markup.ts'
import { describeSymbol } from './describe.ts'

/** The type and the meaning of the symbol at a position. */
export function expressionHover(snapshot: JsonSnapshot, position: Position): Hover | null {
  const found = symbolAt(snapshot, position)
  if (!found) return null
  const { expression, symbol } = found
  return {
    contents: markup(describeSymbol(symbol, snapshot.registry), snapshot.client),
    range: rangeOf(snapshot, expression, symbol),
  }
}
