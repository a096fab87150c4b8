import { directiveIn } from '../check/directive.ts'
import type { Unit } from '../diff/units.ts'
import { isHeader } from '../domains/domains-in-force.ts'
import { parseEntries } from '../syntax/parse.ts'

/** Whether a unit decides about the units below it: a header, or a comment that starts or ends a suppression. */
export const hasScope = (unit: Unit): boolean =>
  (unit.record !== undefined && isHeader(unit.record)) || directivesIn(unit).length > 0

/** Whether some units in a row decide about those below: they have a header, or a suppression that goes on. */
export function reachesBelow(units: readonly Unit[]): boolean {
  const open = new Set<string>()
  for (const unit of units) {
    if (unit.record && isHeader(unit.record)) return true
    for (const { kind, codes } of directivesIn(unit)) {
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

function directivesIn({ record, comments, body }: Unit): NonNullable<ReturnType<typeof directiveIn>>[] {
  const text = record ? comments : body
  if (!text.includes('recline-')) return []
  return parseEntries(text)
    .flatMap(entry => (entry.kind === 'comment' ? (directiveIn(entry) ?? []) : []))
    .filter(({ kind }) => kind !== 'disable-next-line')
}
