import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, folder, recline } = commandLine()

const problem = '  1:33  error  out-of-range  CONTROL.maturity is 9; it must be from 1 to 5.\n'
const record = { 'a.compliance.rec': '@CONTROL rid=C-1 | maturity:int=9\n' }

const cache = (): string => join(folder(), 'cache')
const codeFolder = (): string => join(cache(), 'recline/compiled')

/** Checks the record in a process, which stores its compiled code in the cache. */
const check = async (env: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await recline(['check', 'a.compliance.rec'], { isProcess: true, env: { XDG_CACHE_HOME: cache(), ...env } })).stdout

/** The paths of the files with compiled code. Node 20 has none, and Recline writes them; later ones have folders. */
const stored = async (): Promise<string[]> => {
  const entries = await readdir(codeFolder(), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

const inodes = async (): Promise<readonly number[]> =>
  Promise.all((await stored()).map(async path => (await stat(path)).ino))

test('a run takes the compiled code of the run before', async () => {
  await files(record)
  expect(await check()).toContain(problem)
  const first = await inodes()
  expect(first).not.toEqual([])
  expect(await check()).toContain(problem)
  // What is not taken is written again.
  expect(await inodes()).toEqual(first)
})

test.each([
  ['cut off', (code: Buffer) => code.subarray(0, code.length / 2)],
  ['empty', () => Buffer.alloc(0)],
  ['changed in one byte', (code: Buffer) => code.fill(code.at(-1000)! ^ 1, code.length - 1000, code.length - 999)],
  ['that of another text', (code: Buffer) => code.fill(code.at(0)! ^ 1, 0, 1)],
])('compiled code that is %s is written again', async (_, damage) => {
  await files(record)
  await check()
  for (const path of await stored()) await writeFile(path, damage(await readFile(path)))
  const damaged = await inodes()
  expect(await check()).toContain(problem)
  const written = await inodes()
  expect(written).toHaveLength(damaged.length)
  expect(written.filter(inode => damaged.includes(inode))).toEqual([])
})

test('compiled code is taken only from a folder that nobody else can write in, as it is run', async () => {
  await files({ ...record, 'another-user.cjs': 'process.getuid = () => 4321\n' })
  const another = { NODE_OPTIONS: `--require=${join(folder(), 'another-user.cjs')}` }
  expect(await check(another)).toContain(problem)
  expect(await stored()).toEqual([])
  await chmod(codeFolder(), 0o777)
  expect(await check()).toContain(problem)
  expect(await stored()).toEqual([])
})

test('a folder that cannot be made costs only time', async () => {
  await files({ ...record, cache: '' })
  for (const place of [cache(), '/proc/recline']) expect(await check({ XDG_CACHE_HOME: place })).toContain(problem)
})
