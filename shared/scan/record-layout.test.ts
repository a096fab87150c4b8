import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { changedText } from '../syntax/text-change.ts'
import { utf8Of } from './bytes/utf8.ts'
import { NameHasher } from './names.ts'
import { startOfFile } from './part.ts'
import { readPart } from './read-part.ts'
import { RecordLayout } from './record-layout.ts'
import { tablesMaker } from './tables.ts'

const hasher = new NameHasher({ low: 1, high: 2 })
const reading = { tablesOf: tablesMaker(hasher), hasher, hasNames: false }
const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [] }

/** Reads a text, as far as the scanner skips it. */
function read(text: string, wrapColumn = 0): RecordLayout {
  const bytes = utf8Of(text, 4)
  const end = bytes.length - 4
  const decode = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString()
  const part = { bytes, end, textEnd: end, decode }
  const layout = new RecordLayout(bytes, wrapColumn)
  readPart(part, startOfFile, context, reading, {
    check: ({ entries }) => entries.map(() => ({ tag: undefined, findings: [] })),
    skipped: (from, to) => layout.read(from, to),
  })
  return layout
}

/** The text with all records laid out that the scanner skips; undefined if that is unsure. */
function layOut(text: string, wrapColumn?: number): string | undefined {
  const { isUnsure, changes } = read(text, wrapColumn)
  const edits = changes.map(({ start, end, spans }) => {
    const parts = spans.flatMap((from, index) => (index % 2 === 0 ? [text.slice(from, spans[index + 1])] : []))
    const [tag, first, ...others] = parts
    return { start, end, text: [first === undefined ? tag : `${tag} ${first}`, ...others].join(' | ') }
  })
  return isUnsure ? undefined : changedText(text, edits)
}

test.each([
  ['blanks and tabs between fields', '@CONTROL \t rid=C-1  |\ttitle="x"\n', '@CONTROL rid=C-1 | title="x"\n'],
  ['no blanks', '@CONTROL rid=C-1|title="x"|maturity:int=3\n', '@CONTROL rid=C-1 | title="x" | maturity:int=3\n'],
  ['no blank before a |', '@CONTROL rid=C-1| title="x"\n', '@CONTROL rid=C-1 | title="x"\n'],
  ['no blank behind a |', '@CONTROL rid=C-1 |title="x"\n', '@CONTROL rid=C-1 | title="x"\n'],
  ['a tab before a |', '@CONTROL rid=C-1\t| title="x"\n', '@CONTROL rid=C-1 | title="x"\n'],
  ['a tab behind a |', '@CONTROL rid=C-1 |\ttitle="x"\n', '@CONTROL rid=C-1 | title="x"\n'],
  ['a tab behind the tag', '@CONTROL\trid=C-1\n', '@CONTROL rid=C-1\n'],
  ['blanks before the @', ' \t@CERT rid=1\n', '@CERT rid=1\n'],
  ['blanks behind the last field', '@CERT rid=1 \t\n', '@CERT rid=1\n'],
  [
    'a |, a quote and a bracket in values',
    '@CONTROL rid=C-1|title="a | \\"b"|owner=["x | y"]|maturity:int=3\n',
    '@CONTROL rid=C-1 | title="a | \\"b" | owner=["x | y"] | maturity:int=3\n',
  ],
  [
    'continuation lines',
    '@CONTROL rid=C-1\n  |  title="x"\n\t| maturity:int=3\n',
    '@CONTROL rid=C-1 | title="x" | maturity:int=3\n',
  ],
  [
    'continuation lines of other line ends',
    '@CONTROL rid=C-1\r\n | title="x"\r | maturity:int=3\r\n',
    '@CONTROL rid=C-1 | title="x" | maturity:int=3\r\n',
  ],
  ['fields only below the tag', '@CONTROL\n  | rid=C-1\n', '@CONTROL rid=C-1\n'],
])('%s', (_, text, formatted) => {
  expect(layOut(text)).toBe(formatted)
  expect(layOut(`# x\n${text}\n@CERT  rid=1\r\n${text}`)).toBe(`# x\n${formatted}\n@CERT rid=1\r\n${formatted}`)
})

test('a formatted record has no change', () =>
  expect(
    read('@CONTROL rid=C-1 | title="x | y" | maturity:int=3\n# x\r\n\r# x\r@CERT rid=1\r@CERT rid=2\n').changes,
  ).toEqual([]))

test('lines that the scanner does not skip stay as they are', () =>
  expect(layOut('@CERT  rid=1\n@CONTROL  title=x\n@CERT  rid=2\n')).toBe(
    '@CERT rid=1\n@CONTROL  title=x\n@CERT rid=2\n',
  ))

test.each(['\n', '\r\n', '\r', ' \t\n'])('more than two blank lines are unsure: %j', line => {
  expect(layOut(`@CERT  rid=1\n${line.repeat(2)}# x\n${line.repeat(2)}@CERT  rid=2\n${line}`)).toBe(
    `@CERT rid=1\n${line.repeat(2)}# x\n${line.repeat(2)}@CERT rid=2\n${line}`,
  )
  expect(layOut(`@CERT rid=1\n${line.repeat(3)}@CERT rid=2\n`)).toBeUndefined()
})

test('a line that was not skipped is not blank, if it does not start with other white space', () => {
  expect(layOut('\n\n@CONTROL title=x\n\n\n@CERT rid=1\n')).toBeDefined()
  expect(layOut('@CERT rid=1\n \f@CONTROL title=x\n@CERT rid=1\n')).toBeUndefined()
  expect(layOut('@CERT rid=1\n\v\n@CERT rid=1\n')).toBeUndefined()
  expect(layOut('@CERT rid=1\n\u00a0\n@CERT rid=1\n')).toBeUndefined()
})

test.each([
  ['@CONTROL  rid=C-1|maturity:int=3\n', '@CONTROL rid=C-1 | maturity:int=3\n'],
  ['  @CERT rid=1\n', '@CERT rid=1\n'],
  ['@CONTROL  rid=C-1|title="x"\n  |maturity:int=3\n', '@CONTROL rid=C-1 | title="x" | maturity:int=3\n'],
])('a record that is longer than the column is unsure: %j', (text, formatted) => {
  const length = formatted.length - 1
  expect([layOut(text, 0), layOut(text, length), layOut(text, length - 1)]).toEqual([formatted, formatted, undefined])
  expect(layOut(formatted, length - 1)).toBeUndefined()
})
