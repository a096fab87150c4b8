import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { inOrderOf } from './in-order-of.ts'

/** Puts a text into the order of another one; each word is an id, and `#` before a word is a comment on its own. */
function ordered(text: string, other: string): readonly [string, number] {
  const records = (words: string): string =>
    words
      .split(' ')
      .map(word => (word.startsWith('#') ? `${word}\n\n` : `@CONTROL rid=${word.replace('!', '')} | title="${word}"\n`))
      .join('')
  const { text: found, moved } = inOrderOf(records(text), records(other), builtinRegistry)
  const words = found.replace(/@CONTROL rid=\S+ \| title="(\S+)"/g, '$1').split(/\s+/)
  return [words.join(' ').trim(), moved]
}

test.each([
  ['c b a', 'a b c', 'a b c', 2],
  ['a b c', 'a b c', 'a b c', 0],
  ['c! new b a', 'a b c', 'a b c! new', 2],
  ['top c b', 'b c', 'top b c', 1],
  ['c b a', 'a c', 'a c b', 1],
  ['#x c a', 'a c', '#x a c', 1],
])('%s in the order of %s', (text, other, expected, moved) => expect(ordered(text, other)).toEqual([expected, moved]))

test('headers inside a file keep all records below their own one', () => {
  const text = '@CONTROL rid=b\n@DOC domain=core.health\n@CONTROL rid=a\n'
  expect(inOrderOf(text, '@CONTROL rid=a\n@CONTROL rid=b\n', builtinRegistry)).toEqual({ text, moved: 0 })
})

test('line ends, comments of records and a missing last line end are kept', () => {
  const text = '# On b\r\n@CONTROL rid=b\r\n@CONTROL rid=a'
  expect(inOrderOf(text, '@CONTROL rid=a\n@CONTROL rid=b\n', builtinRegistry).text).toBe(
    '@CONTROL rid=a\r\n# On b\r\n@CONTROL rid=b',
  )
})
