/// <reference path="../../convert/papaparse.d.ts" />
import papa from 'papaparse'
import { withEscape, withoutEscape } from '../../convert/formula.ts'
import { csvCells } from '../../syntax/written-rows.ts'

/**
 * Rows of cells as CSV for a spreadsheet, with LF between the lines. null gives an empty cell. A formula gets an
 * apostrophe before it, which `cellsOfCsv` removes.
 */
export function cellsAsCsv(rows: readonly (readonly (string | null)[])[]): string {
  // A parser would skip an empty line.
  const isEmptyLine = (row: readonly (string | null)[]): boolean => row.length === 1 && (row[0] ?? '') === ''
  return rows.map(row => (isEmptyLine(row) ? '""' : csvCells(row.map(cell => withEscape(cell ?? ''))))).join('\n')
}

/**
 * The rows and cells of text from a clipboard, separated by tabs, as spreadsheets do, or by commas. A comma with a
 * blank after it is part of a sentence, so such a text has one column.
 */
export function cellsOfCsv(text: string): string[][] {
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
