import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type AsyncBuffer, parquetMetadataAsync, parquetRead, type SchemaElement } from 'hyparquet'
import { compressors as allCompressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import {
  columnNames,
  columnOfTables,
  type FactCell,
  type FactCells,
  type FactColumn,
  type FactTable,
} from './fact-tables.ts'
import { columns } from './facts.ts'

/** The columns of facts in Parquet: integers and texts. Only offsets in files can be larger than 32 bits. */
const elements: readonly SchemaElement[] = [
  { name: 'schema', num_children: columnNames.length },
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

/** Writes facts as a Parquet file, in row groups of several batches. */
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
  for await (const tables of rowGroupsOf(batches)) {
    const columnData = columnNames.map(name => {
      const data = columnOfTables(name, tables)
      if (name === 'part') return { name, data: data.map(part => BigInt(Number(part))) }
      if (!manyTexts.has(name)) return { name, data, ...(name === 'entry' && { encoding: 'PLAIN' as const }) }
      return { name, data: inBytes(data), codec: 'GZIP' as const, encoding: 'PLAIN' as const }
    })
    await file.write({ columnData, rowGroupSize: columnData[0]!.data.length })
    yield taken()
  }
  await file.finish()
  yield taken()
}

/** Tables of about as many rows as a row group has. */
async function* rowGroupsOf(batches: AsyncIterable<readonly FactTable[]>): AsyncGenerator<readonly FactTable[]> {
  let some: FactTable[] = []
  let rows = 0
  for await (const tables of batches) {
    for (const table of tables) {
      some.push(table)
      rows += table.length
    }
    if (rows < rowsOfGroup) continue
    yield some
    some = []
    rows = 0
  }
  if (rows > 0) yield some
}

/** Each group has a price of its own, and all its rows are in memory. */
const rowsOfGroup = 2 ** 12

type ParquetFactCell = FactCell | bigint | Uint8Array

/** Texts as their bytes, by one call: most are of ASCII, in which each character is a byte. */
function inBytes(cells: readonly ParquetFactCell[]): ParquetFactCell[] {
  const text = cells.join('')
  const bytes = Buffer.from(text)
  const isAscii = bytes.length === text.length
  let start = 0
  return cells.map(cell => {
    if (typeof cell !== 'string') return cell
    if (!isAscii) return Buffer.from(cell)
    start += cell.length
    return bytes.subarray(start - cell.length, start)
  })
}

/** The columns with another text in almost each row. */
const manyTexts: ReadonlySet<string> = new Set(['id', 'record', 'data'])

/** The rows of one group of a file. */
export interface RowGroup {
  /** How many rows there are. */
  readonly length: number
  /** The cells in some columns, by their names. A column that the file does not have has none. */
  cells(names: readonly FactColumn[]): Promise<FactCells>
}

/**
 * Reads a Parquet file, one row group at a time.
 *
 * @throws an error of the library if the file is no Parquet or is damaged
 */
export async function* groupsOfParquet(path: string): AsyncGenerator<RowGroup> {
  const { size: byteLength } = statSync(path)
  const descriptor = openSync(path, 'r')
  // The library has a buffer for files, which opens the file again for each column.
  const file: AsyncBuffer = {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = Buffer.allocUnsafeSlow(end - start)
      readSync(descriptor, bytes, 0, bytes.length, start)
      return bytes.buffer
    },
  }
  try {
    yield* rowGroupsIn(file)
  } finally {
    closeSync(descriptor)
  }
}

async function* rowGroupsIn(file: AsyncBuffer): AsyncGenerator<RowGroup> {
  const metadata = await parquetMetadataAsync(file)
  const known = new Set(metadata.schema.map(({ name }) => name))
  const compressors = { ...allCompressors, GZIP: (bytes: Uint8Array) => gunzipSync(bytes) }
  let first = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowStart = first
    const rowEnd = first + Number(num_rows)
    first = rowEnd
    yield {
      length: rowEnd - rowStart,
      async cells(names) {
        const cells = new Map<string, readonly unknown[]>()
        await parquetRead({
          file,
          metadata,
          compressors,
          rowStart,
          rowEnd,
          columns: names.filter(name => known.has(name)),
          onChunk({ columnName, columnData }) {
            const above = cells.get(columnName)
            const own = inNumbers(columnData as ArrayLike<unknown>)
            // Most columns of a group come at once, and are not copied.
            cells.set(columnName, above ? above.concat(own) : own)
          },
        })
        return Object.fromEntries(cells)
      },
    }
  }
}

/** Cells with numbers instead of large integers. */
function inNumbers(cells: ArrayLike<unknown>): readonly unknown[] {
  const all = Array.isArray(cells) ? (cells as readonly unknown[]) : Array.from(cells)
  const first = all.find(cell => cell !== undefined && cell !== null)
  return typeof first === 'bigint' ? all.map(cell => (typeof cell === 'bigint' ? Number(cell) : cell)) : all
}
