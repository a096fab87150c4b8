import { expect, test } from 'vitest'
import { isBlank, isComma, isLineBreak, isMarkerCharacter, isNamePart, isNameStart } from './characters.ts'

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
