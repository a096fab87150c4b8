import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../property-values.ts'
import { commandLine } from './command-line.ts'
import { cli } from './run.ts'

const { files, recline, expectRun } = commandLine()

const audit = `@DOC domain=core.compliance
@CONTROL rid=C-1 | owner="CISO"
@CONTROL rid=C-2 | owner="Operations"
@FINDING rid=F-1 | control_ref="C-1" | severity="high" | status="open"
@FINDING rid=F-2 | control_ref="C-1" | severity="low" | status="open"
@FINDING rid=F-3 | control_ref="C-2" | severity="low" | status="closed"
@FINDING rid=F-4 | control_ref="C-2" | severity="low"
`
const matrix = 'query a.rec --tag FINDING --rows control_ref.owner --columns status'

test('a matrix has a row and a column for each value, and totals', async () => {
  await files({ 'a.rec': audit })
  await expectRun(
    matrix,
    `
      control_ref.owner  closed  open  no value  all
      CISO                    0     2         0    2
      Operations              1     0         1    2
      all                     1     2         1    4
      exit 0`,
  )
  await expectRun(
    `${matrix} --format csv`,
    `
      control_ref.owner,closed,open,no value,all
      CISO,0,2,0,2
      Operations,1,0,1,2
      all,1,2,1,4
      exit 0`,
  )
  await expectRun(
    `${matrix} --format json`,
    `
      [
      {"control_ref.owner":"CISO","closed":0,"open":2,"no value":0,"all":2},
      {"control_ref.owner":"Operations","closed":1,"open":0,"no value":1,"all":2},
      {"control_ref.owner":"all","closed":1,"open":2,"no value":1,"all":4}
      ]
      exit 0`,
  )
  await expectRun(
    `${matrix} --format markdown --where has(status)`,
    `
      | control_ref.owner | closed | open | all |
      | --- | --- | --- | --- |
      | CISO | 0 | 2 | 2 |
      | Operations | 1 | 0 | 1 |
      | all | 1 | 2 | 3 |
      exit 0`,
  )
})

test('the page shows what a run prints', async () => {
  await files({ 'audit/a.rec': audit })
  const page = readFileSync(join(cli, '../../docs/query.md'), 'utf8')
  const [, args, output] = /```console\n\$ recline (query .*--rows.*)\n([^]*?)```/.exec(page)!
  expect((await recline(args!.split(' '))).stdout).toBe(output)
})

test('a limit cuts rows, and the totals count all records', async () => {
  await files({ 'a.rec': audit })
  await expectRun(
    `${matrix} --limit 1`,
    `
      control_ref.owner  closed  open  no value  all
      CISO                    0     2         0    2
      all                     1     2         1    4
      ! recline: Shows 1 of 2 rows; "all" counts the records of all rows.
      exit 0`,
  )
})

test('a total stands in the cells, and is that of the records and not of the cells', async () => {
  await files({
    'a.rec':
      '@DOC domain=core.compliance\n@CONTROL rid=1 | owner="a" | framework="x" | maturity:int=1\n@CONTROL rid=2 | owner="a" | framework="y" | maturity:int=2\n@CONTROL rid=3 | owner="a" | framework="y" | maturity:int=3\n@CONTROL rid=4 | owner="b" | framework="y" | maturity:int=x\n',
  })
  await expectRun(
    'query a.rec --tag CONTROL --rows owner --columns framework --avg maturity',
    `
      owner  x    y  all
      a      1  2.5    2
      b
      all    1  2.5    2
      ! recline: 1 value of maturity is no whole number, so the totals leave it out; it is at a.rec:5.
      exit 0`,
  )
})

test('a record with several items is in several cells, and once in the totals', async () => {
  await files({
    'a.rec':
      '@DOC domain=core.infrastructure\n@SERVICE rid=S-1 | name="a" | dependencies="x, y"\n@SERVICE rid=S-2 | name="b" | dependencies="x"\n@SERVICE rid=S-3 | name="c"\n',
  })
  const { stdout, stderr } = await recline(
    'query a.rec --tag SERVICE --rows dependencies --columns rid --count-items --format csv'.split(' '),
  )
  expect(stdout).toBe('dependencies,S-1,S-2,S-3,all\nx,1,1,0,2\ny,1,0,0,1\nno value,0,0,1,1\nall,1,1,1,3\n')
  expect(stderr).toContain(
    'Some records have several items: 3 records are in 4 cells, and "all" counts each of them once.',
  )
})

