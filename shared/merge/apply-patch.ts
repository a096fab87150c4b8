import { lastIndex } from '../basics/binary-search.ts'
import { addToGroup } from '../basics/group.ts'
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
  const own = hunksWithLineBreaksOf(text, hunks)
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  const unitsIn = (some: string): Unit[] => unitsOf(parse(some), options.context.registry, lineBreak)
  const current = unitsIn(text)
  const places = [patchPlaceOf(''), ...current.map(unit => patchPlaceOf(unitText(unit)))]
  const parts = stillToDo(
    current,
    own.map(hunk => ({ ...hunk, before: unitsIn(hunk.before), after: unitsIn(hunk.after) })),
  )
  const found = foundIn(current, parts)
  for (const index of addedIn(current, found.flat(), parts)) Object.assign(places[index + 1]!, { base: '', theirs: '' })
  let last = places[0]!
  parts.forEach(({ before, after }, part) => {
    const units = withoutEndUnits(before)
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
    change(units, withoutEndUnits(after), own, above)
    const [oldEnd, newEnd] = [before, after].map(side => unitText(side.at(-1)!)) as [string, string]
    if (oldEnd !== newEnd) Object.assign(places.at(-1)!, { base: oldEnd, theirs: newEnd })
  })
  const lastLine = (side: 'before' | 'after'): boolean => {
    const isOpen = (some: string): boolean => some !== '' && !/[\r\n]$/.test(some)
    const touchesEnd = own.some(({ before, after }) => isOpen(before) || isOpen(after))
    return touchesEnd ? own.some(hunk => isOpen(hunk[side])) : isOpen(text)
  }
  const textOf = (side: 'base' | 'theirs', isOpen: boolean): string => {
    const all = places.map(place => sideTextAt(place, side)).join('')
    return isOpen ? all.replace(/(\r\n|\r|\n)$/, '') : all
  }
  return merge(
    { base: textOf('base', lastLine('before')), ours: text, theirs: textOf('theirs', lastLine('after')) },
    options,
  )
}

/**
 * The hunks with the line ends of a file: git keeps others in a patch than in the work tree. A patch that changes line
 * ends, and a file that has several kinds of them, stay as they are.
 */
function hunksWithLineBreaksOf(text: string, hunks: readonly Hunk[]): readonly Hunk[] {
  const [own, ...more] = lineBreaksIn([text])
  const [other, ...others] = lineBreaksIn(hunks.flatMap(({ before, after }) => [before, after]))
  if (own === undefined || other === undefined || own === other || more.length + others.length > 0) return hunks
  const converted = (some: string): string => some.replaceAll(other, own)
  return hunks.map(hunk => ({ ...hunk, before: converted(hunk.before), after: converted(hunk.after) }))
}

const lineBreaksIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(text => text.match(/\r\n|\r|\n/g) ?? [])),
]

/** The units of a hunk, and where they were. */
interface HunkUnits extends Pick<Hunk, 'line' | 'isAtEnd'> {
  readonly before: readonly Unit[]
  readonly after: readonly Unit[]
}

/**
 * The parts as the file needs them: one that the file has already changes nothing. If the file is the version before or
 * after, it has none or all of them, also where the same text is there by chance.
 */
function stillToDo(current: readonly Unit[], parts: readonly HunkUnits[]): readonly HunkUnits[] {
  const rows = new UnitRows(current)
  if (parts.every(part => isInPlace(part, 'before', current, rows))) return parts
  if (parts.every(part => isInPlace(part, 'after', current, rows))) return parts.map(done)
  const loose = looseRows(current, parts)
  const places = parts.map(({ before, after, line }) => ({
    old: loose.nearest(withoutEndUnits(before), line.before),
    now: loose.nearest(withoutEndUnits(after), line.after),
  }))
  // The file has rather the whole patch, or nothing of it, than some parts.
  const [isBefore, isAfter] = [places.every(({ old }) => old), places.every(({ now }) => now)]
  const all = isBefore === isAfter ? undefined : isAfter
  const kept = new Set(parts.flatMap(({ after }) => after.map(({ key }) => key)))
  const toRemove = new Map(
    current.flatMap(({ key }, index) => (key === undefined || kept.has(key) ? [] : [[key, index] as const])),
  )
  return parts.map((part, index) => (isDone(part, places[index]!, loose, toRemove, all) ? inPlace(part) : part))
}

