import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { parquetTable, type TableLimits } from './parquet-table.ts'

type Written = Parameters<typeof parquetWriteBuffer>[0]

const enough: TableLimits = { characters: 1000, unpackedBytes: 100_000 }

const columnData: Written['columnData'] = [
  { name: 'rid', data: ['E-1', 'E-2'] },
  { name: 'count', data: [3n, undefined], type: 'INT64', nullable: true },
]

/** The rows of a table that is written and read, or why there are none. */
async function readBack(options: Partial<Written> = {}, limits: TableLimits = enough): Promise<unknown> {
  const answer = await parquetTable(parquetWriteBuffer({ columnData, ...options }), limits)
  return 'table' in answer ? answer.table.rows : answer.refusal
}

test('rows become texts, with what each column holds', async () =>
  expect(
    await parquetTable(
      parquetWriteBuffer({ columnData, kvMetadata: [{ key: 'recline.tag', value: 'EMPLOYEE' }] }),
      enough,
    ),
  ).toEqual({
    table: {
      tag: 'EMPLOYEE',
      names: ['rid', 'count'],
      looks: ['string', 'int'],
      rows: [
        ['E-1', '3'],
        ['E-2', null],
      ],
      unreadable: [],
    },
  }))

test('a value that no field can hold is told once for its column', async () => {
  const data = [new Uint8Array([255]), new Uint8Array([254])]
  const file = parquetWriteBuffer({ columnData: [{ name: 'raw', data, type: 'BYTE_ARRAY' }] })
  expect(await parquetTable(file, enough)).toMatchObject({
    table: {
      rows: [[null], [null]],
      unreadable: [{ column: 0, message: expect.stringContaining('"raw" is left out: in row 1 it is bytes') }],
    },
  })
})

test('a damaged column is told, and the others are read', async () => {
  const file = new Uint8Array(parquetWriteBuffer({ columnData })).fill(255, 4, 12).buffer
  expect(await parquetTable(file, enough)).toMatchObject({
    table: {
      rows: [
        [null, '3'],
        [null, null],
      ],
      unreadable: [{ column: 0, message: expect.stringContaining('"rid" is left out: in row 1 it is damaged') }],
    },
  })
})

test('a compression that the import does not read is named', async () =>
  expect(await readBack({ codec: 'BROTLI', compressors: { BROTLI: bytes => bytes } })).toBe(
    'is compressed with Brotli, which the import does not read; convert it with "recline convert"',
  ))

test('few bytes with many values are refused', async () => {
  const data = Array.from({ length: 50 }, () => 'x')
  const tooMany = 'has too many values; convert it with "recline convert"'
  expect(await readBack({ columnData: [{ name: 'rid', data }] })).toBe(tooMany)
  const long = [{ name: 'rid', data: ['x'.repeat(900)] }]
  expect(await readBack({ columnData: long })).toEqual([['x'.repeat(900)]])
  expect(await readBack({ columnData: long }, { ...enough, unpackedBytes: 800 })).toBe(tooMany)
})

test('a file that is not Parquet is refused', async () =>
  expect(await parquetTable(new TextEncoder().encode('rid\nE-1\n').buffer, enough)).toEqual({
    refusal: expect.stringMatching(/^could not be read as Parquet: /),
  }))
