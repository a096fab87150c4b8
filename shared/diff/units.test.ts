import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { parse } from '../syntax/tree.ts'
import { describeUnit, type Unit, unitsOf } from './units.ts'

const unitsIn = (text: string, file?: string): Unit[] => unitsOf(parse(text), builtinRegistry, '\n', file)

/** What each unit of a text is, with the index of its first entry, its line, and its texts. */
const shown = (text: string): string[] =>
  unitsIn(text).map(
    ({ kind, first, line, blank, comments, body }) =>
      `${kind} ${first} ${line} ${JSON.stringify([blank, comments, body])}`,
  )

test('a record has the comments and blank lines above it', () => {
  expect(shown('@A\n\n \n# a\n# b\n@B\n  | x=1\n@C\n')).toEqual([
    'record 0 0 ["","","@A\\n"]',
    'record 2 5 ["\\n \\n","# a\\n# b\\n","@B\\n  | x=1\\n"]',
    'record 5 7 ["","","@C\\n"]',
    'end 6 8 ["","",""]',
  ])
})

test('comments above a blank line, blocks and stray lines stand alone', () => {
  expect(shown('# a\n# b\n\n@A\n# c\ntext\n\n@BEGIN\n# d\n@END\n# e\n')).toEqual([
    'text 0 0 ["","","# a\\n# b\\n"]',
    'record 3 3 ["\\n","","@A\\n"]',
    'text 4 4 ["","","# c\\n"]',
    'text 5 5 ["","","text\\n"]',
    'text 7 7 ["\\n","","@BEGIN\\n# d\\n@END\\n"]',
    'text 8 10 ["","","# e\\n"]',
    'end 9 11 ["","",""]',
  ])
})

test('the end of a file has the blank lines there', () => {
  expect(shown('@A\n\n\n')).toEqual(['record 0 0 ["","","@A\\n"]', 'end 2 3 ["\\n\\n","",""]'])
  expect(shown('')).toEqual(['end 0 0 ["","",""]'])
})

test.each(['@A', '@A\n  | x=1', '# a', 'text', 'text\nmore', '@BEGIN', '@BEGIN\na'])(
  'the last line end that is missing behind %s is there',
  text => expect(unitsIn(text)[0]?.body).toBe(`${text}\n`),
)

test('units know their file, and the ends of two files are not the same', () => {
  expect(unitsIn('@A rid=1\ntext\n', 'a.rec').map(({ file, key }) => [file, key])).toEqual([
    ['a.rec', 'A 1'],
    ['a.rec', undefined],
    ['a.rec', '\na.rec'],
  ])
  expect(unitsIn('@A\n').map(({ file, key }) => [file, key])).toEqual([
    ['', undefined],
    ['', '\n'],
  ])
})

test.each([
  ['@CONTROL rid=C-1 | title="Access review"\n', 'CONTROL C-1', 'Access review'],
  ['@A title="some title"\n', 'A', 'some title'],
  ['@FINDING rid=F-1 | severity="high"\n', 'FINDING F-1', ''],
  ['# one\n# two\n\n', 'comment', '# one'],
  ['one\r\ntwo\r\n', 'text', 'one'],
  [' \n  one\n', 'text', 'one'],
])('the name of %j is %s, its title %j', (text, name, title) =>
  expect(describeUnit(unitsOf(parse(text), builtinRegistry, '\n')[0]!, builtinRegistry)).toEqual({ name, title }),
)
