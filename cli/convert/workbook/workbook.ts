import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { HeaderLine } from '../../../shared/convert/foreign-tables/csv-table.ts'
import type { ForeignTable } from '../../../shared/convert/foreign-tables/foreign-table.ts'
import { openWorkbook, type Sheet, type WorkbookLimits } from '../../../shared/convert/workbook/open-workbook.ts'
import { sheetTable } from '../../../shared/convert/workbook/sheet-table.ts'
import { UnreadableWorkbook } from '../../../shared/convert/workbook/unreadable-workbook.ts'
import { unreadable } from '../../files/failure.ts'
import type { Source } from '../../files/read-text.ts'
import { host } from '../../host/host.ts'
import { CannotConvert } from '../problems.ts'

/** A sheet with cells, and how it is read as a table. */
export interface TableSheet extends Pick<Sheet, 'name' | 'tag' | 'isHidden'> {
  /** Undefined for a sheet without cells. Throws a `CannotConvert` if it is damaged or too large. */
  readonly table: (header: HeaderLine | undefined) => ForeignTable | undefined
}

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
