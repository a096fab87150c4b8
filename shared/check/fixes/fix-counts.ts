import { compareText } from '../../basics/text.ts'
import type { FixRound } from './fixes.ts'

/** Counts the fixed problems by their codes, and adds them to earlier counts. */
export function countMended(
  rounds: readonly Pick<FixRound, 'fixed'>[],
  counts = new Map<string, number>(),
): Map<string, number> {
  for (const { fixed } of rounds) for (const { code } of fixed) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

/** Formats counts, the largest first: `3 notation, 1 tag-case`. */
export const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([one, many], [other, more]) => more - many || compareText(one, other))
    .map(([code, number]) => `${number} ${code}`)
    .join(', ')
