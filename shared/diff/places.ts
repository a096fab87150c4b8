import { addToGroup } from '../basics/group.ts'
import { inOrder } from './in-order.ts'
import { tagOf } from './record-key.ts'
import type { Matching, Pair } from './runs.ts'
import { matchRuns } from './runs.ts'
import type { Unit } from './units.ts'

/**
 * Matches records of which several have the same text, so that only their place tells which is which. Between two
 * matched units that are in order, the records of a tag without an id (or with the same id) are the same one by one if
 * there are as many as before. If other records were moved over them, the same holds for these records alone. If there
 * are more or fewer, those that stayed in a row are the same.
 */
export function matchPlaces(before: readonly Unit[], after: readonly Unit[], matching: Matching, pair: Pair): void {
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
  for (const gap of gapsOf(all.before, all.after, matching)) {
    const come = grouped(after, gap.after.filter(isOpen.after))
    for (const [group, gone] of grouped(before, gap.before.filter(isOpen.before)))
      matchBetween(gone, come.get(group) ?? [])
  }
  const groups = new Set(grouped(before, all.before.filter(isOpen.before)).keys())
  const [ones, others] = [grouped(before, all.before, groups), grouped(after, all.after, groups)]
  for (const [group, indices] of ones)
    for (const gap of gapsOf(indices, others.get(group) ?? [], matching))
      matchBetween(gap.before.filter(isOpen.before), gap.after.filter(isOpen.after))
  for (const gap of gapsOf(all.before, all.after, matching)) {
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
    const name = key ?? tagOf(record)
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
function gapsOf(ones: readonly number[], others: readonly number[], matching: Matching): Gap[] {
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
