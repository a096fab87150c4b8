import { expect, test } from 'vitest'
import { fileNameMatcher, folderMatcher, globMatcher, globProblem } from './glob.ts'

const matches = (path: string, globs: string[]): boolean => globMatcher(globs)(path)

test('globs match whole paths', () => {
  expect(matches('a.rec', ['**/*.rec'])).toBe(true)
  expect(matches('deep/.er/.a.rec', ['**/*.rec'])).toBe(true)
  expect(matches('deep/a.rec', ['*.rec'])).toBe(false)
  expect(matches('audit/2026/a.rec', ['audit/**'])).toBe(true)
  expect(matches('b.rec', ['[ab].rec', '{x,y}.rec'])).toBe(true)
  expect(matches('y.rec', ['[ab].rec', '{x,y}.rec'])).toBe(true)
  expect(matches('a?.rec', ['a\\?.rec'])).toBe(true)
  expect(matches('a.rec', [])).toBe(false)
})

test('a glob without a slash matches a file name in any folder', () => {
  for (const path of ['a.rec', 'deep/er/a.rec', '/outside/a.rec', '.hidden/.a.rec'])
    expect(fileNameMatcher('*.rec')(path), path).toBe(true)
  expect(fileNameMatcher('audit/*.rec')('old/audit/a.rec')).toBe(false)
})

test('a folder matches if everything in it matches', () => {
  const isMatch = folderMatcher(['old/**', '**/tmp/**', '{a,b}/**', 'new/*', 'deep/**/*', '**/*.rec', ''])
  for (const path of ['old', 'tmp', 'x/tmp', 'x/y/tmp', 'a', 'b']) expect(isMatch(path), path).toBe(true)
  for (const path of ['x/old', 'new', 'deep', 'c', 'a.rec']) expect(isMatch(path), path).toBe(false)
})

test.each([
  ['', 'is empty; write one such as "**/*.rec"'],
  ['!a.rec', 'starts with "!"; write what is left out under "exclude"'],
  ['../a/*.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['a/../b.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['/srv/*.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['C:/*.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['audit\\north.rec', 'has a backslash; write / between folders'],
  ['+(a|aa).rec', 'has a group in parentheses; write {a,b} for one or the other'],
  ['*a*a*a*a*a*a', 'has too many wildcards to be matched quickly; write at most 5 of * and **, and 4 of {}'],
  ['x'.repeat(100_000), 'has too many wildcards to be matched quickly; write at most 5 of * and **, and 4 of {}'],
])('what is wrong with %j', (glob, reason) => {
  expect(globProblem(glob)).toBe(reason)
  expect(matches('b.rec', [glob, 'b.rec'])).toBe(true)
})

test('a glob that could take long matches nothing', () => {
  expect(matches('aaaaaa', ['*a*a*a*a*a*a'])).toBe(false)
  expect(matches('x'.repeat(2000), ['x'.repeat(2000)])).toBe(false)
})

test('a strange glob does not stop the others', () => {
  for (const glob of ['[', '(', '{', '***/', '[z-a]', '\0', ')', 'a..b', '.../x', '{a', '[!]']) {
    expect(globProblem(glob), glob).toBeUndefined()
    expect(matches('a.rec', [glob, '*.rec']), glob).toBe(true)
  }
})
