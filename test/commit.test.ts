import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commitIn } from '../scripts/commit.mjs'
import { ownFolder } from './own-folder.ts'

const { at, write } = ownFolder()

test('a build knows its commit only at the top of a repository', () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', at(), '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      encoding: 'utf8',
    })
  write({ 'a.txt': 'a' })
  expect(commitIn(at())).toBeUndefined()
  git('init', '-q')
  expect(commitIn(at())).toBeUndefined()
  git('add', '.')
  git('commit', '-q', '-m', 'One')
  const commit = git('rev-parse', 'HEAD').slice(0, 10)
  expect(commitIn(at())).toBe(commit)
  write({ 'new.txt': 'new' })
  mkdirSync(at('below'))
  expect(commitIn(at())).toBe(commit)
  expect(commitIn(at('below'))).toBeUndefined()
  write({ 'a.txt': 'b' })
  expect(commitIn(at())).toBe(`${commit} and changes`)
})
