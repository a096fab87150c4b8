import type { TableColumn, TableRow } from '../../../shared/protocol/table.ts'

/** All in pixels. */
const least = 64
/** Text is mostly longer than the names of columns. */
const leastOfText = 120
const greatest = 320
/** What stands beside the text of a cell and of a heading. */
const besideText = 20
const besideName = 36

/** The width that a column takes so that most of its values can be read, in pixels. */
export function usualWidth(
  { name, unit, isRequired, kind }: TableColumn,
  place: number,
  rows: readonly TableRow[],
): number {
  const heading = widthOf(`${name} ${unit}${isRequired ? '*' : ''}`) + besideName
  const widest = rows.reduce(
    (width, { cells }) => Math.max(width, widthOf((cells[place] ?? '').slice(0, 100)) + besideText),
    heading,
  )
  return Math.round(
    Math.min(greatest, Math.max(kind === 'string' && name !== 'rid' && name !== 'id' ? leastOfText : least, widest)),
  )
}

let canvas: CanvasRenderingContext2D | null | undefined

/** How wide a text is in the letters of the page. */
function widthOf(text: string): number {
  if (canvas === undefined) {
    canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = getComputedStyle(document.body).font
  }
  return Math.ceil(canvas?.measureText(text).width ?? text.length * 8)
}
