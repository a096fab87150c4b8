import type { HeaderLine } from '../../shared/convert/foreign-tables/csv-table.ts'
import { sentencesOf } from '../../shared/convert/foreign-tables/table-notes.ts'
import { openWorkbook } from '../../shared/convert/workbook/open-workbook.ts'
import { sheetTable } from '../../shared/convert/workbook/sheet-table.ts'
import { UnreadableWorkbook } from '../../shared/convert/workbook/unreadable-workbook.ts'
import type { ImportedTable } from '../../shared/protocol/import.ts'
import { charactersOfRow, convertIt, type ParquetAnswer, quotesAndComma, type TableLimits } from './parquet-table.ts'

/** What is read of a workbook. */
export interface SheetChoice {
  /** Undefined for the only sheet. */
  readonly sheet?: string | undefined
  /** The number of the row with the names of columns; undefined to find it. */
  readonly header?: HeaderLine | undefined
}

/** The rows of a sheet, or why they cannot be imported, or the names of the sheets to choose from. */
export type WorkbookAnswer = ParquetAnswer | { readonly sheets: readonly string[] }

/** A sheet of Excel can have so many columns that few bytes need much memory. */
const mostCellsOfWorkbook = 5_000_000

/** Reads a sheet of a workbook as texts. Hidden sheets are not offered. */
export function workbookTable(file: Uint8Array, limits: TableLimits, { sheet, header }: SheetChoice): WorkbookAnswer {
  try {
    const all = openWorkbook(file, { ...limits, cells: mostCellsOfWorkbook })
    const shown = all.filter(({ isHidden, tag }) => !isHidden && tag !== '')
    const [first, ...others] = sheet === undefined ? shown : shown.filter(({ name }) => name === sheet)
    if (!first) return { refusal: 'has no sheet that is not hidden' }
    if (others.length > 0) return { sheets: shown.map(({ name }) => name) }
    const table = sheetTable(first.rows(), header)
    if (!table) return { refusal: `has no cells in the sheet ${first.name}` }
    const { names, looks = [], rows, notes, isTyped, lineOf, problems, daysSince } = table
    const used = rows.reduce(
      (sum, cells) => cells.reduce((most, cell) => most + (cell?.length ?? 0) + quotesAndComma, sum + charactersOfRow),
      0,
    )
    if (used > limits.characters) return { refusal: `has too many values; ${convertIt}` }
    const read: ImportedTable = {
      ...(first.tag !== undefined && { tag: first.tag }),
      names: [...names],
      looks: [...looks],
      rows: rows.map(cells => Array.from(cells, cell => cell ?? null)),
      unreadable: [],
      sheet: {
        lines: rows.map((_, row) => lineOf!(row)),
        notes: sentencesOf(notes),
        typed: names.flatMap((_, column) => {
          const typed = rows.flatMap((_cells, row) => (isTyped!(row, column) ? [row] : []))
          return typed.length > 0 ? [{ column, rows: typed }] : []
        }),
        ...(daysSince && { daysSince }),
        problems: problems.map(({ message }) => message),
        isFound: header === undefined,
      },
    }
    return { table: read }
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { refusal: error.message }
    throw error
  }
}
