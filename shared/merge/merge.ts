import { definitionFor, keyOfRecordNode } from '../diff/record-key.ts'
import { type Unit, unitsOf } from '../diff/units.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { identityOf } from '../domains/identity.ts'
import { localize } from '../domains/localize.ts'
import { createRegistry, type Registry } from '../domains/registry.ts'
import { parseEntries } from '../syntax/parse.ts'
import { parse } from '../syntax/tree.ts'
import { conflictOf, decidedUnit, type Favor, type MergedUnit, mergeUnit, unitKind, whatChanged } from './merge-unit.ts'
import { type FileMoves, withMoves } from './moves.ts'
import { withConflictsOfProblems } from './new-problems.ts'
import { type Slot, slotsOf, type Versions } from './slots.ts'

/** Three versions of a file, as texts without a byte order mark. */
export interface Texts {
  /** The version that both sides changed. */
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

export interface MergeOptions extends MarkerStyle {
  /** Decides the definitions of the records. */
  readonly context: FileContext
  /** Whether a record that both sides changed is a conflict, also if they changed different fields. */
  readonly isStrict: boolean
  /** Which side decides about conflicts; without it, they stay. */
  readonly favor?: Favor | undefined
  /** The records that one side moved from or to another file, if this is known. */
  readonly moves?: FileMoves | undefined
}

/** The merged file. */
export interface Merged {
  readonly text: string
  /** The units of the result; those with a conflict have markers in the text. */
  readonly units: readonly MergedUnit[]
  readonly conflicts: number
  /** How many conflicts were decided. */
  readonly decided: number
}

/**
 * Merges two changed versions of a file by record and field.
 *
 * @returns why the versions cannot be merged by record, if so: a text merge can then show all of them
 */
export function merge(texts: Texts, options: MergeOptions): Merged | Refused {
  const merged = mergeInOrder(texts, options)
  const { base, ours, theirs } = texts
  if ('reason' in merged || ![base, ours, theirs].some(hasMoreThanRecords)) return merged
  // What one side adds stands above what the other one adds. There, a block that nothing closes takes it in, and a line
  // that is no record is read as its part. As the sides have no order, such a merge is refused in both.
  const other = mergeInOrder({ base, ours: theirs, theirs: ours }, withoutMoves(options))
  return 'reason' in other ? other : merged
}

interface Refused {
  readonly reason: string
}

/** Whether a text has a block, or lines that are no records or comments. */
const hasMoreThanRecords = (text: string): boolean => /^[ \t]*(@begin|[^@#|\s])/im.test(text)

/** Moves say which side is ours. */
const withoutMoves = ({ moves: _, ...options }: MergeOptions): MergeOptions => options

function mergeInOrder(texts: Texts, options: MergeOptions): Merged | Refused {
  const { base, ours, theirs } = texts
  const { moves } = options
  if (!moves && (base === theirs || ours === theirs)) return clean(ours)
  if (!moves && base === ours) return clean(theirs)
  const lineBreaks = [...new Set([base, ours, theirs].flatMap(breaksOfVersion))]
  if (lineBreaks.length > 1) return { reason: localize('the versions have different line ends') }
  if ([base, ours, theirs].some(hasConflictMarkers)) return { reason: localize('a version has conflict markers') }
  const [lineBreak = '\n'] = lineBreaks
  const { registry } = options.context
  const unitsIn = (text: string): Unit[] => unitsOf(parse(text), registry, lineBreak)
  const versions: Versions = { base: unitsIn(base), ours: unitsIn(ours), theirs: unitsIn(theirs) }
  const placed = moves ? withMoves(slotsOf(versions), moves) : slotsOf(versions)
  const slots = placed.map(slot => ({ slot, merged: mergeUnit(slot, registry, options.isStrict) }))
  const withAmong = keptApart(withConflictsAmong(slots, registry), lineBreak)
  if (!areReadAs(withAmong, lineBreak))
    return { reason: localize('a record of one version would be read as a part of another one') }
  const found = withConflictsOfProblems(withAmong, versions, options.context)
  const count = found.filter(({ conflict }) => conflict).length
  const { favor } = options
  const units = favor ? found.flatMap(unit => decidedUnit(unit, favor) ?? []) : found
  const text = composed(units, lineBreak, options)
  const [conflicts, decided] = favor ? [0, count] : [count, 0]
  return { text: hasLastLineEnd(texts) ? text : withoutLastLineEnd(text, units), units, conflicts, decided }
}

const clean = (text: string): Merged => ({ text, units: [], conflicts: 0, decided: 0 })

const breaksOfVersion = (text: string): string[] => {
  const hasCarriageReturn = text.includes('\r')
  if (!hasCarriageReturn) return text.includes('\n') ? ['\n'] : []
  return [...new Set(text.match(/\r\n|\r|\n/g))]
}

const hasConflictMarkers = (text: string): boolean => /^(<{7,}|>{7,}|\|{7,}) |^={7,}$/m.test(text)

/** Adds a blank line where comments that stood alone would be read as those of the record below. */
const keptApart = (units: readonly MergedUnit[], lineBreak: string): MergedUnit[] =>
  units.map((unit, index) => {
    const above = units[index - 1]
    const isJoined = above && unitKind(above) === 'text' && [above.ours, above.theirs].some(isComment)
    return isJoined && unit.blank === '' && unitKind(unit) !== 'end' ? { ...unit, blank: lineBreak } : unit
  })

const isComment = (text: string): boolean => text.trimStart().startsWith('#')

/** Whether the parser reads both sides of a result as the units that it is made of. */
function areReadAs(units: readonly MergedUnit[], lineBreak: string): boolean {
  const isRead = (side: 'ours' | 'theirs'): boolean => {
    const wanted = units.map(unit => unit[side]).filter(text => text !== '')
    const text = units.map(unit => unit.blank + unit[side]).join('')
    const read = unitsOf(parse(text), noTags, lineBreak).filter(({ kind }) => kind !== 'end')
    return read.every(({ comments, body }, index) => comments + body === wanted[index])
  }
  const hasConflicts = units.some(({ conflict }) => conflict)
  return isRead('ours') && (!hasConflicts || isRead('theirs'))
}

const noTags = createRegistry([])

function hasLastLineEnd({ base, ours, theirs }: Texts): boolean {
  const isWhole = (text: string): boolean => text === '' || /[\r\n]$/.test(text)
  return isWhole(base) === isWhole(theirs) ? isWhole(ours) : isWhole(theirs)
}

function withoutLastLineEnd(text: string, units: readonly MergedUnit[]): string {
  const last = units.findLast(({ blank, ours, theirs }) => blank + ours + theirs !== '')
  return last?.conflict ? text : text.replace(/(\r\n|\r|\n)$/, '')
}

/** How conflicts are written. */
interface MarkerStyle {
  /** How many characters a marker has: git uses 7. */
  readonly markerSize: number
  /** The names of the sides. */
  readonly ours: string
  readonly theirs: string
}

/**
 * The text of a result. A conflict has git's markers around whole units, and the units above and below are the same on
 * both sides.
 */
function composed(units: readonly MergedUnit[], lineBreak: string, style: MarkerStyle): string {
  const marker = (sign: string, text = ''): string => sign.repeat(style.markerSize) + text + lineBreak
  return units
    .map(({ blank, ours, theirs, conflict }) =>
      conflict
        ? blank +
          marker('<', ` ${style.ours}: ${textInOneLine(conflict.ours)}`) +
          ours +
          marker('=') +
          theirs +
          marker('>', ` ${style.theirs}: ${textInOneLine(conflict.theirs)}`)
        : blank + ours,
    )
    .join('')
}

const textInOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** A slot and its result; undefined if it is removed. */
interface MergedSlot {
  readonly slot: Slot
  readonly merged: MergedUnit | undefined
}

/**
 * Finds conflicts between different units of a result: an id that two records have now, and a record that one side
 * removed or renamed although the other side now refers to it.
 */
function withConflictsAmong(all: readonly MergedSlot[], registry: Registry): MergedUnit[] {
  // What all versions have cannot conflict with anything that one side alone changed.
  const changed = all.filter(({ slot }) => !isSameOnAllSides(slot))
  const keys = changed.map(({ merged }) => (merged ? keysOf(merged, registry) : []))
  const present = countsOfKeys(keys.flat())
  const needed = neededKeys(changed, present, registry)
  const restored = changed.map(({ slot, merged }) => restoredUnit(slot, needed) ?? merged)
  const units = withoutRepeatedIds(restored, keys, present, changed)
  let next = 0
  return all
    .map(({ slot, merged }) => (isSameOnAllSides(slot) ? merged : units[next++]))
    .filter(unit => unit !== undefined)
}

const isSameOnAllSides = ({ base, ours, theirs }: Slot): boolean =>
  base !== undefined && base.body === ours?.body && base.body === theirs?.body

/** The ids in the result of a unit; both of them if its id is in conflict. */
function keysOf({ slot: { ours, theirs }, ours: text, conflict }: MergedUnit, registry: Registry): string[] {
  const keys = new Set([ours, theirs].flatMap(unit => (unit ? [unit.key] : [])))
  if (conflict || keys.size === 1) return [...keys].filter(key => key !== undefined)
  const record = parseEntries(text).find(entry => entry.kind === 'record')
  const key = record && keyOfRecordNode(record, registry)
  return key === undefined ? [] : [key]
}

function countsOfKeys(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The missing ids that one side newly refers to, each with the record that refers to it. */
interface Needed {
  readonly ours: ReadonlyMap<string | undefined, string>
  readonly theirs: ReadonlyMap<string | undefined, string>
}

function neededKeys(all: readonly MergedSlot[], present: ReadonlyMap<string, number>, registry: Registry): Needed {
  const missing = new Set<string>()
  for (const { slot } of all)
    for (const unit of [slot.ours, slot.theirs])
      if (unit?.key !== undefined && !present.has(unit.key)) missing.add(unit.key)
  const neededBy = (side: 'ours' | 'theirs'): Map<string, string> => {
    const needed = new Map<string, string>()
    for (const { slot } of all) {
      const unit = slot[side]
      if (!unit || unit.body === slot.base?.body) continue
      const before = new Set(referencesOf(slot.base, registry))
      for (const key of referencesOf(unit, registry))
        if (missing.has(key) && !before.has(key)) needed.set(key, unit.key ?? unit.body.trim())
    }
    return needed
  }
  if (missing.size === 0) return { ours: new Map(), theirs: new Map() }
  return { ours: neededBy('ours'), theirs: neededBy('theirs') }
}

function referencesOf(unit: Unit | undefined, registry: Registry): string[] {
  const tag = unit?.record && definitionFor(unit.record, registry)
  return tag ? identityOf(unit.record!, tag).references.map(reference => `${reference.tag} ${reference.id}`) : []
}

/** The conflict for a record that is not in the result although one side refers to it. */
function restoredUnit(slot: Slot, needed: Needed): MergedUnit | undefined {
  const ourReason = needed.ours.get(slot.ours?.key)
  const theirReason = needed.theirs.get(slot.theirs?.key)
  if (ourReason === undefined && theirReason === undefined) return undefined
  return conflictOf(
    slot,
    ourReason === undefined ? whatChanged(slot.base, slot.ours) : `needed by ${ourReason}`,
    theirReason === undefined ? whatChanged(slot.base, slot.theirs) : `needed by ${theirReason}`,
  )
}

/**
 * Makes one conflict of two records that have the same id now, if neither side had both. A record that is in conflict
 * already stays as it is: one conflict has no room for its other version.
 */
function withoutRepeatedIds(
  units: readonly (MergedUnit | undefined)[],
  keys: readonly (readonly string[])[],
  present: ReadonlyMap<string, number>,
  changed: readonly MergedSlot[],
): (MergedUnit | undefined)[] {
  const result = [...units]
  const ourCounts = countsOfKeys(changed.flatMap(({ slot }) => slot.ours?.key ?? []))
  const theirCounts = countsOfKeys(changed.flatMap(({ slot }) => slot.theirs?.key ?? []))
  const first = new Map<string, number>()
  keys.forEach((own, index) => {
    for (const key of own) {
      if (present.get(key)! <= Math.max(1, ourCounts.get(key) ?? 0, theirCounts.get(key) ?? 0)) continue
      const other = first.get(key)
      if (other === undefined) first.set(key, index)
      else if (isClean(result[other]) && isClean(result[index])) {
        result[other] = sameId(result[other], result[index], key)
        result[index] = undefined
      }
    }
  })
  return result
}

const isClean = (unit: MergedUnit | undefined): unit is MergedUnit => unit !== undefined && !unit.conflict

/** A conflict of two records with the same id: one is from ours, the other from theirs. */
function sameId(one: MergedUnit, other: MergedUnit, key: string): MergedUnit {
  const [ours, theirs] = one.slot.ours?.key === key ? [one, other] : [other, one]
  const what = (ours.slot.ours ?? theirs.slot.theirs)?.id === undefined ? 'with' : 'with the id'
  const label = `another record ${what} ${key.slice(key.indexOf(' ') + 1)}`
  return { ...one, ours: ours.ours, theirs: theirs.theirs, conflict: { ours: label, theirs: label } }
}
