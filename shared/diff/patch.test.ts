import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { parse } from '../syntax/tree.ts'
import { type PatchSide, patchOf } from './patch.ts'
import { unitsOf } from './units.ts'

const side = (text: string, name: string | undefined): PatchSide => ({
  name,
  units: unitsOf(parse(text), builtinRegistry, '\n'),
  hasLastLineEnd: text === '' || text.endsWith('\n'),
})

/** The patch without the names of its files. */
const hunks = (before: string, after: string): string =>
  patchOf(side(before, 'a.rec'), side(after, 'a.rec')).replace('--- a/a.rec\n+++ b/a.rec\n', '')

const records = (ids: string): string => [...ids].map(id => `@A rid=${id}\n`).join('')

test('the names of both versions are there, in quotes if they need some', () => {
  const heads = (before: string | undefined, after: string | undefined): string[] =>
    patchOf(side('', before), side('@A\n', after)).split('\n').slice(0, 2)
  expect(heads('x/a.rec', 'y/b.rec')).toEqual(['--- a/x/a.rec', '+++ b/y/b.rec'])
  expect(heads(undefined, 'b.rec')).toEqual(['--- /dev/null', '+++ b/b.rec'])
  expect(heads('a b.rec', 'b c.rec')).toEqual(['--- a/a b.rec\t', '+++ b/b c.rec\t'])
  expect(heads('a"b.rec', undefined)).toEqual(['--- "a/a\\"b.rec"', '+++ /dev/null'])
})

test('a version without lines is at line 0', () => {
  expect(hunks('', records('12'))).toBe('@@ -0,0 +1,2 @@\n+@A rid=1\n+@A rid=2\n')
  expect(hunks(records('12'), '')).toBe('@@ -1,2 +0,0 @@\n-@A rid=1\n-@A rid=2\n')
})

test('hunks have one unchanged record above and below, and up to two between changes', () => {
  expect(hunks(records('12345'), records('12945'))).toBe(
    '@@ -2,3 +2,3 @@\n @A rid=2\n-@A rid=3\n+@A rid=9\n @A rid=4\n',
  )
  expect(hunks(records('1234567'), records('1834967'))).toBe(
    '@@ -1,6 +1,6 @@\n @A rid=1\n-@A rid=2\n+@A rid=8\n @A rid=3\n @A rid=4\n-@A rid=5\n+@A rid=9\n @A rid=6\n',
  )
  expect(hunks(records('1234567'), records('8234596'))).toBe(
    '@@ -1,2 +1,2 @@\n-@A rid=1\n+@A rid=8\n @A rid=2\n@@ -5,3 +5,3 @@\n @A rid=5\n+@A rid=9\n @A rid=6\n-@A rid=7\n',
  )
})

test('a moved record is removed and added', () => {
  expect(hunks(records('1234'), records('2314'))).toBe(
    '@@ -1,4 +1,4 @@\n-@A rid=1\n @A rid=2\n @A rid=3\n+@A rid=1\n @A rid=4\n',
  )
})

test('a record with comments, blank lines and more lines keeps the lines above the first change', () => {
  const [old, now] = ['\n# a\n@A rid=2\n  | x=1\n', '\n# a\n@A rid=2\n  | x=2\n']
  expect(hunks(records('1') + old + records('345'), records('1') + now + records('3456'))).toBe(`@@ -1,6 +1,6 @@
 @A rid=1
 
 # a
 @A rid=2
-  | x=1
+  | x=2
 @A rid=3
@@ -8,1 +8,2 @@
 @A rid=5
+@A rid=6
`)
})

test('a second record with the id of another one has this one in its hunk', () => {
  expect(hunks(records('12345678'), records('123456278'))).toBe(
    '@@ -2,6 +2,7 @@\n @A rid=2\n @A rid=3\n @A rid=4\n @A rid=5\n @A rid=6\n+@A rid=2\n @A rid=7\n',
  )
})

test('a missing last line end is noted', () => {
  const note = '\\ No newline at end of file\n'
  expect(hunks('@A rid=1\n@A rid=2', '@A rid=1\n@A rid=2\n')).toBe(
    `@@ -1,2 +1,2 @@\n @A rid=1\n-@A rid=2\n${note}+@A rid=2\n`,
  )
  expect(hunks('@A rid=1\n@A rid=2\n', '@A rid=1\n@A rid=2')).toBe(
    `@@ -1,2 +1,2 @@\n @A rid=1\n-@A rid=2\n+@A rid=2\n${note}`,
  )
  expect(hunks('@A rid=1 | x=1\n@A rid=2', '@A rid=1 | x=2\n@A rid=2')).toBe(
    `@@ -1,2 +1,2 @@\n-@A rid=1 | x=1\n+@A rid=1 | x=2\n @A rid=2\n${note}`,
  )
  expect(hunks('@A rid=1\n  | x=1', '@A rid=1\n  | x=2\n')).toBe(
    `@@ -1,2 +1,2 @@\n @A rid=1\n-  | x=1\n${note}+  | x=2\n`,
  )
  expect(hunks('@A rid=1', '')).toBe(`@@ -1,1 +0,0 @@\n-@A rid=1\n${note}`)
})

test('blank lines at the end are lines of a patch', () => {
  expect(hunks('@A rid=1\n', '@A rid=1\n\n\n')).toBe('@@ -1,1 +1,3 @@\n @A rid=1\n+\n+\n')
})

test('equal versions have no patch', () => expect(hunks(records('12'), records('12'))).toBe(''))