const done = (part: HunkUnits): HunkUnits => ({ ...part, before: part.after })

/** A part whose records a file has. The changes of records with an id are still to be merged. */
function inPlace(part: HunkUnits): HunkUnits {
  const keyed = new Map(part.before.flatMap(unit => (unit.record && unit.key !== undefined ? [[unit.key, unit]] : [])))
  return { ...part, before: part.after.map(unit => keyed.get(unit.key ?? '') ?? unit) }
}

/** Whether a file has a version of a part on the same line as that version. */
function isInPlace(part: HunkUnits, side: 'before' | 'after', current: readonly Unit[], rows: UnitRows): boolean {
  const units = withoutEndUnits(part[side])
  const row = rows.nearest(units, part.line[side])
  const start = row?.[0] ?? 0
  if (!row || rows.lines[start] !== part.line[side]) return false
  const below = current[start + units.length]!
  return part.isAtEnd ? below.kind === 'end' : below.blank.startsWith(part[side].at(-1)!.blank)
}

/** Finds rows whose records the file can have changed; it can have added records between them. */
function looseRows(current: readonly Unit[], parts: readonly HunkUnits[]): UnitRows {
  const keys = new Set(parts.flatMap(({ before, after }) => [...before, ...after].map(({ key }) => key)))
  return new UnitRows(current, unitName, ({ key }) => key === undefined || keys.has(key))
}

const unitName = ({ key, comments, body }: Unit): string => key ?? comments + body

/**
 * Whether a file has the version after of a part. The version before can be inside of it, or further away by chance.
 *
 * @param places where the file has the versions before and after
 * @param toRemove the records of the file with an id, without those that the patch leaves or moves
 * @param all whether the file has all parts, if the others tell
 */
function isDone(
  part: HunkUnits,
  { old, now }: { readonly old: readonly number[] | undefined; readonly now: readonly number[] | undefined },
  { lines }: UnitRows,
  toRemove: ReadonlyMap<string, number>,
  all: boolean | undefined,
): boolean {
  const [before, after] = [withoutEndUnits(part.before), withoutEndUnits(part.after)]
  if (!now || after.length === 0 || areSame(before, after)) return false
  const isNow = new Set(now)
  const isElsewhere = ({ key = '' }: Unit): boolean => toRemove.has(key) && !isNow.has(toRemove.get(key)!)
  if (before.some(isElsewhere)) return false
  if (!old) return true
  const isOld = new Set(old)
  if (old.every(index => isNow.has(index))) return true
  if (now.every(index => isOld.has(index))) return false
  const isNearer = Math.abs(lines[now[0]!]! - part.line.after) <= Math.abs(lines[old[0]!]! - part.line.before)
  return all ?? isNearer
}

const areSame = (one: readonly Unit[], other: readonly Unit[]): boolean =>
  one.length === other.length && one.every((unit, index) => unitName(unit) === unitName(other[index]!))

/**
 * Finds the units before of parts in a file: in the same row, as near to their lines as possible, or each by itself.
 *
 * @returns for each part, the index of each of its units in the file; -1 if the file does not have it
 */
function foundIn(current: readonly Unit[], parts: readonly HunkUnits[]): number[][] {
  const rows = [new UnitRows(current), looseRows(current, parts)]
  const wanted = parts.map(({ before, line }) => ({ units: withoutEndUnits(before), line: line.before }))
  const found = wanted.map(({ units, line }) =>
    rows.reduce<readonly number[] | undefined>((known, some) => known ?? some.nearest(units, line), undefined),
  )
  const isTaken = new Set(found.flatMap(row => row ?? []))
  const free = current.map((_, index) => index).filter(index => !isTaken.has(index))
  const rest = wanted.flatMap(({ units }, part) => (found[part] ? [] : units))
  const { after } = match(
    rest,
    free.map(index => current[index]!),
  )
  let next = 0
  return wanted.map(({ units }, part) => units.map((_, index) => found[part]?.[index] ?? free[after[next++]!] ?? -1))
}

