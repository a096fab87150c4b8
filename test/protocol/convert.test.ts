import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type Json } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, expectRun, folder, recline, start } = commandLine()

const read = (name: string): Promise<string> => readFile(join(folder(), name), 'utf8')

/** The test's files, those in folders too. */
const written = async (): Promise<string[]> =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }))
    .filter(found => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder().length + 1))
    .sort()

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

const audit = `\
# Access management
@CONTROL rid=CTL-1 | title="Review, quarterly" | maturity:int=3
@FINDING rid=FND-1 | control_ref="CTL-1" | remediation_due:ts=2026-06-30
@CONTROL rid=CTL-2 | title="Leavers" | maturity:int=4 | weight:float=4.50
`
const withoutComment = audit.replace(/^#.*\n/, '')

describe('recline convert', () => {
  test('makes JSON, and records of it', async () => {
    await files({ 'a.compliance.rec': audit })
    await expectRun(
      'convert a.compliance.rec --output a.compliance.json',
      `
      ! 3 records in a.compliance.json.
      exit 0`,
    )
    expect(await read('a.compliance.json')).toBe(`[
{"$comment":"# Access management"},
{"$tag":"CONTROL","rid":"CTL-1","title":"Review, quarterly","maturity":3},
{"$tag":"FINDING","rid":"FND-1","control_ref":"CTL-1","remediation_due":"2026-06-30"},
{"$tag":"CONTROL","rid":"CTL-2","title":"Leavers","maturity":4,"weight":4.50}
]
`)
    await expectRun(
      'convert a.compliance.json --output b.compliance.rec',
      `
      ! 3 records in b.compliance.rec.
      exit 0`,
    )
    expect(await read('b.compliance.rec')).toBe(audit)
  })

  test('makes NDJSON of standard input, and records of it', async () => {
    const { stdout } = await recline(['convert', '-', '--from', 'rec', '--to', 'ndjson'], { input: audit })
    expect(stdout.split('\n', 2)[1]).toBe('{"$tag":"CONTROL","rid":"CTL-1","title":"Review, quarterly","maturity":3}')
    await expectRun('convert - --from ndjson', `${audit}exit 0`, stdout)
  })

  test('makes a CSV file for each tag, and records of them in their order', async () => {
    await files({ 'a.compliance.rec': audit })
    await expectRun(
      'convert a.compliance.rec --to csv --output tables',
      `
      ! recline: 1 comment is left out, because CSV cannot store it: a.compliance.rec:1.
      ! 3 records in tables/a.compliance.CONTROL.csv and 1 more.
      exit 0`,
    )
    expect(await read('tables/a.compliance.CONTROL.csv')).toBe(
      'rid,title,maturity,weight:float,$order\nCTL-1,"Review, quarterly",3,,1\nCTL-2,Leavers,4,4.50,3\n',
    )
    expect(await read('tables/a.compliance.FINDING.csv')).toBe(
      'rid,control_ref,remediation_due,$order\nFND-1,CTL-1,2026-06-30,2\n',
    )
    await expectRun(
      'convert tables/*.csv --to rec --output back/',
      `
      ! 3 records in back/a.compliance.rec.
      exit 0`,
    )
    expect(await read('back/a.compliance.rec')).toBe(withoutComment)
  })

  test('prints the CSV of one tag', async () => {
    await files({ 'a.compliance.rec': audit })
    const { stdout, code } = await recline(['convert', 'a.compliance.rec', '--to', 'csv', '--tag', 'FINDING'])
    expect([stdout, code]).toEqual(['rid,control_ref,remediation_due\nFND-1,CTL-1,2026-06-30\n', 0])
    await expectRun(
      'convert a.compliance.rec --to csv',
      `
      ! recline: A CSV file has the records of one tag, but these records have 2 tags; choose one with --tag (CONTROL, FINDING), or use a folder as --output.
      exit 2`,
    )
  })

  test('makes Markdown, and says what it does not show', async () => {
    await files({ 'a.rec': `${audit}some text\n@CONTROL rid=CTL-3 | title=\n` })
    await expectRun(
      'convert a.rec --to markdown',
      `
      ## CONTROL

      | rid | title | maturity | weight:float |
      | --- | --- | --: | --: |
      | CTL-1 | Review, quarterly | 3 |  |
      | CTL-2 | Leavers | 4 | 4.50 |
      | CTL-3 |  |  |  |

      ## FINDING

      | rid | control_ref | remediation_due |
      | --- | --- | --- |
      | FND-1 | CTL-1 | 2026-06-30 |
      ! recline: 1 comment is left out, because Markdown cannot store it: a.rec:1.
      ! recline: 1 line that is not a record is left out, because Markdown cannot store it: a.rec:5.
      ! recline: 1 record has content that Markdown does not show, such as a field without a value: a.rec:6.
      exit 1`,
    )
  })

  test('says what goes into a table in another way', async () => {
    await files({
      'a.rec':
        '@CONTROL rid=CTL-1 | title="=1+1"\n@CONTROL title="x" | rid=CTL-2\n@CONTROL rid=CTL-3 | title="open\n@CONTROL rid=CTL-4 | title="-x"\n',
    })
    await expectRun(
      'convert a.rec --to csv',
      `
      rid,title,$text
      CTL-1,=1+1,
      CTL-2,x,
      CTL-3,open,"@CONTROL rid=CTL-3 | title=""open"
      CTL-4,-x,
      ! recline: 1 record has its fields in another order than the columns, and this order is lost: a.rec:2.
      ! recline: 1 record has content that is not in its fields, so its text is in $text too: a.rec:3.
      ! recline: 3 cells start like a formula, and a spreadsheet can run them without --escape-formulas; the first is a.rec:1.
      exit 0`,
    )
    const { stdout } = await recline(['convert', 'a.rec', '--to', 'csv', '--escape-formulas'])
    expect(stdout).toContain("CTL-1,'=1+1,")
    await expectRun(
      'convert - --from csv --tag CONTROL',
      `
      @CONTROL rid=CTL-1 | title="=1+1"
      @CONTROL rid=CTL-2 | title="x"
      @CONTROL rid=CTL-3 | title="open
      @CONTROL rid=CTL-4 | title="-x"
      exit 0`,
      stdout,
    )
  })

  test('reads tables from elsewhere, with a tag and a domain', async () => {
    await files({
      'people.csv': 'rid;title;maturity\nC-1;"a ""b""";3\n',
      'many.CONTROL.csv': 'rid\nC-2\n',
      'q1/CERT.csv': 'rid\nC-3\n',
    })
    await expectRun(
      'convert people.csv',
      `
      ! recline: The tag of the records in people.csv is unknown; use --tag, or put the tag into the name of the file, such as audit.CONTROL.csv.
      exit 2`,
    )
    await expectRun(
      'convert people.csv --tag CONTROL --domain compliance',
      `
      @DOC domain=core.compliance
      @CONTROL rid=C-1 | title="a \\"b\\"" | maturity:int=3
      exit 0`,
    )
    await expectRun(
      'convert many.CONTROL.csv q1/CERT.csv',
      `
      @CONTROL rid=C-2
      @CERT rid=C-3
      exit 0`,
    )
  })

  test('converts files into a folder one by one', async () => {
    await files({ 'a.rec': '@A x="1"\n', 'sub/b.rec': '@A x="2"\n' })
    await expectRun(
      'convert . --to json --output out/',
      `
      ! 1 record in out/a.json.
      ! 1 record in out/b.json.
      exit 0`,
    )
    expect(await written()).toEqual(['a.rec', 'out/a.json', 'out/b.json', 'sub/b.rec'])
    await files({ 'other/a.rec': '' })
    await expectRun(
      'convert a.rec other/a.rec --to json --output out/ --force',
      `
      ! recline: a.rec and other/a.rec would both become out/a.json; convert them one by one.
      exit 2`,
    )
  })

  test('keeps the domains of files apart that become one', async () => {
    await files({
      'a.compliance.rec': '@CONTROL rid=1\n',
      'b.health.rec': '# b\n@VITALS hr:int=60\n',
      'c.rec': '@OTHER\n',
      'd.rec': '@DOC domain=core.hr\n',
    })
    await expectRun(
      'convert a.compliance.rec b.health.rec c.rec d.rec --to rec',
      `
      @DOC domain=core.compliance
      @CONTROL rid=1
      # b
      @DOC domain=core.health
      @VITALS hr:int=60
      @DOC
      @OTHER
      @DOC domain=core.hr
      exit 0`,
    )
    await expectRun(
      'convert a.compliance.rec --to ndjson',
      `
      {"$tag":"CONTROL","rid":"1"}
      ! recline: Only the name of a.compliance.rec gives the records the domain core.compliance; add --domain core.compliance when you convert them back.
      exit 0`,
    )
  })
})

describe('what cannot be converted', () => {
  test('leaves no file, and is named with its place', async () => {
    await files({
      'a.json': '[\n{"$tag":"A","x":{}},\n3]',
      'b.ndjson': '{"$tag":"A"}\n\n{"$tag":"A","é":1}\n{',
      'c.A.csv': 'rid\n"x',
      'd.A.parquet': 'x',
      'e.rec': Buffer.from('# x\n\xe9', 'latin1'),
    })
    await expectRun(
      'convert a.json --output x.rec',
      `
      ! recline: a.json:2:17 x holds an object; a field holds a text, a number, true or false, or a list of them, so write its parts as fields of their own.
      ! recline: a.json:3:1 Here is 3, and no record; a record is an object, as in {"$tag":"CONTROL","rid":"CTL-1"}.
      exit 2`,
    )
    await expectRun(
      'convert b.ndjson --output x.rec',
      `
      ! recline: b.ndjson:3:13 "é" cannot be the name of a field; a name starts with a letter or _ and goes on with letters, digits, _, . and -, as in due_date.
      ! recline: b.ndjson:4:2 This is not JSON: a closing } is missing; add it.
      exit 2`,
    )
    await expectRun(
      'convert c.A.csv --output x.rec',
      `
      ! recline: c.A.csv:2:1 A cell of this row starts with a quote and has none at its end; add it, and write a quote inside the cell twice.
      exit 2`,
    )
    await expectRun(
      'convert e.rec --output x.json',
      `
      ! recline: e.rec is not UTF-8 on line 2; save it as UTF-8.
      exit 2`,
    )
    const { stderr, code } = await recline(['convert', 'd.A.parquet', '--output', 'x.rec'])
    expect([stderr, code]).toEqual([
      expect.stringMatching(/^recline: d\.A\.parquet could not be read as Parquet: .*\.\n$/),
      2,
    ])
    await expectRun(
      'convert e.rec nowhere.rec --output x.json',
      `
      ! recline: nowhere.rec could not be read: no such file or directory.
      exit 2`,
    )
    expect(await written()).toEqual(['a.json', 'b.ndjson', 'c.A.csv', 'd.A.parquet', 'e.rec'])
  })

  test('is a file that is there already, unless it is to be replaced', async () => {
    await files({ 'a.rec': '@A\n', 'a.json': 'x', 'out/a.A.csv': 'x' })
    await expectRun(
      'convert a.rec --output a.json',
      `
      ! recline: a.json already exists; add --force to replace it.
      exit 2`,
    )
    await expectRun(
      'convert a.rec --to csv --output out',
      `
      ! recline: out/a.A.csv already exists; add --force to replace it.
      exit 2`,
    )
    expect([await read('a.json'), await read('out/a.A.csv')]).toEqual(['x', 'x'])
    await recline(['convert', 'a.rec', '--output', 'a.json', '--force'])
    expect(await read('a.json')).toBe('[\n{"$tag":"A"}\n]\n')
  })

  test('can be what is written to', async () => {
    await files({ 'a.rec': '@A\n' })
    await expectRun(
      'convert a.rec --to json --output a.rec/x.json',
      `
      ! recline: a.rec/x.json could not be written: not a directory.
      exit 2`,
    )
    const { stderr, code } = await recline(['convert', 'a.rec', '--to', 'json', '--output', '/dev/full'])
    expect([stderr, code]).toEqual([expect.stringMatching(/could not be written: no space left on device\.\n$/), 2])
  })

  test('is no file that a link in the output folder leads to', async () => {
    await files({ 'a.rec': '@A\n', 'mine.txt': 'x' })
    await mkdir(join(folder(), 'out'))
    await symlink('../mine.txt', join(folder(), 'out/a.json'))
    await expectRun(
      'convert a.rec --to json --output out --force',
      `
      ! recline: out/a.json is a link that leads out of the folder, so it is not written; delete the link first.
      exit 2`,
    )
    await recline(['convert', 'a.rec', '--output', 'out/a.json', '--force'])
    expect(await read('mine.txt')).toBe('[\n{"$tag":"A"}\n]\n')
  })

  test('can be stopped, and leaves nothing', async () => {
    const { child, ended } = start(['convert', '-', '--from', 'rec', '--output', 'a.ndjson'])
    // More than any pipe holds, so that it is being read when this is through.
    await new Promise(resolve => child.stdin.write('@A x="1"\n'.repeat(500_000), resolve))
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ stderr: 'recline: Stopped before the end.\n', signal: 'SIGINT' })
    expect(await written()).toEqual([])
  })

  test.each([
    ['convert a.rec', 'recline: the target format is missing; add --to json, ndjson, csv, markdown or parquet'],
    [
      'convert a.rec --to jsn',
      "recline: option '--to <format>' argument 'jsn' is invalid. Allowed choices are rec, json, ndjson, csv, markdown, parquet.\n(Did you mean one of json, csv?)",
    ],
    ['convert a.rec --to parquet', 'recline: Parquet cannot be printed; add --output with a file or folder'],
    [
      'convert a.rec --to csv --tag control',
      "recline: option '--tag <tag>' argument 'control' is invalid. A tag has upper case letters, digits and _, such as CONTROL.",
    ],
    ['convert a.md', 'recline: a.md is Markdown, which cannot be converted to records'],
    ['convert notes', 'recline: the format of notes is unknown; add --from rec, json, ndjson, csv or parquet'],
    ['convert -', 'recline: the format of standard input is unknown; add --from rec, json, ndjson, csv or parquet'],
  ])('recline %s', async (args, sentence) => {
    await files({ 'a.rec': '@A\n', 'a.md': '', notes: '' })
    expect(await recline(args.split(' '))).toEqual({ stdout: '', stderr: `${sentence}\n`, code: 2 })
  })
})

