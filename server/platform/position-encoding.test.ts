import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenEncoding, fromUtf16, type PositionEncoding, toUtf16 } from './position-encoding.ts'

const encodings: readonly PositionEncoding[] = ['utf-8', 'utf-16', 'utf-32']
const anyEncoding = fc.constantFrom(...encodings)
const character = fc.oneof(
  fc.constantFrom('a', '\x7f', '\x80', 'ü', '\u07ff', '\u0800', '日', '🙂'),
  fc.string({ unit: 'binary' }),
)
const anyLine = fc.array(character).map(characters => characters.join(''))

test('the end of a line is its length in the encoding', () =>
  fc.assert(
    fc.property(anyLine, line => {
      const ends = encodings.map(encoding => fromUtf16(line, line.length, encoding))
      expect(ends).toEqual([Buffer.byteLength(line), line.length, [...line].length])
    }),
  ))

test('each place between two characters is found again from its encoded offset', () =>
  fc.assert(
    fc.property(anyLine, anyEncoding, (line, encoding) => {
      let place = 0
      for (const character of ['', ...line]) {
        place += character.length
        const encoded = fromUtf16(line, place, encoding)
        expect(encoded).toBe(fromUtf16(line.slice(0, place), place, encoding))
        expect(toUtf16(line, encoded, encoding)).toBe(place)
      }
    }),
  ))

test('an offset inside a character is its start, and one outside of the line is the nearer end', () => {
  const line = 'aü日🙂b'
  const all = (encoding: PositionEncoding, offsets: number): number[] =>
    Array.from({ length: offsets }, (_, offset) => toUtf16(line, offset, encoding))
  expect(all('utf-8', 14)).toEqual([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 6, 6, 6])
  expect(all('utf-32', 7)).toEqual([0, 1, 2, 3, 5, 6, 6])
  expect([3, 4, 5, 100].map(offset => fromUtf16(line, offset, 'utf-8'))).toEqual([6, 6, 10, 11])
  for (const encoding of encodings) expect(toUtf16(line, -1, encoding)).toBe(0)
})

test('a client can offer anything', () => {
  for (const offered of [undefined, null, 5, 'utf-8', [], [null, 'utf-7']])
    expect(chosenEncoding(offered)).toBe('utf-16')
  expect(chosenEncoding([5, 'utf-32', 'utf-8'])).toBe('utf-32')
})
