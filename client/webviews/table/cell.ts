import type { RowProblem, TableRow } from '../../../shared/protocol/table.ts'
import { element, setAttribute } from '../dom.ts'
import type { ShownColumn } from './columns.ts'

/** A cell, or the heading of a row. Its text changes when the element is reused for another row. */
export interface CellView {
  readonly element: HTMLElement
  readonly text: Text
  /** The title of the record that a reference leads to. */
  readonly title?: Text
}

/** What a row without a record shows: the last one, in which a new record can be typed. */
export const newRow: TableRow = { record: -1, line: -1, cells: [], problems: [] }

/** An empty cell of a column. */
export function createCell({ column: { kind } }: ShownColumn, index: number): CellView {
  const text = document.createTextNode('')
  const attributes = { role: 'gridcell', 'aria-colindex': index + 2 }
  const cell = element('div', { class: `cell ${kind}${index === 0 ? ' first' : ''}`, attributes })
  // Only a link needs extra elements. Hundreds of cells are laid out in each frame, so each element counts.
  if (kind !== 'reference') {
    cell.append(text)
    return { text, element: cell }
  }
  const title = document.createTextNode('')
  cell.append(element('span', { class: 'id' }, text), element('span', { class: 'title' }, title))
  return { text, title, element: cell }
}

/** An empty heading of a row. */
export function createRowHeading(): CellView {
  const text = document.createTextNode('')
  return {
    text,
    element: element('div', { class: 'heading', attributes: { role: 'rowheader', 'aria-colindex': 1 } }, text),
  }
}

/** Shows the value of a record in a cell, and its problems; an ellipsis while the row is still loading. */
export function fillCell(
  { element: cell, text, title }: CellView,
  { column, place }: ShownColumn,
  row: TableRow | undefined,
): void {
  const value = row?.cells[place] ?? null
  const problems = row?.problems.filter(({ columns }) => columns.includes(column.name)) ?? []
  const isMissing = value === null && problems.length > 0
  const shown = isMissing ? 'missing' : (value ?? '')
  const titles = row?.titles?.[place] ?? ''
  write(text, row ? shown : '…')
  if (title) write(title, titles === '' ? '' : ` ${titles}`)
  if (column.kind === 'reference') setAttribute(cell.firstElementChild!, 'role', value === null ? undefined : 'link')
  setAttribute(cell, 'title', titleOf(value, titles, problems))
  setAttribute(cell, 'data-severity', problems[0]?.severity)
  setAttribute(cell, 'aria-invalid', problems.some(({ severity }) => severity === 'error') || undefined)
  cell.classList.toggle('missing', isMissing)
  cell.classList.toggle('pending', !row)
}

/**
 * Shows where a record is in the heading of its row: its line, with the file in a table of the workspace. Marks the
 * heading if the record has a problem.
 */
export function fillRowHeading({ element: heading, text }: CellView, row: TableRow | undefined): void {
  const path = row?.uri === undefined ? '' : decodeURIComponent(row.uri)
  const file = path === '' ? '' : `${path.slice(path.lastIndexOf('/') + 1)}:`
  const place = row === newRow ? '+' : `${file}${(row?.line ?? 0) + 1}`
  write(text, row ? place : '')
  heading.classList.toggle('in-file', file !== '')
  const lines =
    row === newRow
      ? ['Type or paste here to add records']
      : [...(row?.problems.map(({ message }) => message) ?? []), path.replace(/^file:\/\//, '')]
  setAttribute(heading, 'title', lines.filter(Boolean).join('\n') || undefined)
  setAttribute(heading, 'data-severity', row?.problems[0]?.severity)
}

function write(text: Text, shown: string): void {
  if (text.data !== shown) text.data = shown
}

const titleOf = (value: string | null, titles: string, problems: readonly RowProblem[]): string | undefined =>
  [
    ...problems.map(({ message }) => message),
    ...(value !== null && value.length > 20 ? [value] : []),
    ...(titles === '' ? [] : [titles]),
  ].join('\n\n') || undefined
