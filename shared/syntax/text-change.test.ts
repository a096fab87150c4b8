import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { applyChanges, changedText, changesBetween, smallestChange, withoutTabStops } from './text-change.ts'
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

test('nothing that is the same in two texts belongs to the change at its ends, however long they are', () => {
  // The last characters of one part and the first ones of the next are compared in blocks of other sizes.
  const part = fc.tuple(fc.constantFrom('a', 'b', '\r\n', '\u{1f600}'), fc.constantFrom(0, 1, 15, 16, 17, 300, 70_000))
  const text = fc.array(part, { maxLength: 4 }).map(parts => parts.map(([one, count]) => one.repeat(count)).join(''))
  fc.assert(
    fc.property(text, text, text, text, (start, gone, come, end) => {
      const [before, after] = [start + gone + end, start + come + end]
      const changes = smallestChange(before, after)
      expect(changedText(before, changes) === after).toBe(true)
      expect(changes.length).toBe(before === after ? 0 : 1)
      const isPair = (character: string | undefined): boolean => /^[\r\n\ud800-\udfff]$/.test(character ?? '')
      for (const { start, end, text } of changes) {
        const [first, last] = [before[start], before[end - 1]]
        if (end > start && text !== '' && !isPair(first)) expect(text[0]).not.toBe(first)
        if (end > start && text !== '' && !isPair(last)) expect(text.at(-1)).not.toBe(last)
      }
    }),
    { numRuns: runs(2000) },
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
