import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import type { HeaderLine } from '../foreign-tables/csv-table.ts'
import type { TableInMemory, TableProblem } from '../foreign-tables/foreign-table.ts'
import { plainNote, type TableNote } from '../foreign-tables/table-notes.ts'
import { type Cells, type Look, orderColumn } from '../rows.ts'
import type { FoundCells, MergedCells, SheetRow, SheetRows } from './sheet-rows.ts'
import { columnLetters } from './sheet-rows.ts'

/**
 * A sheet as a table. The names of its columns are those of the first row that seems to have names: rows with titles
 * can stand above it.
 *
 * @param header the number of the row with the names, or `none`
 * @returns undefined for a sheet without cells
 */
export function sheetTable(sheet: SheetRows, header?: HeaderLine): TableInMemory | undefined {
  const { rows, merged } = sheet
  if (rows.length === 0 && sheet.errors.count + sheet.withoutResult.count === 0) return undefined
  const found = header === undefined ? headerIn(rows, merged) : rows.findIndex(({ number }) => number === header)
  const problems: TableProblem[] =
    found < 0 && header !== 'none'
      ? [
          {
            about: 'header',
            message: localize('There is no row {row} with the names of columns.', { row: header ?? 1 }),
          },
        ]
      : []
  const below = found < 0 && header !== 'none' ? [] : rows.slice(found + 1)
  const names = found < 0 ? numberedNames(below) : headingsIn(rows[found]!, rows, merged)
  const looks = looksOf(below, names.length)
  return {
    names,
    looks: looks.map(look => (look === 'mixed' ? 'string' : look)),
    rows: below.map(({ cells }): Cells => cells),
    placeOf: row => localize('row {row}', { row: below[row]!.number }),
    lineOf: row => below[row]!.number,
    isTyped: (row, column) => looks[column] === 'mixed' && isTypedKind(below[row]!.kinds[column]),
    ...(sheet.is1904 && { daysSince: 1904 as const }),
    problems,
    notes: [...notesAbove(rows.slice(0, Math.max(found, 0)), header), ...sheetNotes(sheet, rows[found], below, names)],
    hasDoubtfulNames: header === undefined,
  }
}

const numberedNames = (rows: readonly SheetRow[]): string[] =>
  Array.from(
    { length: rows.reduce((most, { cells }) => Math.max(most, cells.length), 0) },
    (_, index) => `column_${index + 1}`,
  )

/** How many rows can decide where the names are. */
const mostRowsAbove = 30

/** The place of the row with the names: it has a cell in most columns, and titles have one or few. */
function headerIn(rows: readonly SheetRow[], merged: readonly MergedCells[]): number {
  const first = rows.slice(0, mostRowsAbove)
  const filled = first.map(row => headingsIn(row, first, merged).filter(name => name !== '').length)
  const most = Math.max(...filled)
  const needed = most === 1 ? 1 : Math.max(2, Math.ceil(most / 2))
  // Above the names there can be headings of groups of columns.
  const isOfGroups = (index: number): boolean =>
    filled[index + 1]! > filled[index]! &&
    merged.some(range => range.top === first[index]!.number && range.bottom === range.top && range.right > range.left)
  const found = filled.findIndex((count, index) => count >= needed && !isOfGroups(index))
  return Math.max(found, 0)
}

/** The names in a row. One that is merged with the rows above it stands there. */
function headingsIn(row: SheetRow, rows: readonly SheetRow[], merged: readonly MergedCells[]): string[] {
  const names = row.cells.map(cell => cell?.trim() ?? '')
  for (const { top, bottom, left, right } of merged) {
    if (top >= row.number || bottom < row.number || left !== right || names[left]) continue
    const name = rows.find(({ number }) => number === top)?.cells[left]
    if (name === undefined) continue
    while (names.length <= left) names.push('')
    names[left] = name.trim()
  }
  return names
}

const lookOfKind: ReadonlyMap<string, Look> = new Map([
  ['n', 'float'],
  ['d', 'ts'],
  ['b', 'bool'],
])

const isTypedKind = (kind: string | undefined): boolean => kind !== undefined && lookOfKind.has(kind)

