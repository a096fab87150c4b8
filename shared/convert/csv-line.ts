/** Cells as a row of CSV, without a line end. */
export const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',')

/** A cell as CSV: in quotes if another program could read it in another way without them. */
export const csvCell = (cell: string): string =>
  /^ |[",\r\n\ufeff]| $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
