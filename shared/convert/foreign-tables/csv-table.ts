import { lastIndex } from '../../basics/binary-search.ts'
import { countLineBreaks } from '../../basics/text.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import type { Span } from '../../syntax/nodes.ts'
import { withoutEscape } from '../formula.ts'
import type { Cells } from '../rows.ts'
import { type CsvRow, cellSpan, csvRows, rowSpan, type Separators } from './csv-rows.ts'
import type { ForeignTable, PlaceInText, TableInMemory, TableProblem } from './foreign-table.ts'
import { plainNote, type TableNote } from './table-notes.ts'

/** Where the names of columns stand: in no line, or in the line with this number. */
export type HeaderLine = 'none' | number

/** CSV as texts: its rows and what they have in common. */
interface CsvTable {
  readonly names: readonly string[]
  /** The row with the names; undefined if there is none. */
  readonly nameRow: CsvRow | undefined
  readonly separators: Separators
  readonly notes: readonly TableNote[]
  readonly problems: readonly TableProblem[]
  /** The rows below the names that have a value. */
  readonly rows: () => Iterable<CsvRow>
}

/**
 * Reads CSV as texts. Columns can be set apart by a comma, a semicolon, a tab or `|`. Lines that start with `#` before
 * the names of columns are no rows.
 *
 * @param header where the names of columns stand; by default in the first row
 */
export function readCsvTable(text: string, header?: HeaderLine): TableInMemory {
  const { names, nameRow, separators, notes, problems, rows } = openCsv(() => [text], header)
  const read: Cells[] = []
  const lines: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const row of rows()) {
    read.push(valuesOfRow(row))
    lines.push(row.line)
    starts.push(row.start)
    ends.push(row.start + row.text.length)
  }
  const spanOf = (row: number | undefined, column: number): Span => {
    const start = row === undefined ? (nameRow?.start ?? 0) : starts[row]!
    const written = row === undefined ? (nameRow?.text ?? '') : text.slice(start, ends[row])
    return movedSpan(cellSpan(written, column, separators), start)
  }
  return {
    names,
    rows: read,
    notes,
    hasDoubtfulNames: header === undefined,
    placeOf: row => lineNumbered(lines[row]!),
    spanOf,
    problems,
  }
}

/**
 * Reads CSV as `readCsvTable` does, but keeps only the lines of its rows in memory.
 *
 * @param pieces the text from its start, as often as it is called; no piece ends within a line break of two characters
 */
export function csvTableInPieces(pieces: () => Iterable<string>, header?: HeaderLine): ForeignTable {
  const { names, nameRow, separators, notes, problems, rows } = openCsv(pieces, header)
  const lines = new RowLines()
  function* allCells(): Generator<Cells> {
    let index = 0
    for (const row of rows()) {
      lines.add(index++, row.line)
      yield valuesOfRow(row)
    }
  }
  const placeIn = ({ text, line }: CsvRow, column: number): PlaceInText => ({
    lines: text,
    line,
    offset: cellSpan(text, column, separators).start,
  })
  return {
    names,
    rows: { [Symbol.iterator]: allCells },
    notes,
    hasDoubtfulNames: header === undefined,
    placeOf: row => lineNumbered(lines.of(row)),
    lineOf: row => lines.of(row),
    placesOf: some => {
      const wanted = new Set(some.flatMap(({ row }) => row ?? []))
      const found = new Map<number, CsvRow>()
      let index = 0
      for (const row of wanted.size === 0 ? [] : rows()) {
        if (wanted.has(index)) found.set(index, row)
        index++
        if (found.size === wanted.size) break
      }
      return some.map(({ row, column, line }) => {
        if (line !== undefined) return { lines: '', line, offset: 0 }
        const place = row === undefined ? nameRow : found.get(row)
        return place && (row ?? column) !== undefined ? placeIn(place, column ?? 0) : undefined
      })
    },
    problems,
  }
}

/** The lines of rows. Only those rows are kept that do not stand on the line below the one before. */
class RowLines {
  private readonly rows: number[] = []
  private readonly lines: number[] = []
  private next = { row: 0, line: 0 }

  /** Adds the next row. One that was added before changes nothing. */
  add(row: number, line: number): void {
    if (row < this.next.row) return
    if (line !== this.next.line) {
      this.rows.push(row)
      this.lines.push(line)
    }
    this.next = { row: row + 1, line: line + 1 }
  }

