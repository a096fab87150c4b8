import { hideControls } from '../syntax/controls.ts'
import type { ExpressionProblem } from './read/nodes.ts'

/** A problem of an expression as an error message: the sentence, and below it the expression with carets. */
export function withCarets(source: string, { start, end, message }: ExpressionProblem): string {
  if (source.length > 200 || source.includes('\n')) return message
  return `${message}\n  ${hideControls(source)}\n  ${' '.repeat(start)}${'^'.repeat(Math.max(1, end - start))}`
}
