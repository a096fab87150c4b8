import type { CellProblem, TableRow } from '../../../shared/table/protocol.ts'
import { element, setAttribute } from '../dom.ts'
import type { ShownColumn } from './grid.ts'

/** An empty cell of a column. */
export const createCell = ({ column }: ShownColumn, index: number): HTMLElement => element(
  'div', { class: `cell ${column.kind}${index === 0 ? ' first' : ''}`, attributes: { role: 'gridcell', 'aria-colindex': index + 2 } },
  element('span'),
)

/** Puts a record's value into a cell, marked where it has a problem; a record that has not come yet leaves it open. */
export function fillCell(cell: Element, { column, place }: ShownColumn, row: TableRow | undefined): void {
  const value = row?.cells[place] ?? null
  const problems = row?.problems.filter(({ columns }) => columns.includes(column.name)) ?? []
  const isMissing = value === null && problems.length > 0
  const text = cell.firstElementChild!
  const shown = !row ? '…' : isMissing ? 'missing' : value ?? ''
  if (text.textContent !== shown) text.textContent = shown
  setAttribute(text, 'role', column.kind === 'reference' && value !== null ? 'link' : undefined)
  setAttribute(cell, 'title', titleOf(value, problems))
  setAttribute(cell, 'data-severity', problems[0]?.severity)
  setAttribute(cell, 'aria-invalid', problems.some(({ severity }) => severity === 'error') || undefined)
  cell.classList.toggle('missing', isMissing)
  cell.classList.toggle('pending', !row)
}

/** Puts a record's line number into the heading of its row, with a mark where any of it has a problem. */
export function fillRowHeading(heading: Element, row: TableRow | undefined): void {
  const severity = worst(row?.problems ?? [])
  const shown = row ? String(row.line + 1) : ''
  if (heading.textContent !== shown) heading.textContent = shown
  setAttribute(heading, 'title', row?.problems.map(({ message }) => message).join('\n') || undefined)
  setAttribute(heading, 'data-severity', severity)
}

/** The gravest severity among problems. */
export const worst = (problems: readonly CellProblem[]): CellProblem['severity'] | undefined =>
  severities.find(severity => problems.some(problem => problem.severity === severity))

const severities = ['error', 'warning', 'information'] as const

const titleOf = (value: string | null, problems: readonly CellProblem[]): string | undefined =>
  [...problems.map(({ message }) => message), ...(value !== null && value.length > 20 ? [value] : [])].join('\n\n') || undefined
