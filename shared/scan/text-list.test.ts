import { expect, test } from 'vitest'
import { TextList } from './text-list.ts'
import { utf8Of } from './utf8.ts'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** The texts that a list takes, with a blank between two. */
function listed(texts: readonly string[]): string {
  const list = new TextList()
  for (const text of texts) {
    const bytes = utf8Of(`=${text}`)
    list.addListable(bytes, 1, bytes.length)
  }
  return list.text(textOf)
}

test('a list takes texts that can be told apart again', () => {
  expect(listed(['a', 'x y', 'b~!', 'x\\n', 'x\t', 'x\u007f', 'é', 'c'])).toBe('a b~! c')
})

test('a list grows for a long text', () => {
  const long = 'x'.repeat(10_000)
  expect(listed(['a', long, 'b', long])).toBe(`a ${long} b ${long}`)
})
