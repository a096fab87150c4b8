import type { LineState } from '../../../shared/scan/part.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import type { Writable } from '../../output/placed-problems.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { PartResult } from './check-part.ts'

/**
 * Corrects the lines of a result that was checked below a guessed state. Changes problems, names and rows in place, as
 * there may be many.
 */
export function belowState(result: PartResult, before: LineState): PartResult {
  const lines = before.line - result.before.line
  if (lines === 0) return result
  const { after, headers, undecided, directives, markers, openBlock, names, problems, followed, rows } = result
  const moved = <Placed extends { readonly line: number }>(placed: Placed): Placed => ({
    ...placed,
    line: placed.line + lines,
  })
  for (const problem of problems ?? []) moveProblem(problem, lines)
  moveNames(names.definitions, lines)
  moveNames(names.references, lines)
  for (const { places } of rows) for (let at = 1; at < places.length; at += 2) places[at] = places[at]! + lines
  return {
    ...result,
    before,
    after: { ...moved(after), header: headers.length > 0 ? moved(after.header!) : before.header },
    headers: headers.map(moved),
    undecided: undecided.map(moved),
    followed: followed.map(moved),
    openBlock: openBlock && moved(openBlock),
    markers: markers.map(marker => ({ ...moved(marker), place: marker.place + lines })),
    directives: directives.map(directive => ({
      ...directive,
      place: directive.place + lines,
      next: directive.next && directive.next + lines,
    })),
  }
}

/** The problems of a part point at nothing outside their entries, so related places move by the same lines. */
function moveProblem(problem: Writable<FoundProblem>, lines: number): void {
  problem.entry += lines
  const placed: Writable<PlacedProblem> | undefined = problem.placed
  if (!placed) return
  placed.line += lines
  placed.endLine += lines
  if (placed.related && placed.related.length > 0)
    placed.related = placed.related.map(related => ({ ...related, line: related.line + lines }))
}

/** @param numbers names as `NameList` has them: every fourth number is a line */
function moveNames(numbers: Int32Array, lines: number): void {
  for (let at = 3; at < numbers.length; at += 4) numbers[at] = numbers[at]! + lines
}
