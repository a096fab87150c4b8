import { withCommas } from '../../../shared/basics/text.ts'
import { definitionsOf } from '../../../shared/convert/declared-types.ts'
import { nameIn } from '../../../shared/convert/foreign-tables/column-fields.ts'
import type { HeaderLine } from '../../../shared/convert/foreign-tables/csv-table.ts'
import type { TableInMemory } from '../../../shared/convert/foreign-tables/foreign-table.ts'
import type { PlainTable } from '../../../shared/convert/table.ts'
import { openWorkbook, type Sheet } from '../../../shared/convert/workbook/open-workbook.ts'
import { sheetTable } from '../../../shared/convert/workbook/sheet-table.ts'
import { UnreadableWorkbook } from '../../../shared/convert/workbook/unreadable-workbook.ts'
import type { WorkbookLimits } from '../../../shared/convert/workbook/workbook-limits.ts'
import {
  CellTooLong,
  longestTextOfCell,
  mostRecordsOfSheet,
  workbookOfTables,
} from '../../../shared/convert/workbook/write-workbook.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { show } from '../../../shared/domains/message-text.ts'
import type { Domain, Tag } from '../../../shared/domains/registry.ts'
import type { PlacedTable } from '../placed-table.ts'

/** This module is a bundle of its own, so its errors are none of the others: what it refuses, it returns. */
export interface RefusedWorkbook {
  /** The end of a sentence that starts with the name of the workbook. */
  readonly refusal: string
}

/** A sheet, and how it is read as a table. */
export interface OpenedSheet extends Pick<Sheet, 'name' | 'tag' | 'isHidden'> {
  /** Undefined for a sheet without cells. */
  readonly table: (header: HeaderLine | undefined) => TableInMemory | undefined | RefusedWorkbook
}

/** A sheet of a million rows can have twenty columns. */
const limits: WorkbookLimits = { unpackedBytes: 2_000_000_000, cells: 20_000_000, characters: 300_000_000 }

/** The sheets of a workbook. */
export const openSheets = (bytes: Uint8Array): readonly OpenedSheet[] | RefusedWorkbook =>
  orRefusal(() =>
    openWorkbook(bytes, limits).map(sheet => ({
      ...sheet,
      table: header => orRefusal(() => sheetTable(sheet.rows(), header)),
    })),
  )

function orRefusal<Result>(read: () => Result): Result | RefusedWorkbook {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { refusal: error.message }
    throw error
  }
}

/** Tables as the pieces of a workbook. Returns a sentence if a sheet cannot hold one. */
export function* writeWorkbook(tables: readonly PlacedTable[]): Generator<Uint8Array, string | undefined> {
  const isOneOfSeveral = tables.length > 1
  const large = tables.find(({ table }) => table.rowCount > mostRecordsOfSheet)
  if (large)
    return localize('A sheet holds {most} records, and there are {count} {tag}; write CSV or Parquet.', {
      most: withCommas(mostRecordsOfSheet),
      count: withCommas(large.table.rowCount),
      tag: `${large.table.tag}s`,
    })
  try {
    yield* workbookOfTables(
      tables.map(({ table, orders, domains }) => ({
        table,
        tag: domains && onlyDefinition(table, domains),
        orders: isOneOfSeveral ? orders : undefined,
      })),
    )
  } catch (error) {
    if (!(error instanceof CellTooLong)) throw error
    const { file, line } = tables.find(({ table }) => table === error.table)!.places.at(error.row)
    return localize(
      '{place}: {column} has more than {most} characters, which is the limit of a cell; write CSV or JSON.',
      { place: `${file}:${line}`, column: show(error.column), most: withCommas(longestTextOfCell) },
    )
  }
  return undefined
}

/** The definition of the records of a table, if there is one that fits them best. */
function onlyDefinition({ tag, columns }: PlainTable, domains: readonly Domain[]): Tag | undefined {
  const [definition, ...others] = definitionsOf(
    tag,
    columns.map(({ key }) => nameIn(key)),
    domains,
  )
  return others.length === 0 ? definition : undefined
}
