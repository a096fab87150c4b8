import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { address, cleanNpm, expectPackAndLink } from './clean-npm.ts'

const npm10 = cleanNpm('10')
const { at, npm, recline, archive, expectCommit } = npm10

test('npm 10 installs from a git address, and the archive in its place', async () => {
  await npm('install', '--global', `git+${address}`)
  await expectCommit()
  await npm('install', '--global', archive())
  expect(await readdir(at('global/lib/node_modules'))).toEqual(['recline'])
  expect(await recline('explain', 'notation')).toMatch(/^notation/)
  await npm('uninstall', '--global', 'recline')
  expect(existsSync(at('global/bin/recline'))).toBe(false)
})

test('npm 10 packs and links a clone', () => expectPackAndLink('10', npm10))
