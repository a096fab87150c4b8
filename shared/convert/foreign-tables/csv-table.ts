/// <reference path="../papaparse.d.ts" />
import papa from 'papaparse'
import { countOf } from '../../basics/text.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import type { Span } from '../../syntax/nodes.ts'
import { withoutEscape } from '../formula.ts'
import type { Cells } from '../rows.ts'
import type { ForeignTable, TableProblem } from './foreign-table.ts'
import { plainNote, type TableNote } from './table-notes.ts'

/** Where the names of columns stand: in no line, or in the line with this number. */
export type HeaderLine = 'none' | number

/**
 * Reads CSV as texts. Columns can be set apart by a comma, a semicolon, a tab or `|`. Lines that start with `#` before
 * the names of columns are no rows.
 *
 * @param header where the names of columns stand; by default in the first row
 */
export function readCsvTable(text: string, header?: HeaderLine): ForeignTable {
  const { top, notes, problem } = topOf(text, header)
  const separators = separatorsOf(text, top)
  const problems: TableProblem[] = problem ? [problem] : []
  const rows: Cells[] = []
  const starts: number[] = []
  let names: readonly string[] | undefined
  let start = top
  const nameRow = { start: top, end: top }
  if (!problem)
    papa.parse(text.slice(top), {
      ...separators,
      step: ({ data, errors, meta }) => {
        const end = meta.cursor + top
        if (errors.length > 0)
          problems.push({
            message: quoteProblem(errors[0]!.code),
            span: rowSpan(text, start, end),
          })
        else if (!names && header !== 'none') {
          names = data
          nameRow.end = end
        } else {
          names ??= data.map((_, index) => `column_${index + 1}`)
          if (!data.every(isEmptyCell)) {
            rows.push(data.map(cell => (cell === '' ? undefined : withoutEscape(cell))))
            starts.push(start)
          }
        }
        start = end
      },
    })
  const lineOf = lineFinderIn(text)
  const table: ForeignTable = {
    names: names ?? [],
    rows,
    notes,
    hasDoubtfulNames: header === undefined,
    placeOf: row => localize('line {line}', { line: lineOf(starts[row]!) }),
    startOf: row => starts[row]!,
    spanOf: (row, column) => {
      const from = row === undefined ? nameRow.start : starts[row]!
      const to = row === undefined ? nameRow.end : (starts[row + 1] ?? text.length)
      return cellSpan(text, from, to, column, separators)
    },
    problems,
  }
  if (names && header === undefined) problems.push(...titleProblem(names, rows, nameRow, text))
  if (!names && problems.length === 0)
    problems.push({
      message: localize('There is nothing here; write the names of fields into the first row.'),
      span: { start: 0, end: text.length },
    })
  return table
}

const isEmptyCell = (cell: string): boolean => cell === ''

/** Makes a function that returns the number of the line at an offset, from 1. */
export function lineFinderIn(text: string): (offset: number) => number {
  const known = { offset: 0, line: 1 }
  return offset => {
    if (offset < known.offset) Object.assign(known, { offset: 0, line: 1 })
    const passed = text.slice(known.offset, offset)
    // A line break of two characters can stand on both sides of an offset.
    const feeds = countOf('\n', passed)
    const returns = countOf('\r', passed) - countOf('\r\n', passed)
    Object.assign(known, { offset, line: known.line + feeds + returns })
    return known.line
  }
}

interface Top {
  readonly top: number
  readonly notes: readonly TableNote[]
  readonly problem?: TableProblem
}

/** A line that tells Excel the delimiter, and a byte order mark above it. */
const separatorLine = /^\ufeff?sep=([,;\t|])(?:\r\n|\r|\n)/i

/** Where the first row starts: behind a byte order mark, a line for Excel, and comments. */
function topOf(text: string, header: HeaderLine | undefined): Top {
  const start = (separatorLine.exec(text) ?? /^\ufeff?/.exec(text)!)[0].length
  if (typeof header === 'number') {
    let top = text.startsWith('\ufeff') ? 1 : 0
    for (let line = 1; line < header; line++) {
      const [all, lineBreak = ''] = headingLine(text, top)
      if (lineBreak === '')
        return {
          top,
          notes: [],
          problem: {
            about: 'header',
            message: localize('There is no line {line} with the names of columns.', { line: header }),
            span: { start: 0, end: 0 },
          },
        }
      top += all.length
    }
    return { top, notes: [] }
  }
  let top = start
  let comments = 0
  for (;;) {
    const [all = '', lineBreak = ''] = headingLine(text, top)
    const isComment = all.startsWith('#')
    if (lineBreak === '' || !(isComment || all.trim() === '')) break
    if (isComment) comments++
    top += all.length
  }
  // A text of comments only has no names below them.
  if (comments === 0 || top >= text.length) return { top: comments === 0 ? top : start, notes: [] }
  const skipped =
    comments === 1
      ? localize('1 line that starts with # above the names of columns is skipped.')
      : localize('{count} lines that start with # above the names of columns are skipped.', { count: comments })
  return { top, notes: [plainNote(skipped)] }
}

