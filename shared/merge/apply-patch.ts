import { inOrder } from '../diff/in-order.ts'
import { match } from '../diff/match.ts'
import type { Hunk } from '../diff/patch.ts'
import { type Unit, unitsOf, unitText } from '../diff/units.ts'
import { parse } from '../syntax/tree.ts'
import { type Merged, type MergeOptions, merge } from './merge.ts'
import { Rows } from './rows.ts'

/**
 * Applies the hunks of a patch to a file, which may have changed since the patch was made. The records of the hunks are
 * found by their ids and texts, and then the changes of the patch are merged with those of the file.
 */
export function applyHunks(
  text: string,
  hunks: readonly Hunk[],
  options: MergeOptions,
): Merged | { readonly reason: string } {
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  const unitsIn = (some: string): Unit[] => unitsOf(parse(some), options.context.registry, lineBreak)
  const current = unitsIn(text)
  const places = [placeOf(''), ...current.map(unit => placeOf(unitText(unit)))]
  const parts = stillToDo(
    current,
    hunks.map(hunk => ({ ...hunk, before: unitsIn(hunk.before), after: unitsIn(hunk.after) })),
  )
  const found = foundIn(current, parts)
  for (const index of addedIn(current, found.flat(), parts)) Object.assign(places[index + 1]!, { base: '', theirs: '' })
  let last = places[0]!
  parts.forEach(({ before, after }, part) => {
    const units = withoutEnd(before)
    const indices = found[part]!
    const first = indices.find(index => index >= 0)
    const above = first === undefined ? last : places[first]!
    last = above
    // A unit that the file does not have any more goes below the one above it.
    const own = units.map((unit, index) => {
      last = indices[index]! >= 0 ? places[indices[index]! + 1]! : placeBelow(last)
      last.base = unitText(unit)
      return last
    })
    change(units, withoutEnd(after), own, above)
    const [oldEnd, newEnd] = [before, after].map(side => unitText(side.at(-1)!)) as [string, string]
    if (oldEnd !== newEnd) Object.assign(places.at(-1)!, { base: oldEnd, theirs: newEnd })
  })
  const lastLine = (side: 'before' | 'after'): boolean => {
    const isOpen = (some: string): boolean => some !== '' && !/[\r\n]$/.test(some)
    const touchesEnd = hunks.some(({ before, after }) => isOpen(before) || isOpen(after))
    return touchesEnd ? hunks.some(hunk => isOpen(hunk[side])) : isOpen(text)
  }
  const textOf = (side: 'base' | 'theirs', isOpen: boolean): string => {
    const all = places.map(place => textAt(place, side)).join('')
    return isOpen ? all.replace(/(\r\n|\r|\n)$/, '') : all
  }
  return merge(
    { base: textOf('base', lastLine('before')), ours: text, theirs: textOf('theirs', lastLine('after')) },
    options,
  )
}

/** The units of a hunk, and where it was. */
interface Part extends Pick<Hunk, 'line' | 'isAtEnd'> {
  readonly before: readonly Unit[]
  readonly after: readonly Unit[]
}

/**
 * The parts as the file needs them: one that the file has already changes nothing. If the file is the version before,
 * it has none of them, also where the same text is there by chance.
 */
function stillToDo(current: readonly Unit[], parts: readonly Part[]): readonly Part[] {
  const rows = new Rows(current)
  const isVersionBefore = parts.every(({ before, line, isAtEnd }) => {
    const units = withoutEnd(before)
    const start = rows.nearest(units, line)
    if (start === undefined) return false
    return rows.lines[start] === line && (!isAtEnd || start + units.length === current.length - 1)
  })
  if (isVersionBefore) return parts
  const places = new Map<string, number[]>()
  current.forEach((unit, index) => {
    const same = places.get(nameOf(unit))
    if (same) same.push(index)
    else places.set(nameOf(unit), [index])
  })
  return parts.map(part => (isDone(part, rows, places) ? { ...part, before: part.after } : part))
}

const nameOf = (unit: Unit): string => unit.key ?? unitText(unit)

/**
 * Whether a file has the version after of a part. The version before can be inside of it, or further away by chance.
 *
 * @param places the units of the file, by their names
 */
