import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inFolderOf, makeFolder } from './folders.ts'
import { replaceWhole } from './write-pieces.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('missing folders are created with the mode', async () => {
  const path = join(folder, 'a/b/c')
  makeFolder(path, 0o700)
  makeFolder(join(folder, 'a/d'), 0o700)
  for (const name of ['a', 'a/b', 'a/b/c', 'a/d'])
    expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o700)
  makeFolder(path)
})

test('a folder below a file is refused', async () => {
  await writeFile(join(folder, 'a'), '')
  expect(() => makeFolder(join(folder, 'a/b'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
})

test('a folder that the system refuses to create is refused', () => {
  expect(() => makeFolder('/proc/recline/a')).toThrow(/ENOENT|EACCES|EPERM/)
})

test('a write that fails leaves no folders that were made for it', async () => {
  const path = join(folder, 'a/b/c.txt')
  const fail = (): Promise<void> => Promise.reject(new Error('full'))
  await expect(replaceWhole(path, fail)).rejects.toThrow('full')
  await expect(stat(join(folder, 'a'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(() => makeFolder(join(folder, 'd', 'e', 'x'.repeat(300)))).toThrow(/ENAMETOOLONG/)
  await expect(stat(join(folder, 'd'))).rejects.toMatchObject({ code: 'ENOENT' })
  makeFolder(join(folder, 'a'))
  await expect(inFolderOf(path, fail)).rejects.toThrow('full')
  expect((await stat(join(folder, 'a'))).isDirectory()).toBe(true)
  await expect(stat(join(folder, 'a/b'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a link stays a link, also one to a file that is not there yet; one that leads in a circle is refused', async () => {
  await symlink('file', join(folder, 'one'))
  await symlink('one', join(folder, 'two'))
  await symlink('circle', join(folder, 'circle'))
  const path = join(folder, 'two')
  for (const text of ['new', 'other']) {
    await replaceWhole(path, temporary => writeFile(temporary, text))
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe(text)
    expect((await lstat(path)).isSymbolicLink()).toBe(true)
  }
  await expect(replaceWhole(join(folder, 'circle'), async () => {})).rejects.toMatchObject({ code: 'ELOOP' })
})
