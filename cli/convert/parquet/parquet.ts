import { asyncBufferFromFile, type SchemaElement } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { orderColumn, textColumn } from '../../../shared/convert/rows.ts'
import type { Orders, PlainTable } from '../../../shared/convert/table.ts'
import {
  type ColumnType,
  cellReader,
  columnTypeOf,
  type TypedCell,
  type TypedValue,
} from '../../../shared/convert/typed-values.ts'
import { type ParquetContent, parquetContent, tagKey } from './parquet-content.ts'

/** The result of writing a table as Parquet. */
export interface WrittenParquet {
  readonly pieces: Iterable<Uint8Array>
  /** The indexes of rows with a value of another type than the column; one item for each such value. */
  readonly untyped: readonly number[]
}

/**
 * Writes a table as Parquet. Each column has the type of its field. If a value has another type, or its typed form
 * loses part of its text, a second column `<name>$text` has the text.
 *
 * @param orders the position of each row among the records of all tables, for an extra column
 */
export function writeParquet(table: PlainTable, orders?: Orders): WrittenParquet {
  const { rowCount, texts } = table
  const untyped: number[] = []
  const columns = table.columns.flatMap(({ key: name, type: word }, column): ParquetColumn[] => {
    const textAt = (row: number): string | undefined => table.cellAt(row, column)
    const type = columnTypeOf(word, valuesBetween(textAt, 0, rowCount))
    if (type === 'string') return [{ name, type, valueAt: textAt }]
    const { cellAt, hasTexts } = typedCells(type, rowCount, textAt, untyped)
    const typed: ParquetColumn = { name, type, valueAt: row => cellAt(row)?.value }
    return hasTexts ? [typed, { name: name + textColumn, type: 'string', valueAt: row => cellAt(row)?.text }] : [typed]
  })
  if (orders) columns.push({ name: orderColumn, type: 'int', valueAt: row => BigInt(orders.at(row)!) })
  if (texts.size > 0) columns.push({ name: textColumn, type: 'string', valueAt: row => texts.get(row) })
  return { pieces: parquetPieces(columns, rowCount, { [tagKey]: table.tag }), untyped }
}

/**
 * The typed cells of a column by their rows. Most columns have few different texts, so a row keeps only a number.
 *
 * @param untyped gets the rows whose text is not of the type
 */
function typedCells(
  type: ColumnType,
  rowCount: number,
  textAt: (row: number) => string | undefined,
  untyped: number[],
): { readonly cellAt: (row: number) => TypedCell | undefined; readonly hasTexts: boolean } {
  const read = cellReader(type)
  const remembered: TypedCell[] = []
  const numbers = new Int16Array(rowCount)
  let hasTexts = false
  for (let row = 0; row < rowCount; row++) {
    const text = textAt(row)
    if (text === undefined) continue
    const cell = read(text)
    numbers[row] = cell.index < 0 ? -1 : cell.index + 1
    if (cell.index === remembered.length) remembered.push(cell)
    if (cell.text === undefined) continue
    hasTexts = true
    if (cell.value === undefined) untyped.push(row)
  }
  const cellAt = (row: number): TypedCell | undefined => {
    const number = numbers[row]!
    if (number === 0) return undefined
    return number > 0 ? remembered[number - 1] : read(textAt(row)!)
  }
  return { cellAt, hasTexts }
}

function* valuesBetween<Value>(valueAt: (row: number) => Value, start: number, end: number): Generator<Value> {
  for (let row = start; row < end; row++) yield valueAt(row)
}

/** A Parquet file with this number of rows: a piece for each group of them, so that few typed values exist at once. */
export function* parquetPieces(
  columns: readonly ParquetColumn[],
  rows: number,
  metadata: Readonly<Record<string, string>>,
): Generator<Uint8Array> {
  const writer = new ByteWriter()
  const schema = columns.map(
    ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...schemaElements[type] }),
  )
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'schema', num_children: columns.length }, ...schema],
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'recline',
  })
  /** Returns the bytes that were written since the last call. */
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  for (let start = 0; start < rows; start += mostRowsOfGroup) {
    const end = Math.min(start + mostRowsOfGroup, rows)
    const columnData = columns.map(({ name, valueAt }) => ({
      name,
      // The library asks for one column after the other, so that the values of the others need not exist.
      get data() {
        return [...valuesBetween(valueAt, start, end)]
      },
    }))
    void file.write({ columnData, rowGroupSize: mostRowsOfGroup })
    yield taken()
  }
  void file.finish()
  yield taken()
}

/** V8 frees larger lists of values late: a million rows in groups of 100,000 take a gigabyte more. */
const mostRowsOfGroup = 16_000

/** A column of a Parquet file. */
export interface ParquetColumn {
  readonly name: string
  readonly type: ColumnType
  /** The value of a row; undefined for an absent one. */
  readonly valueAt: (row: number) => TypedValue | undefined
}

const schemaElements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  int: { type: 'INT64' },
  float: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  local: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
}

/**
 * Reads a Parquet file. Throws an error of the library if the file is not Parquet or is damaged.
 *
 * @param source the path of the file, or its bytes
 */
export const openParquet = async (source: string | ArrayBuffer): Promise<ParquetContent> =>
  parquetContent(typeof source === 'string' ? await asyncBufferFromFile(source) : source, compressors)
