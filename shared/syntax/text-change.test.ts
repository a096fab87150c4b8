import { expect, test } from 'vitest'
import { smallestChange } from './text-change.ts'

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
  expect(change('aa', 'aaa')).toBe('aa[|a]')
  expect(change('a\r\nb', 'a\nb')).toBe('a[\r\n|\n]b')
  expect(change('a\nb', 'a\r\nb')).toBe('a[\n|\r\n]b')
  expect(change('a\r\nb', 'a\rb')).toBe('a[\r\n|\r]b')
  expect(change('\u{1f600}!', '\u{1f601}!')).toBe('[\u{1f600}|\u{1f601}]!')
  expect(change('\u{1f600}!', '\u{1fa00}!')).toBe('[\u{1f600}|\u{1fa00}]!')
})
