import { asyncBufferFromFile, type SchemaElement } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { orderColumn, textColumn } from '../../shared/convert/rows.ts'
import { cellOf, type PlainTable } from '../../shared/convert/table.ts'
import { type ColumnType, type TypedValue, typedColumn } from '../../shared/convert/typed-values.ts'
import { parquetContent, type ReadParquet, tagKey } from './parquet-content.ts'

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
  const untyped: number[] = []
  const columns = table.columns.flatMap((column): ParquetColumn[] => {
    const {
      type: columnType,
      values,
      texts,
    } = typedColumn(
      column.type,
      table.rows.map(row => cellOf(row, column)),
    )
    texts.forEach((text, row) => {
      if (text !== undefined && values[row] === undefined) untyped.push(row)
    })
    const typed = { name: column.key, type: columnType, data: [...values] }
    return texts.every(text => text === undefined)
      ? [typed]
      : [typed, { name: column.key + textColumn, type: 'string', data: [...texts] }]
  })
  if (orders) columns.push({ name: orderColumn, type: 'int', data: orders.map(BigInt) })
  if (table.rows.some(({ text }) => text !== undefined)) {
    columns.push({ name: textColumn, type: 'string', data: table.rows.map(({ text }) => text) })
  }

  return { bytes: parquetFile(columns, { [tagKey]: table.tag }), untyped }
}

/** The bytes of a Parquet file with these columns, which have the same number of values. */
export function parquetFile(columns: readonly ParquetColumn[], metadata: Readonly<Record<string, string>>): Uint8Array {
  const writer = new ByteWriter()
  const schema = columns.map(
    ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...elements[type] }),
  )
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'schema', num_children: columns.length }, ...schema],
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'recline',
  })
  void file.write({ columnData: columns.map(({ name, data }) => ({ name, data })), rowGroupSize: 100_000 })
  void file.finish()
  return writer.getBytes()
}

/** A column of a Parquet file; undefined for an absent value. */
export interface ParquetColumn {
  readonly name: string
  readonly type: ColumnType
  readonly data: (TypedValue | undefined)[]
}

const elements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
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
export const readParquet = async (source: string | ArrayBuffer): Promise<ReadParquet> =>
  parquetContent(typeof source === 'string' ? await asyncBufferFromFile(source) : source, compressors)
