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

/** The cells of a row, by the names of their columns; texts may be bytes of UTF-8. */
export type Cells = Readonly<Record<string, string | number | Uint8Array | undefined>>

/** Writes rows of facts as a Parquet file, with one row group for each batch. */
export async function* parquetOf(batches: AsyncIterable<readonly Cells[]>): AsyncGenerator<Uint8Array> {
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
      data: rows.map(({ [name]: cell }) => (type === 'number' && cell !== undefined ? BigInt(Number(cell)) : cell)),
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

/**
 * Reads the rows of a Parquet file, one row group at a time. Texts are bytes.
 *
 * @throws an error of the library if the file is no Parquet or is damaged
 */
export async function* rowsOfParquet(path: string): AsyncGenerator<Record<string, unknown>> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const compressors = { ...allCompressors, GZIP: (bytes: Uint8Array) => gunzipSync(bytes) }
  const parsers = { stringFromBytes: (bytes: Uint8Array | undefined) => bytes }
  let rowStart = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows)
    yield* await parquetReadObjects({ file, metadata, compressors, parsers, rowStart, rowEnd })
    rowStart = rowEnd
  }
}
