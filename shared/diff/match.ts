import { addToGroup } from '../basics/group.ts'
import { matchPlaces } from './places.ts'
import { tagOf } from './record-key.ts'
import type { Matching, Pair } from './runs.ts'
import { matchRuns } from './runs.ts'
import { similarPairs } from './similar.ts'
import type { Unit } from './units.ts'

/**
 * Matches the units of two versions. Records with an id are matched by tag and id. What has no id is matched by its
 * text, and if several have the same text, by their places and their neighbors. Of the rest, records are matched that
 * are similar: these were changed, or got another id.
 */
export function match(before: readonly Unit[], after: readonly Unit[]): Matching {
  const matching = { after: new Int32Array(before.length).fill(-1), before: new Int32Array(after.length).fill(-1) }
  const pair: Pair = (one, other) => {
    matching.after[one] = other
    matching.before[other] = one
  }
  const matchUnique = (counted: 'all' | 'open', nameOf: NameOf): void => {
    const unique = uniqueNames(before, after, matching, counted, nameOf)
    matchSame(before, after, matching, pair, unit => {
      const name = nameOf(unit)
      return unique.has(name) ? name : undefined
    })
  }
  const contentOf = ({ key, body }: Unit): string | undefined => (key === undefined ? body : undefined)
  matchRuns(before, after, pair, 'with id')
  matchUnique('all', ({ record, comments, body }) => record && comments + body)
  matchUnique('all', ({ record, body }) => record && body)
  matchUnique('open', ({ key }) => key)
  matchUnique('open', contentOf)
  matchPlaces(before, after, matching, pair)
  matchSame(before, after, matching, pair, ({ key, body }) => key && `${key}\n${body}`)
  matchSame(before, after, matching, pair, ({ key }) => key)
  matchNeighbors(before, after, matching, pair, (one, other) => {
    const content = contentOf(one)
    return content !== undefined && content === contentOf(other)
  })
  matchSame(before, after, matching, pair, contentOf)
  for (const [one, other] of similarPairs(before, after, matching)) pair(one, other)
  matchNeighbors(before, after, matching, pair, areAlike)
  return matching
}

/** Whether two units beside the same one are the same, although their texts differ. */
const areAlike = (one: Unit, other: Unit): boolean =>
  one.record && other.record
    ? one.key === undefined && other.key === undefined && tagOf(one.record) === tagOf(other.record)
    : one.kind === 'text' && other.kind === 'text'

type NameOf = (unit: Unit) => string | undefined

/** Matches what has the same name, in the order of the files. */
function matchSame(
  before: readonly Unit[],
  after: readonly Unit[],
  matching: Matching,
  pair: Pair,
  nameOf: NameOf,
): void {
  const open = new Map<string | undefined, number[]>()
  for (let index = after.length - 1; index >= 0; index--) {
    const name = matching.before[index]! < 0 ? nameOf(after[index]!) : undefined
    if (name !== undefined) addToGroup(open, name, index)
  }
  if (open.size === 0) return
  before.forEach((unit, index) => {
    const other = matching.after[index]! < 0 ? open.get(nameOf(unit))?.pop() : undefined
    if (other !== undefined) pair(index, other)
  })
}

/** The names that an unmatched unit of both versions has, and no other unit of all or of the unmatched ones. */
function uniqueNames(
  before: readonly Unit[],
  after: readonly Unit[],
  matching: Matching,
  counted: 'all' | 'open',
  nameOf: NameOf,
): Set<string | undefined> {
  const namesIn = (units: readonly Unit[], matched: Int32Array): (string | undefined)[] =>
    units.flatMap((unit, index) => (matched[index]! < 0 ? (nameOf(unit) ?? []) : []))
  const [gone, come] = [namesIn(before, matching.after), namesIn(after, matching.before)]
  const inAfter = new Set(come)
  const unique = new Set(gone.filter(name => inAfter.has(name)))
  if (unique.size === 0) return unique
  const all = counted === 'all' ? [before.map(nameOf), after.map(nameOf)] : [gone, come]
  for (const names of all) {
    const seen = new Set<string | undefined>()
    for (const name of names)
      if (seen.has(name)) unique.delete(name)
      else seen.add(name)
  }
  return unique
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
