import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { search } from './search.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
  for (const name of ['a.rec', 'new/b.rec', 'new/deep/c.rec', 'old/d.rec', 'old/deep/e.rec', 'new/old/f.rec']) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), '')
  }
})
afterEach(() => rm(folder, { recursive: true }))

const names = (paths: readonly string[]): string[] => paths.map(path => relative(folder, path)).sort()

test('a folder that is excluded is not looked into', async () => {
  const asked: string[] = []
  const searched = await search(['**/*.rec'], folder, {
    excludesFolder: async path => {
      asked.push(path)
      return path === join(folder, 'old')
    },
  })
  expect(names(searched.files)).toEqual(['a.rec', 'new/b.rec', 'new/deep/c.rec', 'new/old/f.rec'])
  expect(searched.hasLeftOut).toBe(true)
  expect(names(asked)).toEqual(['new', 'new/deep', 'new/old', 'old'])
})

test('without exclusions everything is', async () => {
  const { files, hasLeftOut, failures } = await search(['new/**'], folder)
  expect([names(files), hasLeftOut, failures]).toEqual([['new/b.rec', 'new/deep/c.rec', 'new/old/f.rec'], false, []])
})
