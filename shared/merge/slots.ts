import { directiveIn } from '../check/directive.ts'
import { inOrder } from '../diff/in-order.ts'
import { match } from '../diff/match.ts'
import type { Matching } from '../diff/runs.ts'
import type { Unit } from '../diff/units.ts'
import { isHeader } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'

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
 * and additions of both sides. If both sides have something at one place, that of ours comes first, unless it would
 * decide about what theirs has there: a header or a suppression comes last.
 */
export function slotsOf({ base, ours, theirs }: Versions): Slot[] {
  const our = slotSideOf(base, ours)
  const their = slotSideOf(base, theirs)
  const isMoved = (index: number): boolean => our.moved[index] === 1 || their.moved[index] === 1
  const slotAt = (index: number): Slot => ({
    base: base[index],
    ours: ours[our.after[index]!],
    theirs: theirs[their.after[index]!],
  })
  const below = new Map<number, Below>()
  const placeBelow = (anchor: number, side: keyof Below, placed: Placed): void => {
    const there = below.get(anchor) ?? { ours: [], theirs: [] }
    there[side].push(placed)
    below.set(anchor, there)
  }
  const added = new Map<string, { readonly anchor: number; readonly placed: Placed }>()
  const [ourName, theirName] = [namesOfAdded(), namesOfAdded()]
  for (const { unit, index, anchor } of withAnchors(our, their, isMoved)) {
    if (index >= 0 && our.moved[index] === 0) continue
    const placed = { index, unit, slot: index < 0 ? { base: undefined, ours: unit, theirs: undefined } : slotAt(index) }
    if (index < 0) added.set(ourName(anchor, unit), { anchor, placed })
    placeBelow(anchor, 'ours', placed)
  }
  for (const { unit, index, anchor } of withAnchors(their, our, isMoved)) {
    if (index >= 0 && (their.moved[index] === 0 || our.moved[index] === 1)) continue
    const same = index < 0 ? added.get(theirName(anchor, unit)) : undefined
    if (same) same.placed.slot = { ...same.placed.slot, theirs: unit }
    if (same?.anchor === anchor) placeBelow(anchor, 'theirs', same.placed)
    if (same) continue
    const slot = index < 0 ? { base: undefined, ours: undefined, theirs: unit } : slotAt(index)
    placeBelow(anchor, 'theirs', { index, unit, slot })
  }
  const slots: Slot[] = []
  const addBelow = (anchor: number): void => {
    for (const { slot, index } of combined(below.get(anchor))) {
      slots.push(slot)
      if (index >= 0) addBelow(index)
    }
  }
  addBelow(-1)
  base.forEach((_, index) => {
    if (isMoved(index)) return
    slots.push(slotAt(index))
    addBelow(index)
  })
  return slots
}

/** A unit that a side added or moved. */
interface Placed {
  /** Its index in the base; -1 if it was added. */
  readonly index: number
  readonly unit: Unit
  slot: Slot
}

/** What the sides have below a unit of the base. What both have added there is the same object in both. */
interface Below {
  readonly ours: Placed[]
  readonly theirs: Placed[]
}

/**
 * Puts in order what the sides have at one place. What both have added there keeps apart what is above and below it.
 */
function combined(below: Below | undefined): Placed[] {
  if (!below) return []
  const { ours, theirs } = below
  const ourOwn = new Set(ours)
  const shared = new Set(theirs.filter(placed => ourOwn.has(placed)))
  const theirParts = partsBelowShared(theirs, shared)
  return [...partsBelowShared(ours, shared)].flatMap(([first, our]) => {
    const their = theirParts.get(first) ?? []
    const isOursLast = their.length > 0 && reachesBelow(unitsIn(our)) && !reachesBelow(unitsIn(their))
    return [...(first ? [first] : []), ...(isOursLast ? [...their, ...our] : [...our, ...their])]
  })
}

const unitsIn = (all: readonly Placed[]): Unit[] => all.map(({ unit }) => unit)

/** What is below each shared unit, and above the first one. */
function partsBelowShared(all: readonly Placed[], shared: ReadonlySet<Placed>): Map<Placed | undefined, Placed[]> {
  let part: Placed[] = []
  const parts = new Map<Placed | undefined, Placed[]>([[undefined, part]])
  for (const placed of all) {
    if (shared.has(placed)) {
      part = []
      parts.set(placed, part)
    } else part.push(placed)
  }
  return parts
}

interface SlotSide extends Matching {
  readonly units: readonly Unit[]
  /** For each unit of the base, 1 if this side moved it. */
  readonly moved: Uint8Array
  /**
   * For each unit of this side, the index in the base of the nearest header or suppression, it or one above: -1 if
   * there is none, and NaN if this side added it. NaN equals no other index.
   */
  readonly scopes: readonly number[]
}

function slotSideOf(base: readonly Unit[], units: readonly Unit[]): SlotSide {
  const matching = match(base, units)
  const stable = inOrder(matching.after)
  const moved = stable.map((isStable, index) => (matching.after[index]! >= 0 && !isStable ? 1 : 0))
  let scope = -1
  const scopes = units.map((unit, position) => {
    const index = matching.before[position]!
    if (hasScope(unit)) scope = index < 0 ? NaN : index
    return scope
  })
  return { ...matching, units, moved, scopes }
}

/**
 * The units of a side, the index of each in the base, and that of the unit above it: for a moved unit, the nearest one
 * that no side moved; for an added one also a moved one, unless it was moved to another header or suppression.
 */
function* withAnchors(
  { units, before, scopes }: SlotSide,
  other: SlotSide,
  isMoved: (index: number) => boolean,
): Generator<{ readonly unit: Unit; readonly index: number; readonly anchor: number }> {
  let [stable, nearest] = [-1, -1]
  for (const [position, unit] of units.entries()) {
    const index = before[position]!
    yield { unit, index, anchor: index < 0 ? nearest : stable }
    if (index < 0) continue
    if (!isMoved(index)) stable = nearest = index
    else if (other.scopes[other.after[index]!] === scopes[position]) nearest = index
  }
}

/**
 * Names the units that a side added, in order. A unit without an id that both sides added is the same if it has the
 * same text and the same place. Of several with the same name, the first ones are the same, and so on.
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

/** Whether a unit decides about the units below it: a header, or a comment that starts or ends a suppression. */
const hasScope = (unit: Unit): boolean =>
  (unit.record !== undefined && isHeader(unit.record)) || directivesOfUnit(unit).length > 0

/** Whether some units in a row decide about those below: they have a header, or a suppression that goes on. */
function reachesBelow(units: readonly Unit[]): boolean {
  const open = new Set<string>()
  for (const unit of units) {
    if (unit.record && isHeader(unit.record)) return true
    for (const { kind, codes } of directivesOfUnit(unit)) {
      const names = codes.length > 0 ? codes.map(({ name }) => name) : [allCodes]
      for (const name of names)
        if (kind === 'disable') open.add(name)
        // What was not disabled here was disabled above.
        else if (!open.delete(name)) return true
    }
  }
  return open.size > 0
}

const allCodes = ''

function directivesOfUnit({ record, comments, body }: Unit): NonNullable<ReturnType<typeof directiveIn>>[] {
  const text = record ? comments : body
  if (!text.includes('recline-')) return []
  return parseEntries(text)
    .flatMap(entry => (entry.kind === 'comment' ? (directiveIn(entry) ?? []) : []))
    .filter(({ kind }) => kind !== 'disable-next-line')
}
