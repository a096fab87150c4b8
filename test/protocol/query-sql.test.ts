import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance, type Json } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { cli } from './run.ts'

const { files, folder } = commandLine()

/** The examples of the page: a shell command, and SQL on the files that it writes. */
const page = readFileSync(join(import.meta.dirname, '../../docs/query.md'), 'utf8').split('\n## SQL\n')[1]!
const [convert, query] = [...page.matchAll(/^recline .*$/gm)].map(([command]) => command)
const [onTables, onResult] = [...page.matchAll(/^```sql\n([^]*?)^```/gm)].map(([, sql]) => sql!)

/** Runs SQL in the test's folder, and returns its rows. */
async function duckdb(sql: string): Promise<Record<string, Json>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`set file_search_path = '${folder()}'`)
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson()
  connection.closeSync()
  instance.closeSync()
  return rows
}

const shell = (command: string): Buffer =>
  execFileSync('sh', ['-c', `recline() { '${process.execPath}' '${cli}' "$@"; }; ${command}`], {
    cwd: folder(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const records = `@DOC domain=core.compliance
@CONTROL rid=CTL-1 | title="Access" | owner="CISO"
@CONTROL rid=CTL-2 | title="Backup" | owner="CTO"
@FINDING rid=FND-1 | control_ref="CTL-1" | remediation_due:ts=2026-07-31 | status="open"
@FINDING rid=FND-2 | control_ref="CTL-2" | remediation_due:ts=2026-05-31 | status="closed"
@FINDING rid=FND-3 | control_ref="CTL-1" | remediation_due:ts=2026-06-30 | status="open"
`

test('DuckDB joins the tables of converted records', async () => {
  await files({ 'audit/findings.rec': records })
  shell(convert!)
  expect(await duckdb(onTables!)).toEqual([{ owner: 'CISO', findings: '2', first_due: '2026-06-30' }])
})

test('DuckDB reads the result of a query with its types', async () => {
  await files({ 'audit/findings.rec': records })
  shell(query!)
  expect(await duckdb(onResult!)).toEqual([
    { owner: 'CISO', rid: 'FND-3', remediation_due: '2026-06-30', place: '1' },
    { owner: 'CISO', rid: 'FND-1', remediation_due: '2026-07-31', place: '2' },
    { owner: 'CTO', rid: 'FND-2', remediation_due: '2026-05-31', place: '1' },
  ])
  const grouped =
    'recline query audit --tag FINDING --count-by status --min remediation_due --format parquet > g.parquet'
  shell(grouped)
  expect(await duckdb(`select * from 'g.parquet' order by count`)).toEqual([
    { status: 'closed', count: '1', 'min(remediation_due)': '2026-05-31' },
    { status: 'open', count: '2', 'min(remediation_due)': '2026-06-30' },
  ])
})

test('what a typed value does not hold stands in a column beside it', async () => {
  await files({
    'a.fintech.rec': `@TXN id="T-1" | amount:float=9007199254740993 | timestamp:ts=2026-05-12T14:31:07.123456+02:00
@TXN id="T-2" | amount:float=4.50 | timestamp:ts=2026-05-12T14:31:07
@TXN id="T-3" | amount:float=many
`,
  })
  shell('recline query . --tag TXN --select id,amount,timestamp --format parquet > t.parquet')
  expect(await duckdb(`select * from 't.parquet'`)).toEqual([
    {
      id: 'T-1',
      amount: 9007199254740992,
      amount$text: '9007199254740993',
      timestamp: '2026-05-12 12:31:07.123456+00',
    },
    { id: 'T-2', amount: 4.5, amount$text: null, timestamp: '2026-05-12 14:31:07+00' },
    { id: 'T-3', amount: null, amount$text: 'many', timestamp: null },
  ])
})
