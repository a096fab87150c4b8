import { checkFile, ownProblems, problemsOf } from '../check/check.ts'
import { unknownTag } from '../check/rules/unknown-tag.ts'
import { tagOfRecord } from '../diff/record-key.ts'
import { type Unit, unitsOf, unitText } from '../diff/units.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { withoutExtendedTags } from '../domains/registry.ts'
import { isHeader } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { conflictOf, type MergedUnit, unitKind, whatChanged } from './merge-unit.ts'
import type { Versions } from './slots.ts'

/**
 * Makes a conflict of each unit that has a problem in the result that it has on neither side: for example a record
 * whose fields are correct one by one, but not together. So does a record that came into another domain, or below a
 * comment that suppresses one of its problems.
 *
 * @param units the result; if it has conflicts already, only domains and suppressions count
 */
export function withConflictsOfProblems(
  units: readonly MergedUnit[],
  versions: Versions,
  context: FileContext,
): readonly MergedUnit[] {
  const hasConflicts = units.some(({ conflict }) => conflict)
  const isWhole = canAffectOthers(versions, context)
  if (hasConflicts && !isWhole) return units
  const mixed = units.filter(({ slot, ours: text }) => text !== bodyOf(slot.ours) && text !== bodyOf(slot.theirs))
  if (mixed.length === 0 && !isWhole) return units
  const parts = new Set(mixed.flatMap(({ slot }) => [slot.ours, slot.theirs]))
  const counts = (unit: Unit | undefined): boolean =>
    isWhole || parts.has(unit) || (unit?.record !== undefined && isHeader(unit.record))
  const chosen = units.filter(({ slot }) => counts(slot.ours) || counts(slot.theirs))
  const checkedIn = (some: readonly Unit[]): Map<Unit | undefined, CheckedUnit> =>
    checkedUnits(some, some.map(unitText).join(''), context)
  const ours = checkedIn(versions.ours.filter(counts))
  const theirs = checkedIn(versions.theirs.filter(counts))
  const base = isWhole ? checkedIn(versions.base) : undefined
  // A conflict is read with each of its sides in turn.
  const sides = hasConflicts ? (['ours', 'theirs'] as const) : (['ours'] as const)
  const readings = sides.map(side => {
    const text = chosen.map(unit => unit.blank + unit[side]).join('')
    const isThere = (unit: MergedUnit): boolean => unit[side] !== '' || unitKind(unit) === 'end'
    return checkedUnits(chosen.filter(isThere), text, context)
  })
  const reasonIn = (unit: MergedUnit, reading: (typeof readings)[number]): string | undefined => {
    const { slot } = unit
    const now = reading.get(unit)
    if (!now) return undefined
    const before = { base: base?.get(slot.base), ours: ours.get(slot.ours), theirs: theirs.get(slot.theirs) }
    return (hasConflicts ? undefined : newProblemOf(now, before)) ?? (isWhole ? newScopeOf(now, before) : undefined)
  }
  return units.map(unit => {
    const { slot, conflict } = unit
    const reasons = conflict ? [undefined] : readings.map(reading => reasonIn(unit, reading))
    if (reasons.includes(undefined)) return unit
    const label = (side: Unit | undefined): string => `${whatChanged(slot.base, side)} (together: ${reasons[0]})`
    return conflictOf(slot, label(slot.ours), label(slot.theirs))
  })
}

/** The versions of a unit that its file has; a record that was moved to the file has none before. */
type CheckedVersions = Readonly<Record<'base' | 'ours' | 'theirs', CheckedUnit | undefined>>

/** The code of a problem that neither side has. */
function newProblemOf({ problems }: CheckedUnit, { ours, theirs }: CheckedVersions): string | undefined {
  const isNew = (problem: string): boolean => !ours?.problems.has(problem) && !theirs?.problems.has(problem)
  return [...problems].find(isNew)?.split(' ')[0]
}

