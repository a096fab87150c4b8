import { PackedTexts } from '../../shared/basics/packed-texts.ts'
import { textColumn } from '../../shared/convert/rows.ts'
import { type ColumnType, cellReader, columnTypeOf, type TypedValue } from '../../shared/convert/typed-values.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { holdsAllDigits } from '../../shared/expression/run/values.ts'
import { type Row, textOfCell } from '../../shared/query/cells.ts'
import type { ResultColumn } from '../../shared/query/query-plan.ts'
import { type ParquetColumn, parquetPieces } from '../convert/parquet/parquet.ts'

/**
 * Writes rows as a Parquet file, whose columns have the types of the expressions. If a value has another type, or more
 * digits than its typed form, a second column `<name>$text` has its text.
 */
export async function* parquetOfRows(
  columns: readonly ResultColumn[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<Uint8Array> {
  const texts = new PackedTexts()
  for await (const row of rows)
    texts.add(row.map((cell, index) => (cell === undefined ? undefined : inUtc(textOfCell(cell), columns[index]!))))
  yield* parquetPieces(
    columns.flatMap(({ name, type: { kind } }, column): ParquetColumn[] => {
      const textAt = (row: number): string | undefined => texts.at(row, column)
      const cells = Array.from({ length: texts.length }, (_, row) => textAt(row))
      const type = columnTypeOf(kind, cells)
      const read = cellReader(type)
      const typedValue = (text: string | undefined): TypedValue | undefined =>
        text === undefined ? undefined : read(text).value
      const textBeside = (text: string | undefined): string | undefined =>
        text === undefined || isHeldByType(type, typedValue(text), text) ? undefined : text
      const typed: ParquetColumn = { name, type, valueAt: row => typedValue(textAt(row)) }
      return cells.some(text => textBeside(text) !== undefined)
        ? [typed, { name: name + textColumn, type: 'string', valueAt: row => textBeside(textAt(row)) }]
        : [typed]
    }),
    texts.length,
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
