import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areOnLine, areVisible, haveBackslash, wordBefore } from './four-bytes.ts'

const byte = fc.oneof(
  fc.integer({ min: 0, max: 255 }),
  fc.constantFrom(0, 0x09, 0x0a, 0x0d, 0x0e, 0x20, 0x21, 0x5b, 0x5c, 0x5d, 0x7e, 0x7f, 0x80, 0xff),
)
const fourBytes = fc.tuple(byte, byte, byte, byte)

test('four bytes are what each of them is', () =>
  fc.assert(
    fc.property(fourBytes, bytes => {
      const word = new DataView(Uint8Array.from(bytes).buffer).getInt32(0, true)
      expect(areVisible(word)).toBe(bytes.every(code => code > 0x20 && code < 0x7f))
      expect(areOnLine(word)).toBe(bytes.every(code => code > 0x0d && code < 0x80))
      expect(haveBackslash(word)).toBe(bytes.includes(0x5c))
    }),
    { numRuns: 5000 },
  ))

test('bytes from the end on count as letters', () =>
  fc.assert(
    fc.property(fourBytes, fc.integer({ min: 1, max: 5 }), (bytes, end) => {
      const word = wordBefore(new DataView(Uint8Array.from(bytes).buffer), 0, end)
      const read = new Uint8Array(Int32Array.of(word).buffer)
      expect([...read]).toEqual(bytes.map((code, index) => (index < end ? code : 0x61)))
    }),
  ))
