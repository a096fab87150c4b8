import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptAt } from './excerpt.ts'

test('an excerpt is the line of a text that has the offset', () => {
  expect(excerptAt('@A a=1\r\n  | b=2\r\n', 12, 5)).toEqual({ text: '  | b=2', column: 1, isCut: false })
})

test('an excerpt of a long line is the part around the offset', () => {
  const line = `${'a'.repeat(500)}b${'c'.repeat(500)}`
  expect(excerptAt(line, 500, 501)).toEqual({ text: `${'a'.repeat(60)}b${'c'.repeat(59)}`, column: 441, isCut: true })
  expect(excerptAt(line, 0, 1)).toEqual({ text: 'a'.repeat(120), column: 1, isCut: true })
  expect(excerptAt(line, 1001, 1002)).toEqual({ text: 'c'.repeat(120), column: 882, isCut: false })
})

test('an excerpt is whole characters of the line, in their columns, for every text and offset', () => {
  const texts = fc
    .array(fc.constantFrom('a'.repeat(100), '🙂', '🙂'.repeat(80), 'é', ' ', '\n', '\r\n'))
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(texts, fc.nat(), (text, place) => {
      const characters = [...text]
      const before = characters.slice(0, place % (characters.length + 1)).join('')
      const line = text.slice(before.search(/[^\r\n]*$/)).split(/\r\n|\r|\n/)[0]!
      const column = [.../[^\r\n]*$/.exec(before)![0]].length + 1
      const excerpt = excerptAt(text, before.length, column)
      const shown = [...line].slice(excerpt.column - 1, excerpt.column - 1 + [...excerpt.text].length).join('')
      expect(excerpt.text).toBe(shown)
      expect(excerpt.isCut).toBe(excerpt.column - 1 + [...excerpt.text].length < [...line].length)
      expect(excerpt.text.length).toBeLessThanOrEqual(121)
    }),
  )
})
