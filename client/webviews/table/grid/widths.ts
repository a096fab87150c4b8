import type { TableColumn, TableRow } from '../../../../shared/protocol/table/table.ts'

/** In pixels, like all widths here. */
const minimum = 64
/** Text is usually longer than the name of its column. */
const minimumOfText = 120
const maximum = 320
/** For a column that the user wants to fit. */
const maximumFit = 1000
/** The space around the text of a cell, and around the text of a heading with its icons. */
const cellPadding = 20
const headingPadding = 44

/** The width that a column gets by itself: what its heading and its values need, up to a limit. In pixels. */
export function defaultWidth(column: TableColumn, place: number, rows: readonly TableRow[]): number {
  const { kind, name } = column
  const least = kind === 'string' && name !== 'rid' && name !== 'id' ? minimumOfText : minimum
  return Math.max(least, fittingWidth(column, place, rows, maximum))
}

/** The width that the heading and all values of a column need, up to a limit, in pixels. */
export function fittingWidth(
  { name, unit, isRequired }: TableColumn,
  place: number,
  rows: readonly TableRow[],
  limit = maximumFit,
): number {
  const heading = pixelWidth(`${name} ${unit}${isRequired ? '*' : ''}`) + headingPadding
  const widest = rows.reduce((width, row) => Math.max(width, pixelWidth(shownText(row, place)) + cellPadding), heading)
  return Math.round(Math.min(limit, widest))
}

/** The width of the headings of rows, which have the numbers of lines and the signs of problems, in pixels. */
export const headingWidth = (lines: number): number => Math.max(minimum, pixelWidth(`✕ ${lines}`) + cellPadding)

/** The text of a cell as the grid shows it, at most as much of it as can be visible. */
const shownText = ({ cells, titles }: TableRow, place: number): string =>
  [cells[place] ?? '', titles?.[place] ?? ''].filter(Boolean).join(' ').slice(0, 200)

let canvas: CanvasRenderingContext2D | null | undefined

/** The width of a text in the font of the page. */
function pixelWidth(text: string): number {
  if (canvas === undefined) {
    canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = getComputedStyle(document.body).font
  }
  return Math.ceil(canvas?.measureText(text).width ?? text.length * 8)
}
