import { textColumn } from '../../shared/convert/rows.ts'
import { type ColumnType, cellReader, columnTypeOf, type TypedValue } from '../../shared/convert/typed-values.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { holdsAllDigits } from '../../shared/expression/run/values.ts'
import { type Row, textOfCell } from '../../shared/query/cells.ts'
import type { ResultColumn } from '../../shared/query/query-plan.ts'
import { type ParquetColumn, parquetFile } from '../convert/parquet/parquet.ts'

/**
 * Writes rows as a Parquet file, whose columns have the types of the expressions. If a value has another type, or more
 * digits than its typed form, a second column `<name>$text` has its text.
 */
export async function parquetOfRows(columns: readonly ResultColumn[], rows: AsyncIterable<Row>): Promise<Uint8Array> {
  const texts: (string | undefined)[][] = columns.map(() => [])
  let count = 0
  for await (const row of rows) {
    count++
    for (const [index, cell] of row.entries())
      texts[index]!.push(cell === undefined ? undefined : inUtc(textOfCell(cell), columns[index]!))
  }
  return parquetFile(
    columns.flatMap(({ name, type: { kind } }, index): ParquetColumn[] => {
      const cells = texts[index]!
      const type = columnTypeOf(kind, cells)
      const read = cellReader(type)
      const typedValue = (text: string | undefined): TypedValue | undefined =>
        text === undefined ? undefined : read(text).value
      const beside = cells.map(text =>
        text === undefined || isHeldByType(type, typedValue(text), text) ? undefined : text,
      )
      return [
        { name, type, valuesIn: (start, end) => cells.slice(start, end).map(typedValue) },
        ...(beside.some(text => text !== undefined)
          ? [
              {
                name: name + textColumn,
                type: 'string' as const,
                valuesIn: (start: number, end: number) => beside.slice(start, end),
              },
            ]
          : []),
      ]
    }),
    count,
    {},
  )
}

/** A time without a zone is one in UTC, so that a column can have both. */
const inUtc = (text: string, { type }: ResultColumn): string =>
  type.kind === 'ts' && valueTypes.ts.accepts(text) && /T[\d:.]+$/.test(text) ? `${text}Z` : text

/** Whether a typed value holds all digits of a text; times have microseconds. */
function isHeldByType(type: ColumnType, value: TypedValue | undefined, text: string): boolean {
  if (value === undefined) return false
  if (type === 'float') return holdsAllDigits(value as number, text)
  if (type === 'int') return String(value) === text
  return type !== 'instant' || !/\.\d{6}\d*[1-9]/.test(text)
}
