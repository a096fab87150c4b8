import { csvCell, csvLine } from '../syntax/written-rows.ts'
import { isEscaped, isFormula } from './formula.ts'
import { orderColumn, textColumn } from './rows.ts'
import type { Orders, PlainTable } from './table.ts'

/** How a table is written as CSV. */
export interface CsvOptions {
  /** The place of each row among the records of other tables, for a column of its own. */
  readonly orders?: Orders
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
  const { columns, rowCount, cellAt, texts, paddedTexts } = table
  const hasTexts = texts.size + paddedTexts.size > 0
  const cellText = (cell: string | undefined, row: number): string => {
    if (cell === undefined || staysAsItIs.test(cell)) return cell ?? ''
    if (isEscaped(cell) || (escapesFormulas && isFormula(cell))) return csvCell(`'${cell}`)
    if (onFormula && isFormula(cell)) onFormula(row)
    return csvCell(cell)
  }
  const names = [...columns.map(({ key }) => key), ...(orders ? [orderColumn] : []), ...(hasTexts ? [textColumn] : [])]
  yield csvLine(names)
  const rowsAtOnce = 1000
  for (let first = 0; first < rowCount; first += rowsAtOnce) {
    let piece = ''
    for (let row = first; row < Math.min(first + rowsAtOnce, rowCount); row++) {
      const cells = columns.map((_, column) => cellText(cellAt(row, column), row))
      if (orders) cells.push(String(orders.at(row)))
      if (hasTexts) cells.push(cellText(texts.get(row) ?? paddedTexts.get(row), row))
      piece += `${cells.join(',')}\n`
    }
    yield piece
  }
}

/** Matches a cell that needs no quotes and is no formula, as most are. */
const staysAsItIs = /^(?![ '=+\-@\t＝＋－＠])[^",\r\n\ufeff]*(?<! )$/
