import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextEdit } from 'vscode-languageserver-types'
import type { FormatOptions } from '../../shared/check/fixes/format.ts'
import { offsetAt, positionAt, textOf } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { applyEdit, open, snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { formatting, onTypeFormatting, rangesFormatting } from './formatting.ts'

const options: FormatOptions = { wrapColumn: 0, alignColumns: false }

const apply = (snapshot: Snapshot, edits: TextEdit[]): string =>
  applyEdit(snapshot, { changes: { [snapshot.uri]: edits } })

const formatted = (text: string): string => {
  const snapshot = snapshotOf(text)
  return apply(snapshot, formatting(snapshot.file, options))
}

/** The text after the character before `$0` was typed. */
function typed(text: string, over: Partial<FormatOptions> = {}): string {
  const { snapshot, position } = open(text)
  const before = text[text.indexOf('$0') - 1]!
  const character = '|@'.includes(before) ? before : '\n'
  return apply(snapshot, onTypeFormatting(snapshot.file, snapshot.index, position, character, { ...options, ...over }))
}

test('the whole document is formatted', () => {
  expect(formatted('\ufeff@CONTROL rid="🙂"|title=x y\r\n\r\n\r\n\r\n# note\r\n  @CERT')).toBe(
    '\ufeff@CONTROL rid="🙂" | title="x y"\r\n\r\n\r\n# note\r\n@CERT\r\n',
  )
  expect(formatted('')).toBe('')
})

test('ranges are formatted, each record once', () => {
  const snapshot = snapshotOf('@A  a=1\n@A  a=2\n@A  a=3\n')
  const at = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
  })
  expect(apply(snapshot, rangesFormatting(snapshot.file, [at(0, 0, 2), at(0, 4, 5), at(2, 1, 1)], options))).toBe(
    '@A a=1\n@A  a=2\n@A a=3\n',
  )
  expect(rangesFormatting(snapshot.file, [], options)).toEqual([])
})

test('a line break formats the record above', () => {
  expect(typed('@CONTROL rid="C-1"|title=Access review  \n$0')).toBe('@CONTROL rid=C-1 | title="Access review"\n')
  expect(typed('@CONTROL rid="C-1"\r\n  $0\r\n@CONTROL  rid=C-2')).toBe('@CONTROL rid=C-1\r\n  \r\n@CONTROL  rid=C-2')
})

test('a line break does not format a record that is incomplete, unclear or laid out by hand', () => {
  for (const text of [
    '@CONTROL  rid=C-1 |\n$0',
    '@CONTROL  rid=C-1\n$0  | title="x"\n',
    '@CONTROL  rid=C-1\n$0  | title="x"',
    '@CONTROL  rid=C-1\n  | title="x"\n$0',
    '@CONTROL  maturity:int=x\n$0',
    '@CONTROL  title="x\n$0',
    '@CONTROL  titel="x"\n$0',
    '#  x\n$0',
    '$0@CONTROL  rid=C-1',
    '# x\n\n\n\n$0',
    '@BEGIN\n@CONTROL  rid=1\n$0',
  ])
    expect(typed(text)).toBe(text.replace('$0', ''))
})

test('a | formats the field before it', () => {
  expect(typed('@CONTROL  rid=C-1|title : str = Access review|$0')).toBe('@CONTROL  rid=C-1|title="Access review" |')
  expect(typed('@CONTROL rid="C-1"  |$0  \n@CERT')).toBe('@CONTROL rid=C-1 |  \n@CERT')
  expect(typed('@CONTROL rid=C-1\n  | maturity="3"|$0')).toBe('@CONTROL rid=C-1\n  | maturity:int=3 |')
})

