import { distance } from 'fastest-levenshtein'

/**
 * Finds the candidates that are most similar to a word, best first: those that differ only in case, `-` and `_`, then
 * those where one starts with the other, then those with a small edit distance.
 */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  const wanted = fold(word.slice(0, 100))
  return [...new Set(candidates)]
    .map(candidate => ({ candidate, score: unlikeness(wanted, fold(candidate)) }))
    .filter(
      ({ candidate, score }) =>
        score <= Math.max(2, candidate.length / 3) && score < Math.max(wanted.length, candidate.length),
    )
    .sort((one, other) => one.score - other.score)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

function unlikeness(wanted: string, candidate: string): number {
  if (wanted === candidate) return 0
  if (wanted.length >= 3 && (candidate.startsWith(wanted) || wanted.startsWith(candidate))) return 1
  return distance(wanted, candidate)
}

function fold(word: string): string {
  let folded = rememberedFolds.get(word)
  if (folded === undefined) {
    folded = word.toLowerCase().replace(/[\s_-]+/g, '-')
    if (rememberedFolds.size >= 10_000) rememberedFolds.clear()
    rememberedFolds.set(word, folded)
  }
  return folded
}

/** The same candidates are compared again and again, and folding them takes most of the time. */
const rememberedFolds = new Map<string, string>()
