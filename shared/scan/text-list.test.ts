import { expect, test } from 'vitest'
import { packedNumbers, TextList } from './text-list.ts'
import { utf8Of } from './utf8.ts'

/** The texts that a list takes, with a blank between two. */
function listed(texts: readonly string[]): string {
  const list = new TextList()
  for (const text of texts) {
    const bytes = utf8Of(`=${text}`, 4)
    list.addListable(new DataView(bytes.buffer), 1, bytes.length - 4)
  }
  return list.packed().toString()
}

test('a list takes texts that can be told apart again', () => {
  expect(listed(['a', 'x y', 'b~!', 'x\\n', 'x\t', 'x\u007f', 'é', 'c'])).toBe('a b~! c')
})

test('a list grows for a long text', () => {
  const long = 'x'.repeat(10_000)
  expect(listed(['a', long, 'b', long])).toBe(`a ${long} b ${long}`)
})

test('a list takes whole numbers as texts', () => {
  const numbers = [0, 7, 9, 10, 99, 100, 6549, 123_456_789, 2 ** 31 - 1]
  expect(packedNumbers(Int32Array.from(numbers)).toString()).toBe(numbers.join(' '))
  const many = Int32Array.from({ length: 5000 }, (_, number) => number)
  expect(packedNumbers(many).toString()).toBe(many.join(' '))
})
