import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordIn } from './words.ts'

test('a word is the part of the text, whatever was read before', () => {
  const text = fc
    .array(fc.constantFrom('a', 'ab', 'ba', '1', '__proto__', 'é', '😀', 'x'.repeat(70)))
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, fc.nat(80), fc.nat(80), (whole, start, length) => {
      const end = Math.min(whole.length, start + length)
      expect(wordIn(whole, Math.min(start, end), end)).toBe(whole.slice(Math.min(start, end), end))
    }),
  )
})
