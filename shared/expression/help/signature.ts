import type { ExpressionFunction } from '../functions/function.ts'
import { functionNamed } from '../functions/functions.ts'
import { type Token, tokensOf } from '../read/tokens.ts'

/** The call around an offset, and the index of the argument there. */
export interface CurrentCall {
  readonly called: ExpressionFunction
  readonly argument: number
}

/** Finds the innermost call whose parentheses are around an offset of an expression; they may not be closed yet. */
export function callAt(source: string, offset: number): CurrentCall | undefined {
  const open: { called: ExpressionFunction | undefined; argument: number }[] = []
  const tokens = tokensOf(source, () => {})
  tokens.forEach((token, index) => {
    if (token.kind !== 'symbol' || token.end > offset) return
    const inner = open.at(-1)
    if ('([{'.includes(token.text)) open.push({ called: calledBefore(tokens, index), argument: 0 })
    else if (')]}'.includes(token.text)) open.pop()
    else if (token.text === ',' && inner) inner.argument++
  })
  const call = open.findLast(({ called }) => called)
  return call?.called && { called: call.called, argument: call.argument }
}

/** The function that is called by a parenthesis. */
function calledBefore(tokens: readonly Token[], index: number): ExpressionFunction | undefined {
  const [dot, name] = [tokens[index - 2], tokens[index - 1]]
  if (tokens[index]!.text !== '(' || name?.kind !== 'name') return undefined
  return functionNamed(name.text, dot?.kind === 'symbol' && dot.text === '.')
}
