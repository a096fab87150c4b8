import { type Unit, unitsOf } from '../diff/units.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { createRegistry } from '../domains/registry.ts'
import { parse } from '../syntax/tree.ts'
import { withConflictsAmong } from './conflicts-among.ts'
import { type MergedUnit, mergeUnit, unitKind } from './merge-unit.ts'
import { type FileMoves, withMoves } from './moves.ts'
import { withConflictsOfProblems } from './new-problems.ts'
import { slotsOf, type Versions } from './slots.ts'

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
  /** The records that one side moved from or to another file, if this is known. */
  readonly moves?: FileMoves | undefined
}

/** The merged file. */
export interface Merged {
  readonly text: string
  /** The units of the result; those with a conflict have markers in the text. */
  readonly units: readonly MergedUnit[]
  readonly conflicts: number
}

/**
 * Merges two changed versions of a file by record and field.
 *
 * @returns why the versions cannot be merged by record, if so: a text merge can then show all of them
 */
export function merge(texts: Texts, options: MergeOptions): Merged | { readonly reason: string } {
  const { base, ours, theirs } = texts
  const { moves } = options
  if (!moves && (base === theirs || ours === theirs)) return clean(ours)
  if (!moves && base === ours) return clean(theirs)
  const lineBreaks = [...new Set([base, ours, theirs].flatMap(lineBreaksIn))]
  if (lineBreaks.length > 1) return { reason: 'the versions have different line ends' }
  if ([base, ours, theirs].some(hasConflictMarkers)) return { reason: 'a version has conflict markers' }
  const [lineBreak = '\n'] = lineBreaks
  const { registry } = options.context
  const unitsIn = (text: string): Unit[] => unitsOf(parse(text), registry, lineBreak)
  const versions: Versions = { base: unitsIn(base), ours: unitsIn(ours), theirs: unitsIn(theirs) }
  const placed = moves ? withMoves(slotsOf(versions), moves) : slotsOf(versions)
  const slots = placed.map(slot => ({ slot, merged: mergeUnit(slot, registry, options.isStrict) }))
  const withAmong = keptApart(withConflictsAmong(slots, registry), lineBreak)
  if (!areReadAs(withAmong, lineBreak))
    return { reason: 'a record of one version would be read as a part of another one' }
  const units = withConflictsOfProblems(withAmong, versions, options.context)
  const conflicts = units.filter(({ conflict }) => conflict).length
  const text = composed(units, lineBreak, options)
  return { text: hasLastLineEnd(texts) ? text : withoutLastLineEnd(text, units), units, conflicts }
}

const clean = (text: string): Merged => ({ text, units: [], conflicts: 0 })

const lineBreaksIn = (text: string): string[] => {
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
          marker('<', ` ${style.ours}: ${oneLine(conflict.ours)}`) +
          ours +
          marker('=') +
          theirs +
          marker('>', ` ${style.theirs}: ${oneLine(conflict.theirs)}`)
        : blank + ours,
    )
    .join('')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
