import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameHasher } from './names.ts'
import { areBareWords, PackedTexts } from './packed-texts.ts'
import { endOfBareWord } from './values.ts'

const hasher = new NameHasher({ low: 1, high: 2 })

const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '7', '0', '-', '[', '"', '~'), maxLength: 20 }), {
  minLength: 1,
  maxLength: 20,
})

test('packed texts are told apart, counted and hashed as texts alone are', () =>
  fc.assert(
    fc.property(texts, all => {
      const packed = PackedTexts.of(all.join(' '))
      expect([packed.count, packed.hasEmpty]).toEqual([all.length, all.includes('')])
      expect(all.map((_, index) => packed.at(index))).toEqual(all)
      const found: string[] = []
      packed.forEach((start, end, index) => {
        found[index] = packed.textBetween(start, end)
      })
      expect(found).toEqual(all)
      expect([...packed.hashes(hasher.ofTag('a.B'))]).toEqual(
        all.flatMap(id => {
          const { low, high } = hasher.of({ path: 'a.B', id })
          return [low, high]
        }),
      )
      expect(packed.countOfNumbers).toBe(all.every(text => /^\d{1,15}$/.test(text)) ? all.length : 0)
      const isBare = (text: string): boolean =>
        text === '' || endOfBareWord(Buffer.from(`${text}\n`), 0) === text.length
      expect(areBareWords(packed)).toBe(all.every(isBare))
    }),
  ))

test('the hashes are those of the tag that is asked for', () => {
  const packed = PackedTexts.of('A-1 A-2')
  const [one, other] = [hasher.ofTag('a.B'), hasher.ofTag('a.C')]
  const first = [...packed.hashes(one)]
  expect([...packed.hashes(other)]).not.toEqual(first)
  expect([...packed.hashes(one)]).toEqual(first)
})

test.each(['é', 'a\tb', 'a\u007f', 'a\u0000', 'a b\n'])('texts with other characters are not counted: %j', text => {
  expect(PackedTexts.of(text).count).toBe(0)
})

test('long texts become a string again', () => {
  const long = Array.from({ length: 3000 }, (_, index) => `T-${index}`).join(' ')
  expect(PackedTexts.of(long).toString()).toBe(long)
  expect(JSON.stringify({ id: PackedTexts.of(long) })).toBe(JSON.stringify({ id: long }))
})
