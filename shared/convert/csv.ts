/// <reference path="./papaparse.d.ts" />
import papa from 'papaparse'
import type { Span } from '../syntax/nodes.ts'
import { csvCell, csvLine } from '../syntax/written-rows.ts'
import { isEscaped, isFormula, withoutEscape } from './formula.ts'
import { type Reading, type ReadingOptions, type ReadProblem, written } from './reading.ts'
import {
  byOrder,
  givenOf,
  orderColumn,
  type ReadColumn,
  type ReadColumns,
  type ReadRow,
  readColumns,
  readRow,
  textColumn,
} from './rows.ts'
import { cellOf, type PlainTable } from './table.ts'

/** How a table is written as CSV. */
export interface CsvOptions {
  /** The place of each row among the records of other tables, for a column of its own. */
  readonly orders?: ArrayLike<number>
  /** Whether a cell that a spreadsheet would run as a formula gets an apostrophe before it. */
  readonly escapesFormulas?: boolean
  /** Is called with the row of each such cell that gets none. */
  readonly onFormula?: (row: number) => void
}

/**
 * A table as CSV, in UTF-8 and with LF at the end of lines: piece by piece, each of whole lines.
 *
 * A cell is the value of its field. A cell that starts with apostrophes before a formula gets one more apostrophe, and
 * reading removes one. So a value survives the round trip, whether formulas are escaped or not.
 */
export function* csvOf(
  table: PlainTable,
  { orders, escapesFormulas = false, onFormula }: CsvOptions = {},
): Generator<string> {
  const { columns, rows } = table
  const hasTexts = rows.some(({ text }) => text !== undefined)
  const cellText = (cell: string | undefined, row: number): string => {
    if (cell === undefined || staysAsItIs.test(cell)) return cell ?? ''
    if (isEscaped(cell) || (escapesFormulas && isFormula(cell))) return csvCell(`'${cell}`)
    if (onFormula && isFormula(cell)) onFormula(row)
    return csvCell(cell)
  }
  const names = [...columns.map(({ key }) => key), ...(orders ? [orderColumn] : []), ...(hasTexts ? [textColumn] : [])]
  yield csvLine(names)
  const rowsAtOnce = 1000
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    let piece = ''
    for (let index = first; index < Math.min(first + rowsAtOnce, rows.length); index++) {
      const row = rows[index]!
      const cells = columns.map(column => cellText(cellOf(row, column), index))
      if (orders) cells.push(String(orders[index]))
      if (hasTexts) cells.push(cellText(row.text, index))
      piece += `${cells.join(',')}\n`
    }
    yield piece
  }
}

