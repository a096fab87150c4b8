import type { CellProblem, TableRow } from '../../../shared/protocol/table.ts'
import { element, setAttribute } from '../dom.ts'
import type { ShownColumn } from './columns.ts'

/** A cell or the heading of a row, and the text in it, which is changed where another row takes its place. */
export interface Cell {
  readonly element: HTMLElement
  readonly text: Text
}

/** An empty cell of a column. */
export function createCell({ column: { kind } }: ShownColumn, index: number): Cell {
  const text = document.createTextNode('')
  // Only a link needs an element of its own; a cell more is one of hundreds to lay out in each frame.
  const content = kind === 'reference' ? element('span', {}, text) : text
  const attributes = { role: 'gridcell', 'aria-colindex': index + 2 }
  return { text, element: element('div', { class: `cell ${kind}${index === 0 ? ' first' : ''}`, attributes }, content) }
}

/** An empty heading of a row. */
export function createRowHeading(): Cell {
  const text = document.createTextNode('')
  return {
    text,
    element: element('div', { class: 'heading', attributes: { role: 'rowheader', 'aria-colindex': 1 } }, text),
  }
}

/** Puts a record's value into a cell, marked where it has a problem; a record that has not come yet leaves it open. */
export function fillCell(
  { element: cell, text }: Cell,
  { column, place }: ShownColumn,
  row: TableRow | undefined,
): void {
  const value = row?.cells[place] ?? null
  const problems = row?.problems.filter(({ columns }) => columns.includes(column.name)) ?? []
  const isMissing = value === null && problems.length > 0
  const shown = isMissing ? 'missing' : (value ?? '')
  write(text, row ? shown : '…')
  if (column.kind === 'reference') setAttribute(cell.firstElementChild!, 'role', value === null ? undefined : 'link')
  setAttribute(cell, 'title', titleOf(value, problems))
  setAttribute(cell, 'data-severity', problems[0]?.severity)
  setAttribute(cell, 'aria-invalid', problems.some(({ severity }) => severity === 'error') || undefined)
  cell.classList.toggle('missing', isMissing)
  cell.classList.toggle('pending', !row)
}

/** Puts a record's line number into the heading of its row, with a mark where any of it has a problem. */
export function fillRowHeading({ element: heading, text }: Cell, row: TableRow | undefined): void {
  write(text, row ? String(row.line + 1) : '')
  setAttribute(heading, 'title', row?.problems.map(({ message }) => message).join('\n') || undefined)
  setAttribute(heading, 'data-severity', worst(row?.problems ?? []))
}

/** The gravest severity among problems. */
const worst = (problems: readonly CellProblem[]): CellProblem['severity'] | undefined =>
  severities.find(severity => problems.some(problem => problem.severity === severity))

const severities = ['error', 'warning', 'information'] as const

function write(text: Text, shown: string): void {
  if (text.data !== shown) text.data = shown
}

const titleOf = (value: string | null, problems: readonly CellProblem[]): string | undefined =>
  [...problems.map(({ message }) => message), ...(value !== null && value.length > 20 ? [value] : [])].join('\n\n') ||
  undefined
