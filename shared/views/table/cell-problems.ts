import type { RowProblem } from '../../protocol/table/table.ts'

type PlacedRowProblem = Pick<RowProblem, 'columns' | 'severity'>

const cellSeverities = ['error', 'warning', 'information']

/** Problems with the most severe first; those of the same severity stay in their order. */
export const mostSevereFirst = <Problem extends PlacedRowProblem>(problems: readonly Problem[]): Problem[] =>
  [...problems].sort((one, other) => cellSeverities.indexOf(one.severity) - cellSeverities.indexOf(other.severity))

/**
 * The problems that concern a cell, of those of its record: its own, and then those of the whole record.
 *
 * @param column the name of its column
 */
export const concerning = <Problem extends PlacedRowProblem>(
  problems: readonly Problem[],
  column: string,
): Problem[] => [
  ...problems.filter(({ columns }) => columns.includes(column)),
  ...problems.filter(({ columns }) => columns.length === 0),
]