/** The domain that a record has and should not have, or a problem of it that is suppressed and should not be. */
function newScopeOf(now: CheckedUnit, { base, ours, theirs }: CheckedVersions): string | undefined {
  const sides = [ours, theirs].filter(side => side !== undefined)
  const isHidden = (problem: string): boolean => {
    const isSuppressed = (unit: CheckedUnit | undefined): boolean | undefined =>
      unit?.suppressed.has(problem) || (unit?.problems.has(problem) ? false : undefined)
    return !isWanted(true, isSuppressed(base), sides.map(isSuppressed))
  }
  const hidden = [...now.suppressed].find(isHidden)
  if (hidden !== undefined) return `${hidden.split(' ')[0]} suppressed`
  const domains = sides.map(({ domain }) => domain)
  return isWanted(now.domain, base?.domain, domains) ? undefined : (now.domain ?? unknownTag.code)
}

/**
 * Whether a result has the value of the side that changed it. If both sides did, something else is in conflict, and one
 * of the values holds. A version without a value does not count.
 */
function isWanted(now: SaidValue, base: SaidValue, sides: readonly SaidValue[]): boolean {
  const known = sides.filter(value => value !== undefined)
  if (base === undefined || known.length < 2) return known.every(value => value === now)
  const changed = known.filter(value => value !== base)
  return changed.length === 0 ? now === base : changed.some(value => value === now)
}

type SaidValue = string | boolean | undefined

const bodyOf = (unit: Unit | undefined): string | undefined => unit && unit.comments + unit.body

/**
 * Whether a change can cause problems in records that nobody changed: a header decides about the records below it, a
 * comment suppresses problems, and a tag of several domains means what most of the other records mean.
 */
function canAffectOthers({ base, ours, theirs }: Versions, { registry }: FileContext): boolean {
  const factsOf = (units: readonly Unit[]): string => {
    let facts = ''
    let hasRecords = false
    for (const { record, comments, body } of units) {
      if (comments.includes('recline-') || (!record && body.includes('recline-'))) facts += '#'
      if (record && withoutExtendedTags(registry.tagsNamed(tagOfRecord(record))).length > 1) facts += '#'
      // If a header is not at the top, moved and added records can come under another one.
      if (record && isHeader(record)) facts += hasRecords ? '#' : body
      if (record) hasRecords = true
    }
    return facts
  }
  const facts = [base, ours, theirs].map(factsOf)
  return facts.some(one => one.includes('#') || one !== facts[0])
}

/** What a check says about a unit. */
interface CheckedUnit {
  /** Its problems, each as its code and its field. */
  readonly problems: Set<string>
  /** Those that a comment suppresses. */
  readonly suppressed: Set<string>
  /** The domain that defines its record. */
  domain: string | undefined
}

/** Checks a text that has some units. */
function checkedUnits<Key>(units: readonly Key[], text: string, context: FileContext): Map<Key, CheckedUnit> {
  const tree = parse(text)
  const file = checkFile(tree, context)
  const starts = unitsOf(tree, context.registry, '\n').map(({ first }) => first)
  const checked = starts.map((): CheckedUnit => ({ problems: new Set(), suppressed: new Set(), domain: undefined }))
  const unitAt: CheckedUnit[] = []
  let unit = 0
  file.entries.forEach(({ tag }, entry) => {
    while (starts[unit + 1]! <= entry) unit++
    unitAt.push(checked[unit]!)
    if (tag) checked[unit]!.domain = tag.domain.path
  })
  const problems = problemsOf(file, 'unknown')
  const shown = new Set(problems)
  for (const { entry, code, field = '' } of problems) unitAt[entry]!.problems.add(`${code} ${field}`)
  for (const problem of ownProblems(file))
    if (!shown.has(problem)) unitAt[problem.entry]!.suppressed.add(`${problem.code} ${problem.field ?? ''}`)
  return new Map(units.map((key, index) => [key, checked[index]!]))
}
