import { addToGroup } from '../basics/group.ts'
import { inOrder } from './in-order.ts'
import { tagOfRecord } from './record-key.ts'
import { type Matching, matchRuns, type Pair } from './runs.ts'
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
    const names = new UniqueNames(before, matching.after, nameOf)
    if (counted === 'all') names.countOthers('before', before, matching.after, nameOf)
    names.countOpen(after, matching.before, nameOf)
    if (counted === 'all') names.countOthers('after', after, matching.before, nameOf)
    for (const [one, other] of names.pairs()) pair(one, other)
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
    ? one.key === undefined && other.key === undefined && tagOfRecord(one.record) === tagOfRecord(other.record)
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

/** The places of the names that unmatched units have. Most units are matched by then, so these are few. */
class UniqueNames {
  /** By name its number, in the order of the version before. */
  private readonly numbers = new Map<string, number>()
  private readonly before: number[] = []
  private readonly after: Int32Array

  constructor(units: readonly Unit[], matched: Int32Array, nameOf: NameOf) {
    const { numbers, before } = this
    for (let index = 0; index < units.length; index++) {
      if (matched[index]! >= 0) continue
      const name = nameOf(units[index]!)
      if (name === undefined) continue
      const size = numbers.size
      const number = numbers.get(name) ?? size
      if (number < size) before[number] = several
      else {
        numbers.set(name, size)
        before.push(index)
      }
    }
    this.after = new Int32Array(numbers.size).fill(noMatch)
  }

  /** Takes the unmatched units of the version after. */
  countOpen(units: readonly Unit[], matched: Int32Array, nameOf: NameOf): void {
    if (this.numbers.size === 0) return
    for (let index = 0; index < units.length; index++) {
      if (matched[index]! >= 0) continue
      const number = this.numberOf(nameOf(units[index]!))
      if (number >= 0) this.after[number] = this.after[number] === noMatch ? index : several
    }
  }

  /** A name is not unique if a matched unit has it too. */
  countOthers(version: 'before' | 'after', units: readonly Unit[], matched: Int32Array, nameOf: NameOf): void {
    if (this.numbers.size === 0) return
    for (let index = 0; index < units.length; index++) {
      const number = matched[index]! >= 0 ? this.numberOf(nameOf(units[index]!)) : noMatch
      if (number >= 0) this[version][number] = several
    }
  }

  /** The units with the same name of both versions, if no other one has it. */
  pairs(): (readonly [before: number, after: number])[] {
    return this.before.flatMap((one, number) => {
      const other = this.after[number]!
      return one >= 0 && other >= 0 ? [[one, other] as const] : []
    })
  }

  private numberOf(name: string | undefined): number {
    return name === undefined ? noMatch : (this.numbers.get(name) ?? noMatch)
  }
}

const noMatch = -1
const several = -2

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

/**
 * Matches records with equal texts: only their places tell which is which. Between two
 * matched units that are in order, the records of a tag without an id (or with the same id) are the same one by one if
 * there are as many as before. If other records were moved over them, the same holds for these records alone. If there
 * are more or fewer, those that stayed in a row are the same.
 */
function matchPlaces(before: readonly Unit[], after: readonly Unit[], matching: Matching, pair: Pair): void {
  const isOpen = {
    before: (index: number): boolean => matching.after[index]! < 0 && before[index]!.record !== undefined,
    after: (index: number): boolean => matching.before[index]! < 0 && after[index]!.record !== undefined,
  }
  const all = { before: [...before.keys()], after: [...after.keys()] }
  const repeated = new Set([...repeatedIn(before, isOpen.before), ...repeatedIn(after, isOpen.after)])
  if (repeated.size === 0) return
  const matchBetween = (gone: readonly number[], come: readonly number[]): void => {
    if (gone.length !== come.length || !areInPlace(before, after, gone, come)) return
    gone.forEach((one, place) => {
      const other = come[place]!
      if (repeated.has(before[one]!.body) || repeated.has(after[other]!.body)) pair(one, other)
    })
  }
  for (const gap of gapsBetween(all.before, all.after, matching)) {
    const come = grouped(after, gap.after.filter(isOpen.after))
    for (const [group, gone] of grouped(before, gap.before.filter(isOpen.before)))
      matchBetween(gone, come.get(group) ?? [])
  }
  const groups = new Set(grouped(before, all.before.filter(isOpen.before)).keys())
  const [ones, others] = [grouped(before, all.before, groups), grouped(after, all.after, groups)]
  for (const [group, indices] of ones)
    for (const gap of gapsBetween(indices, others.get(group) ?? [], matching))
      matchBetween(gap.before.filter(isOpen.before), gap.after.filter(isOpen.after))
  for (const gap of gapsBetween(all.before, all.after, matching)) {
    const [gone, come] = [gap.before.filter(isOpen.before), gap.after.filter(isOpen.after)]
    const unitsAt = (units: readonly Unit[], indices: readonly number[]): Unit[] => indices.map(index => units[index]!)
    const pairBetween: Pair = (one, other) => pair(gone[one]!, come[other]!)
    matchRuns(unitsAt(before, gone), unitsAt(after, come), pairBetween, 'any')
  }
}

/** The texts of open records that other records of the version have too. */
function repeatedIn(units: readonly Unit[], isOpen: (index: number) => boolean): string[] {
  const counts = new Map(units.flatMap(({ body }, index): [string, number][] => (isOpen(index) ? [[body, 0]] : [])))
  if (counts.size === 0) return []
  for (const { body } of units) {
    const count = counts.get(body)
    if (count !== undefined) counts.set(body, count + 1)
  }
  return [...counts].flatMap(([body, count]) => (count > 1 ? body : []))
}

/** Whether as many units have the same text at the same place as at any place: then none of them was moved. */
function areInPlace(
  before: readonly Unit[],
  after: readonly Unit[],
  gone: readonly number[],
  come: readonly number[],
): boolean {
  const left = new Map<string, number>()
  for (const index of gone) left.set(before[index]!.body, (left.get(before[index]!.body) ?? 0) + 1)
  let [same, inPlace] = [0, 0]
  come.forEach((index, place) => {
    const { body } = after[index]!
    const count = left.get(body) ?? 0
    if (count > 0) same++
    left.set(body, count - 1)
    if (before[gone[place]!]!.body === body) inPlace++
  })
  return same === inPlace
}

/** The records of each tag without an id, and those of each id. */
function grouped(
  units: readonly Unit[],
  indices: readonly number[],
  wanted?: ReadonlySet<string>,
): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const index of indices) {
    const { record, key } = units[index]!
    if (!record) continue
    const name = key ?? tagOfRecord(record)
    if (!wanted || wanted.has(name)) addToGroup(groups, name, index)
  }
  return groups
}

/** What is between two matched units that are in order. */
interface Gap {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** The gaps between the matched ones of some units that are in order. */
function gapsBetween(ones: readonly number[], others: readonly number[], matching: Matching): Gap[] {
  const stable = inOrder(ones.map(index => matching.after[index]!))
  const gaps: Gap[] = []
  let [start, otherStart] = [0, 0]
  for (let place = 0; place <= ones.length; place++) {
    if (place < ones.length && stable[place] === 0) continue
    const other = place < ones.length ? matching.after[ones[place]!]! : Number.POSITIVE_INFINITY
    let otherEnd = otherStart
    while (otherEnd < others.length && others[otherEnd]! < other) otherEnd++
    if (place > start && otherEnd > otherStart)
      gaps.push({ before: ones.slice(start, place), after: others.slice(otherStart, otherEnd) })
    start = place + 1
    otherStart = otherEnd + 1
  }
  return gaps
}
