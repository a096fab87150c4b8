import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { formats } from '../../cli/output/formats/index.ts'
import { factRowsIn, fileOfRows } from '../mapped-files.ts'
import { runs } from '../property-values.ts'
import { commandLine, shown } from './command-line.ts'

const { files, folder, recline, bytes, expectRun } = commandLine()

/**
 * Files with problems of all kinds: of a record, of a tag that the file decides, among records, suppressed, below
 * headers, in a block.
 */
const contents = {
  'a.rec': `# Controls

@DOC domain=core.compliance
@CONTROL rid=CTL-1 | title="Access 🙂 review" | maturity:int=9
# recline-disable dangling-reference
@FINDING rid=FND-1 | control_ref="CTL-404"
# recline-enable
@FINDING rid=FND-2 | title="é" | control_ref="CTL-405"
  | status="opne"
@FINDING rid=FND-3 | control_ref="RSK-1"
@CONTROL rid=CTL-1 | title="Twice"
@DOC domain=core.insurance
@POLICY rid=POL-1 | premium:float=-5
@BEGIN text
@CONTROL this is none
@END
@CLAIM rid=CLM-1 | policy_ref="POL-2"
@COVERAGE rid=COV-1 | limit:float=70000 | policy_ref="POL-9"
`,
  'b.rec': `@RISK rid=RSK-1 | title="Fire"
@CONTROL rid=CTL-1 | title="Once more"
# recline-disable-next-line notation
@POLICY rid=POL-1 | status=active
@POLICY rid=POL-9 | title="x"
@DOC domain=core.insurance
@POLICY rid=POL-9 | coverage_limit:float=50000 | effective_date:ts=2026-01-01 | expiry_date:ts=2026-12-31
@CLAIM rid=CLM-2 | title="é 🙂" | loss_date:ts=2027-01-02
  | policy_ref="POL-9"
# recline-disable-next-line rule/claim-loss-within-policy-term
@CLAIM rid=CLM-3 | loss_date:ts=2027-01-02 | policy_ref="POL-9"
@DOC domain=core.compliance
@BEGIN open
@END of it
@BEGIN never closed
@CONTROL rid=CTL-2
`,
  'empty.rec': '',
}
const names = Object.keys(contents)

/** The facts of all files, cut into ranges, each in a file of its own. */
async function mapRanges(size: number): Promise<string[]> {
  const mapped = names.flatMap(name =>
    Array.from({ length: Math.floor(contents[name as keyof typeof contents].length / size) + 1 }, async (_, index) => {
      const isLast = (index + 1) * size > contents[name as keyof typeof contents].length
      const written = await bytes([
        'check',
        '--map',
        '--range',
        `${index * size}-${isLast ? '' : (index + 1) * size}`,
        name,
      ])
      const facts = `${name}.${index}.parquet`
      await writeFile(join(folder(), facts), written)
      return facts
    }),
  )
  return Promise.all(mapped)
}

test('the facts of ranges give what one check of all files gives, in all formats', async () => {
  await files(contents)
  const facts = await mapRanges(130)
  expect(facts.length).toBeGreaterThan(6)
  for (const format of Object.keys(formats)) {
    const options = ['--format', format, '--rule', 'notation=warning', '--max-warnings', '2']
    const whole = await recline(['check', ...options, ...names])
    expect(whole.code).toBe(1)
    expect(shown(await recline(['check', '--reduce', ...options, ...facts.reverse()]))).toBe(shown(whole))
  }
})

test('the statement for DuckDB keeps what the reduce needs', async () => {
  const text = Array.from(
    { length: 50 },
    (_, index) =>
      `@CONTROL rid=CTL-x${Math.max(1, index)} | title="Access" | status="effective"\n@FINDING rid=FND-x${index} | control_ref="CTL-x${index}" | severity="low" | status="open"\n`,
  ).join('')
  const all = [...names, 'usual.compliance.rec']
  await files({ ...contents, 'usual.compliance.rec': text })
  for (const name of all) await files({ [`facts-${name}.parquet`]: await bytes(['check', '--map', name]) })
  const page = await readFile(join(import.meta.dirname, '../../docs/scale.md'), 'utf8')
  const statement = /^```sql\n([^]*?)^```/m.exec(page)![1]!
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`SET file_search_path = '${folder()}'`)
  await connection.run(statement.replace("'suspects.parquet'", `'${join(folder(), 'suspects.parquet')}'`))
  const counted = await connection.runAndReadAll(
    "SELECT (SELECT count(*) FROM 'suspects.parquet' WHERE kind = 'definition')::INT, (SELECT count(*) FROM 'facts-*.parquet' WHERE kind = 'definition')::INT",
  )
  connection.closeSync()
  const [kept, written] = counted.getRows()[0]!
  expect(Number(kept) * 5).toBeLessThan(Number(written))
  const reduced = await recline(['check', '--reduce', '--suspects', '--format', 'json', 'suspects.parquet'])
  expect(shown(reduced)).toBe(shown(await recline(['check', '--format', 'json', ...all])))
})

test('standard input is a file by the name it is given', async () => {
  await files(contents)
  for (const [name, input] of Object.entries(contents))
    await files({ [`${name}.parquet`]: await bytes(['check', '--map', '--stdin-filename', name, '-'], { input }) })
  const reduced = await recline(['check', '--reduce', '--format', 'json', ...names.map(name => `${name}.parquet`)])
  expect(shown(reduced)).toBe(shown(await recline(['check', '--format', 'json', ...names])))
})