describe('Parquet', () => {
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
      ! recline: a.CONTROL.parquet: "amount", "large", "f", "d", "local", "zoned", "exact", "day", "hour", "ok", "most", "bytes", "word", "ns", "ts" and "nested" are not fields of CONTROL and become fields of their own.
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
    expect([stderr, code]).toEqual(['1000000 records in a.rec.\n', 0])
  })

  test('that holds what no record can is refused', async () => {
    await duckdb(`copy (select {'a': 1} as s, '\\xff'::blob as b, 1 as c) to '$FOLDER/a.CONTROL.parquet'`)
    await expectRun(
      'convert a.CONTROL.parquet',
      `
      ! recline: a.CONTROL.parquet: "s", "b" and "c" are not fields of CONTROL and become fields of their own.
      ! recline: a.CONTROL.parquet: in row 1, "s" is a structure, and a field can have a text, a number, a time, true or false, or a list of them.
      ! recline: a.CONTROL.parquet: in row 1, "b" is bytes that are not text, and a field can have a text, a number, a time, true or false, or a list of them.
      exit 2`,
    )
    await duckdb(`copy (select 1 as "first name") to '$FOLDER/a.CONTROL.parquet'`)
    expect(await recline(['convert', 'a.CONTROL.parquet'])).toMatchObject({
      stderr: expect.stringContaining('"first name" cannot be the name of a field') as string,
      code: 2,
    })
  })
})
