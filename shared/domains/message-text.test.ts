import { expect, test } from 'vitest'
import { oneOf, plainMessage, shorten, show, withArticle, wordList } from './message-text.ts'

test('text in a message is short, on one line, in quotes other than its own', () => {
  expect(show('x')).toBe('"x"')
  expect(show('a "b"')).toBe('\'a "b"\'')
  expect(show('a\nb\u2028\0')).toBe('"a\\nb\\u2028\\u0000"')
  expect(shorten('x'.repeat(40))).toBe('x'.repeat(40))
  expect(shorten('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
  expect(shorten('🙂'.repeat(41))).toBe(`${'🙂'.repeat(39)}…`)
  expect(shorten('🙂'.repeat(40))).toBe('🙂'.repeat(40))
})

test('characters that control a terminal or the direction of text are escaped', () => {
  expect(show('a\u202eb\u2066c\u009b1m')).toBe('"a\\u202eb\\u2066c\\u009b1m"')
  expect(plainMessage('a\u001b[2J\nb\u200f')).toBe('a\\u001b[2J\\nb\\u200f')
  expect(plainMessage('é 🙂 א')).toBe('é 🙂 א')
})

test('a long list tells how many more there are, and long texts are cut', () => {
  const words = Array.from({ length: 20_000 }, (_, number) => `v${number}`)
  const first = words.slice(0, 20).join(', ')
  expect(oneOf(words)).toBe(`${first} or 19980 more`)
  expect(wordList(words)).toBe(`${first} and 19980 more`)
  expect([oneOf([]), oneOf(['a']), oneOf(['a', 'b', 'c']), wordList(['a', 'b'])]).toEqual([
    '',
    'a',
    'a, b or c',
    'a, b',
  ])
  expect(oneOf(['x'.repeat(101), 'y'])).toBe(`${'x'.repeat(99)}… or y`)
  expect(plainMessage('🙂'.repeat(1000))).toBe(`${'🙂'.repeat(500)}…`)
})

test('the article of a tag follows its sound', () => {
  const tags = [
    'CONTROL',
    'EMPLOYEE',
    'UNDERWRITING',
    'USER',
    'UNIT',
    'SLO',
    'RX',
    'SLO_TARGET',
    'LAB',
    'SLIPPAGE',
    'TXN',
  ]
  expect(tags.map(withArticle)).toEqual([
    'a CONTROL',
    'an EMPLOYEE',
    'an UNDERWRITING',
    'a USER',
    'a UNIT',
    'an SLO',
    'an RX',
    'an SLO_TARGET',
    'a LAB',
    'a SLIPPAGE',
    'a TXN',
  ])
})
