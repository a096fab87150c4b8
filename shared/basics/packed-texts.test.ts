import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackedTexts } from './packed-texts.ts'

const anyRow = fc.array(fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }), { maxLength: 4 })

test('texts are what was added', () =>
  fc.assert(
    // The rows come again and again, because they are packed only when there are more than a thousand.
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 8 }), fc.nat({ max: 3000 }), (some, count) => {
      const rows = Array.from({ length: count }, (_, index) => some[index % some.length]!)
      const texts = new PackedTexts()
      for (const row of rows) texts.add(row)
      expect(texts.length).toBe(count)
      for (let row = 0; row <= count; row++)
        for (let place = 0; place < 5; place++) expect(texts.at(row, place)).toBe(rows[row]?.[place])
    }),
    { numRuns: 20 },
  ))

test('rows with more characters than a string can have are kept', () => {
  const texts = new PackedTexts()
  const long = 'x'.repeat(2 ** 20)
  for (let row = 0; row < 1030; row++) texts.add([long, String(row)])
  expect(texts.at(1023, 1)).toBe('1023')
  expect(texts.at(5, 0)).toBe(long)
})
