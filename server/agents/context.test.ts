import fc from 'fast-check'
import { expect, test } from 'vitest'
import { URI } from 'vscode-uri'
import { CallRefused } from './answer.ts'
import { pathOf, uriOfCall } from './context.ts'

const one = { folders: ['file:///home/me/records'] }
const several = { folders: ['file:///a/records', 'file:///b/records', 'file:///c/a%20b'] }

test.each([
  [one, 'x.rec', 'file:///home/me/records/x.rec'],
  [one, './sub/x y.rec', 'file:///home/me/records/sub/x%20y.rec'],
  [one, '/home/me/records/x.rec', 'file:///home/me/records/x.rec'],
  [one, '.', 'file:///home/me/records'],
  [several, 'records/x.rec', 'file:///a/records/x.rec'],
  [several, 'records~2/x.rec', 'file:///b/records/x.rec'],
  [several, 'a b/x.rec', 'file:///c/a%20b/x.rec'],
  [several, '/b/records/x.rec', 'file:///b/records/x.rec'],
])('%o: %s is a file of the workspace', (context, path, uri) => {
  expect(uriOfCall(context, path, 'path')).toBe(uri)
})

test.each([
  [one, '../x.rec'],
  [one, 'a/../../x.rec'],
  [one, '/home/me/recordsx/x.rec'],
  [one, '/home/me/records/../x.rec'],
  [one, 'a//x.rec'],
  [one, 'C:\\x.rec'],
  [one, 'a\\..\\x.rec'],
  [one, 'a\0.rec'],
  [several, 'x.rec'],
  [several, 'other/x.rec'],
])('%o: %s is refused', (context, path) => {
  expect(() => uriOfCall(context, path, 'path')).toThrow(CallRefused)
})

test('a path that an answer has leads to its file again', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => !/[/\\\0]|^\.{1,2}$|^[A-Za-z]:/.test(text))
  fc.assert(
    fc.property(
      fc.constantFrom(one, several),
      fc.nat(2),
      fc.array(name, { minLength: 1, maxLength: 3 }),
      (context, at, names) => {
        const folder = URI.parse(context.folders[at % context.folders.length]!)
        const uri = folder.with({ path: `${folder.path}/${names.join('/')}.rec` }).toString()
        expect(uriOfCall(context, pathOf(context, uri), 'path')).toBe(uri)
      },
    ),
  )
})
