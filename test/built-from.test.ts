import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtFrom } from '../scripts/built-from.mjs'
import { ownFolder } from './own-folder.ts'

const { at, write } = ownFolder()

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', at(), '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  })

test('a build knows its commit only at the top of a repository', () => {
  write({ 'a.txt': 'a' })
  expect(builtFrom(at())).toBeUndefined()
  git('init', '-q')
  expect(builtFrom(at())).toBeUndefined()
  git('add', '.')
  git('commit', '-q', '-m', 'One')
  const commit = git('rev-parse', 'HEAD').trim()
  expect(builtFrom(at())).toEqual({ commit, hasChanges: false })
  write({ 'new.txt': 'new' })
  mkdirSync(at('below'))
  expect(builtFrom(at())).toEqual({ commit, hasChanges: false })
  expect(builtFrom(at('below'))).toBeUndefined()
  write({ 'a.txt': 'b' })
  expect(builtFrom(at())).toEqual({ commit, hasChanges: true })
})

test.each([
  ['https://example.com/owner/recline.git', 'https://example.com/owner/recline'],
  ['https://user:secret@example.com/owner/recline', 'https://example.com/owner/recline'],
  ['git@example.com:group/sub/recline.git', 'https://example.com/group/sub/recline'],
  ['ssh://git@example.com/owner/recline.git', 'https://example.com/owner/recline'],
  ['/home/me/recline', undefined],
  ['file:///home/me/recline', undefined],
])('a repository that was cloned from %s is %s', (origin, web) => {
  write({ 'a.txt': 'a' })
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'One')
  git('remote', 'add', 'origin', origin)
  expect(builtFrom(at())?.web).toBe(web)
})
