import { expect, test } from 'vitest'
import { readPatch } from './read-patch.ts'

const names = '--- a/x.rec\n+++ b/x.rec\n'

const top = { before: 0, after: 0 }

/** The file of a patch with these hunks. */
const file = (...hunks: { line: { before: number; after: number }; before: string; after: string }[]): object => ({
  before: 'x.rec',
  after: 'x.rec',
  hunks,
})

test('each hunk has the lines of both versions', () => {
  expect(readPatch(`${names}@@ -3,3 +4,4 @@ @A rid=1\n a\n-b\n+c\n+d\n e\n@@ -9,1 +11,0 @@\n-f\n`)).toMatchObject([
    file(
      { line: { before: 2, after: 3 }, before: 'a\nb\ne\n', after: 'a\nc\nd\ne\n' },
      { line: { before: 8, after: 11 }, before: 'f\n', after: '' },
    ),
  ])
  expect(readPatch(`${names}@@ -12 +12 @@\n-a\n+b\n`)).toMatchObject([
    file({ line: { before: 11, after: 11 }, before: 'a\n', after: 'b\n' }),
  ])
  expect(readPatch(`${names}@@ -2,0 +3 @@\n+a\n`)).toMatchObject([
    file({ line: { before: 2, after: 2 }, before: '', after: 'a\n' }),
  ])
  expect(readPatch(`${names}@@ -0,0 +1,2 @@\n+a\n+b\n`)).toMatchObject([
    file({ line: top, before: '', after: 'a\nb\n' }),
  ])
})

test('a patch can be about several files, with text around them', () => {
  const hunk = { line: top, before: 'a\n', after: 'b\n' }
  const written = '@@ -1 +1 @@\n-a\n+b\n'
  expect(
    readPatch(
      `From: me\n--- \nno names\n${names}${written}-- \n2.43\ndiff --git a/y.rec b/y.rec\n--- a/y.rec\n+++ b/y.rec\n${written}`,
    ),
  ).toMatchObject([file(hunk), { before: 'y.rec', after: 'y.rec', hunks: [hunk] }])
  expect(readPatch('@@ -a +1 @@\n @@ -1 +1 @@\n@@ -1 +1 x\n')).toEqual([])
})

test.each([
  ['a/x.rec', 'b/x.rec', 'x.rec', 'x.rec'],
  ['x.rec', 'y.rec', 'x.rec', 'y.rec'],
  ['a/b/x.rec', 'b/a/x.rec', 'b/x.rec', 'a/x.rec'],
  ['c/a/x.rec', 'c/b/x.rec', 'c/a/x.rec', 'c/b/x.rec'],
  ['/dev/null', 'b/x.rec', undefined, 'x.rec'],
  ['a/x.rec', '/dev/null', 'x.rec', undefined],
  ['a/dev/null', 'b/x.rec', 'dev/null', 'x.rec'],
  ['a/x.rec\t2026-06-30 12:00:00', 'b/x y.rec\t', 'x.rec', 'x y.rec'],
  ['"a/x\\ty.rec"', '"b/\\"x.rec"', 'x\ty.rec', '"x.rec'],
  ['a/x.rec\r', 'b/x.rec\r', 'x.rec', 'x.rec'],
])('the names of a file have no prefix, quotes or date: %s, %s', (before, after, old, now) =>
  expect(readPatch(`--- ${before}\n+++ ${after}`)).toEqual([{ before: old, after: now, hunks: [] }]),
)

test('the note of a missing line end is about the line above it', () => {
  const note = '\\ No newline at end of file\n'
  const lines = (text: string): object => readPatch(`${names}@@ -1,2 +1,2 @@\n${text}`)
  expect(lines(` a\n-b\n${note}+c\n`)).toMatchObject([file({ line: top, before: 'a\nb', after: 'a\nc\n' })])
  expect(lines(` a\n-b\n+c\n${note}`)).toMatchObject([file({ line: top, before: 'a\nb\n', after: 'a\nc' })])
  expect(lines(`-a\n+b\n c\n${note}`)).toMatchObject([file({ line: top, before: 'a\nc', after: 'b\nc' })])
})

test('lines keep their carriage returns, and empty ones may have lost their space', () => {
  expect(readPatch(`${names}@@ -1,4 +1,4 @@\n a\r\n\n\r\n-b\n+c\n`)).toMatchObject([
    file({ line: top, before: 'a\r\n\n\r\nb\n', after: 'a\r\n\n\r\nc\n' }),
  ])
  expect(readPatch(`${names}@@ -1,2 +1,2 @@\n \n-  \n+\t\n`)).toMatchObject([
    file({ line: top, before: '\n  \n', after: '\n\t\n' }),
  ])
})

test.each([
  ['@@ -1 +1 @@\n-a\n+b\n', 1],
  ['text\n@@ -1 +1 @@\n-a\n+b\n', 2],
  [`${names}@@ -1,2 +1,2 @@\n a\n`, 5],
  [`${names}@@ -1,2 +1,2 @@\n a\nb\n c\n`, 5],
  [`${names}@@ -1,2 +1,1 @@\n a\n=b\n`, 5],
  [`${names}@@ -1 +1,2 @@\n-a\n+b\n@@ -5 +5 @@\n-c\n+d\n`, 6],
])('the first line that is none of a patch is told: %j', (text, line) => expect(readPatch(text)).toEqual({ line }))

test('a text without changes is no patch', () => {
  expect(readPatch('')).toEqual([])
  expect(readPatch('--- a/x.rec')).toEqual([])
  expect(readPatch('text\n+++ b/x.rec\n')).toEqual([])
  expect(readPatch('From: x\n\nno patch\n')).toEqual([])
})
