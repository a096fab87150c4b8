import stringWidth from 'string-width'
import { isTimestamp, type Value, valueAsText } from '../../shared/expression/run/values.ts'
import { type Cell, isWrittenNumber, type Row, textOfCell } from '../../shared/query/cells.ts'
import type { QueryFormat } from '../../shared/query/format-names.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import {
  csvCell,
  csvLine,
  escapeText,
  jsonList,
  markdownHead,
  markdownRow,
  ndjsonOf,
} from '../../shared/syntax/written-rows.ts'
import { atLineStart, oneLine } from '../output/one-line.ts'

/**
 * Writes rows as text, some at a time.
 *
 * @param columns their names; there can be more when rows have come
 * @param written what a cell of CSV is written as
 */
export type RowFormat = (
  columns: readonly string[],
  rows: () => AsyncIterable<Row>,
  written: (cell: string) => string,
) => AsyncIterable<string>

/** The formats of rows, by name. */
export const rowFormats: Readonly<Record<Exclude<QueryFormat, 'rec' | 'parquet'>, RowFormat>> = {
  table,
  csv,
  json: jsonRows,
  ndjson: ndjsonRows,
  markdown: markdownRows,
}

/** A table for a terminal of 80 columns: cells that are too wide are cut. */
async function* table(columns: readonly string[], rows: () => AsyncIterable<Row>): AsyncGenerator<string> {
  const cells: string[][] = [columns.map(name => oneLine(name))]
  const isNumber = columns.map(() => false)
  const least = columns.map(() => narrowest)
  for await (const row of rows()) {
    cells.push(row.map(cellText))
    for (const [index, cell] of row.entries()) {
      isNumber[index] ||= typeof cell === 'number' || typeof cell === 'bigint' || isWrittenNumber(cell)
      if (isDay(cell)) least[index] = dayWidth
    }
  }
  const widths = fittedWidths(
    columns.map((_, column) => cells.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? '')), 1)),
    least,
    terminalWidth - 2 * (columns.length - 1),
  )
  for (const row of cells) {
    const line = row.map((cell, column) => {
      const { shown, left } = cutToWidth(cell, widths[column]!)
      const blanks = ' '.repeat(left)
      return isNumber[column] ? blanks + shown : shown + blanks
    })
    yield `${line.join('  ').trimEnd()}\n`
  }
}

/** Whether nobody sees where a text begins and ends: an empty one looks like an absent value. */
const isHardToSee = (value: Cell): boolean => typeof value === 'string' && value.trim().length !== (value.length || -1)

/** The text of a cell: on one line. The first one is at the start of a line. */
const cellText = (value: Cell, index: number): string => {
  const text = oneLine(isHardToSee(value) ? JSON.stringify(value) : textOfCell(value))
  return index === 0 ? atLineStart(text) : text
}

/** In columns of a terminal. */
const terminalWidth = 80
const narrowest = 8
/** A day without its end is another one. */
const dayWidth = 10

const isDay = (cell: Cell): boolean => typeof cell === 'object' && 'isDate' in cell && cell.isDate

/**
 * The widths of columns that fit into so much room: the widest ones become as wide as is left.
 *
 * @param least how wide each column stays, if it needs that
 */
function fittedWidths(widths: readonly number[], least: readonly number[], room: number): number[] {
  const fitted = (width: number, column: number, most: number): number =>
    Math.min(width, Math.max(most, least[column]!))
  const total = (most: number): number => widths.reduce((sum, width, column) => sum + fitted(width, column, most), 0)
  let most = Math.min(terminalWidth, Math.max(...widths))
  while (most > narrowest && total(most) > room) most--
  let left = room - total(most)
  return widths
    .map((width, column) => ({ width, fits: fitted(width, column, most) }))
    .toReversed()
    .map(({ width, fits }) => (width > fits && left-- > 0 ? fits + 1 : fits))
    .toReversed()
}

/** A text, or its start with a dot behind it if it is wider, and how many columns are left. */
function cutToWidth(text: string, width: number): { readonly shown: string; readonly left: number } {
  const own = stringWidth(text)
  if (own <= width) return { shown: text, left: width - own }
  // To look at each character takes most of the time of a long table.
  if (/^[\x20-\x7e]*$/.test(text)) return { shown: `${text.slice(0, width - 1)}…`, left: 0 }
  let start = ''
  let room = width - 1
  for (const { segment } of characterSegmenter.segment(text)) {
    const used = stringWidth(segment)
    if (used > room) break
    room -= used
    start += segment
  }
  return { shown: `${start}…`, left: room }
}

const characterSegmenter = new Intl.Segmenter()

async function* csv(
  columns: readonly string[],
  rows: () => AsyncIterable<Row>,
  written: (cell: string) => string,
): AsyncGenerator<string> {
  yield csvLine(columns.map(written))
  // As in most programs, an empty text has quotes, and an absent value has none.
  const cellOf = (cell: Cell): string => (cell === '' ? '""' : csvCell(written(textOfCell(cell))))
  for await (const row of rows()) yield `${row.map(cellOf).join(',')}\n`
}

async function* jsonRows(columns: readonly string[], rows: () => AsyncIterable<Row>): AsyncGenerator<string> {
  const list = jsonList()
  for await (const row of rows()) yield list.some([objectOf(columns, row)])
  yield list.end()
}

async function* ndjsonRows(columns: readonly string[], rows: () => AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows()) yield ndjsonOf([objectOf(columns, row)])
}

async function* markdownRows(columns: readonly string[], rows: () => AsyncIterable<Row>): AsyncGenerator<string> {
  yield markdownHead(columns)
  for await (const row of rows()) yield markdownRow(row.map(value => escapeText(textOfCell(value))))
}

/** A row as a JSON object. An absent value is left out. */
function objectOf(columns: readonly string[], row: Row): string {
  const members = new Map<string, string>()
  for (const [index, name] of columns.entries()) {
    const cell = row[index]
    if (cell !== undefined) members.set(jsonText(name), jsonOfCell(cell))
  }
  return `{${[...members].map(member => member.join(':')).join(',')}}`
}

function jsonOfCell(cell: NonNullable<Cell>): string {
  if (isWrittenNumber(cell)) return cell.digits
  if (Array.isArray(cell)) return `[${(cell as readonly Value[]).map(jsonOfCell).join(',')}]`
  if (typeof cell === 'bigint') return String(cell)
  return jsonText(typeof cell === 'object' && isTimestamp(cell) ? valueAsText(cell) : cell)
}