function isDone({ line, ...part }: Part, rows: Rows, places: ReadonlyMap<string, readonly number[]>): boolean {
  const [before, after] = [withoutEnd(part.before), withoutEnd(part.after)]
  const start = after.length === 0 || areSame(before, after) ? undefined : rows.nearest(after, line)
  if (start === undefined) return false
  const end = start + after.length
  const isInside = (index: number): boolean => index >= start && index < end
  const names = new Set(after.map(nameOf))
  const hasRemoved = before.some(
    unit => !names.has(nameOf(unit)) && places.get(nameOf(unit))?.some(index => !isInside(index)),
  )
  if (hasRemoved) return false
  const old = before.length === 0 ? undefined : rows.nearest(before, line)
  if (old === undefined) return true
  const oldEnd = old + before.length
  if (old >= start && oldEnd <= end) return true
  const distanceTo = (index: number): number => Math.abs(rows.lines[index]! - line)
  return (oldEnd <= start || old >= end) && distanceTo(start) < distanceTo(old)
}

const areSame = (one: readonly Unit[], other: readonly Unit[]): boolean =>
  one.length === other.length && one.every((unit, index) => unitText(unit) === unitText(other[index]!))

/**
 * Finds the units before of parts in a file: in the same row, as near to their lines as possible, or each by itself.
 *
 * @returns for each part, the index of each of its units in the file; -1 if the file does not have it
 */
function foundIn(current: readonly Unit[], parts: readonly Part[]): number[][] {
  const rows = new Rows(current)
  const wanted = parts.map(({ before, line }) => ({ units: withoutEnd(before), line }))
  const starts = wanted.map(({ units, line }) => (units.length === 0 ? undefined : rows.nearest(units, line)))
  const isTaken = new Set(wanted.flatMap(({ units }, part) => units.map((_, index) => (starts[part] ?? NaN) + index)))
  const free = current.map((_, index) => index).filter(index => !isTaken.has(index))
  const rest = wanted.flatMap(({ units }, part) => (starts[part] === undefined ? units : []))
  const { after } = match(
    rest,
    free.map(index => current[index]!),
  )
  let next = 0
  return wanted.map(({ units }, part) =>
    units.map((_, index) => {
      const start = starts[part]
      return start === undefined ? (free[after[next++]!] ?? -1) : start + index
    }),
  )
}

/**
 * The indices of the records of a file that a patch adds: the file and the patch have added them both. A patch has all
 * records of its version before that have the id of a record that it adds.
 */
function addedIn(current: readonly Unit[], found: readonly number[], parts: readonly Part[]): number[] {
  const keysOf = (side: 'before' | 'after'): (string | undefined)[] =>
    parts.flatMap(part => withoutEnd(part[side]).map(({ key }) => key))
  const added = new Set(keysOf('after'))
  for (const key of [undefined, ...keysOf('before')]) added.delete(key)
  if (added.size === 0) return []
  const isFound = new Set(found)
  return current.flatMap(({ key }, index) => (added.has(key) && !isFound.has(index) ? index : []))
}

/** A unit in the file without the changes since the patch, and in that file after the patch. */
interface Place {
  base: string
  theirs: string
  /** What is between it and the next unit of the file. */
  readonly below: Place[]
}

const placeOf = (text: string): Place => ({ base: text, theirs: text, below: [] })

const textAt = (place: Place, side: 'base' | 'theirs'): string =>
  place[side] + place.below.map(one => textAt(one, side)).join('')

const withoutEnd = (units: readonly Unit[]): Unit[] => units.filter(({ kind }) => kind !== 'end')

/** Adds a place without text directly below another one. */
function placeBelow(place: Place): Place {
  const added = placeOf('')
  place.below.unshift(added)
  return added
}

/**
 * Makes the changes of a hunk.
 *
 * @param own the place of each unit before
 * @param above the place above the first one
 */
function change(before: readonly Unit[], after: readonly Unit[], own: readonly Place[], above: Place): void {
  const matching = match(before, after)
  const stable = inOrder(matching.after)
  own.forEach(place => {
    place.theirs = ''
  })
  let last = above
  after.forEach((unit, index) => {
    const old = matching.before[index]!
    last = stable[old] === 1 ? own[old]! : placeBelow(last)
    last.theirs = unitText(unit)
  })
}
