import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type Json } from '@duckdb/node-api'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, expectRun, folder, recline, read, startInTerminal } = commandLine()

/** Runs SQL in the test's folder and gives its rows. */
async function duckdb(...statements: readonly string[]): Promise<Record<string, Json>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`set file_search_path = '${folder()}'; set timezone = 'UTC'`)
  let rows: Record<string, Json>[] = []
  for (const statement of statements)
    rows = (await connection.runAndReadAll(statement.replaceAll('$FOLDER', folder()))).getRowObjectsJson()
  connection.closeSync()
  instance.closeSync()
  return rows
}

/**
 * A Parquet file with an id and a time of noon in each row. No program that can be had here writes INT96 any more, so
 * the type is changed in a file with another one of 12 bytes.
 *
 * @param days since the start of the Julian period
 */
function int96File(days: readonly number[]): Buffer {
  const times = days.map(day => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigInt64LE(43_200_000_000_000n, 0)
    bytes.writeInt32LE(day, 8)
    return new Uint8Array(bytes)
  })
  const file = parquetWriteBuffer({
    codec: 'UNCOMPRESSED',
    statistics: false,
    columnData: [
      { name: 'rid', data: days.map((_, index) => `T-${index + 1}`) },
      { name: 'seen', data: times, encoding: 'PLAIN' },
    ],
    schema: [
      { name: 'root', num_children: 2 },
      { name: 'rid', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'seen', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, repetition_type: 'REQUIRED' },
    ],
  })
  // In the schema and in the data of the column, the field 1 of Thrift has the type: 7 becomes 3.
  const inHex = Buffer.from(file).toString('hex')
  return Buffer.from(inHex.replace('150e1518', '15061518').replace('150e19', '150619'), 'hex')
}

