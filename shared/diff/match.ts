import type { Matching } from './matching.ts'
import { similarPairs } from './similar.ts'
import type { Unit } from './units.ts'

/** Takes a pair of indices: a unit before and the same unit after. */
type Pair = (before: number, after: number) => void

/**
 * Matches the units of two versions. Records with an id are matched by tag and id. What has no id is matched by its
 * text, and if several have the same text, by their neighbors. Of the rest, records are matched that are similar: these
 * were changed, or got another id.
 */
export function match(before: readonly Unit[], after: readonly Unit[]): Matching {
  const matching = { after: new Int32Array(before.length).fill(-1), before: new Int32Array(after.length).fill(-1) }
  const pair: Pair = (one, other) => {
    matching.after[one] = other
    matching.before[other] = one
  }
  matchRuns(before, after, pair)
  const inBoth = uniqueTexts(before, after, matching, ({ record, body }) => record && body)
  matchSame(before, after, matching, pair, ({ record, body }) => (record && inBoth.has(body) ? body : undefined))
  matchSame(before, after, matching, pair, ({ key, body }) => key && `${key}\n${body}`)
  matchSame(before, after, matching, pair, ({ key }) => key)
  const contentOf = ({ key, body }: Unit): string | undefined => (key === undefined ? body : undefined)
  const unique = uniqueTexts(before, after, matching, contentOf)
  matchSame(before, after, matching, pair, unit => {
    const content = contentOf(unit)
    return unique.has(content) ? content : undefined
  })
  matchNeighbors(before, after, matching, pair, (one, other) => {
    const content = contentOf(one)
    return content !== undefined && content === contentOf(other)
  })
  matchSame(before, after, matching, pair, contentOf)
  for (const [one, other] of similarPairs(before, after, matching)) pair(one, other)
  matchNeighbors(before, after, matching, pair, (one, other) => one.kind === 'text' && other.kind === 'text')
  return matching
}

/** How many units further down one with the same text is looked for. */
const nearby = 16

/**
 * Matches the units with the same text from the start, over small differences, as a quick first step: in a large file
 * with few changes these are nearly all.
 */
function matchRuns(before: readonly Unit[], after: readonly Unit[], pair: Pair): void {
  // Only the ends of files have no text, and each file has its own.
  const isSame = (one: number, other: number): boolean =>
    one < before.length &&
    before[one]!.body === after[other]?.body &&
    (before[one]!.body !== '' || before[one]!.file === after[other]!.file)
  for (let [one, other] = [0, 0]; ; one++, other++) {
    let distance = 0
    while (
      !isSame(one + distance, other) &&
      !isSame(one, other + distance) &&
      !isSame(one + distance, other + distance)
    )
      if (++distance > nearby) return
    // Removed or added units come first: in a row of the same texts, the others are where they were.
    if (isSame(one + distance, other)) one += distance
    else if (isSame(one, other + distance)) other += distance
    else {
      one += distance
      other += distance
    }
    pair(one, other)
  }
}

/** Matches what has the same name, in the order of the files. */
function matchSame(
  before: readonly Unit[],
  after: readonly Unit[],
  matching: Matching,
  pair: Pair,
  nameOf: (unit: Unit) => string | undefined,
): void {
  const open = new Map<string | undefined, number[]>()
  for (let index = after.length - 1; index >= 0; index--) {
    const name = matching.before[index]! < 0 ? nameOf(after[index]!) : undefined
    if (name === undefined) continue
    const same = open.get(name)
    if (same) same.push(index)
    else open.set(name, [index])
  }
  if (open.size === 0) return
  before.forEach((unit, index) => {
    const other = matching.after[index]! < 0 ? open.get(nameOf(unit))?.pop() : undefined
    if (other !== undefined) pair(index, other)
  })
}

/** The texts of unmatched units that are there once in each version. */
function uniqueTexts(
  before: readonly Unit[],
  after: readonly Unit[],
  matching: Matching,
  contentOf: (unit: Unit) => string | undefined,
): Set<string | undefined> {
  const once = (units: readonly Unit[], matched: Int32Array): Map<string, boolean> => {
    const found = new Map<string, boolean>()
    units.forEach((unit, index) => {
      const content = matched[index]! < 0 ? contentOf(unit) : undefined
      if (content !== undefined) found.set(content, !found.has(content))
    })
    return found
  }
  const inAfter = once(after, matching.before)
  return new Set(
    [...once(before, matching.after)].flatMap(([text, isOnce]) => (isOnce && inAfter.get(text) ? text : [])),
  )
}

/** Matches unmatched units whose neighbors above or below are matched, if they can be the same. */
function matchNeighbors(
  before: readonly Unit[],
  after: readonly Unit[],
  matching: Matching,
  pair: Pair,
  canBeSame: (one: Unit, other: Unit) => boolean,
): void {
  /** The index after that belongs to an index before if the unit above it, or below it, is the same. */
  const neighborOf = (index: number, step: 1 | -1): number => {
    const neighbor = index - step
    if (neighbor < 0) return 0
    const same = matching.after[neighbor] ?? -1
    return same < 0 ? -1 : same + step
  }
  const matchNext = (index: number, step: 1 | -1): void => {
    if (matching.after[index]! >= 0) return
    const other = neighborOf(index, step)
    if (matching.before[other] === -1 && canBeSame(before[index]!, after[other]!)) pair(index, other)
  }
  for (let index = 0; index < before.length; index++) matchNext(index, 1)
  for (let index = before.length - 1; index >= 0; index--) matchNext(index, -1)
}
