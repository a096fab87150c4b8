import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leadsOut } from './leads-out.ts'

let outer: string
beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'recline-'))
  await mkdir(join(outer, 'records/deep'), { recursive: true })
  await writeFile(join(outer, 'outside.txt'), '')
  await symlink('records', join(outer, 'linked'))
  for (const [name, target] of Object.entries({
    out: '../outside.txt',
    up: '..',
    nowhere: '../missing.txt',
    circle: 'circle',
    in: 'deep',
  }))
    await symlink(target, join(outer, 'records', name))
})
afterEach(() => rm(outer, { recursive: true }))

test.each([
  ['a.rec', false],
  ['deep/new/a.rec', false],
  ['in/a.rec', false],
  ['..rec', false],
  ['', false],
  ['out', true],
  ['up/x.rec', true],
  ['up/records/x.rec', false],
  ['nowhere', true],
  ['circle', true],
  ['../outside.txt', true],
])('%s', async (path, expected) => {
  expect(await leadsOut(join(outer, 'records', path), join(outer, 'records'))).toBe(expected)
  expect(await leadsOut(join(outer, 'linked', path), join(outer, 'linked'))).toBe(expected)
})
