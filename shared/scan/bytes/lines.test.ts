import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from '../../syntax/tree.ts'
import {
  closesBlock,
  endOfEntry,
  isBlankBetween,
  isCommentLine,
  nextLine,
  opensBlock,
  skipWhiteSpace,
} from './lines.ts'
import { utf8Of } from './utf8.ts'

/** Texts behind the end, which would show that a function looks too far. */
const behind = ['|\n', '\n', '  | x\n', ' x', '#', 'x', '=======\n', '\u00a0']

/** What a function says of the first line of a text. */
const at = <Result>(of: (bytes: Uint8Array, line: number, end: number) => Result, text: string): Result => {
  const [first, ...others] = behind.map(more => of(utf8Of(`|${text}${more}`), 1, 1 + utf8Of(text).length))
  for (const other of others) expect(other).toEqual(first)
  return first!
}

test('the next line is behind LF, CRLF or CR', () => {
  expect(['a\nb', 'a\r\nb', 'a\rb', 'a', '', '\n\n', 'a\r'].map(text => at(nextLine, text) - 1)).toEqual([
    2, 3, 2, 1, 0, 1, 2,
  ])
})

test('white space is that of Unicode, without line ends', () => {
  for (const blank of [' ', '\t', '\v', '\f', '\u00a0', '\u1680', '\u2000', '\u200a', '\u2028', '\u3000', '\ufeff'])
    expect(at(skipWhiteSpace, `${blank}${blank}x`) - 1, JSON.stringify(blank)).toBe(2 * utf8Of(blank).length)
  for (const other of ['x', '\n', '\r', 'é', '€', '\u200b', '🙂', ''])
    expect(at(skipWhiteSpace, other) - 1, JSON.stringify(other)).toBe(0)
})

test('lines of blocks are the words @BEGIN and @END, with white space before them or not', () => {
  const begin = ['@BEGIN', '@BEGIN\n', ' \u00a0@BEGIN x', '@BEGIN\u3000']
  expect(begin.map(text => at(opensBlock, text))).toEqual(begin.map(() => true))
  const other = ['@BEGINS', '@BEGIN|', '@BEGI', 'x@BEGIN', '@begin', '@END', '']
  expect(other.map(text => at(opensBlock, text))).toEqual(other.map(() => false))
  expect(['@END', '\t@END x', '@END\r', '@ENDS', '@BEGIN', '@EN'].map(text => at(closesBlock, text))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a comment starts with #', () => {
  expect(['# a', ' \u00a0#', 'a #', '', '\n# a'].map(text => at(isCommentLine, text))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('blank lines between two lines', () => {
  const isBlank = (text: string): boolean => at(isBlankBetween, text)
  expect(['', '\n', ' \n\u00a0\r\n\r', '\t'].map(isBlank)).toEqual([true, true, true, true])
  expect(['x', '\nx\n', ' # a\n', '\n\n@A'].map(isBlank)).toEqual([false, false, false, false])
})

const pieces = fc.constantFrom(
  '@A a=1\n',
  '  | b=2\n',
  '|\n',
  '=======\n',
  '<<<<<<< x\r\n',
  '>>>>>>>>\n',
  '>>>>>>>\u00a0\r',
  '# c\n',
  'x\r\n',
  ' y\r',
  '\n',
  '@END\n',
  ' @ENDED\n',
  '\u3000| c=3\n',
)

test('an entry ends where the parser says', () =>
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), fc.boolean(), fc.constantFrom(...behind), (parts, isCut, more) => {
      const text = isCut ? parts.join('').slice(0, -1) : parts.join('')
      const bytes = utf8Of(text + more)
      const length = utf8Of(text).length
      let start = 0
      for (const entry of parse(text).entries) {
        const end = start + utf8Of(entry.text).length
        if (entry.kind !== 'blank') expect(endOfEntry(bytes, start, length)).toBe(end)
        start = end
      }
    }),
  ))

test('characters of every length in UTF-8 are told from white space', () => {
  for (const other of ['\u0080', '\u07ff', '\u0800', '\u0fff', '\uffff', '\u{10000}', '\u{a0000}'])
    expect(at(skipWhiteSpace, other) - 1, JSON.stringify(other)).toBe(0)
})

test.each([
  ['seven signs', '@A a=1\n<<<<<<<\n  | b=2\n', 1],
  ['seven signs at the end', '@A a=1\n  | b=2\n=======', 2],
  ['six signs', '@A a=1\n======\n  | b=2\n', 2],
  ['six signs at the end', '@A a=1\n======', 2],
  ['eight signs', '@A a=1\n========\n', 2],
])('a record has the lines of its entries: %s', (_, text, entries) =>
  expect([parse(text).entries.length, at(endOfEntry, text) - 1]).toEqual([
    entries,
    utf8Of(parse(text).entries[0]!.text).length,
  ]),
)
