import {
  asyncBufferFromFile,
  type ColumnData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { type Look, orderColumn, textColumn } from '../../shared/convert/rows.ts'
import { cellOf, type PlainTable } from '../../shared/convert/table.ts'
import { type ColumnType, type TypedValue, typedColumn } from '../../shared/convert/typed-values.ts'
import { columnReader, parsers, type Unreadable, withoutDecimals } from './parquet-columns.ts'

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

const tagKey = 'recline.tag'

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

/** The content of a Parquet file, as text. */
export interface ReadParquet {
  /** The tag of the records, if the file has it in its metadata. */
  readonly tag: string | undefined
  readonly names: readonly string[]
  /** For each column, the most similar type of values in `.rec` files. */
  readonly looks: readonly Look[]
  /**
   * Yields some rows at a time: for each column the text of its value, or why no field can hold it. Few bytes can hold
   * millions of rows, so the values stay in columns as the library reads them, one row group at a time.
   */
  readonly rows: () => AsyncGenerator<(string | Unreadable | undefined)[][]>
}

/**
 * Reads a Parquet file. Throws an error of the library if the file is not Parquet or is damaged.
 *
 * @param source the path of the file, or its bytes
 */
export async function readParquet(source: string | ArrayBuffer): Promise<ReadParquet> {
  const file = typeof source === 'string' ? await asyncBufferFromFile(source) : source
  const { metadata, scales } = withoutDecimals(await parquetMetadataAsync(file, { parsers, geoparquet: false }))
  const all = parquetSchema(metadata).children.map((column, index) => ({
    name: column.element.name,
    index,
    ...columnReader(column, scales),
  }))
  const indexes = new Map(all.map(({ name, index }) => [name, index]))
  // A `$text` column next to another column holds the texts of that column; it is not a field.
  const isBeside = (name: string): boolean =>
    name.endsWith(textColumn) && indexes.has(name.slice(0, -textColumn.length))
  const columns = all
    .filter(({ name }) => !isBeside(name))
    .map(column => ({ ...column, textIndex: indexes.get(column.name + textColumn) }))

  async function* rows(): AsyncGenerator<(string | Unreadable | undefined)[][]> {
    let rowStart = 0
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows)
      const values = all.map((): ArrayLike<unknown>[] => [])
      const onChunk = ({ columnName, columnData }: ColumnData): void => {
        values[indexes.get(columnName)!]!.push(columnData)
      }
      const options = { metadata, compressors, parsers, utf8: false, geoparquet: false }
      await parquetRead({ file, ...options, rowStart, rowEnd, onChunk })
      const cursors = values.map(nextIn)
      // The metadata can tell more rows than there are.
      const count = Math.min(rowEnd - rowStart, Math.max(0, ...values.map(lengthOf)))
      for (let first = 0; first < count; first += rowsAtOnce)
        yield Array.from({ length: Math.min(rowsAtOnce, count - first) }, () => {
          const row = cursors.map(next => next())
          return columns.map(({ read, index, textIndex }) => {
            const text = textIndex === undefined ? undefined : row[textIndex]
            const value = row[index]
            if (typeof text === 'string') return text
            return value === null || value === undefined ? undefined : read(value)
          })
        })
      rowStart = rowEnd
    }
  }

  return {
    tag: metadata.key_value_metadata?.find(({ key }) => key === tagKey)?.value,
    names: columns.map(({ name }) => name),
    looks: columns.map(({ look }) => look),
    rows,
  }
}

/** The maximum number of rows that exist as rows at the same time. */
const rowsAtOnce = 10_000

const lengthOf = (chunks: readonly ArrayLike<unknown>[]): number =>
  chunks.reduce((length, chunk) => length + chunk.length, 0)

/** Returns a function that returns the next value of a column, or undefined after the last one. */
function nextIn(chunks: readonly ArrayLike<unknown>[]): () => unknown {
  let [chunk, position] = [0, 0]
  return () => {
    while (position === chunks[chunk]?.length) [chunk, position] = [chunk + 1, 0]
    return chunks[chunk]?.[position++]
  }
}
