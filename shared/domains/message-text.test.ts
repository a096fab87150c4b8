import { expect, test } from 'vitest'
import { shorten, show, withArticle } from './message-text.ts'

test('text in a message is short, on one line, in quotes other than its own', () => {
  expect(show('x')).toBe('"x"')
  expect(show('a "b"')).toBe('\'a "b"\'')
  expect(show('a\nb\u2028\0')).toBe('"a\\nb\\u2028\\u0000"')
  expect(shorten('x'.repeat(40))).toBe('x'.repeat(40))
  expect(shorten('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
  expect(shorten('🙂'.repeat(41))).toBe(`${'🙂'.repeat(39)}…`)
  expect(shorten('🙂'.repeat(40))).toBe('🙂'.repeat(40))
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
