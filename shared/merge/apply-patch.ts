import { inOrder } from '../diff/in-order.ts'
import { match } from '../diff/match.ts'
import type { Hunk } from '../diff/patch.ts'
import { type Unit, unitsOf, unitText } from '../diff/units.ts'
import { parse } from '../syntax/tree.ts'
import { type Merged, type MergeOptions, merge } from './merge.ts'

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
  const parts = hunks.map(({ before, after }) => ({ before: unitsIn(before), after: unitsIn(after) }))
  const found = foundIn(
    current,
    parts.map(({ before }, index) => ({ units: withoutEnd(before), line: hunks[index]!.line })),
  )
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

/** Some units in a row, and the line on which they were. */
interface Part {
  readonly units: readonly Unit[]
  readonly line: number
}

/**
 * Finds the units of parts in a file: in the same row, as near to their lines as possible, or else each by itself.
 *
 * @returns for each part, the index of each of its units in the file; -1 if the file does not have it
 */
function foundIn(current: readonly Unit[], parts: readonly Part[]): number[][] {
  const lines = [0]
  for (const unit of current) lines.push(lines.at(-1)! + unitText(unit).split('\n').length - 1)
  const places = new Map<string, number[]>()
  current.forEach((unit, index) => {
    const text = unitText(unit)
    const same = places.get(text)
    if (same) same.push(index)
    else places.set(text, [index])
  })
  const isRow = (units: readonly Unit[], start: number): boolean =>
    units.every((unit, index) => current[start + index] && unitText(current[start + index]!) === unitText(unit))
  const starts = parts.map(({ units, line }) => {
    const same = (units[0] && places.get(unitText(units[0]))) ?? []
    for (const start of nearestFirst(same, place => lines[place]! - line)) if (isRow(units, start)) return start
    return undefined
  })
  const isTaken = new Set(parts.flatMap(({ units }, part) => units.map((_, index) => (starts[part] ?? NaN) + index)))
  const free = current.map((_, index) => index).filter(index => !isTaken.has(index))
  const rest = parts.flatMap(({ units }, part) => (starts[part] === undefined ? units : []))
  const { after } = match(
    rest,
    free.map(index => current[index]!),
  )
  let next = 0
  return parts.map(({ units }, part) =>
    units.map((_, index) => {
      const start = starts[part]
      return start === undefined ? (free[after[next++]!] ?? -1) : start + index
    }),
  )
}

/** Sorted places, the nearest first. Usually it is the right one, also where a file has many units of the same text. */
function* nearestFirst(places: readonly number[], distanceTo: (place: number) => number): Iterable<number> {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (distanceTo(places[middle]!) < 0) low = middle + 1
    else high = middle
  }
  let above = low - 1
  let below = low
  while (above >= 0 || below < places.length) {
    const isAbove = below === places.length || (above >= 0 && -distanceTo(places[above]!) <= distanceTo(places[below]!))
    yield places[isAbove ? above-- : below++]!
  }
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
