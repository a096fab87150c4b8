import type { HeaderLine } from '../../../shared/convert/foreign-tables/csv-table.ts'
import type { TableInMemory } from '../../../shared/convert/foreign-tables/foreign-table.ts'
import type { Sheet } from '../../../shared/convert/workbook/open-workbook.ts'

/** A sheet with cells, and how it is read as a table. */
export interface TableSheet extends Pick<Sheet, 'name' | 'tag' | 'isHidden'> {
  /** Undefined for a sheet without cells. Throws a `CannotConvert` if it is damaged or too large. */
  readonly table: (header: HeaderLine | undefined) => TableInMemory | undefined
}