test('a | formats nothing in the middle of a line, inside a string, or in an unclear record', () => {
  for (const text of [
    '@CONTROL maturity="3"|$0 | title="x"',
    '@CONTROL maturity="3"|$0x',
    '@CONTROL title=x y maturity="3"|$0',
    '@CONTROL title="x|$0',
    '@CONTROL title="x|$0"',
    '@CONTROL tags=[a|$0]',
    '@CONTROL maturity:int=x|$0',
    '@CONTROL|$0',
    '@CONTROL maturity="3"\n  |$0',
    '# x|$0',
    '@CONTROL rid=C-1 | maturity="3" # x |$0',
    '|$0',
    '@CONTROL maturity="3" | |$0',
    '@CONTROL rid |$0',
  ])
    expect(typed(text)).toBe(text.replace('$0', ''))
})

test('typing does not change aligned columns and does not wrap lines', () => {
  expect(typed('@CONTROL  rid=C-1\n$0', { alignColumns: true })).toBe('@CONTROL  rid=C-1\n')
  expect(typed('@CONTROL  rid=C-1|title="x"\n$0', { wrapColumn: 10 })).toBe('@CONTROL rid=C-1 | title="x"\n')
})

test('an @ behind the bar of an empty continuation line starts a record', () => {
  expect(typed('@CONTROL rid=C-1\r\n  | @$0\r\n@CONTROL rid=C-2')).toBe('@CONTROL rid=C-1\r\n@\r\n@CONTROL rid=C-2')
  expect(typed('@CONTROL rid=C-1\n  | title="x"\n  |@$0', { alignColumns: true })).toBe(
    '@CONTROL rid=C-1\n  | title="x"\n@',
  )
  for (const text of [
    '@CONTROL rid=C-1 | @$0',
    '@CONTROL rid=C-1\n  | title="@$0"',
    '@CONTROL rid=C-1\n  | @$0 | title="x"',
    '@CONTROL rid=C-1\n  | @$0CONTROL',
    '@CONTROL rid=C-1\n  @$0',
    '# note\n  | @$0',
    '@$0',
  ])
    expect(typed(text)).toBe(text.replace('$0', ''))
})

test(
  'typing never touches the line of the cursor behind it',
  () =>
    fc.assert(
      fc.property(damagedFiles(), fc.nat(), (text, place) => {
        const snapshot = snapshotOf(text)
        const { tree } = snapshot.file
        const cursor = positionAt(tree, place % (text.length + 1))
        for (const character of ['|', '\n', '@']) {
          for (const { range } of onTypeFormatting(snapshot.file, snapshot.index, cursor, character, options)) {
            expect(offsetAt(tree, range.end)).toBeLessThanOrEqual(
              offsetAt(tree, character === '\n' ? { line: cursor.line, character: 0 } : cursor),
            )
          }
        }
        expect(textOf(tree)).toBe(text)
      }),
      { numRuns: runs(300) },
    ),
  60_000,
)

test('a bar behind a finished value goes behind its quote', () => {
  expect(typed('@CONTROL rid=C-1 | status="tested|$0"')).toBe('@CONTROL rid=C-1 | status="tested" |')
  expect(typed('@CONTROL rid=C-1\n@FINDING control_ref="C-1|$0"\n')).toBe(
    '@CONTROL rid=C-1\n@FINDING control_ref="C-1" |\n',
  )
  for (const text of ['@CONTROL status="test|$0"', '@CONTROL owner="a|$0"', '@FINDING control_ref="C-9|$0"'])
    expect(typed(text), text).toBe(text.replace('$0', ''))
})

test('Enter behind a bar takes the bar along', () => {
  expect(typed('@CONTROL rid=C-1 | \n  | $0\n')).toBe('@CONTROL rid=C-1\n  | \n')
  expect(typed('@CONTROL rid=C-1 | title="x" |\r\n  | $0owner="y"')).toBe(
    '@CONTROL rid=C-1 | title="x"\r\n  | owner="y"',
  )
  expect(typed('@CONTROL rid=C-1 | title="|"\n  | $0')).toBe('@CONTROL rid=C-1 | title="|"\n  | ')
  expect(typed('@CONTROL rid=C-1 |\n  | title="x" |\n  | owner="y"\n$0')).toBe(
    '@CONTROL rid=C-1\n  | title="x"\n  | owner="y"\n',
  )
})