test('a problem across records goes without its line where the file is not at hand', async () => {
  const facts = await bytes(['check', '--map', '--stdin-filename', 'gone.compliance.rec', '-'], {
    input: '@FINDING rid=FND-1 | severity="low" | status="open" | control_ref="CTL-1"\n',
  })
  await files({ 'facts.parquet': facts })
  await expectRun(
    'check --reduce facts.parquet',
    `
      gone.compliance.rec
        1:68  warning  dangling-reference  FINDING.control_ref is "CTL-1", but no CONTROL has that id; write an existing id, or add the record.
      ! 1 file, 1 record: 1 warning.
      exit 0`,
  )
})

test('facts that are empty, cut or short of a row are refused', async () => {
  await files(contents)
  const facts = await bytes(['check', '--map', ...names])
  await files({ 'all.parquet': facts })
  const rows = await factRowsIn(join(folder(), 'all.parquet'))
  const complaint = async (facts: Buffer, ...args: string[]): Promise<string> => {
    await files({ 'facts.parquet': facts })
    const { stderr, code } = await recline(['check', '--reduce', ...args, 'facts.parquet'])
    return code === 2 ? stderr.replace(/, so its map failed.*\n/, '\n').split('\n')[0]! : 'none'
  }
  expect(await complaint(facts)).toBe('none')
  expect(await complaint(Buffer.of())).toBe('recline: facts.parquet is empty')
  expect(await complaint(facts.subarray(0, -1))).toMatch(/^recline: facts\.parquet could not be read: /)
  const kinds = new Map(rows.map(row => [row.kind, row]))
  expect(kinds.size).toBeGreaterThan(5)
  for (const row of kinds.values()) {
    const others = await fileOfRows(rows.filter(other => other !== row))
    expect(await complaint(others)).not.toBe('none')
    if (row.kind === 'reference') expect(await complaint(others, '--suspects')).toBe('none')
  }
  await files({ 'files.txt': `${names.join('\n')}\n./c.rec\n` })
  expect(await complaint(facts, '--expect', 'files.txt')).toBe(
    'recline: c.rec is expected, but has no facts; run --map for it too.',
  )
}, 60_000)

test('what cannot be done is said', async () => {
  await files({
    ...contents,
    'lines.ndjson': '{"kind":"part"}\n',
    'other.parquet': await fileOfRows([{ kind: 'other', part: 0 }]),
    'broken.parquet': 'PAR1 and nothing more',
    'foreign.rec': Buffer.from('@A x=1\n@A x="\xe9"\n', 'latin1'),
  })
  await expectRun(
    'check --map --range 9-3 a.rec',
    `
      ! recline: option '--range <start-end>' argument '9-3' is invalid. Write the first byte and the byte after the last, such as 0-1000000, or 1000000- for the rest of the file.
      exit 2`,
  )
  await expectRun(
    'check --map --range 0-9 a.rec b.rec',
    `
      ! recline: --range works with one file; give its path.
      exit 2`,
  )
  await expectRun(
    'check --range 0-9 a.rec',
    `
      ! recline: --range needs --map.
      exit 2`,
  )
  const foreign = await recline(['check', '--map', '--range', '7-', 'foreign.rec'])
  expect(foreign).toMatchObject({ stderr: 'recline: foreign.rec is not UTF-8 on line 2; save it as UTF-8.\n', code: 2 })
  await expectRun(
    'check --reduce lines.ndjson',
    `
      ! recline: lines.ndjson is no Parquet file; facts are always Parquet, so write it again with recline check --map.
      exit 2`,
  )
  await expectRun(
    'check --map --facts-format ndjson a.rec',
    `
      ! recline: option '--facts-format <format>' argument 'ndjson' is invalid. Facts are always Parquet; leave this option out.
      exit 2`,
  )
  await expectRun(
    'check --reduce other.parquet',
    `
      ! recline: other.parquet has no valid fact in row 1; use files that recline check --map wrote.
      exit 2`,
  )
  expect((await recline(['check', '--reduce', 'broken.parquet'])).stderr).toMatch(
    /^recline: broken\.parquet could not be read: .+\.\n$/,
  )
  await files({ 'part.parquet': await bytes(['check', '--map', '--range', '200-', 'a.rec']) })
  const { stderr, code } = await recline(['check', '--reduce', 'part.parquet'])
  expect(stderr).toMatch(/^recline: a\.rec has no facts for the bytes from 0 to \d+; run --map for this range too\.\n/)
  expect(code).toBe(2)
})

test('a record may have any number of problems and references', async () => {
  const count = runs(150_000)
  const many = Array.from({ length: count }, (_, index) => index)
  await files({
    'problems.rec': `@CONTROL rid=CTL-1${many.map(index => ` | f${index}="x"`).join('')}\n`,
    'references.rec': `@SERVICE rid=SVC-1 | dependencies="${many.join(',')}"\n`,
  })
  expect((await recline(['check', '--format', 'lines', 'problems.rec'])).stderr).toBe(
    `1 file, 1 record: ${count} warnings.\n`,
  )
  await files({ 'facts.parquet': await bytes(['check', '--map', 'references.rec']) })
  const rows = await factRowsIn(join(folder(), 'facts.parquet'))
  expect(rows.filter(({ kind }) => kind === 'reference')).toHaveLength(count)
})