describe('Parquet', () => {
  test('is printed to a pipe, and not to a terminal', async () => {
    await files({ 'a.rec': '@TXN id="T-1" | amount:float=4.50\n' })
    const args = ['convert', 'a.rec', '--to', 'parquet']
    expect(await recline(args, { through: ['sh', '-c', '"$@" | cat > piped.parquet', 'sh'] })).toEqual({
      stdout: '',
      stderr: '',
      code: 0,
    })
    expect(await duckdb("from 'piped.parquet'")).toEqual([{ id: 'T-1', amount: 4.5, amount$text: '4.50' }])
    expect(await startInTerminal(args).ended).toMatchObject({
      stdout: 'recline: Parquet is not text; write it to a file with --output.\r\n',
      code: 2,
    })
  })

  test('leaves out single times that no record can have, and columns of intervals', async () => {
    await duckdb(
      `copy (select 'T-1' as rid, timestamp '2026-06-30 12:00:00' as seen, date '2026-06-30' as day, interval 1 day as every
       union all select 'T-2', 'infinity'::timestamp, '-infinity'::date, interval 2 day
       union all select 'T-3', '-infinity'::timestamp, date '2026-07-01', null) to '$FOLDER/a.parquet' (format parquet)`,
    )
    const { stdout, stderr, code } = await recline([
      'convert',
      'a.parquet',
      '--tag',
      'CONTROL',
      '--to',
      'rec',
      '--from',
      'parquet',
    ])
    expect(stdout).toBe(
      '@CONTROL rid=T-1 | seen:ts=2026-06-30T12:00:00 | day:ts=2026-06-30\n@CONTROL rid=T-2\n@CONTROL rid=T-3 | day:ts=2026-07-01\n',
    )
    expect(stderr).toMatch(
      /2 values of "seen" are left out: in row 2 it is a time that is infinite, or outside of the years/,
    )
    expect(stderr).toMatch(/1 value of "day" is left out: in row 2 it is/)
    expect(stderr).toMatch(/"every" is left out: in row 1 it is an interval/)
    expect(code).toBe(1)
  })

  test('with times of INT96, as older programs write them, leaves out those that no record can have', async () => {
    await writeFile(join(folder(), 'a.parquet'), int96File([2_461_222, 2 ** 31 - 1, -(2 ** 31)]))
    expect(await recline(['convert', 'a.parquet', '--tag', 'CONTROL', '--to', 'rec'])).toMatchObject({
      stdout: '@CONTROL rid=T-1 | seen:ts=2026-06-30T12:00:00\n@CONTROL rid=T-2\n@CONTROL rid=T-3\n',
      stderr: expect.stringContaining(
        '2 values of "seen" are left out: in row 2 it is a time that is infinite, or outside of the years 0000 to 9999.',
      ),
      code: 1,
    })
  })

  test('is read by DuckDB with the types of the records', async () => {
    await files({
      'a.rec': `\
@TXN id="T-1" | amount:float=4.50 | settled:ts=2026-06-30T14:05:00Z | day:ts=2026-06-30 | at:ts=2026-06-30T14:05:00 | ok:bool=true | n:int=9007199254740993
@TXN id="T-2" | amount:float=-3 | settled:ts=2026-06-30T14:05:00.25+02:00 | n:int=many | tags=[a, b]
`,
    })
    await expectRun(
      'convert a.rec --to parquet --output a.TXN.parquet',
      `
      ! recline: 1 value does not have the type of its column, so it is text in the column $text next to it: a.rec:2.
      ! 2 records in a.TXN.parquet.
      exit 0`,
    )
    const columns = await duckdb("select column_name, column_type from (describe from 'a.TXN.parquet')")
    expect(Object.fromEntries(columns.map(({ column_name, column_type }) => [column_name, column_type]))).toEqual({
      id: 'VARCHAR',
      amount: 'DOUBLE',
      amount$text: 'VARCHAR',
      'settled:ts': 'TIMESTAMP WITH TIME ZONE',
      'settled:ts$text': 'VARCHAR',
      'day:ts': 'DATE',
      'at:ts': 'TIMESTAMP',
      'ok:bool': 'BOOLEAN',
      'n:int': 'BIGINT',
      'n:int$text': 'VARCHAR',
      'tags:list': 'VARCHAR',
    })
    expect(await duckdb("from 'a.TXN.parquet'")).toEqual([
      {
        id: 'T-1',
        amount: 4.5,
        amount$text: '4.50',
        'settled:ts': '2026-06-30 14:05:00+00',
        'settled:ts$text': null,
        'day:ts': '2026-06-30',
        'at:ts': '2026-06-30 14:05:00',
        'ok:bool': true,
        'n:int': '9007199254740993',
        'n:int$text': null,
        'tags:list': null,
      },
      {
        id: 'T-2',
        amount: -3,
        amount$text: null,
        'settled:ts': '2026-06-30 12:05:00.25+00',
        'settled:ts$text': '2026-06-30T14:05:00.25+02:00',
        'day:ts': null,
        'at:ts': null,
        'ok:bool': null,
        'n:int': null,
        'n:int$text': 'many',
        'tags:list': '[a, b]',
      },
    ])
    const { stdout } = await recline(['convert', 'a.TXN.parquet'])
    expect(stdout).toBe(await read('a.rec'))
  })

  test('that DuckDB wrote becomes records', async () => {
    await duckdb(`copy (select * from (values
      ('CTL-1', 3::integer, 4.50::decimal(10, 2), -123456789012345678901234.5::decimal(38, 1), 0.1::float, 0.1::double, timestamp '2026-06-30 14:05:00.5',
       timestamptz '2026-06-30 14:05:00+02', timestamp_ns '2026-06-30 14:05:00.123456789', date '2026-06-30', time '10:11:12', true, 18446744073709551615::ubigint, 'x'::blob, 'é'::enum ('é'), [1, 2], ['a', 'b c'],
       [[date '2026-01-01']]),
      (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null))
      as t (rid, maturity, amount, large, f, d, local, zoned, exact, day, hour, ok, most, bytes, word, ns, ts, nested)) to '$FOLDER/a.CONTROL.parquet' (compression zstd)`)
    await expectRun(
      'convert a.CONTROL.parquet',
      `
      @CONTROL rid=CTL-1 | maturity:int=3 | amount:float=4.50 | large:float=-123456789012345678901234.5 | f:float=0.1 | d:float=0.1 | local:ts=2026-06-30T14:05:00.500 | zoned:ts=2026-06-30T12:05:00Z | exact:ts=2026-06-30T14:05:00.123456789 | day:ts=2026-06-30 | hour="10:11:12" | ok:bool=true | most:int=18446744073709551615 | bytes="x" | word="é" | ns=[1, 2] | ts=[a, "b c"] | nested=[[2026-01-01]]
      ! recline: a.CONTROL.parquet: "amount", "large", "f", "d", "local", "zoned", "exact", "day", "hour", "ok", "most", "bytes", "word", "ns", "ts" and "nested" are not fields of CONTROL and keep their names.
      exit 0`,
    )
  })

  test('is read in every compression, row group by row group', async () => {
    for (const compression of ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw']) {
      await duckdb(
        `copy (select 'CTL-' || range as rid, range % 5 as maturity from range(3000)) to '$FOLDER/a.parquet' (compression ${compression}, row_group_size 2048)`,
      )
      const { stdout } = await recline(['convert', 'a.parquet', '--tag', 'CONTROL'])
      expect(stdout.split('\n').length, compression).toBe(3001)
      expect(stdout, compression).toContain('\n@CONTROL rid=CTL-2998 | maturity:int=3\n')
    }
  })

  test('of few bytes and many rows is read in slices', async () => {
    await duckdb(
      `copy (select 'x' as title from range(1000000)) to '$FOLDER/a.CONTROL.parquet' (compression zstd, row_group_size 1000000)`,
    )
    const env = { NODE_OPTIONS: '--max-old-space-size=128' }
    const { stderr, code } = await recline(['convert', 'a.CONTROL.parquet', '--output', 'a.rec'], { env })
    expect([stderr, code]).toEqual([
      'recline: a.CONTROL.parquet: No column becomes rid, which every CONTROL needs.\n1000000 records in a.rec.\n',
      0,
    ])
  })

  test('loses the columns that no record can hold, and no others', async () => {
    await duckdb(`copy (select {'a': 1} as s, '\\xff'::blob as b, 1 as c) to '$FOLDER/a.CONTROL.parquet'`)
    await expectRun(
      'convert a.CONTROL.parquet',
      `
      @CONTROL c:int=1
      ! recline: a.CONTROL.parquet: "s" is left out: in row 1 it is a structure, and a field can have a text, a number, a time, true or false, or a list of them.
      ! recline: a.CONTROL.parquet: "b" is left out: in row 1 it is bytes that are not text, and a field can have a text, a number, a time, true or false, or a list of them.
      ! recline: a.CONTROL.parquet: "c" is not a field of CONTROL and keeps its name.
      ! recline: a.CONTROL.parquet: No column becomes rid, which every CONTROL needs.
      exit 1`,
    )
    await duckdb(`copy (select 'CTL-1' as "Control ID", ' yes' as "Auto Renew", '3' as m) to '$FOLDER/a.CERT.parquet'`)
    expect((await recline(['convert', 'a.CERT.parquet', '--map-column', 'Control ID=rid'])).stdout).toBe(
      '@CERT rid=CTL-1 | auto_renew:bool=true | m="3"\n',
    )
  })
})
