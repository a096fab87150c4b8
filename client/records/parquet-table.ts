import { type Compressors, snappyUncompress } from 'hyparquet'
import { decompressGzip, decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors'
import { readable } from '../../cli/convert/parquet/parquet-columns.ts'
import { parquetContent } from '../../cli/convert/parquet/parquet-content.ts'
import { show } from '../../shared/domains/message-text.ts'
import type { ImportedTable } from '../../shared/protocol/import.ts'

/** The rows of a Parquet file, or the end of a sentence that says why they cannot be imported. */
export type ParquetAnswer = { readonly table: ImportedTable } | { readonly refusal: string }

/** The limits of what a file holds: few bytes can unpack to gigabytes. */
export interface TableLimits {
  /** The most characters of all values, as JSON. */
  readonly characters: number
  /** The most bytes of all pages before they are read as values. */
  readonly unpackedBytes: number
}

/** Reads the rows of a Parquet file as texts. */
export async function parquetTable(file: ArrayBuffer, limits: TableLimits): Promise<ParquetAnswer> {
  try {
    return await columnsAndRows(file, limits)
  } catch (error) {
    if (error instanceof TooLarge) return { refusal: `has too many values; ${convertIt}` }
    return { refusal: `could not be read as Parquet: ${error instanceof Error ? error.message : String(error)}` }
  }
}

export const convertIt = 'convert it with "recline convert"'

class TooLarge extends Error {}

async function columnsAndRows(file: ArrayBuffer, { characters, unpackedBytes }: TableLimits): Promise<ParquetAnswer> {
  const content = await parquetContent(file, unpackersUpTo(unpackedBytes))
  if (content.compressions.has('BROTLI'))
    return { refusal: `is compressed with Brotli, which the import does not read; ${convertIt}` }
  const { tag, names, looks } = content
  const rows: ImportedTable['rows'][number][] = []
  const problems = new Map<number, string>()
  let used = 0
  // One row at a time, because each of them can repeat a text of many megabytes.
  for await (const [row] of content.rows(1)) {
    const cells = row!.map((cell, column) => {
      if (typeof cell !== 'object') return cell ?? null
      if (!problems.has(column))
        problems.set(
          column,
          `${show(names[column]!)} is left out: in row ${rows.length + 1} it is ${cell.reason}, and ${readable}.`,
        )
      return null
    })
    used += cells.reduce((sum, cell) => sum + (cell?.length ?? 0) + quotesAndComma, charactersOfRow)
    if (used > characters) throw new TooLarge()
    rows.push(cells)
  }
  const unreadable = [...problems].map(([column, message]) => ({ column, message }))
  return { table: { ...(tag !== undefined && { tag }), names: [...names], looks: [...looks], rows, unreadable } }
}

export const quotesAndComma = 3

/** What a row counts beside its values, because it becomes a record. So 20 MB are at most a million rows. */
export const charactersOfRow = 20

/** All compressions but Brotli, whose dictionary is larger than the rest of the reader. */
function unpackersUpTo(limit: number): Compressors {
  let left = limit
  const limited =
    (unpack: (packed: Uint8Array, size: number) => Uint8Array) =>
    (packed: Uint8Array, size: number): Uint8Array => {
      left -= size
      if (left < 0) throw new TooLarge()
      return unpack(packed, size)
    }
  return {
    SNAPPY: limited((packed, size) => {
      const unpacked = new Uint8Array(size)
      snappyUncompress(packed, unpacked)
      return unpacked
    }),
    GZIP: limited(decompressGzip),
    ZSTD: limited((packed, size) => decompressZstd(packed, new Uint8Array(size))),
    LZ4: limited(decompressLz4),
    LZ4_RAW: limited(decompressLz4Raw),
  }
}
