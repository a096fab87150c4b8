import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkFailures, search } from './search.ts'

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

test('linked folders are not followed, so their number does not multiply the files', async () => {
  const folders = Array.from({ length: 8 }, (_, number) => join(folder, `linked/${number}`))
  for (const each of folders) {
    await mkdir(each, { recursive: true })
    await writeFile(join(each, 'g.rec'), '')
    for (const other of folders) await symlink(other, join(each, `to-${other.at(-1)}`))
  }
  const { files, links } = await search(['linked/**/*.rec'], folder)
  expect([names(files), links]).toEqual([folders.map(each => relative(folder, join(each, 'g.rec'))), []])
})

test('a link is reported if it leads to a file that is not found at its real place', async () => {
  const outside = `${folder}.txt`
  await writeFile(outside, '')
  const targets = { 'in.rec': 'new/b.rec', 'out.rec': outside, 'gone.rec': 'nowhere.rec', 'folder.rec': 'old' }
  for (const [name, target] of Object.entries(targets)) await symlink(target, join(folder, name))
  const { files, links } = await search(['*.rec', 'new/*.rec'], folder)
  expect(names(files)).toEqual(['a.rec', 'new/b.rec'])
  expect(names(links)).toEqual(['folder.rec', 'gone.rec', 'in.rec', 'out.rec'])
  const at = (name: string): string => relative('.', join(folder, name))
  expect((await linkFailures(links, files)).map(({ failure }) => failure)).toEqual([
    `${at('gone.rec')} could not be read: no such file or directory.`,
    `${at('out.rec')} is a link to a file that is not among the files of this run; name the link to read it.`,
  ])
  await rm(outside)
})

test('pipes are not found', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.rec')])
  expect(names((await search(['*.rec'], folder)).files)).toEqual(['a.rec'])
})