/**
 * The indices of the records of a file that a patch adds: the file and the patch have added them both. A patch has all
 * records of its version before that have the id of a record that it adds.
 */
function addedIn(current: readonly Unit[], found: readonly number[], parts: readonly HunkUnits[]): number[] {
  const keysOf = (side: 'before' | 'after'): (string | undefined)[] =>
    parts.flatMap(part => withoutEndUnits(part[side]).map(({ key }) => key))
  const added = new Set(keysOf('after'))
  for (const key of [undefined, ...keysOf('before')]) added.delete(key)
  if (added.size === 0) return []
  const isFound = new Set(found)
  return current.flatMap(({ key }, index) => (added.has(key) && !isFound.has(index) ? index : []))
}

/** A unit in the file without the changes since the patch, and in that file after the patch. */
interface PatchPlace {
  base: string
  theirs: string
  /** What is between it and the next unit of the file. */
  readonly below: PatchPlace[]
}

const patchPlaceOf = (text: string): PatchPlace => ({ base: text, theirs: text, below: [] })

const sideTextAt = (place: PatchPlace, side: 'base' | 'theirs'): string =>
  place[side] + place.below.map(one => sideTextAt(one, side)).join('')

const withoutEndUnits = (units: readonly Unit[]): Unit[] => units.filter(({ kind }) => kind !== 'end')

/** Adds a place without text directly below another one. */
function placeBelow(place: PatchPlace): PatchPlace {
  const added = patchPlaceOf('')
  place.below.unshift(added)
  return added
}

/**
 * Makes the changes of a hunk.
 *
 * @param own the place of each unit before
 * @param above the place above the first one
 */
function change(before: readonly Unit[], after: readonly Unit[], own: readonly PatchPlace[], above: PatchPlace): void {
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

/** Finds units that are in a row in a file. */
class UnitRows {
  /** The line of each unit, from 0, that of its comments and blank lines if it has some. */
  readonly lines: readonly number[]
  /** The indices of the units that count, in order, and where each name is among them. */
  private readonly counted: number[] = []
  private readonly places = new Map<string, number[]>()

  /**
   * @param nameOf the name of a unit; units with the same name are the same
   * @param counts whether a unit counts; others can be between the units of a row
   */
  constructor(
    private readonly all: readonly Unit[],
    private readonly nameOf: (unit: Unit) => string = unitText,
    counts: (unit: Unit) => boolean = () => true,
  ) {
    const lines = [0]
    all.forEach((unit, index) => {
      lines.push(lines.at(-1)! + unitText(unit).split('\n').length - 1)
      if (!counts(unit)) return
      const name = nameOf(unit)
      addToGroup(this.places, name, this.counted.push(index) - 1)
    })
    this.lines = lines
  }

  /** The indices of a row with the names of some units: of the nearest to a line, if there are several. */
  nearest(units: readonly Unit[], line: number): readonly number[] | undefined {
    if (units.length === 0) return []
    const names = units.map(this.nameOf)
    const isRow = (place: number): boolean =>
      names.every((name, offset) => {
        const unit = this.all[this.counted[place + offset]!]
        return unit && this.nameOf(unit) === name
      })
    const same = this.places.get(names[0]!) ?? []
    for (const place of nearestFirst(same, one => this.lines[this.counted[one]!]! - line))
      if (isRow(place)) return this.counted.slice(place, place + units.length)
    return undefined
  }
}

/** Sorted places, the nearest first. Usually it is the right one, also where a file has many units of the same text. */
function* nearestFirst(places: readonly number[], distanceTo: (place: number) => number): Iterable<number> {
  let above = lastIndex(places, place => distanceTo(place) < 0)
  let below = above + 1
  while (above >= 0 || below < places.length) {
    const isAbove = below === places.length || (above >= 0 && -distanceTo(places[above]!) <= distanceTo(places[below]!))
    yield places[isAbove ? above-- : below++]!
  }
}
