/// <reference path="../papaparse.d.ts" />
import papa from 'papaparse'
import { countLineBreaks } from '../../basics/text.ts'
import type { Span } from '../../syntax/nodes.ts'

/** What stands between cells and behind rows. */
export interface Separators {
  readonly delimiter: string
  readonly newline: string
}

/** A row of CSV. */
export interface CsvRow {
  readonly cells: readonly string[]
  /** The offset of its start. */
  readonly start: number
  /** The number of its first line, from 1. */
  readonly line: number
  /** As it is written, with its line end. */
  readonly text: string
  /** Why it cannot be read, as a code of Papa Parse. */
  readonly problem: string | undefined
}

/**
 * The rows of a text that comes in pieces, also those that cannot be read.
 *
 * @param top where the first row starts
 */
export function* csvRows(pieces: Iterable<string>, top: number, separators: Separators): Generator<CsvRow> {
  let held = ''
  let isBelowTop = false
  const at = { start: 0, line: 1 }
  const pass = (text: string): void => {
    at.start += text.length
    at.line += countLineBreaks(text)
  }
  function* rowsIn(text: string, isEnd: boolean): Generator<CsvRow> {
    const rows: { readonly cells: readonly string[]; readonly end: number; readonly problem: string | undefined }[] = []
    // Papa Parse removes a byte order mark, which can stand at the start of any row.
    papa.parse(text.startsWith('\ufeff') ? `\ufeff${text}` : text, {
      ...separators,
      step: ({ data, errors, meta }) => rows.push({ cells: data, end: meta.cursor, problem: errors[0]?.code }),
    })
    // The last row may go on in the next piece.
    if (!isEnd) rows.pop()
    let start = 0
    for (const { cells, end, problem } of rows) {
      // Behind the last line end, Papa Parse sees one more row.
      if (end === start) continue
      const row = { cells, ...at, text: text.slice(start, end), problem }
      pass(row.text)
      start = end
      yield row
    }
    held = text.slice(start)
  }
  let enough = 0
  for (const piece of pieces) {
    held += piece
    if (enough > 0 && held.length > longestRow) {
      yield { cells: [], ...at, text: held.slice(0, 1), problem: 'MissingQuotes' }
      return
    }
    if (!isBelowTop) {
      if (held.length <= top) continue
      isBelowTop = true
      pass(held.slice(0, top))
      held = held.slice(top)
    }
    // A row that is longer than a piece is read again only when it has doubled, so that the time stays linear.
    if (held.length < enough) continue
    yield* rowsIn(held, false)
    enough = held.length * 2
  }
  if (isBelowTop) yield* rowsIn(held, true)
}

/** The most characters of a row. A quote that nobody closes makes all text below it one row. */
const longestRow = 2 ** 28

/** Where a row stands in its text, without its line end. */
export const rowSpan = (text: string): Span => ({ start: 0, end: text.replace(/[\r\n]+$/, '').length })

/** Where a cell stands in the text of its row, without the quotes around it; the whole row if the cell is empty. */
export function cellSpan(text: string, column: number, separators: Separators): Span {
  const span = rowSpan(text)
  const row = text.slice(0, span.end)
  let cells: readonly string[] = []
  papa.parse(row, { ...separators, preview: 1, step: ({ data }) => (cells = data) })
  let start = 0
  for (const [index, cell] of cells.entries()) {
    const isQuoted = row[start] === '"'
    const first = isQuoted ? start + 1 : start
    // A quote inside a cell in quotes is written twice.
    const end = first + cell.length + (isQuoted ? cell.split('"').length - 1 : 0)
    if (index === column) return cell === '' ? span : { start: first, end }
    // There can be blanks between the closing quote and the delimiter.
    start = row.indexOf(separators.delimiter, end) + separators.delimiter.length
  }
  return span
}
