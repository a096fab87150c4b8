import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { fileNameMatcher, folderMatcher, folderOfGlob, globMatcher, globProblem } from './glob.ts'

/** Whether a path or glob has none of the things that libraries read differently, such as empty names and `a**`. */
const isUsual = (path: string): boolean =>
  path !== '' && !/(^|\/)(\/|$)|(^|[/{,}])\.{1,2}([/},]|$)|[^/]\*\*|\*\*[^/]|\.{2}|\/\*\*$/.test(path)

const matches = (path: string, globs: string[]): boolean => globMatcher(globs)(path)

test('globs match whole paths', () => {
  expect(matches('a.rec', ['**/*.rec'])).toBe(true)
  expect(matches('deep/.er/.a.rec', ['**/*.rec'])).toBe(true)
  expect(matches('deep/a.rec', ['*.rec'])).toBe(false)
  expect(matches('audit/2026/a.rec', ['audit/**'])).toBe(true)
  expect(matches('b.rec', ['[!cd].rec', '{x,y}.rec'])).toBe(true)
  expect(matches('y.rec', ['[ab].rec', '{x,y}.rec'])).toBe(true)
  expect(matches('north/a.rec', ['{north/,}a.rec'])).toBe(true)
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
  ['*.rec', ''],
  ['a.rec', ''],
  ['a/b/c.rec', 'a/b'],
  ['a/b/*.rec', 'a/b'],
  ['a/**/b/*.rec', 'a'],
  ['**/a.rec', ''],
  ['a/b?/c.rec', 'a'],
  ['a/[b]/c.rec', 'a'],
  ['a/{b,c}/d.rec', 'a'],
  ['a/b\\*/c.rec', 'a'],
])('all files of %j are in the folder %j', (glob, folder) => expect(folderOfGlob(glob)).toBe(folder))

test.each<[glob: string, matching: string[], other: string[]]>([
  ['a?c', ['abc', 'a?c', 'aüc', 'a🙂c'], ['ac', 'abbc', 'a/c']],
  ['[a-c]x', ['ax', 'bx', 'cx'], ['dx', '-x', 'x']],
  ['[!a-c]x', ['dx', '!x', '-x'], ['ax', 'cx', 'x']],
  ['[^a]x', ['bx', '^x'], ['ax']],
  ['[a^!]x', ['ax', '^x', '!x'], ['bx']],
  ['[', ['['], ['a', '']],
  ['[[]a', ['[a'], ['a']],
  ['[{]a', ['{a'], ['a']],
  ['[*]a', ['*a'], ['a']],
  ['a\\[b]', ['a[b]'], ['ab', 'a\\b']],
  ['a\\\\b', ['a\\b'], ['a\\\\b']],
  ['./a/./b', ['a/b'], ['./a/b', 'a/./b']],
  ['{a}', ['{a}'], ['a']],
  ['{a,b', ['{a,b'], ['a', 'b']],
  ['a,b}', ['a,b}'], ['a']],
  ['{a,{b,c}d}', ['a', 'bd', 'cd'], ['d', 'b', '{b']],
  ['{{a},b}', ['{a}', 'b'], ['a']],
  ['\\{a,b\\}', ['{a,b}'], ['a', 'b']],
  ['{a,b}{c,d}', ['ac', 'bd'], ['a', 'ab']],
  ['{a,b}/c', ['a/c', 'b/c'], ['a', 'c']],
])('%j matches these names, and no others', (glob, matching, other) => {
  expect(matching.filter(name => !matches(name, [glob]))).toEqual([])
  expect(other.filter(name => matches(name, [glob]))).toEqual([])
})

test('an empty glob matches nothing, not even an empty path', () => expect(matches('', [''])).toBe(false))

const tooMany = 'has too many alternatives in braces, or more than 1000 characters; write several globs instead'

test.each([
  ['', 'is empty; write one such as "**/*.rec"'],
  ['!a.rec', 'starts with "!"; write what is left out under "exclude"'],
  ['../a/*.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['a/../b.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['a/..', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['a{10..30}.rec', 'has a range in braces; write {1,2,3} for one or the other'],
  ['/srv/*.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['C:/*.rec', 'leads out of the folder that it is relative to; write it from there on downwards'],
  ['audit\\north.rec', 'has a backslash; write / between folders'],
  ['+(a|aa).rec', 'has a group in parentheses; write {a,b} for one or the other'],
  ['{1..3}.rec', 'has a range in braces; write {1,2,3} for one or the other'],
  ['{a,b}'.repeat(7), tooMany],
  ['(old|bak)/**', 'has a group in parentheses; write {a,b} for one or the other'],
  ['[old', 'has a [ that is never closed; close it, or write [[] for the character'],
  ['[a/b].rec', 'has a [ that is never closed; close it, or write [[] for the character'],
  ['{old/**', 'has a { that is never closed; close it, or write [{] for the character'],
  ['{a,{b,c}', 'has a { that is never closed; close it, or write [{] for the character'],
])('what is wrong with %j', (glob, reason) => {
  expect(globProblem(glob)).toBe(`The glob "${glob}" ${reason}.`)
  expect(matches('b.rec', [glob, 'b.rec'])).toBe(true)
})

test('a glob with too many alternatives matches nothing', () => {
  expect(matches('abababa', ['{a,b}'.repeat(7)])).toBe(false)
  const alternatives = Array.from({ length: 101 }, (_, number) => `a${number}`)
  expect(matches('a7', [`{${alternatives.slice(1).join()}}`])).toBe(true)
  expect(matches('a7', [`{${alternatives.join()}}`])).toBe(false)
  expect([globProblem('x'.repeat(1000)), matches('x'.repeat(1000), ['x'.repeat(1000)])]).toEqual([undefined, true])
  expect(globProblem('x'.repeat(1001), 'x…')).toBe(`The glob "x…" ${tooMany}.`)
  expect(matches('x'.repeat(1001), ['x'.repeat(1001)])).toBe(false)
})

test('globs match as those of picomatch', () => {
  const pieces = [
    'a',
    'b',
    'ä',
    '.a',
    '*',
    '**',
    '?',
    '/',
    '[ab]',
    '[^b]',
    '[a-z]',
    '{a,b*}',
    '{c,d}',
    '{*a,{b,c}}',
    '\\*',
  ]
  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'ä', '.', '*', '/', 'ab', '/a'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }), names, (parts, path) => {
      const [glob, name] = [parts.join(''), path.join('')]
      fc.pre(isUsual(glob) && isUsual(name) && !globProblem(glob))
      expect(matches(name, [glob])).toBe(picomatch.isMatch(name, glob, { dot: true, noextglob: true, nonegate: true }))
    }),
    { numRuns: runs(2_000) },
  )
})

test('a strange glob does not stop the others', () => {
  for (const glob of [
    '(',
    '***/',
    '[z-a]',
    '\0',
    ')',
    'a..b',
    '.../x',
    'a}',
    ']',
    '[{]',
    '[]]',
    'a (1)',
    '\\[a',
    '\\{a',
  ]) {
    expect(globProblem(glob), glob).toBeUndefined()
    expect(matches('a.rec', [glob, '*.rec']), glob).toBe(true)
  }
})
