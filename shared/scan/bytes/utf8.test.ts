import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfUtf8, utf8Of } from './utf8.ts'

const limits = ['\0', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}', 'aé€🙂']

test('text becomes UTF-8 and text again', () => {
  for (const text of limits) expect([...utf8Of(text)], text).toEqual([...Buffer.from(text)])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const bytes = utf8Of(`a${text}b`)
      expect(textOfUtf8(bytes, 1, bytes.length - 1)).toBe(text)
    }),
  )
})

test('half a surrogate pair has bytes of its own', () => {
  expect([...utf8Of('\ud83d')]).toEqual([0xed, 0xa0, 0xbd])
  expect(textOfUtf8(utf8Of('\ud83d!'), 0, 4)).toBe('\ud83d!')
})

test('zero bytes are added behind it', () => {
  expect([...utf8Of('a', 2)]).toEqual([0x61, 0, 0])
  expect([...utf8Of('é', 2)]).toEqual([0xc3, 0xa9, 0, 0])
})
