import { withEscape } from '../../convert/formula.ts'
import type { CopiedCells } from '../../protocol/table/table.ts'
import { htmlOfCells } from './clipboard-html.ts'

/** Rows of cells in the forms that a clipboard holds. */
export const copiedCells = (rows: readonly (readonly (string | null)[])[]): CopiedCells => ({
  text: textOfCells(rows),
  html: htmlOfCells(rows),
})

/**
 * Rows of cells as text for the clipboard, as spreadsheets put it there: tabs between the cells, LF between the lines,
 * and quotes around a cell that has one of them or starts with a quote. null gives an empty cell. A formula gets an
 * apostrophe before it, which `cellsOfText` removes.
 */
export function textOfCells(rows: readonly (readonly (string | null)[])[]): string {
  return rows
    .map(row => {
      const cells = row.map(cell => withEscape(cell ?? ''))
      const [only] = cells
      // An empty line would be no row.
      if (cells.length === 1 && only === '') return quotedCell(only)
      return cells.map(cell => (/[\t\r\n]|^["\ufeff ]| $/.test(cell) ? quotedCell(cell) : cell)).join('\t')
    })
    .join('\n')
}

const quotedCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
