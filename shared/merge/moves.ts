import type { Unit } from '../diff/units.ts'
import { type Slot, slotsOf, type Versions } from './slots.ts'

/** The records that one side moved from or to a file, by their keys. */
export interface FileMoves {
  /** Those that are in another file now. */
  readonly gone: ReadonlySet<string>
  /** Those that came from another file, with their versions there. */
  readonly come: ReadonlyMap<string, Slot>
}

/** The records of a file in all versions, each merged where the side that moved it has it. */
export const withMoves = (slots: readonly Slot[], { gone, come }: FileMoves): Slot[] =>
  slots
    .filter(({ base }) => base?.key === undefined || !gone.has(base.key))
    .map(slot => {
      const elsewhere = come.get((slot.ours ?? slot.theirs)?.key ?? '')
      return slot.base || !elsewhere
        ? slot
        : { base: elsewhere.base, ours: slot.ours ?? elsewhere.ours, theirs: slot.theirs ?? elsewhere.theirs }
    })

/**
 * Finds the records that one side moved to another file, while the other side has them where they were or removed them.
 *
 * @param files the versions of each file; a file that a version does not have has no units there
 */
export function movesAmong(files: ReadonlyMap<string, Versions>): Map<string, FileMoves> {
  const places = {
    base: unitPlacesIn(files, ({ base }) => base),
    ours: unitPlacesIn(files, ({ ours }) => ours),
    theirs: unitPlacesIn(files, ({ theirs }) => theirs),
  }
  const moves = new Map<string, { gone: Set<string>; come: Map<string, Slot> }>()
  const movesOf = (file: string): { gone: Set<string>; come: Map<string, Slot> } => {
    const found = moves.get(file) ?? { gone: new Set(), come: new Map() }
    moves.set(file, found)
    return found
  }
  const slots = new Map<string, ReadonlyMap<Unit, Slot>>()
  const slotOf = ({ file, unit }: MovePlace): Slot | undefined => {
    const known = slots.get(file) ?? slotsByUnit(slotsOf(files.get(file)!))
    slots.set(file, known)
    return known.get(unit)
  }
  for (const [key, place] of places.base) {
    const [ours, theirs] = [places.ours.get(key), places.theirs.get(key)]
    if ([place, ours, theirs].includes('several')) continue
    const [from, our, their] = [place, ours, theirs] as [MovePlace, MovePlace | undefined, MovePlace | undefined]
    const movers = [our, their].filter(side => side !== undefined && side.file !== from.file)
    if (movers.length !== 1) continue
    const [to] = movers as [MovePlace]
    // In their files, these records must not be taken for others, which got another id.
    const [old, now] = [slotOf(from), slotOf(to)]
    if ([old?.ours, old?.theirs].some(unit => unit && unit.key !== key) || now?.base) continue
    movesOf(from.file).gone.add(key)
    movesOf(to.file).come.set(key, { base: from.unit, ours: our?.unit, theirs: their?.unit })
  }
  return moves
}

const slotsByUnit = (slots: readonly Slot[]): Map<Unit, Slot> =>
  new Map(slots.flatMap(slot => [slot.base, slot.ours, slot.theirs].flatMap(unit => (unit ? [[unit, slot]] : []))))

/** Where a version has a record. */
interface MovePlace {
  readonly file: string
  readonly unit: Unit
}

function unitPlacesIn(
  files: ReadonlyMap<string, Versions>,
  unitsOf: (versions: Versions) => readonly Unit[],
): Map<string, MovePlace | 'several'> {
  const places = new Map<string, MovePlace | 'several'>()
  for (const [file, versions] of files)
    for (const unit of unitsOf(versions))
      if (unit.record && unit.key !== undefined) places.set(unit.key, places.has(unit.key) ? 'several' : { file, unit })
  return places
}