  /** The line of a row that was added. */
  of(row: number): number {
    const kept = lastIndex(this.rows, first => first <= row)
    return this.lines[kept]! + row - this.rows[kept]!
  }
}

function openCsv(pieces: () => Iterable<string>, header: HeaderLine | undefined): CsvTable {
  const head = headOf(pieces(), header)
  const { top, notes, problem } = topOf(head, header)
  const separators = separatorsOf(head, top)
  const problems: TableProblem[] = problem ? [problem] : []
  /** Where the last row starts that cannot be read. Rows are read several times, and told once. */
  let lastUnreadable = -1
  function* readableRows(): Generator<CsvRow> {
    for (const row of problem ? [] : csvRows(pieces(), top, separators)) {
      if (row.problem === undefined) yield row
      else if (row.start > lastUnreadable) {
        lastUnreadable = row.start
        problems.push({
          message: quoteProblem(row.problem),
          line: row.line,
          span: movedSpan(rowSpan(row.text), row.start),
        })
      }
    }
  }
  const [first] = firstOf(readableRows())
  const names = header === 'none' ? first?.cells.map((_, index) => `column_${index + 1}`) : first?.cells
  const nameRow = header === 'none' ? undefined : first
  function* rows(): Generator<CsvRow> {
    let isNameRow = nameRow !== undefined
    for (const row of readableRows()) {
      if (!isNameRow && !row.cells.every(isEmptyCell)) yield row
      isNameRow = false
    }
  }
  if (nameRow && header === undefined) problems.push(...titleProblem(nameRow, rows()))
  if (!names && problems.length === 0)
    problems.push({
      message: localize('There is nothing here; write the names of fields into the first row.'),
      line: 1,
      span: { start: 0, end: head.length },
    })
  return { names: names ?? [], nameRow, separators, notes, problems, rows }
}

function firstOf<Item>(items: Iterable<Item>): Item[] {
  for (const item of items) return [item]
  return []
}

const valuesOfRow = ({ cells }: CsvRow): Cells => cells.map(cell => (cell === '' ? undefined : withoutEscape(cell)))

const lineNumbered = (line: number): string => localize('line {line}', { line })

const movedSpan = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by })

/** The start of a text: the lines that stand above the first row, and some rows. */
function headOf(pieces: Iterable<string>, header: HeaderLine | undefined): string {
  let head = ''
  for (const piece of pieces) {
    head += piece
    const { top, problem, isOnlyComments = false } = topOf(head, header)
    // Where columns are set apart is seen in the first two rows below the top.
    if (!problem && !isOnlyComments && countLineBreaks(head.slice(top)) > 2) break
  }
  return head
}

const isEmptyCell = (cell: string): boolean => cell === ''

/** Makes a function that returns the number of the line at an offset, from 1. */
export function lineFinderIn(text: string): (offset: number) => number {
  const known = { offset: 0, line: 1 }
  return offset => {
    if (offset < known.offset) Object.assign(known, { offset: 0, line: 1 })
    Object.assign(known, { offset, line: known.line + countLineBreaks(text.slice(known.offset, offset)) })
    return known.line
  }
}

interface Top {
  readonly top: number
  readonly notes: readonly TableNote[]
  readonly problem?: TableProblem
  readonly isOnlyComments?: boolean
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
            line: 1,
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
  if (comments === 0) return { top, notes: [] }
  // A text of comments only has no names below them.
  if (top >= text.length) return { top: start, notes: [], isOnlyComments: true }
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

/** The problem that a title stands in the row of names, if it seems so: it has one cell, and a row below has more. */
function titleProblem(nameRow: CsvRow, rows: Iterable<CsvRow>): TableProblem[] {
  const names = nameRow.cells
  const [title, ...others] = names.filter(name => name !== '')
  if (title === undefined || others.length > 0 || (names.length <= 2 && !/\s/.test(title.trim()))) return []
  for (const { cells } of rows)
    if (cells.filter(cell => cell !== '').length > 1)
      return [
        {
          about: 'header',
          message: localize('The first row seems to be a title and not the names of columns: {text}.', {
            text: show(title),
          }),
          line: nameRow.line,
          span: movedSpan(rowSpan(nameRow.text), nameRow.start),
        },
      ]
  return []
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
