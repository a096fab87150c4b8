import { inOrder } from '../diff/in-order.ts'
import { match } from '../diff/match.ts'
import type { Matching } from '../diff/matching.ts'
import type { Unit } from '../diff/units.ts'

/** One unit in all versions that have it. */
export interface Slot {
  readonly base: Unit | undefined
  readonly ours: Unit | undefined
  readonly theirs: Unit | undefined
}

/** The units of three versions. */
export interface Versions {
  readonly base: readonly Unit[]
  readonly ours: readonly Unit[]
  readonly theirs: readonly Unit[]
}

/**
 * Matches the units of three versions and puts them in the order of the result: the order of the base with the moves
 * and additions of both sides. If both sides add something at one place, that of ours comes first.
 */
export function slotsOf({ base, ours, theirs }: Versions): Slot[] {
  const our = sideOf(base, ours)
  const their = sideOf(base, theirs)
  const isMoved = (index: number): boolean => our.moved[index] === 1 || their.moved[index] === 1
  // At one place: the unit of the base, what ours has there, and what theirs has there. The sort is stable.
  const slots: PlacedSlot[] = []
  base.forEach((unit, index) => {
    if (isMoved(index)) return
    slots.push({
      base: unit,
      ours: ours[our.after[index]!],
      theirs: theirs[their.after[index]!],
      anchor: index,
    })
  })
  const added = new Map<string, PlacedSlot & { theirs: Unit | undefined }>()
  const [ourName, theirName] = [namesOfAdded(), namesOfAdded()]
  for (const { unit, index, anchor } of withAnchors(ours, our, isMoved)) {
    if (index < 0) {
      const slot = { base: undefined, ours: unit, theirs: undefined, anchor }
      added.set(ourName(anchor, unit), slot)
      slots.push(slot)
    } else if (our.moved[index] === 1)
      slots.push({ base: base[index], ours: unit, theirs: theirs[their.after[index]!], anchor })
  }
  for (const { unit, index, anchor } of withAnchors(theirs, their, isMoved)) {
    const same = index < 0 ? added.get(theirName(anchor, unit)) : undefined
    if (same) same.theirs = unit
    else if (index < 0) slots.push({ base: undefined, ours: undefined, theirs: unit, anchor })
    else if (their.moved[index] === 1 && our.moved[index] === 0)
      slots.push({ base: base[index], ours: ours[our.after[index]!], theirs: unit, anchor })
  }
  return slots.sort((one, other) => one.anchor - other.anchor)
}

/** A slot and where it goes: to the place of a unit of the base, or behind it. */
interface PlacedSlot extends Slot {
  readonly anchor: number
}

interface Side extends Matching {
  /** For each unit of the base, 1 if this side moved it. */
  readonly moved: Uint8Array
}

function sideOf(base: readonly Unit[], side: readonly Unit[]): Side {
  const matching = match(base, side)
  const stable = inOrder(matching.after)
  return { ...matching, moved: stable.map((isStable, index) => (matching.after[index]! >= 0 && !isStable ? 1 : 0)) }
}

/** The units of a side, the index of each in the base, and that of the unit above it that no side moved. */
function* withAnchors(
  units: readonly Unit[],
  { before }: Matching,
  isMoved: (index: number) => boolean,
): Generator<{ readonly unit: Unit; readonly index: number; readonly anchor: number }> {
  let anchor = -1
  for (const [position, unit] of units.entries()) {
    const index = before[position]!
    if (index >= 0 && !isMoved(index)) anchor = index
    yield { unit, index, anchor }
  }
}

/**
 * Names the units that a side added, in order. A unit without an id that both sides added is the same if it has the same
 * text and the same place. Of several with the same name, the first ones are the same, and so on.
 */
function namesOfAdded(): (anchor: number, unit: Unit) => string {
  const counts = new Map<string, number>()
  return (anchor, { key, comments, body }) => {
    const name = key ?? `${anchor}\n${comments}${body}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${count} ${name}`
  }
}
