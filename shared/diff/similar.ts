import { addToGroup } from '../basics/group.ts'
import { heaviestInOrder, inOrder } from './in-order.ts'
import { saidBy } from './record-fields.ts'
import { tagOfRecord } from './record-key.ts'
import type { Matching } from './runs.ts'
import type { Unit } from './units.ts'

/**
 * Finds the unmatched records of two versions that are similar enough to be the same, the most similar ones first. Each
 * record is in one pair at most.
 */
export function similarPairs(
  before: readonly Unit[],
  after: readonly Unit[],
  matching: Matching,
): [before: number, after: number][] {
  const stable = stableUnits(before, matching.after)
  const gone = candidatesIn(before, matching.after, index => (stable[index] === 1 ? index : undefined))
  const come = candidatesIn(after, matching.before, index => {
    const same = matching.before[index]!
    return stable[same] === 1 ? same : undefined
  })
  if (gone.length === 0 || come.length === 0) return []
  const renamed = changedValues(before, after, matching)
  const scored = possiblePairs(gone, come, renamed)
    .map(([one, other]) => ({ one, other, score: scoreOf(one, other, renamed) }))
    .filter(({ one, other, score }) => score >= leastScore(one, other))
  scored.sort((a, b) => b.score - a.score || a.one.index - b.one.index || a.other.index - b.other.index)
  const taken = new Set<Candidate>()
  return scored.flatMap(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return []
    taken.add(one).add(other)
    return [[one.index, other.index] as [number, number]]
  })
}

/** Which units were not moved. A record with an id is known wherever it goes, so rather that one was moved. */
function stableUnits(before: readonly Unit[], matched: Int32Array): Uint8Array {
  const stable = inOrder(matched)
  // Usually nothing was moved. Then no record has to read its id.
  if (matched.every((other, index) => other < 0 || stable[index] === 1)) return stable
  return heaviestInOrder(matched, index => (before[index]!.key === undefined ? 2 : 1))
}

/** A record without a match. */
interface Candidate {
  readonly index: number
  /** Undefined if it has no id. */
  readonly id: string | undefined
  readonly tag: string
  /** Its fields without the id. */
  readonly said: ReadonlyMap<string, string | undefined>
  /** The index, in the version before, of the nearest matched unit above that is in order; -1 if there is none. */
  readonly above: number
}

function candidatesIn(
  units: readonly Unit[],
  matched: Int32Array,
  stableIndex: (index: number) => number | undefined,
): Candidate[] {
  const candidates: Candidate[] = []
  let above = -1
  units.forEach((unit, index) => {
    above = stableIndex(index) ?? above
    if (matched[index]! < 0 && unit.record) {
      const { record, key } = unit
      const tag = tagOfRecord(record)
      const id = key?.slice(tag.length + 1)
      const said = saidBy(record)
      if (id !== undefined) said.delete(said.get('rid') === id ? 'rid' : 'id')
      candidates.push({ index, id, tag, said, above })
    }
  })
  return candidates
}

/** The values that became another value in matched records, each as `before LF after`. */
function changedValues(before: readonly Unit[], after: readonly Unit[], matching: Matching): Set<string> {
  const changed = new Set<string>()
  before.forEach(({ record, body }, index) => {
    const other = after[matching.after[index]!]
    if (!record || !other?.record || body === other.body) return
    const said = saidBy(other.record)
    for (const [name, value] of saidBy(record)) {
      const now = said.get(name)
      if (value === undefined || now === undefined || value === now) continue
      const [gone, ...moreGone] = missingItems(value, now)
      const [come, ...moreCome] = missingItems(now, value)
      const isOnePair = gone !== undefined && come !== undefined && moreGone.length + moreCome.length === 0
      if (isOnePair) changed.add(`${gone}\n${come}`)
    }
  })
  return changed
}

/** The items of a list between commas that another list does not have. */
function missingItems(list: string, other: string): string[] {
  const items = new Set(trimmedItems(other))
  return trimmedItems(list).filter(item => !items.has(item))
}

const trimmedItems = (list: string): string[] => list.split(',').map(item => item.trim())

/** A value that more records have says little about which of them is the same. */
const mostWithValue = 16

/** The pairs of records of a tag that have a rare value in common, the same neighbor, or changed references. */
function possiblePairs(
  gone: readonly Candidate[],
  come: readonly Candidate[],
  renamed: ReadonlySet<string>,
): (readonly [Candidate, Candidate])[] {
  const byTrait = new Map<string, Candidate[]>()
  for (const candidate of come) for (const trait of traitsOf(candidate)) addToGroup(byTrait, trait, candidate)
  const ids = new Map(come.flatMap(other => (other.id === undefined ? [] : [[`${other.tag}\n${other.id}`, other]])))
  const newIds = new Map([...renamed].map(change => change.split('\n') as [string, string]))
  const pairs: (readonly [Candidate, Candidate])[] = []
  for (const one of gone) {
    const others = new Set<Candidate>()
    for (const trait of traitsOf(one)) {
      const same = byTrait.get(trait)
      if (same && same.length <= mostWithValue) for (const other of same) others.add(other)
    }
    const named = one.id === undefined ? undefined : ids.get(`${one.tag}\n${newIds.get(one.id)}`)
    if (named) others.add(named)
    for (const other of others) pairs.push([one, other])
  }
  return pairs
}

function* traitsOf({ tag, said, above }: Candidate): Generator<string> {
  yield `${tag}\n${above}`
  for (const [name, value] of said) yield `${tag}\n${name}=${value}`
}

/** How similar two records are: the part of their text that is the same, and more if other things agree. */
function scoreOf(one: Candidate, other: Candidate, renamed: ReadonlySet<string>): number {
  let same = 0
  let total = 0
  for (const [name, value] of one.said) {
    total += weightOf(value)
    if (value === other.said.get(name) && other.said.has(name)) same += 2 * weightOf(value)
  }
  for (const value of other.said.values()) total += weightOf(value)
  const score = total === 0 ? 0 : same / total
  const hasSameReferences = renamed.has(`${one.id}\n${other.id}`)
  const hasSamePlace = one.id === undefined && other.id === undefined && one.above === other.above
  return score + (hasSameReferences ? 0.5 : 0) + (hasSamePlace ? 0.5 : 0)
}

/** A long text says more about a record than a short word. */
const weightOf = (value = ''): number => 4 + Math.min(value.length, 40)

/** Two ids say that the records differ, so more of the rest must be the same. */
const leastScore = (one: Candidate, other: Candidate): number =>
  one.id === undefined && other.id === undefined ? 0.5 : 0.7
