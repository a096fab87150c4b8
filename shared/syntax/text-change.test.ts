import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { applyChanges, changesBetween, changeToText, smallestChange, withoutTabStops } from './text-change.ts'
import { parse, textOf } from './tree.ts'

/** The old text with the changed part and its new text in brackets. */
function change(before: string, after: string): string {
  const [only] = smallestChange(before, after)
  return only
    ? `${before.slice(0, only.start)}[${before.slice(only.start, only.end)}|${only.text}]${before.slice(only.end)}`
    : before
}

test('a change is from the first to the last different character, and splits no character or line end', () => {
  expect(change('abc', 'abc')).toBe('abc')
  expect(change('abcd', 'aXd')).toBe('a[bc|X]d')
  expect(change('aXbcd', 'aYbcd')).toBe('a[X|Y]bcd')
  expect(change('', 'a')).toBe('[|a]')
  expect(change('a', '')).toBe('[a|]')
  expect(change('aa', 'aaa')).toBe('aa[|a]')
  expect(change('a\r\nb', 'a\nb')).toBe('a[\r\n|\n]b')
  expect(change('a\nb', 'a\r\nb')).toBe('a[\n|\r\n]b')
  expect(change('a\r\nb', 'a\rb')).toBe('a[\r\n|\r]b')
  expect(change('\u{1f600}!', '\u{1f601}!')).toBe('[\u{1f600}|\u{1f601}]!')
  expect(change('\u{1f600}!', '\u{1fa00}!')).toBe('[\u{1f600}|\u{1fa00}]!')
})

test.each([
  ['a $1 b$12', 'a  b'],
  ['a\\$1b', 'a$1b'],
  ['${1:x} ${23:y}', 'x y'],
  ['${1:a\\}b\\$c}', 'a}b$c'],
  ['${1|a,b,c|}', 'a'],
  ['${1|a|} ${2|b|}', 'a b'],
  ['${1|a\\,b\\|c,d|}', 'a,b|c'],
  ['${12||}x', 'x'],
  ['a \\\\ b', 'a \\ b'],
  ['a \\b', 'a \\b'],
])('the snippet %s without its tab stops', (snippet, text) => {
  expect(withoutTabStops(snippet)).toBe(text)
})

test('changes are applied in their order, snippets as plain text', () => {
  const changes = [
    { start: 0, end: 2, text: 'x$1', isSnippet: true },
    { start: 3, end: 3, text: '$1' },
    { start: 5, end: 6, text: '' },
  ]
  expect(applyChanges(parse('@A a=1\n'), changes)).toBe('x $1a=\n')
})

test('the change to another text of a file is the smallest one between the texts', () => {
  const line = fc.constantFrom(
    '@A x="1"',
    '@A x="12"',
    '  | y=2',
    '# a',
    'a',
    'aa',
    '',
    '\u{1f600}',
    '\u{1f601}',
    '@BEGIN',
    '@END',
  )
  const text = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 8 })
    .chain(lines => line.map(last => lines.flat().join('') + last))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const tree = parse(before)
      const changes = changeToText(tree, after)
      expect(applyChanges(tree, changes)).toBe(after)
      expect(changes).toEqual(smallestChange(before, after))
    }),
    { numRuns: runs(4000) },
  )
})

test('between two trees with as many entries, each entry that differs has its own change', () => {
  const before = parse('@A a=1\n# b\n@C c=3\n')
  expect(changesBetween(before, parse('@A a=12\n# b\n@C c=4\n'))).toEqual([
    { start: 6, end: 6, text: '2' },
    { start: 16, end: 17, text: '4' },
  ])
  expect(changesBetween(before, before)).toEqual([])
  expect(changesBetween(before, parse('@A a=1\n@C c=4\n'))).toEqual([{ start: 7, end: 17, text: '@C c=4' }])
})

test('runs of removed and added entries have changes of their own', () => {
  const before = parse('@A a=1\n@B b=1\n# b\n@C c=3\n@D d=1\n@E e=1\n')
  expect(changesBetween(before, parse('@A a=2\n@B b=1\n@C c=3\n@D d=2\n@E e=2\n'))).toEqual([
    { start: 5, end: 6, text: '2' },
    { start: 14, end: 18, text: '' },
    { start: 30, end: 31, text: '2' },
    { start: 37, end: 38, text: '2' },
  ])
  expect(changesBetween(parse('@A\n@C\n'), parse('@A\n@B\n\n@C\n'))).toEqual([{ start: 3, end: 3, text: '@B\n\n' }])
})

test('changes between two trees make the one text of the other', () => {
  const text = fc
    .array(fc.constantFrom('@A a=1\n', '@A a=2\r\n', '# b\n', '\n', '@C c="😀"\n', '@D', '\r'), { maxLength: 30 })
    .map(parts => parse(parts.join('')))
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(applyChanges(one, changesBetween(one, other))).toBe(textOf(other))
    }),
    { numRuns: runs(20_000) },
  )
})
