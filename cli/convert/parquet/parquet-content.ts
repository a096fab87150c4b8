import {
  type AsyncBuffer,
  type ColumnData,
  type Compressors,
  type ParquetReadOptions,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
} from 'hyparquet'
import { type Look, textColumn } from '../../../shared/convert/rows.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { columnReader, parsers, type Unreadable, withoutDecimals } from './parquet-columns.ts'

/** The key of the tag of the records in the metadata of a Parquet file. */
export const tagKey = 'recline.tag'

/** The content of a Parquet file, as text. */
export interface ParquetContent {
  /** The tag of the records, if the file has it in its metadata. */
  readonly tag: string | undefined
  readonly names: readonly string[]
  /** For each column, the most similar type of values in `.rec` files. */
  readonly looks: readonly Look[]
  /** The names of the compressions of its values, such as `ZSTD`. */
  readonly compressions: ReadonlySet<string>
  /**
   * Yields some rows at a time: for each column the text of its value, or why no field can hold it. Few bytes can hold
   * millions of rows, so the values stay in columns as the library reads them, one row group at a time.
   *
   * @param rowsAtOnce the maximum number of rows that exist as rows at the same time
   */
  readonly rows: (rowsAtOnce?: number) => AsyncGenerator<(string | Unreadable | undefined)[][]>
}

/**
 * Reads a Parquet file. Throws an error of the library if the file is not Parquet or is damaged.
 *
 * @param file its bytes
 * @param compressors what unpacks its values; without one for Snappy, the library unpacks them itself
 */
export async function parquetContent(file: AsyncBuffer, compressors: Compressors): Promise<ParquetContent> {
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

  async function* rows(rowsAtOnce = 1000): AsyncGenerator<(string | Unreadable | undefined)[][]> {
    let rowStart = 0
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows)
      const values = all.map((): ArrayLike<unknown>[] => [])
      const onChunk = ({ columnName, columnData }: ColumnData): void => {
        values[indexes.get(columnName)!]!.push(columnData)
      }
      const options = { metadata, compressors, parsers, utf8: false, geoparquet: false, rowStart, rowEnd }
      const damaged = await parquetRead({ file, ...options, onChunk }).then(
        () => new Map<number, Unreadable>(),
        (error: unknown) => readEachColumn(options, values, error),
      )
      const readers = columns.map(({ read, index, textIndex }) => {
        const reason = damaged.get(index) ?? damaged.get(textIndex ?? index)
        if (reason) return () => reason
        const nextValue = nextIn(values[index]!)
        const nextText = textIndex === undefined ? undefined : nextIn(values[textIndex]!)
        return (): string | Unreadable | undefined => {
          const value = nextValue()
          const text = nextText?.()
          if (typeof text === 'string') return text
          return value === null || value === undefined ? undefined : read(value)
        }
      })
      // The metadata can tell more rows than there are.
      const count = Math.min(rowEnd - rowStart, Math.max(0, ...values.map(totalLength)))
      for (let first = 0; first < count; first += rowsAtOnce)
        yield Array.from({ length: Math.min(rowsAtOnce, count - first) }, () => readers.map(next => next()))
      rowStart = rowEnd
    }
  }

  /** Reads the columns one by one. Returns why some cannot be read; throws the error if that is true of all. */
  async function readEachColumn(
    options: Pick<ParquetReadOptions, 'metadata' | 'compressors' | 'rowStart' | 'rowEnd'>,
    values: ArrayLike<unknown>[][],
    error: unknown,
  ): Promise<ReadonlyMap<number, Unreadable>> {
    const damaged = new Map<number, Unreadable>()
    for (const { name, index, unread = { reason: localize('damaged') } } of all) {
      values[index] = []
      const onChunk = ({ columnData }: ColumnData): unknown => values[index]!.push(columnData)
      await parquetRead({ file, ...options, columns: [name], onChunk }).catch(() => {
        values[index] = []
        damaged.set(index, unread)
      })
    }
    if (damaged.size === all.length) throw error
    return damaged
  }

  return {
    tag: metadata.key_value_metadata?.find(({ key }) => key === tagKey)?.value,
    names: columns.map(({ name }) => name),
    looks: columns.map(({ look }) => look),
    compressions: new Set(
      metadata.row_groups.flatMap(group => group.columns.flatMap(one => one.meta_data?.codec ?? [])),
    ),
    rows,
  }
}

const totalLength = (chunks: readonly ArrayLike<unknown>[]): number =>
  chunks.reduce((length, chunk) => length + chunk.length, 0)

/** Returns a function that returns the next value of a column, or undefined after the last one. */
function nextIn(chunks: readonly ArrayLike<unknown>[]): () => unknown {
  let [chunk, position] = [0, 0]
  return () => {
    while (position === chunks[chunk]?.length) [chunk, position] = [chunk + 1, 0]
    return chunks[chunk]?.[position++]
  }
}
