import { type Difference, differenceOf } from '../../syntax/difference.ts'
import type { Entry } from '../../syntax/nodes.ts'
import type { Tree } from '../../syntax/tree.ts'

/** The records of a table in a version of its file, as indexes of the file's entries. */
interface TableVersion {
  readonly tree: Tree
  readonly records: readonly number[]
}

/**
 * The rows of a query after a change of the file, without running the query again: every record stays where it was,
 * also if the query does not want it anymore. New records are added where they are in the file, or at the end if the
 * rows are sorted.
 *
 * @param rows the rows before the change, as indexes of the entries
 */
export function holdRows(
  before: TableVersion,
  after: TableVersion,
  rows: readonly number[],
  isSorted: boolean,
): number[] {
  const moved = movesBetween(before.tree, after.tree)
  const old = new Set(before.records.map(moved))
  const wanted = new Set(after.records)
  const kept = rows.flatMap(row => {
    const entry = moved(row)
    return entry !== undefined && wanted.has(entry) ? [entry] : []
  })
  const held = [...kept, ...after.records.filter(entry => !old.has(entry))]
  return isSorted ? held : held.sort((one, other) => one - other)
}

/** A function from the index of a record before a change to its index after it; undefined for a deleted record. */
function movesBetween(before: Tree, after: Tree): (entry: number) => number | undefined {
  const difference = differenceOf(before.list, after)
  const { first, oldEnd, newEnd } = difference
  const changed = pairs(before.entries, after.entries, difference)
  return entry => {
    if (entry < first) return entry
    return entry < oldEnd ? changed.get(entry) : entry + newEnd - oldEnd
  }
}

/**
 * The records in the changed part of a file, by their indexes before and after. A record that is the same object is the
 * same record. Between two of these, the records are the same in their order.
 */
function pairs(
  before: readonly Entry[],
  after: readonly Entry[],
  { first, oldEnd, newEnd }: Difference,
): ReadonlyMap<number, number> {
  const places = new Map<Entry, number>()
  for (let index = first; index < newEnd; index++) places.set(after[index]!, index)
  const found = new Map<number, number>()
  let oldRun: number[] = []
  let newStart = first
  const endRunAt = (newStop: number): void => {
    const entries = [...after.slice(newStart, newStop).keys()].map(index => newStart + index)
    const records = entries.filter(index => after[index]!.kind === 'record')
    for (const [index, old] of oldRun.entries()) if (records[index] !== undefined) found.set(old, records[index])
    oldRun = []
  }
  for (let index = first; index < oldEnd; index++) {
    if (before[index]!.kind !== 'record') continue
    const place = places.get(before[index]!)
    if (place === undefined || place < newStart) {
      oldRun.push(index)
    } else {
      endRunAt(place)
      found.set(index, place)
      newStart = place + 1
    }
  }
  endRunAt(newEnd)
  return found
}
