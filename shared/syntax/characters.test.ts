import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlank, isComma, isLineBreak, isMarkerCharacter, isNamePart, isNameStart, wordIn } from './characters.ts'

const units = Array.from({ length: 0x10000 }, (_, code) => code)

test.each<[what: string, is: (code: number) => boolean, pattern: RegExp]>([
  ['white space in a line', isBlank, /[^\S\r\n]/],
  ['the end of a line', isLineBreak, /[\r\n]/],
  ['a separator of other notations', isComma, /[,;]/],
  ['a character of a conflict marker', isMarkerCharacter, /[<|=>]/],
  ['the start of a name', isNameStart, /[A-Za-z_]/],
  ['a part of a name', isNamePart, /[\w.-]/],
])('%s is one of these characters, and no other', (_, is, pattern) => {
  expect(units.filter(is)).toEqual(units.filter(code => pattern.test(String.fromCharCode(code))))
  expect(is(NaN)).toBe(false)
})

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
