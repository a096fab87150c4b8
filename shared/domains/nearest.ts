import { distance } from 'fastest-levenshtein'

/**
 * Finds the candidates that are most similar to a word, best first: those that differ only in case, `-` and `_`, then
 * those where one starts with the other, is its last word (`due` and `remediation_due`) or has two letters swapped,
 * then those with a small edit distance. Of a word of up to three letters, most must be right.
 */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  const wanted = foldedWord(word.slice(0, 100))
  return [...new Set(candidates)]
    .map(candidate => ({ candidate, score: unlikeness(wanted, foldedWord(candidate)) }))
    .filter(
      ({ candidate, score }) =>
        score <= Math.max(candidate.length > 3 ? 2 : 1, candidate.length / 3) &&
        score < Math.max(wanted.length, candidate.length),
    )
    .sort((one, other) => one.score - other.score)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/**
 * The only candidate that differs from a word in no more than case, blanks, `_` and `-`; undefined if there is none, or
 * more than one.
 */
export function onlyMeant(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = looseForm(word)
  let found: string | undefined
  for (const candidate of candidates) {
    if (looseForm(candidate) !== wanted) continue
    if (found !== undefined && found !== candidate) return undefined
    found = candidate
  }
  return found
}

/** A text without its case, blanks, `_` and `-`. */
export const looseForm = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')

function unlikeness(wanted: string, candidate: string): number {
  if (wanted === candidate) return 0
  if (wanted.length >= 3 && (candidate.startsWith(wanted) || wanted.startsWith(candidate))) return 1
  if (wanted.length >= 3 && candidate.endsWith(`-${wanted}`)) return 1
  return isSwapped(wanted, candidate) ? 1 : distance(wanted, candidate)
}

/** Whether two words differ only in two letters beside each other that are swapped. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let at = 0
  while (one[at] === other[at]) at++
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}

function foldedWord(word: string): string {
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
