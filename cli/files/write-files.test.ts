import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSameVersion, readVersion, versionOf } from './read-text.ts'
import { writeAtomically } from './write-files.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
  path = join(folder, 'a.rec')
  await writeFile(path, 'before\n')
})
afterEach(() => rm(folder, { recursive: true }))

test('a file is replaced, and keeps its mode', async () => {
  await chmod(path, 0o640)
  expect(await writeAtomically(path, 'after\n', async () => true)).toBe(true)
  expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['after\n', 0o640])
  expect(await readdir(folder)).toEqual(['a.rec'])
})

test('what another program writes at the last moment is kept', async () => {
  const read = await readVersion('a.rec', path)
  if (!read || 'failure' in read) return expect.unreachable()
  const isReplaced = await writeAtomically(path, 'after\n', async () => {
    const temporary = (await readdir(folder)).find(name => name !== 'a.rec')!
    expect(await readFile(join(folder, temporary), 'utf8')).toBe('after\n')
    await writeFile(path, 'others\n')
    return isSameVersion(read.version, await versionOf(path))
  })
  expect([isReplaced, await readFile(path, 'utf8')]).toEqual([false, 'others\n'])
  expect(await readdir(folder)).toEqual(['a.rec'])
})

test('the version of a file is that of its text, also while another program replaces the file', async () => {
  let isReading = true
  const replace = async (): Promise<void> => {
    for (let size = 1; isReading; size = (size % 100) + 1) {
      await writeFile(`${path}.new`, 'x'.repeat(size))
      await rename(`${path}.new`, path)
    }
  }
  const replacing = replace()
  for (let time = 0; time < 300; time++) {
    const read = await readVersion('a.rec', path)
    if (!read || 'failure' in read) return expect.unreachable()
    expect(Number(read.version.size)).toBe(read.text.length)
  }
  isReading = false
  await replacing
})
