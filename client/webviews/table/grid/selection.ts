/** The position of a cell in a grid. Row -1 is the row of headings. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** The cell with the cursor, and the opposite corner of the selection. */
export interface CellSelection {
  readonly active: CellPosition
  readonly anchor: CellPosition
}

/** A rectangle of cells, both ends included. */
export interface Rectangle {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** A part of the scrolled content, in pixels. */
export interface CellArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly rows: number
  /** The number of rows with a record; below them can be a row for a new one. */
  readonly records: number
  readonly columns: number
}

export const startOfTable: CellSelection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } }

/** The selected cells. There are none while the cursor is in the headings. */
export const selectedCells = ({ active, anchor }: CellSelection): Rectangle => ({
  firstRow: Math.max(0, Math.min(active.row, anchor.row)),
  lastRow: Math.max(active.row, anchor.row),
  firstColumn: Math.min(active.column, anchor.column),
  lastColumn: Math.max(active.column, anchor.column),
})

/** Whether a cell is in a rectangle. */
export const isIn = ({ firstRow, lastRow, firstColumn, lastColumn }: Rectangle, row: number, column: number): boolean =>
  row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn

/** Whether some rectangles have the same cells as others, one by one. */
export const areSameRectangles = (some: readonly Rectangle[], others: readonly Rectangle[]): boolean =>
  some.length === others.length && some.every((one, index) => isSameRectangle(one, others[index]!))

const isSameRectangle = (one: Rectangle, other: Rectangle): boolean =>
  one.firstRow === other.firstRow &&
  one.lastRow === other.lastRow &&
  one.firstColumn === other.firstColumn &&
  one.lastColumn === other.lastColumn

/**
 * Moves the cursor of a selection to a cell, or to the nearest existing one. With `extends_` the anchor stays where it
 * is.
 */
export function moveTo(
  selection: CellSelection,
  { row, column }: CellPosition,
  { rows, columns }: Size,
  extends_ = false,
): CellSelection {
  const active = { row: clamp(row, extends_ ? 0 : -1, rows - 1), column: clamp(column, 0, columns - 1) }
  const anchor = selection.anchor.row < 0 ? { ...selection.anchor, row: 0 } : selection.anchor
  return { active, anchor: extends_ ? anchor : active }
}

/** A selection among other rows and columns: cells that no longer exist become the nearest ones. */
export function selectionWithin({ active, anchor }: CellSelection, { rows, columns }: Size): CellSelection {
  const nearest = ({ row, column }: CellPosition): CellPosition => ({
    row: clamp(row, -1, rows - 1),
    column: clamp(column, 0, columns - 1),
  })
  return { active: nearest(active), anchor: nearest(anchor) }
}

/** Where a key moves the cursor; undefined for a key that does not move it. */
export function positionForKey(
  { active: { row, column } }: CellSelection,
  key: string,
  isFar: boolean,
  pageRows: number,
  { records, columns }: Size,
): CellPosition | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isFar ? records - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: isFar ? columns - 1 : column + 1 }
    case 'PageUp':
      return { row: Math.max(0, row - pageRows), column }
    case 'PageDown':
      return { row: row + pageRows, column }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? records - 1 : row, column: columns - 1 }
    default:
      return undefined
  }
}

/** The next cell, or the one before, across the ends of rows; the first and the last cell stay. */
export function nextCell(
  { active: { row, column } }: CellSelection,
  by: 1 | -1,
  { rows, columns }: Size,
): CellPosition {
  if (column + by >= 0 && column + by < columns) return { row, column: column + by }
  if (row + by < 0 || row + by >= rows) return { row, column }
  return { row: row + by, column: by > 0 ? 0 : columns - 1 }
}

const clamp = (value: number, least: number, greatest: number): number => Math.max(least, Math.min(value, greatest))
