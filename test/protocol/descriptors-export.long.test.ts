import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { domainAs } from '../../shared/schemas/forms.ts'
import { builtinRegistry } from '../records.ts'
import { insertsOf } from '../schemas.ts'
import { commandLine } from './command-line.ts'

const { files, recline } = commandLine()
const samples = join(import.meta.dirname, '../../samples')

/** Runs SQL with the SQLite of Python, which also lists the rows that refer to none. */
const program = `
import sqlite3, sys
database = sqlite3.connect(":memory:")
database.executescript(sys.stdin.read())
print(len(database.execute("pragma foreign_key_check").fetchall()), database.total_changes)
`

test.each([...builtinRegistry.domains.keys()])('SQLite loads the samples of %s into the tables of SQL', async path => {
  const domain = builtinRegistry.domainNamed(path)!
  const all = readdirSync(samples).filter(name => name.endsWith(`.${path.replace('core.', '')}.rec`))
  await files(Object.fromEntries(all.map(name => [name, readFileSync(join(samples, name))])))
  const inserts = insertsOf((await recline(['convert', '--to', 'ndjson', ...all])).stdout, domain)
  const input = `${domainAs(domain, 'sql', 'sqlite')}\n${inserts.join('\n')}`
  expect(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' })).toBe(`0 ${inserts.length}\n`)
})
