import { checkFile, problemsOf } from '../check/check.ts'
import { tagOf } from '../diff/record-key.ts'
import { type Unit, unitsOf, unitText } from '../diff/units.ts'
import { type FileContext, isHeader } from '../domains/domains-in-force.ts'
import { parse } from '../syntax/tree.ts'
import { conflictOf, type MergedUnit, whatChanged } from './merge-unit.ts'
import type { Versions } from './slots.ts'

/**
 * Makes a conflict of each unit that has a problem in the result that it has on neither side: for example a record
 * whose fields are correct one by one, but not together.
 *
 * @param units the result without conflicts
 */
export function withConflictsOfProblems(
  units: readonly MergedUnit[],
  versions: Versions,
  context: FileContext,
): readonly MergedUnit[] {
  const mixed = units.filter(({ slot, ours: text }) => text !== bodyOf(slot.ours) && text !== bodyOf(slot.theirs))
  const isWhole = canAffectOthers(versions, context)
  if (mixed.length === 0 && !isWhole) return units
  const parts = new Set(mixed.flatMap(({ slot }) => [slot.ours, slot.theirs]))
  const counts = (unit: Unit | undefined): boolean =>
    isWhole || parts.has(unit) || (unit?.record !== undefined && isHeader(unit.record))
  const chosen = units.filter(({ slot }) => counts(slot.ours) || counts(slot.theirs))
  const found = problemsByUnit(
    chosen.map(unit => unit.blank + unit.ours),
    context,
  )
  const [ours, theirs] = [versions.ours, versions.theirs].map(side => {
    const some = side.filter(counts)
    const problems = problemsByUnit(some.map(unitText), context)
    return new Map(some.map((unit, index) => [unit, problems[index]]))
  }) as [Map<Unit, Set<string>>, Map<Unit, Set<string>>]
  const newProblems = new Map(
    chosen.map((unit, index) => {
      const known = new Set([...(ours.get(unit.slot.ours!) ?? []), ...(theirs.get(unit.slot.theirs!) ?? [])])
      return [unit, [...found[index]!].find(one => !known.has(one))]
    }),
  )
  return units.map(unit => {
    const problem = newProblems.get(unit)?.split(' ')[0]
    const { slot } = unit
    const label = (side: Unit | undefined): string => `${whatChanged(slot.base, side)} (together: ${problem})`
    return problem === undefined ? unit : conflictOf(slot, label(slot.ours), label(slot.theirs))
  })
}

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
      if (record && registry.tagsNamed(tagOf(record)).length > 1) facts += '#'
      // If a header is not at the top, moved and added records can come under another one.
      if (record && isHeader(record)) facts += hasRecords ? '#' : body
      if (record) hasRecords = true
    }
    return facts
  }
  const facts = [base, ours, theirs].map(factsOf)
  return facts.some(one => one.includes('#') || one !== facts[0])
}

/** The problems of each unit of a file, each as its code and its field. */
function problemsByUnit(texts: readonly string[], context: FileContext): Set<string>[] {
  const tree = parse(texts.join(''))
  const units = unitsOf(tree, context.registry, '\n')
  const problems = units.map(() => new Set<string>())
  let unit = 0
  for (const { entry, code, field = '' } of problemsOf(checkFile(tree, context), 'unknown')) {
    while (units[unit + 1] && units[unit + 1]!.first <= entry) unit++
    problems[unit]!.add(`${code} ${field}`)
  }
  return problems
}
