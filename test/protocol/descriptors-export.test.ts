import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { createRegistry } from '../../shared/domains/registry.ts'
import { domainAs } from '../../shared/schemas/forms.ts'
import { builtinRegistry } from '../records.ts'
import { insertsOf } from '../schemas.ts'
import { commandLine } from './command-line.ts'

const { files, recline, read } = commandLine()
const samples = join(import.meta.dirname, '../../samples')

/** Runs SQL statements in an empty database. */
async function inDuckDb(use: (run: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await use(sql => connection.run(sql))
  connection.closeSync()
  instance.closeSync()
}

const wordsOf = (domain: string): string => domain.replace('core.', '')

test.each([...builtinRegistry.domains.keys()])('DuckDB loads the samples of %s into the tables of SQL', async path => {
  const domain = builtinRegistry.domainNamed(path)!
  const { stdout: sql } = await recline(['descriptors', 'export', path, '--to', 'sql', '--dialect', 'duckdb'])
  const all = readdirSync(samples).filter(name => name.endsWith(`.${wordsOf(path)}.rec`))
  await files(Object.fromEntries(all.map(name => [name, readFileSync(join(samples, name))])))
  const { stdout: rows } = await recline(['convert', '--to', 'ndjson', ...all])
  const inserts = insertsOf(rows, domain)
  const tables = [...sql.matchAll(/^create table "(\w+)"/gm)].map(([, table]) => `insert into "${table}" `)
  expect(tables).toHaveLength(domain.tags.size)
  await inDuckDb(async run => {
    await run(sql)
    // A row comes behind those that it refers to.
    for (const table of tables) for (const insert of inserts) if (insert.startsWith(table)) await run(insert)
  })
  expect(inserts.length).toBeGreaterThan(5)
})

test('the tables refuse what the descriptor does not allow', async () => {
  const sql = domainAs(builtinRegistry.domainNamed('compliance')!, 'sql', 'duckdb')
  await inDuckDb(async run => {
    await run(sql)
    await run(`insert into control (rid, title, maturity) values ('C-1', 'Access', 3)`)
    for (const [row, reason] of [
      [`control (rid, maturity) values ('C-2', 9)`, /CHECK/],
      [`control (rid, status) values ('C-2', 'High')`, /CHECK/],
      [`control (rid) values ('C-1')`, /Duplicate key/],
      [`control (rid) values ('')`, /CHECK/],
      [`control (title) values ('x')`, /NOT NULL/],
      [`finding (rid, control_ref) values ('F-1', 'C-9')`, /foreign key/],
      [`finding (rid, remediation_due) values ('F-1', '2026-02-31')`, /timestamp|date/],
    ] as const)
      await expect(run(`insert into ${row}`), row).rejects.toThrow(reason)
  })
})

test('no text of a descriptor becomes code', async () => {
  const evil = `*/ x'); drop table "a"; -- \n\`\${1}\`\u2028'"<b> $$`
  const domain = createRegistry([
    {
      domain: 'evil.domain',
      version: evil,
      description: evil,
      records: [
        {
          tag: 'ORDER',
          description: evil,
          fields: [
            { name: 'select', type: 'string', required: true, description: evil, enum: [evil, 'b'], unit: evil },
            { name: 'a\'b"c', type: 'string', description: evil, pattern: `'${evil}` },
          ],
          rules: [{ id: evil, message: evil, expression: 'true' }],
        },
      ],
    },
  ]).domainNamed('evil.domain')!
  const { code } = await transform(domainAs(domain, 'typescript'), { loader: 'ts' })
  expect(code).toBe('')
  expect(JSON.parse(domainAs(domain, 'json-schema'))).toMatchObject({ description: evil })
  expect(domainAs(domain, 'markdown')).not.toMatch(/(?<!\\)<b>/)
  await inDuckDb(async run => {
    await run(domainAs(domain, 'sql', 'duckdb'))
    await run(`insert into "order" ("rid", "select") values ('x', 'b')`)
  })
})

const capitals = createRegistry([
  {
    domain: 'own.capitals',
    version: '1.0',
    description: 'Fields that differ by capitals.',
    records: [
      {
        tag: 'PART',
        fields: [
          { name: 'Rid', type: 'string' },
          { name: 'Name', type: 'string', required: true },
          { name: 'name', type: 'string', pattern: 'x+', description: 'In small letters.' },
          { name: 'name_', type: 'string', enum: ['y'] },
          { name: 'NAME', type: 'string', ref: 'WHOLE' },
        ],
        unique: [['Name', 'name']],
      },
      {
        tag: 'WHOLE',
        fields: [
          { name: 'RID', type: 'string' },
          { name: 'rid', type: 'string', required: true },
        ],
      },
    ],
  },
])

test('fields that differ by capitals have columns that the database tells apart, and that is told', async () => {
  await files({
    'a.domain.json': JSON.stringify(capitals.domainNamed('own.capitals')!.descriptor),
  })
  const exported = (dialect: string): ReturnType<typeof recline> =>
    recline(['descriptors', 'export', 'own.capitals', '--to', 'sql', '--dialect', dialect])
  const { stdout, stderr, code } = await exported('duckdb')
  const told = ['PART.Rid is Rid_', 'PART.name is name__', 'PART.NAME is NAME___', 'WHOLE.RID is RID_']
  const sentences = (database: string): string[] =>
    told.map(one => `The column of ${one}, as for ${database} names that differ only by capitals are the same.\n`)
  expect({ stderr, code }).toEqual({
    stderr: sentences('DuckDB')
      .map(one => `recline: ${one}`)
      .join(''),
    code: 0,
  })
  expect(stdout).toContain(
    sentences('DuckDB')
      .map(one => `-- ${one}`)
      .join(''),
  )
  await inDuckDb(async run => {
    await run(stdout)
    await run(`insert into whole (rid, rid_) values ('W-1', 'w')`)
    await run(`insert into part (rid, "Name", name__, name_, name___) values ('P-1', 'a', 'x', 'y', 'W-1')`)
    await expect(run(`insert into part ("Name", name__) values ('a', 'x')`)).rejects.toThrow(/Duplicate key/)
    await expect(run(`insert into part ("Name", name___) values ('b', 'W-2')`)).rejects.toThrow(/foreign key/)
  })
  const sqlite = await exported('sqlite')
  expect(sqlite.stdout).toContain(
    sentences('SQLite')
      .map(one => `-- ${one}`)
      .join(''),
  )
  const postgresql = await exported('postgresql')
  expect(postgresql.stderr).toBe('')
  expect(postgresql.stdout).toMatch(/^ {2}"name" text/m)
})

test('a result goes to a file, and a wrong domain or form is told', async () => {
  expect(await recline(['descriptors', 'export', 'compliance', '--to', 'markdown', '-o', 'c.md'])).toEqual({
    stdout: '',
    stderr: '',
    code: 0,
  })
  expect(await read('c.md')).toMatch(/^# core\.compliance 1\.0\n/)
  expect(await recline(['descriptors', 'export', 'complience', '--to', 'sql'])).toMatchObject({
    stderr: 'recline: There is no domain complience. Did you mean compliance?\n',
    code: 2,
  })
  expect((await recline(['descriptors', 'export', 'compliance', '--to', 'sqll'])).stderr).toMatch(/Did you mean sql\?/)
})