/** What the columns hold: a type, if all cells have it. */
function looksOf(rows: readonly SheetRow[], width: number): (Look | 'mixed')[] {
  const met = Array.from({ length: width }, () => new Set<string>())
  const isWhole = Array.from({ length: width }, () => true)
  const kindsMet = new Set<string>()
  for (const { kinds, cells } of rows) {
    if (!kindsMet.has(kinds)) {
      kindsMet.add(kinds)
      for (let column = 0; column < width; column++) {
        const kind = kinds[column] ?? ' '
        if (kind !== ' ') met[column]!.add(kind)
      }
    }
    for (let column = 0; column < width; column++)
      if (isWhole[column] && kinds[column] === 'n') isWhole[column] = /^-?\d+$/.test(cells[column]!)
  }
  return met.map((some, column) => {
    const [kind = '', ...others] = some
    if (others.length > 0) return [...some].some(isTypedKind) ? 'mixed' : 'string'
    const look = lookOfKind.get(kind) ?? 'string'
    return look === 'float' && isWhole[column] ? 'int' : look
  })
}

function notesAbove(above: readonly SheetRow[], header: HeaderLine | undefined): TableNote[] {
  const [first] = above
  if (!first || header !== undefined) return []
  const text = first.cells.find(cell => cell !== undefined)!
  return [
    plainNote(
      above.length === 1
        ? localize('1 row above the names of the columns is skipped: {text}.', { text: show(text) })
        : localize('{count} rows above the names of the columns are skipped, such as {text}.', {
            count: above.length,
            text: show(text),
          }),
    ),
  ]
}

function sheetNotes(
  { merged, hiddenColumns, errors, withoutResult }: SheetRows,
  header: SheetRow | undefined,
  below: readonly SheetRow[],
  names: readonly string[],
): TableNote[] {
  const isHeading = ({ top, bottom, left, right }: MergedCells): boolean =>
    header !== undefined && top <= header.number && bottom >= header.number && right > left
  const headings = merged.filter(isHeading)
  const [firstBelow] = below
  const groups = merged.filter(range => firstBelow && range.bottom >= firstBelow.number && !isHeading(range))
  const hidden = below.filter(({ isHidden }) => isHidden)
  const columns = names.flatMap((name, column) =>
    name !== orderColumn && hiddenColumns.some(([from, to]) => from <= column && column <= to)
      ? [name === '' ? columnLetters(column) : show(name)]
      : [],
  )
  const countedNote = (count: number, kind: string, say: TableNote['say']): TableNote[] =>
    count === 0 ? [] : [{ kind, count, say }]
  return [
    ...countedNote(headings.length, 'merged headings', count => {
      const places = { count, cells: headings[0]!.name }
      return count === 1
        ? localize(
            '1 heading is merged over several columns, such as {cells}; only the first of these columns has the name.',
            places,
          )
        : localize(
            '{count} headings are merged over several columns, such as {cells}; only the first of these columns has the name.',
            places,
          )
    }),
    ...countedNote(groups.length, 'merged cells', count => {
      const places = { count, cells: groups[0]!.name }
      return count === 1
        ? localize('1 group of cells is merged, such as {cells}; only the first of these cells has the value.', places)
        : localize(
            '{count} groups of cells are merged, such as {cells}; only the first of these cells has the value.',
            places,
          )
    }),
    ...countedNote(hidden.length, 'hidden rows', count => {
      const places = { count, row: hidden[0]!.number }
      return count === 1
        ? localize('1 row is hidden in the sheet and read like the others, such as row {row}.', places)
        : localize('{count} rows are hidden in the sheet and read like the others, such as row {row}.', places)
    }),
    ...(columns.length > 0
      ? [
          plainNote(
            columns.length === 1
              ? localize('{column} is a hidden column and is read like the others.', { column: columns[0]! })
              : localize('{columns} are hidden columns and are read like the others.', { columns: { and: columns } }),
          ),
        ]
      : []),
    ...lossNote(errors, 'errors', (count, cells) =>
      count === 1
        ? localize('1 cell with an error is read as no value: {cells}.', { cells })
        : localize('{count} cells with an error are read as no value: {cells}.', { count, cells }),
    ),
    ...lossNote(withoutResult, 'formulas without a result', (count, cells) =>
      count === 1
        ? localize(
            '1 cell with a formula that nobody has calculated is read as no value: in {cells}; open the workbook in a spreadsheet and save it.',
            { cells },
          )
        : localize(
            '{count} cells with a formula that nobody has calculated are read as no value: in {cells}; open the workbook in a spreadsheet and save it.',
            { count, cells },
          ),
    ),
  ]
}

/** @param say the sentence for a number of cells, of which the first ones are named */
const lossNote = (
  { count, first }: FoundCells,
  kind: string,
  say: (count: number, cells: string) => string,
): TableNote[] =>
  count === 0
    ? []
    : [
        {
          kind,
          count,
          isLoss: true,
          say: total => say(total, [...first, ...(total > first.length ? ['…'] : [])].join(', ')),
        },
      ]
