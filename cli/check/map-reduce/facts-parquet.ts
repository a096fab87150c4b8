import { gunzipSync, gzipSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet'
import { compressors as allCompressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { columns } from './facts.ts'

/** The columns of facts in Parquet: integers of 64 bits, and texts. */
const elements: readonly SchemaElement[] = [
  { name: 'schema', num_children: Object.keys(columns).length },
  ...Object.entries(columns).map(
    ([name, type]): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...(type === 'number'
        ? { type: 'INT64' }
        : { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
    }),
  ),
]

type Row = Readonly<Record<string, unknown>>

/** Writes facts as a Parquet file, with one row group for each batch. */
export async function* parquetOf(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [...elements],
    createdBy: 'recline',
    codec: 'UNCOMPRESSED',
    compressors: { GZIP: bytes => gzipSync(bytes, { level: 1 }) },
    // Few rows have most of the text, so their least and greatest values tell nothing.
    statistics: false,
  })
  /** Returns the bytes that were written since the last call. */
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  for await (const rows of batches) {
    const columnData = Object.entries(columns).map(([name, type]) => ({
      name,
      data: rows.map(row => cellOf(row[name], type)),
      ...(longTexts.has(name) && { codec: 'GZIP' as const, encoding: 'PLAIN' as const }),
    }))
    await file.write({ columnData, rowGroupSize: Math.max(1, rows.length) })
    yield taken()
  }
  await file.finish()
  yield taken()
}

/** The columns whose texts can be long. The others are too short to compress. */
const longTexts: ReadonlySet<string> = new Set(['id', 'record', 'data'])

function cellOf(value: unknown, type: 'text' | 'number'): string | bigint | undefined {
  if (value === undefined) return undefined
  if (type === 'number') return BigInt(Number(value))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Reads the rows of a Parquet file, one row group at a time.
 *
 * @throws an error of the library if the file is no Parquet or is damaged
 */
export async function* rowsOfParquet(path: string): AsyncGenerator<Row> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const compressors = { ...allCompressors, GZIP: (bytes: Uint8Array) => gunzipSync(bytes) }
  let rowStart = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows)
    for (const row of await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd })) {
      for (const name in row) {
        const value: unknown = row[name]
        if (typeof value === 'bigint') row[name] = Number(value)
      }
      if (typeof row.data === 'string') row.data = JSON.parse(row.data)
      yield row
    }
    rowStart = rowEnd
  }
}