function headingLine(text: string, top: number): RegExpExecArray | readonly [''] {
  anyLine.lastIndex = top
  return anyLine.exec(text) ?? ['']
}

const anyLine = /[^\r\n]*(\r\n|\r|\n)?/y

/** The problem that a title stands in the row of names, if it seems so: it has one cell, and the next row has more. */
function titleProblem(
  names: readonly string[],
  rows: readonly Cells[],
  { start, end }: Span,
  text: string,
): TableProblem[] {
  const filled = names.filter(name => name !== '')
  const wide = rows.findIndex(cells => cells.filter(cell => cell !== undefined).length > 1)
  const isTitle = filled.length === 1 && wide >= 0 && (names.length > 2 || /\s/.test(filled[0]!.trim()))
  return isTitle
    ? [
        {
          about: 'header',
          message: localize('The first row seems to be a title and not the names of columns: {text}.', {
            text: show(filled[0]!),
          }),
          span: rowSpan(text, start, end),
        },
      ]
    : []
}

function quoteProblem(code: string): string {
  if (code === 'MissingQuotes')
    return localize(
      'A cell of this row starts with a quote and has none at its end; add it, and write a quote inside the cell twice.',
    )
  return code === 'InvalidQuotes'
    ? localize('There is something behind the closing quote of a cell of this row; write a quote inside a cell twice.')
    : localize('This row cannot be read as CSV.')
}

interface Separators {
  readonly delimiter: string
  readonly newline: string
}

/** The delimiter and the line end of the first row, which has the names; of a title, those of the row below. */
function separatorsOf(text: string, top: number): Separators {
  const [header = '', newline = '\n'] = headingLine(text, top)
  const [, said] = separatorLine.exec(text) ?? []
  if (said !== undefined) return { delimiter: said, newline }
  const count = (line: string, delimiter: string): number => line.split(delimiter).length
  const bestOf = (line: string): string =>
    [',', ';', '\t', '|'].reduce((best, candidate) => (count(line, candidate) > count(line, best) ? candidate : best))
  const best = bestOf(header)
  return { delimiter: count(header, best) > 1 ? best : (ofRowsBelow(text, top + header.length) ?? best), newline }

  /** The delimiter of the rows below a title: two rows agree on it. */
  function ofRowsBelow(text: string, start: number): string | undefined {
    if (!/\S\s+\S/.test(header)) return undefined
    const [first = ''] = headingLine(text, start)
    const [second = ''] = headingLine(text, start + first.length)
    const found = bestOf(first)
    const width = count(first, found)
    return width > 1 && (second.trim() === '' || count(second, found) === width) ? found : undefined
  }
}

/** A row without its line end. */
const rowSpan = (text: string, start: number, end: number): Span => ({
  start,
  end: start + text.slice(start, end).replace(/[\r\n]+$/, '').length,
})

/** Where a cell stands, without the quotes around it; the whole row if the cell is empty. */
function cellSpan(text: string, from: number, to: number, column: number, separators: Separators): Span {
  const span = rowSpan(text, from, to)
  const row = text.slice(from, span.end)
  let cells: readonly string[] = []
  papa.parse(row, { ...separators, preview: 1, step: ({ data }) => (cells = data) })
  let start = 0
  for (const [index, cell] of cells.entries()) {
    const isQuoted = row[start] === '"'
    const first = isQuoted ? start + 1 : start
    // A quote inside a cell in quotes is written twice.
    const end = first + cell.length + (isQuoted ? cell.split('"').length - 1 : 0)
    if (index === column) return cell === '' ? span : { start: from + first, end: from + end }
    // There can be blanks between the closing quote and the delimiter.
    start = row.indexOf(separators.delimiter, end) + separators.delimiter.length
  }
  return span
}