test('a value that looks like a name of the matrix has quotes', async () => {
  await files({
    'a.rec':
      '@DOC domain=core.compliance\n@CONTROL rid=1 | owner="all" | framework="owner"\n@CONTROL rid=2 | owner="no value" | framework=" x"\n@CONTROL rid=3\n',
  })
  const { stdout } = await recline('query a.rec --tag CONTROL --rows owner --columns framework --format csv'.split(' '))
  expect(stdout).toBe(
    'owner,""" x""","""owner""",no value,all\n"""all""",0,1,0,1\n"""no value""",1,0,0,1\nno value,0,0,1,1\nall,1,1,1,3\n',
  )
})

test.each([
  [
    '--rows severity',
    '--rows needs --columns, which says the columns of a matrix; --count-by gives a row for each value.',
  ],
  [
    '--columns severity',
    '--columns needs --rows, which says the rows of a matrix; --select chooses the columns of a list.',
  ],
  ['--rows severity,rid --columns status', '--rows and --columns take one expression each.'],
  [
    '--rows severity --columns status --sort severity',
    '--rows and --columns make a matrix, in the order of their values; leave out --sort.',
  ],
  [
    '--rows severity --columns status --count-by rid',
    '--rows and --columns make a matrix, in the order of their values; leave out --count-by.',
  ],
  [
    '--rows severity --columns status --min remediation_due --max remediation_due',
    'A cell of a matrix has one number; keep one of min(remediation_due), max(remediation_due).',
  ],
  [
    '--rows severity --columns status --count-items',
    '--count-items needs a list in --rows or --columns; severity, status are not lists.',
  ],
])('%s is refused', async (options, sentence) => {
  await files({ 'a.rec': audit })
  expect(await recline(['query', 'a.rec', '--tag', 'FINDING', ...options.split(' ')])).toMatchObject({
    stderr: `recline: ${sentence}\n`,
    code: 2,
  })
})

test('a matrix with too many columns is refused, and nothing is printed', async () => {
  const controls = Array.from({ length: 101 }, (_, index) => `@CONTROL rid=C-${index} | owner="o"\n`)
  await files({ 'a.rec': `@DOC domain=core.compliance\n${controls.join('')}` })
  expect(await recline('query a.rec --tag CONTROL --rows owner --columns rid'.split(' '))).toMatchObject({
    stdout: '',
    stderr: 'recline: rid has 101 values, and each is a column; choose columns with at most 100 values.\n',
    code: 2,
  })
})

test('the cells and totals of a matrix are the counts of each value', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('', 'high', 'low', ' x'), fc.constantFrom('', 'open', 'all')), {
        maxLength: 9,
      }),
      async records => {
        const written = (name: string, value: string): string => (value === '' ? '' : ` | ${name}="${value}"`)
        const lines = records.map(
          ([severity, status], index) =>
            `@FINDING rid=F-${index} | control_ref="C"${written('severity', severity)}${written('status', status)}\n`,
        )
        await files({ 'a.rec': `@DOC domain=core.compliance\n${lines.join('')}` })
        const ask = async (...options: string[]): Promise<Record<string, string | number>[]> =>
          JSON.parse((await recline(['query', 'a.rec', '--tag', 'FINDING', '--format', 'json', ...options])).stdout)
        const rows = await ask('--rows', 'severity', '--columns', 'status')
        const numbersOf = (row: Record<string, string | number>): number[] =>
          Object.entries(row).flatMap(([name, cell]) => (name === 'severity' || name === 'all' ? [] : Number(cell)))
        const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)
        for (const row of rows) expect(sum(numbersOf(row))).toBe(row.all)
        expect(sum(rows.slice(0, -1).map(row => Number(row.all)))).toBe(records.length)
        expect(rows.at(-1)!.all).toBe(records.length)
        for (const by of ['severity', 'status']) {
          const counts = (await ask('--count-by', by)).map(({ count }) => Number(count))
          const found = by === 'severity' ? rows.slice(0, -1).map(row => Number(row.all)) : numbersOf(rows.at(-1)!)
          expect(found.toSorted()).toEqual(counts.toSorted())
        }
      },
    ),
    { numRuns: runs(200) },
  ))
