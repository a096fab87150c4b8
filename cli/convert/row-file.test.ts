import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { NumberBlocks } from '../../shared/basics/number-blocks.ts'
import { PackedTexts } from '../../shared/basics/packed-texts.ts'
import { CannotConvert } from './problems.ts'
import { RowFile } from './row-file.ts'

afterEach(() => vi.unstubAllEnvs())

const text = fc.string({ unit: fc.constantFrom('a', 'é', '語', '😀', '\ud83d', '\0', '\n'), maxLength: 5 })

const rows = fc.array(fc.array(fc.option(text, { nil: undefined }), { maxLength: 4 }), { minLength: 1, maxLength: 8 })

test('texts and numbers in a file are those that were added, in whatever order they are read', () =>
  fc.assert(
    fc.property(rows, fc.nat({ max: 9000 }), fc.nat({ max: 40_000 }), (some, count, inMemory) => {
      const file = new RowFile(inMemory)
      const [texts, numbers] = [new PackedTexts(file), new NumberBlocks(file)]
      for (let row = 0; row < count; row++) {
        texts.add(some[row % some.length]!)
        numbers.push(2 ** 32 - 1 - row)
      }
      for (let step = 0; step < count; step++) {
        const row = (step * 257) % count
        expect(numbers.at(row)).toBe(2 ** 32 - 1 - row)
        for (let place = 0; place < 5; place++) expect(texts.at(row, place)).toBe(some[row % some.length]![place])
      }
    }),
    { numRuns: 20 },
  ))

test('a file that cannot be written is told, with what to do', () => {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, '/nowhere')
  const texts = new PackedTexts(new RowFile(0))
  const add = (): void => {
    for (let row = 0; row < 300; row++) texts.add(['a'])
  }
  expect(add).toThrow(CannotConvert)
  expect(add).toThrow(/could not be kept in a temporary file: no such file or directory; name a folder/)
})