/** Matches a cell that needs no quotes and is no formula, as most are. */
const staysAsItIs = /^(?![ '=+\-@\t＝＋－＠])[^",\r\n\ufeff]*(?<! )$/

/**
 * Reads CSV with the names of fields in its first row as the text of a `.rec` file: records in canonical notation, with
 * types by descriptor. An empty cell gives no field, and an empty row no record.
 *
 * @param readValues reads the values of the rows where they are not in the notation
 * @param columnsOf what the columns hold, as in `readCsv`
 */
export function recordsFromCsv(
  text: string,
  { context, tag }: Required<ReadingOptions>,
  readValues: (rows: readonly ReadRow[]) => readonly ReadRow[] = rows => rows,
  columnsOf?: (names: readonly string[]) => ReadColumns,
): Reading {
  const { rows, problems } = readCsv(text, tag, columnsOf)
  return problems.length > 0 ? { problems } : { text: written(byOrder(readValues(rows)).map(givenOf), context) }
}

/** The result of reading CSV: each row with its offset. */
export interface ReadCsv {
  readonly rows: readonly (ReadRow & { readonly start: number })[]
  readonly problems: readonly ReadProblem[]
}

/**
 * Reads CSV with the names of fields in its first row. Columns can be set apart by a comma, a semicolon, a tab or `|`.
 *
 * @param columnsOf what the columns with these names hold
 */
export function readCsv(
  text: string,
  tag: string,
  columnsOf: (names: readonly string[]) => ReadColumns = readColumns,
): ReadCsv {
  const rows: (ReadRow & { start: number })[] = []
  const problems: ReadProblem[] = []
  const top = topOf(text)
  const separators = separatorsOf(text, top)
  let columns: readonly ReadColumn[] | undefined
  let isReadable = true
  let start = top
  papa.parse(text.slice(top), {
    ...separators,
    step: ({ data, errors, meta }) => {
      const end = meta.cursor + top
      const report = (message: string, column: number | undefined): void => {
        const row = text.slice(start, end).replace(/[\r\n]+$/, '')
        const cell = column === undefined ? undefined : cellSpan(row, data, column, separators.delimiter)
        const at = cell ?? { start: 0, end: row.length }
        problems.push({ message, start: start + at.start, end: start + at.end })
      }
      if (errors.length > 0) report(quoteProblems[errors[0]!.code] ?? `This row cannot be read as CSV.`, undefined)
      else if (!columns) {
        const header = columnsOf(data)
        columns = header.columns
        for (const { message, column } of header.problems) report(message, column)
        // If the columns are uncertain, so are all their cells.
        isReadable = header.problems.length === 0
      } else if (isReadable) {
        const row = readRow(
          columns,
          data.map(cell => (cell === '' ? undefined : withoutEscape(cell))),
          tag,
        )
        if (row && 'message' in row) report(row.message, row.column)
        else if (row) {
          // To spread an object takes longer than to read the row.
          const { columns, cells, order } = row
          rows.push({ columns, cells, tag, order, start })
        }
      }
      start = end
    },
  })
  if (!columns && problems.length === 0) {
    problems.push({
      message: 'There is nothing here; write the names of fields into the first row.',
      start: 0,
      end: text.length,
    })
  }
  return { rows, problems }
}

/** The names in the first row of CSV. */
export function namesInCsv(text: string): readonly string[] {
  let names: readonly string[] = []
  const top = topOf(text)
  papa.parse(text.slice(top), {
    ...separatorsOf(text, top),
    preview: 1,
    step: ({ data }) => {
      names = data
    },
  })
  return names
}

const quoteProblems: Readonly<Record<string, string>> = {
  MissingQuotes:
    'A cell of this row starts with a quote and has none at its end; add it, and write a quote inside the cell twice.',
  InvalidQuotes:
    'There is something behind the closing quote of a cell of this row; write a quote inside a cell twice.',
}

/** A line that tells Excel the delimiter, and a byte order mark above it. */
const separatorLine = /^\ufeff?sep=([,;\t|])(?:\r\n|\r|\n)/i

/** Where the first row starts. */
const topOf = (text: string): number => (separatorLine.exec(text) ?? /^\ufeff?/.exec(text)!)[0].length

/** The delimiter and the line end of the first row, which has the names. */
function separatorsOf(text: string, top: number): { delimiter: string; newline: string } {
  const [header = '', newline = '\n'] = /^[^\r\n]*(\r\n|\r|\n)?/.exec(text.slice(top)) ?? []
  const [, said] = separatorLine.exec(text) ?? []
  if (said !== undefined) return { delimiter: said, newline }
  const count = (delimiter: string): number => header.split(delimiter).length
  const delimiter = [',', ';', '\t', '|'].reduce((best, candidate) =>
    count(candidate) > count(best) ? candidate : best,
  )
  return { delimiter, newline }
}

/** Where a cell stands in its row, without the quotes around it; undefined if it is empty. */
function cellSpan(row: string, cells: readonly string[], column: number, delimiter: string): Span | undefined {
  let start = 0
  for (const [index, cell] of cells.entries()) {
    const isQuoted = row[start] === '"'
    const first = isQuoted ? start + 1 : start
    // A quote inside a cell in quotes is written twice.
    const end = first + cell.length + (isQuoted ? cell.split('"').length - 1 : 0)
    if (index === column) return cell === '' ? undefined : { start: first, end }
    // There can be blanks between the closing quote and the delimiter.
    start = row.indexOf(delimiter, end) + delimiter.length
  }
  return undefined
}
