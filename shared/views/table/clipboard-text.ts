/// <reference path="../../convert/papaparse.d.ts" />
import papa from 'papaparse'
import { withEscape, withoutEscape } from '../../convert/formula.ts'
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
      // Without a tab, a comma would separate cells, and a parser would skip an empty line.
      if (cells.length === 1 && /^$|,/.test(only!)) return quotedCell(only!)
      return cells.map(cell => (/[\t\r\n]|^["\ufeff ]| $/.test(cell) ? quotedCell(cell) : cell)).join('\t')
    })
    .join('\n')
}

const quotedCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/**
 * The rows and cells of text from a clipboard, separated by tabs, as spreadsheets do, or by commas. A comma with a
 * blank after it is part of a sentence, so such a text has one column.
 */
export function cellsOfText(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const delimiter = delimiterOf(lines)
  if (lines === '') return [['']]
  const rows: string[][] = []
  let isCsv = true
  papa.parse(lines, {
    delimiter,
    newline: '\n',
    step: ({ data, errors }) => {
      rows.push([...data])
      if (errors.length > 0) isCsv = false
    },
  })
  // A quote without a second one is part of the text.
  const cells = isCsv ? rows : lines.split('\n').map(line => line.split(delimiter))
  return cells.map(row => row.map(withoutEscape))
}

function delimiterOf(lines: string): string {
  if (lines.includes('\t')) return '\t'
  return /, /.test(lines.replace(/"[^"]*"/g, '')) ? noDelimiter : ','
}

/** A character that text for people does not have. */
const noDelimiter = '\u001f'
