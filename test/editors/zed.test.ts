import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shippedFor } from './workspace.ts'

/** How the extension for Zed is made ready; Zed itself is not there. */
const run = promisify(execFile)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-zed-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('the extension names a commit that has the grammar', async () => {
  const target = join(folder, 'a b')
  await run('sh', [shippedFor('zed/prepare.sh'), target])
  const manifest = await readFile(join(target, 'extension.toml'), 'utf8')
  const repository = /^\[grammars\.recline\]\nrepository = "file:\/\/(.*)"$/m.exec(manifest)?.[1]
  const revision = /^rev = "([0-9a-f]{40})"$/m.exec(manifest)?.[1]
  expect(repository).toBe(join(target, 'grammar'))
  const { stdout } = await run('git', ['-C', repository!, 'ls-tree', '-r', '--name-only', revision!])
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['grammar.js', 'src/parser.c', 'src/scanner.c']))
  expect(manifest).not.toMatch(/REPOSITORY|REVISION/)
  await expect(run('sh', [shippedFor('zed/prepare.sh'), target])).rejects.toThrow('exists already')
})
