import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'
import { definitionsOf } from '../../../shared/convert/declared-types.ts'
import { nameIn } from '../../../shared/convert/foreign-tables/column-fields.ts'
import type { PlainTable } from '../../../shared/convert/table.ts'
import { openWorkbook, type WorkbookLimits } from '../../../shared/convert/workbook/open-workbook.ts'
import { sheetTable } from '../../../shared/convert/workbook/sheet-table.ts'
import { UnreadableWorkbook } from '../../../shared/convert/workbook/unreadable-workbook.ts'
import {
  CellTooLong,
  longestTextOfCell,
  mostRecordsOfSheet,
  workbookOfTables,
} from '../../../shared/convert/workbook/write-workbook.ts'
import { show } from '../../../shared/domains/message-text.ts'
import type { Domain, Tag } from '../../../shared/domains/registry.ts'
import { unreadable } from '../../files/failure.ts'
import type { Source } from '../../files/read-text.ts'
import { host } from '../../host/host.ts'
import type { PlacedTable } from '../placed-table.ts'
import { CannotConvert } from '../problems.ts'
import type { TableSheet } from './table-sheet.ts'

/** A sheet of a million rows can have twenty columns, and some gigabytes of XML. */
const limits: WorkbookLimits = { unpackedBytes: 4_000_000_000, cells: 20_000_000 }

/** The sheets of a workbook, or of standard input. Throws a `CannotConvert` if it cannot be read. */
export async function sheetsOf({ file, path }: Source): Promise<readonly TableSheet[]> {
  const name = path === undefined ? 'Standard input' : file
  const bytes = await (path === undefined ? buffer(host.stdin) : readFile(path)).catch((error: unknown) => {
    throw new CannotConvert([unreadable(name, error).failure])
  })
  return orRefuse(name, () =>
    openWorkbook(bytes, limits).map(sheet => ({
      ...sheet,
      table: header => orRefuse(name, () => sheetTable(sheet.rows(), header)),
    })),
  )
}

function orRefuse<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new CannotConvert([`${name} ${error.message}.`]) : error
  }
}

/** Tables as the pieces of a workbook. Throws a `CannotConvert` if a sheet cannot hold one. */
export function* writeWorkbook(tables: readonly PlacedTable[]): Generator<Uint8Array> {
  const isOneOfSeveral = tables.length > 1
  const large = tables.find(({ table }) => table.rows.length > mostRecordsOfSheet)
  if (large)
    throw new CannotConvert([
      `A sheet holds ${withCommas(mostRecordsOfSheet)} records, and there are ${countedWithCommas(large.table.rows.length, large.table.tag)}; write CSV or Parquet.`,
    ])
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
    const { file, line } = tables.find(({ table }) => table === error.table)!.places[error.row]!
    throw new CannotConvert([
      `${file}:${line}: ${show(error.column)} has more than ${withCommas(longestTextOfCell)} characters, which is the limit of a cell; write CSV or JSON.`,
    ])
  }
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
