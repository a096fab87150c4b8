import { expect, test } from 'vitest'
import {
  capitalized,
  compareText,
  counted,
  countedWithCommas,
  countLineBreaks,
  escapeHtml,
  withoutLineBreak,
} from './text.ts'

test('texts have the order of their code units', () => {
  expect(['b', 'B', 'ä', 'a', '10', '2', ''].sort(compareText)).toEqual(['', '10', '2', 'B', 'a', 'b', 'ä'])
  expect(compareText('a', 'a')).toBe(0)
})

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [12000, '12000 records'],
])('%i records are counted', (count, text) => {
  expect(counted(count, 'record')).toBe(text)
})

test('a page separates thousands', () => {
  expect([countedWithCommas(1, 'id'), countedWithCommas(12000, 'id')]).toEqual(['1 id', '12,000 ids'])
})

test('a sentence starts with a capital letter', () => {
  expect(['a text', 'Ä', ''].map(capitalized)).toEqual(['A text', 'Ä', ''])
})

test('every kind of line break is one, and one at most is left out at the end', () => {
  expect(['', 'a', 'a\n', 'a\r\nb\rc\n'].map(countLineBreaks)).toEqual([0, 0, 1, 3])
  expect(['', 'a', 'a\n', 'a\r', 'a\r\n', 'a\n\n'].map(withoutLineBreak)).toEqual(['', 'a', 'a', 'a', 'a', 'a\n'])
})

test('no text can end an element or an attribute of HTML', () => {
  expect(escapeHtml(`<b title="a" id='b'>&`)).toBe('&#60;b title=&#34;a&#34; id=&#39;b&#39;&#62;&#38;')
})
