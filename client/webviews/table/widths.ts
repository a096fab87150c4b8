import type { TableColumn, TableRow } from '../../../shared/protocol/table.ts'

/** In pixels, like all widths here. */
const minimum = 64
/** Text is usually longer than the name of its column. */
const minimumOfText = 120
const maximum = 320
/** The space around the text of a cell, and around the text of a heading with its icons. */
const cellPadding = 20
const headingPadding = 36

/** The width that a column needs to show most of its values, in pixels. */
export function defaultWidth(
  { name, unit, isRequired, kind }: TableColumn,
  place: number,
  rows: readonly TableRow[],
): number {
  const heading = widthOf(`${name} ${unit}${isRequired ? '*' : ''}`) + headingPadding
  const widest = rows.reduce(
    (width, { cells }) => Math.max(width, widthOf((cells[place] ?? '').slice(0, 100)) + cellPadding),
    heading,
  )
  return Math.round(
    Math.min(maximum, Math.max(kind === 'string' && name !== 'rid' && name !== 'id' ? minimumOfText : minimum, widest)),
  )
}

let canvas: CanvasRenderingContext2D | null | undefined

/** The width of a text in the font of the page. */
function widthOf(text: string): number {
  if (canvas === undefined) {
    canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = getComputedStyle(document.body).font
  }
  return Math.ceil(canvas?.measureText(text).width ?? text.length * 8)
}
