import type { TextChange } from '../../shared/syntax/text-change.ts'
import { lineBreakOf, type Tree, textBetween } from '../../shared/syntax/tree.ts'
import { countBreaks, endsLine, neighborOf, spanOf, type Unit, withoutLastBreak } from './units.ts'

/** How a unit moves. */
export interface Move {
  readonly change: TextChange
  /** By how many lines it moves, negative for up. */
  readonly lines: number
}

/** Moves a unit past the next one above or below. The blank lines between them stay. Undefined if there is no other. */
export function moveUnit(tree: Tree, unit: Unit, way: 'up' | 'down'): Move | undefined {
  const other = neighborOf(tree, unit, way)
  if (!other) return undefined
  const [above, below] = way === 'up' ? [other, unit] : [unit, other]
  const { start } = spanOf(tree, above)
  const { end } = spanOf(tree, below)
  const text = textBetween(tree, above.first, below.end).slice(start - tree.starts[above.first]!)
  const aboveEnd = tree.starts[above.end]! - start
  const belowStart = tree.starts[below.first]! - start
  const gap = text.slice(aboveEnd, belowStart)
  const [first, second] = [text.slice(belowStart), text.slice(0, aboveEnd)]
  // The last line of a file can be without a line break.
  const moved = endsLine(first) ? first + gap + second : first + lineBreakOf(tree) + gap + withoutLastBreak(second)
  const passed = way === 'up' ? second : first
  const lines = countBreaks(passed) + (endsLine(passed) ? 0 : 1) + countBreaks(gap)
  return { change: { start, end, text: moved }, lines: way === 'up' ? -lines : lines }
}
