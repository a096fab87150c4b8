import { csvOf } from '../../shared/convert/csv.ts'
import { markdownOf } from '../../shared/convert/markdown.ts'
import { isTag } from '../../shared/convert/plain-record.ts'
import { buildTable, type PlainTable } from '../../shared/convert/table.ts'
import type { Notes } from './notes.ts'
import type { PlainBatch } from './plain-batches.ts'
import type { SourceLine } from './problems.ts'

/** The records of one tag and their sources. */
export interface PlacedTable {
  readonly table: PlainTable
  /** For each row, its position among all records, from 1. */
  readonly orders: readonly number[]
  readonly places: readonly SourceLine[]
}

/**
 * Collects the records in tables, one per tag, in the order in which the tags first occur. Adds a note for each entry
 * that does not fit into a table.
 */
export async function gatherTables(batches: AsyncIterable<PlainBatch>, notes: Notes): Promise<PlacedTable[]> {
  const tables = new Map<string, { builder: ReturnType<typeof buildTable>; orders: number[]; places: SourceLine[] }>()
  let count = 0
  for await (const { entries, places } of batches) {
    for (const [index, entry] of entries.entries()) {
      const place = places[index]!
      if (entry.kind !== 'record') {
        notes.add(entry.kind, place)
        continue
      }
      count++
      let table = tables.get(entry.tag)
      if (!table) {
        if (!isTag(entry.tag)) {
          notes.add('tagless', place)
          continue
        }
        table = { builder: buildTable(entry.tag), orders: [], places: [] }
        tables.set(entry.tag, table)
      }
      table.builder.add(entry)
      table.orders.push(count)
      table.places.push(place)
    }
  }
  return [...tables.values()].map(({ builder, orders, places }) => ({ table: builder.finish(), orders, places }))
}

/** A table as CSV. If there are several tables, a column has the position of each row among all records. */
export function csvPieces(
  { table, orders, places }: PlacedTable,
  isOneOfSeveral: boolean,
  escapesFormulas: boolean,
  notes: Notes,
): Iterable<string> {
  noteRows(table, places, notes)
  return csvOf(table, {
    escapesFormulas,
    ...(isOneOfSeveral && { orders }),
    onFormula: row => {
      notes.add('formula', places[row]!)
    },
  })
}

/** A table as Parquet, with the same columns as CSV. The Parquet code is loaded only here, because it is large. */
export async function parquetBytes(
  { table, orders, places }: PlacedTable,
  isOneOfSeveral: boolean,
  notes: Notes,
): Promise<Uint8Array> {
  noteRows(table, places, notes)
  const { writeParquet } = await import('./parquet.ts')
  const { bytes, untyped } = writeParquet(table, isOneOfSeveral ? orders : undefined)
  for (const row of untyped) notes.add('untyped', places[row]!)
  return bytes
}

/** All tables in one Markdown text. */
export function* markdownPieces(tables: readonly PlacedTable[], notes: Notes): Generator<string> {
  for (const [index, { table, places }] of tables.entries()) {
    table.rows.forEach(({ text }, row) => {
      if (text !== undefined) notes.add('hidden', places[row]!)
    })
    if (index > 0) yield '\n'
    yield* markdownOf(table)
  }
}

function noteRows({ rows }: PlainTable, places: readonly SourceLine[], notes: Notes): void {
  rows.forEach(({ text, shape }, row) => {
    if (text !== undefined) notes.add('carried', places[row]!)
    else if (!shape.isInOrder) notes.add('order', places[row]!)
  })
}
