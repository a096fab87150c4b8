import fc from 'fast-check'
import { expect, test } from 'vitest'
import { written } from '../../../shared/convert/reading.ts'
import { byOrder, givenOf, type ReadRow, readColumns, readRow } from '../../../shared/convert/rows.ts'
import type { PlainTable } from '../../../shared/convert/table.ts'
import { anyFiles, context, inUtf8, recordMeanings, tablesOf } from '../../../test/convert.ts'
import { damagedFiles } from '../../../test/damaged.ts'
import { check } from '../../../test/records.ts'
import { openParquet, writeParquet } from './parquet.ts'

/** Writes a table as Parquet and reads it again. Returns the rows. */
async function backAndForth(table: PlainTable, orders: readonly number[]): Promise<ReadRow[]> {
  const read = await openParquet(new Uint8Array(Buffer.concat([...writeParquet(table, orders).pieces])).buffer)
  expect(read.tag).toBe(table.tag)
  const { columns, problems } = readColumns(read.names, read.looks)
  expect(problems).toEqual([])
  const rows: ReadRow[] = []
  for await (const group of read.rows()) {
    for (const cells of group) {
      const row = readRow(
        columns,
        cells.map(cell => (typeof cell === 'object' ? cell.reason : cell)),
        table.tag,
      )
      if (!row || 'message' in row) throw new Error(row?.message ?? 'An empty row')
      rows.push(row)
    }
  }
  return rows
}

test('records are the same after there and back', () =>
  fc.assert(
    fc.asyncProperty(fc.oneof(damagedFiles(), anyFiles()).map(inUtf8), async text => {
      const rows = (await Promise.all(tablesOf(text).map(({ table, orders }) => backAndForth(table, orders)))).flat()
      expect(recordMeanings(check(written(byOrder(rows).map(givenOf), context)))).toEqual(recordMeanings(check(text)))
    }),
    { numRuns: 60 },
  ))

test('a null gives no field, and an empty text an empty one', () => {
  const { columns } = readColumns(['title', 'owner'])
  const row = readRow(columns, ['', undefined], 'CONTROL')
  if (!row || 'message' in row) return expect.unreachable()
  expect(givenOf(row)).toMatchObject({ fields: [{ name: 'title', value: '' }] })
})
