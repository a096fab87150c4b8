import { chosenSeverity } from '../../shared/check/problem.ts'
import { brokenTransition, lifecycle } from '../../shared/check/rules/lifecycle.ts'
import { localize } from '../../shared/domains/localize.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import type { CellValue } from '../../shared/protocol/table/table-edit.ts'
import { columnOfRecords } from '../../shared/views/table/order.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { recordNodeAt } from './table-source.ts'

/**
 * A sentence about the states that cells change to though they cannot follow; empty if there are none, or if the user
 * has switched the code off. Later checks see no earlier version, so only the edit itself can tell.
 *
 * @param cells with the indexes of entries as their records
 */
export function noteOnStates(snapshot: Snapshot, cells: readonly CellValue[]): string {
  if (chosenSeverity(snapshot.settings.severity, lifecycle) === 'off') return ''
  const cellOf = columnOfRecords((entry: number) => recordNodeAt(snapshot, entry))
  const broken = cells.flatMap(({ record, column, value }) => {
    const tag = snapshot.file.entries[record]?.tag
    const field = tag && fieldOf(tag, column)
    const before = field?.transitions && value !== null ? cellOf({ name: column, field })(record) : null
    return (before !== null && brokenTransition(field!, before, value!)) || []
  })
  const [first, ...others] = broken
  if (first === undefined) return ''
  return others.length === 0
    ? first
    : localize('{count} records changed to a state that cannot follow the one before. The first: {sentence}', {
        count: broken.length,
        sentence: first,
      })
}
