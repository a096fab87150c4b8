/** A place in a grid; row -1 is that of the headings. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** The cell with the cursor, and the opposite corner of what is selected. */
export interface Selection {
  readonly active: Place
  readonly anchor: Place
}

/** A rectangle of cells, both ends included. */
export interface Range {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export interface Size {
  readonly rows: number
  readonly columns: number
}

export const startOfTable: Selection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } }

/** What is selected; nothing of it where the cursor is in the headings. */
export const rangeOf = ({ active, anchor }: Selection): Range => ({
  firstRow: Math.max(0, Math.min(active.row, anchor.row)),
  lastRow: Math.max(active.row, anchor.row),
  firstColumn: Math.min(active.column, anchor.column),
  lastColumn: Math.max(active.column, anchor.column),
})

/** Whether a cell is in a range. */
export const isIn = ({ firstRow, lastRow, firstColumn, lastColumn }: Range, row: number, column: number): boolean =>
  row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn

/** Whether two ranges have the same cells. */
export const isSameRange = (one: Range, other: Range): boolean =>
  one.firstRow === other.firstRow &&
  one.lastRow === other.lastRow &&
  one.firstColumn === other.firstColumn &&
  one.lastColumn === other.lastColumn

/** The selection with its cursor at a place, or at the nearest one that there is; the anchor stays where it extends. */
export function moveTo(
  selection: Selection,
  { row, column }: Place,
  { rows, columns }: Size,
  extends_ = false,
): Selection {
  const active = { row: clamp(row, extends_ ? 0 : -1, rows - 1), column: clamp(column, 0, columns - 1) }
  const anchor = selection.anchor.row < 0 ? { ...selection.anchor, row: 0 } : selection.anchor
  return { active, anchor: extends_ ? anchor : active }
}

/** The keys that move the cursor, and where they move it. Undefined for any other key. */
export function placeForKey(
  { active: { row, column } }: Selection,
  key: string,
  isFar: boolean,
  pageRows: number,
  { rows, columns }: Size,
): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isFar ? rows - 1 : row + 1, column }
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
      return { row: isFar ? rows - 1 : row, column: columns - 1 }
    default:
      return undefined
  }
}

const clamp = (value: number, least: number, greatest: number): number => Math.max(least, Math.min(value, greatest))
