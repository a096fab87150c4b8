import { asyncBufferFromFile, type SchemaElement } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { orderColumn, textColumn } from '../../../shared/convert/rows.ts'
import { cellInColumn, type PlainRow, type PlainTable } from '../../../shared/convert/table.ts'
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
  readonly bytes: Uint8Array
  /** The indexes of rows with a value of another type than the column; one item for each such value. */
  readonly untyped: readonly number[]
}

/**
 * Writes a table as Parquet. Each column has the type of its field. If a value has another type, or its typed form
 * loses part of its text, a second column `<name>$text` has the text.
 *
 * @param orders the position of each row among the records of all tables, for an extra column
 */
export function writeParquet(table: PlainTable, orders?: readonly number[]): WrittenParquet {
  const { rows } = table
  const untyped: number[] = []
  const columns = table.columns.flatMap((column): ParquetColumn[] => {
    const cellAt = cellInColumn(column)
    const type = columnTypeOf(column.type, cellsOfRows(rows, cellAt))
    const { key: name } = column
    if (type === 'string') return [{ name, type, valuesIn: (start, end) => rows.slice(start, end).map(cellAt) }]
    const { cells, hasTexts } = typedCells(type, rows, cellAt, untyped)
    const part = (start: number, end: number, of: (cell: TypedCell) => TypedValue | undefined) => {
      const values: (TypedValue | undefined)[] = []
      for (let index = start; index < end; index++) {
        const cell = cells(index)
        values.push(cell && of(cell))
      }
      return values
    }
    const typed: ParquetColumn = { name, type, valuesIn: (start, end) => part(start, end, ({ value }) => value) }
    const texts: ParquetColumn = {
      name: name + textColumn,
      type: 'string',
      valuesIn: (start, end) => part(start, end, ({ text }) => text),
    }
    return hasTexts ? [typed, texts] : [typed]
  })
  if (orders) {
    columns.push({
      name: orderColumn,
      type: 'int',
      valuesIn: (start, end) => orders.slice(start, end).map(BigInt),
    })
  }
  if (rows.some(({ text }) => text !== undefined)) {
    columns.push({
      name: textColumn,
      type: 'string',
      valuesIn: (start, end) => rows.slice(start, end).map(({ text }) => text),
    })
  }
  return { bytes: parquetFile(columns, rows.length, { [tagKey]: table.tag }), untyped }
}

/**
 * The typed cells of a column by their rows. Most columns have few different texts, so a row keeps only a number.
 *
 * @param untyped gets the rows whose text is not of the type
 */
function typedCells(
  type: ColumnType,
  rows: readonly PlainRow[],
  cellAt: (row: PlainRow) => string | undefined,
  untyped: number[],
): { readonly cells: (row: number) => TypedCell | undefined; readonly hasTexts: boolean } {
  const read = cellReader(type)
  const remembered: TypedCell[] = []
  const numbers = new Int16Array(rows.length)
  let hasTexts = false
  for (let row = 0; row < rows.length; row++) {
    const text = cellAt(rows[row]!)
    if (text === undefined) continue
    const cell = read(text)
    numbers[row] = cell.index < 0 ? -1 : cell.index + 1
    if (cell.index === remembered.length) remembered.push(cell)
    if (cell.text === undefined) continue
    hasTexts = true
    if (cell.value === undefined) untyped.push(row)
  }
  const cells = (row: number): TypedCell | undefined => {
    const number = numbers[row]!
    if (number === 0) return undefined
    return number > 0 ? remembered[number - 1] : read(cellAt(rows[row]!)!)
  }
  return { cells, hasTexts }
}

function* cellsOfRows<Cell>(rows: readonly PlainRow[], cellAt: (row: PlainRow) => Cell): Generator<Cell> {
  for (const row of rows) yield cellAt(row)
}

/** The bytes of a Parquet file with this number of rows. The typed values of few rows exist at the same time. */
export function parquetFile(
  columns: readonly ParquetColumn[],
  rows: number,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
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
  const groupSize = 100_000
  for (let start = 0; start < rows; start += groupSize) {
    const end = Math.min(start + groupSize, rows)
    const columnData = columns.map(({ name, valuesIn }) => ({ name, data: valuesIn(start, end) }))
    void file.write({ columnData, rowGroupSize: groupSize })
  }
  void file.finish()
  return writer.getBytes()
}

/** A column of a Parquet file. */
export interface ParquetColumn {
  readonly name: string
  readonly type: ColumnType
  /** The values from one row to another, without the latter; undefined for an absent value. */
  readonly valuesIn: (start: number, end: number) => (TypedValue | undefined)[]
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
