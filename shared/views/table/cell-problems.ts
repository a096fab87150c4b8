import type { RowProblem } from '../../protocol/table/table.ts'

type Placed = Pick<RowProblem, 'columns' | 'severity'>

const severities = ['error', 'warning', 'information']

/** Problems with the most severe first; those of the same severity stay in their order. */
export const mostSevereFirst = <Problem extends Placed>(problems: readonly Problem[]): Problem[] =>
  [...problems].sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))

/**
 * The problems that concern a cell, of those of its record: its own, and then those of the whole record.
 *
 * @param column the name of its column
 */
export const concerning = <Problem extends Placed>(problems: readonly Problem[], column: string): Problem[] => [
  ...problems.filter(({ columns }) => columns.includes(column)),
  ...problems.filter(({ columns }) => columns.length === 0),
]
