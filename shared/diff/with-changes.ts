import { inOrder } from './in-order.ts'
import { match } from './match.ts'
import type { Unit } from './units.ts'

/** Which changes of a version to take. */
export interface Wanted {
  /** The units before and after the wanted changes. */
  readonly units: ReadonlySet<Unit>
  /** Whether a changed unit that was moved too keeps the place that it had before. */
  readonly keepsPlaces: boolean
}

/** The units of a version with only some of the changes to another one. All others stay as and where they are. */
export function withChanges(before: readonly Unit[], after: readonly Unit[], { units, keepsPlaces }: Wanted): Unit[] {
  const matching = match(before, after)
  // As in `compare`, so that the same units were moved.
  const stable = inOrder(matching.before)
  const isWanted = (one: Unit | undefined, other: Unit | undefined): boolean =>
    [one, other].some(unit => unit && units.has(unit))
  const result: Unit[] = []
  let next = 0
  before.forEach((unit, index) => {
    const place = matching.after[index]!
    const same = after[place]
    if (stable[place] === 1) {
      for (; next < place; next++) {
        const added = after[next]!
        const old = before[matching.before[next]!]
        if (isWanted(old, added) && !(old && keepsPlaces)) result.push(added)
      }
      next++
    }
    if (!isWanted(unit, same)) result.push(unit)
    else if (same && (stable[place] === 1 || keepsPlaces)) result.push(same)
  })
  return result
}
