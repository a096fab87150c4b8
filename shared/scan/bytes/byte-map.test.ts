import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteMap, RecentTexts } from './byte-map.ts'
import { utf8Of } from './utf8.ts'

/** Calls a function with a text between others, as bytes. */
function within<Result>(text: string, call: (view: DataView, start: number, end: number) => Result): Result {
  const start = 3
  const end = start + utf8Of(text).length
  return call(new DataView(utf8Of(`xyz${text}xyz`, 4).buffer), start, end)
}

const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 9 }), { maxLength: 20 })

test('a map of bytes has the values of its keys, and of no other text', () =>
  fc.assert(
    fc.property(words, words, (keys, others) => {
      const plain = new Map(keys.map((key, index) => [key, index]))
      const map = new ByteMap([...plain])
      for (const text of [...keys, ...others, ''])
        expect(within(text, (view, start, end) => map.get(view, start, end))).toBe(plain.get(text))
    }),
  ))

test('a text that was added is known, and no other text is', () => {
  const recent = new RecentTexts()
  const has = (text: string): boolean => within(text, (view, start, end) => recent.has(view, start, end))
  const texts = ['', 'a', 'abc', 'abcd', 'abcde', 'abcdefgh', 'é']
  expect(texts.map(has)).toEqual(texts.map(() => false))
  for (const text of texts) recent.add(text)
  expect(texts.map(has)).toEqual(texts.map(() => true))
  for (const text of texts) expect(has(`${text}!`), text).toBe(false)
})
