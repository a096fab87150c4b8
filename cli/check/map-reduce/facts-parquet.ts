import { gunzipSync, gzipSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet'
import { compressors as allCompressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { FactCell, FactColumn, FactTable } from './fact-tables.ts'
import { columns } from './facts.ts'

/** The columns of facts in Parquet: integers and texts. Only offsets in files can be larger than 32 bits. */
const elements: readonly SchemaElement[] = [
  { name: 'schema', num_children: Object.keys(columns).length },
  ...Object.entries(columns).map(
    ([name, type]): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...(type === 'number'
        ? { type: name === 'part' ? 'INT64' : 'INT32' }
        : { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
    }),
  ),
]

/** Writes rows of facts as a Parquet file, with one row group for each batch. */
export async function* parquetOf(batches: AsyncIterable<readonly FactTable[]>): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [...elements],
    createdBy: 'recline',
    codec: 'UNCOMPRESSED',
    compressors: { GZIP: bytes => gzipSync(bytes, { level: 1 }) },
    statistics: false,
  })
  /** Returns the bytes that were written since the last call. */
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  for await (const tables of batches) {
    const columnData = (Object.keys(columns) as FactColumn[]).map(name => ({
      name,
      data: cellsOf(name, tables),
      ...(manyTexts.has(name) && { codec: 'GZIP' as const, encoding: 'PLAIN' as const }),
    }))
    await file.write({ columnData, rowGroupSize: Math.max(1, columnData[0]!.data.length) })
    yield taken()
  }
  await file.finish()
  yield taken()
}

/** The cells of tables in a column; only offsets in files are large integers. */
function cellsOf(name: FactColumn, tables: readonly FactTable[]): (FactCell | bigint)[] {
  const all: (FactCell | bigint)[] = []
  for (const { length, shared, own } of tables) {
    const cells = own[name]
    const cell = name === 'part' ? BigInt(Number(shared.part)) : shared[name]
    for (let row = 0; row < length; row++) all.push(cells ? cells[row] : cell)
  }
  return all
}

/** The columns with another text in almost each row. */
const manyTexts: ReadonlySet<string> = new Set(['id', 'record', 'data'])

/** The rows of one group of a file. */
export interface RowGroup {
  /** How many rows there are. */
  readonly length: number
  /** The values of one column. */
  column(name: string): Promise<unknown[]>
  /** The rows from one to before another. */
  rows(start: number, end: number): Promise<Record<string, unknown>[]>
}

/**
 * Reads a Parquet file, one row group at a time.
 *
 * @throws an error of the library if the file is no Parquet or is damaged
 */
export async function* groupsOfParquet(path: string): AsyncGenerator<RowGroup> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const compressors = { ...allCompressors, GZIP: (bytes: Uint8Array) => gunzipSync(bytes) }
  let first = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowStart = first
    const length = Number(num_rows)
    first += length
    const read = (start: number, end: number, names?: string[]): Promise<Record<string, unknown>[]> =>
      parquetReadObjects({
        file,
        metadata,
        compressors,
        rowStart: rowStart + start,
        rowEnd: rowStart + end,
        ...(names && { columns: names }),
      })
    yield {
      length,
      column: async name => (await read(0, length, [name])).map(row => row[name]),
      rows: (start, end) => read(start, end),
    }
  }
}
