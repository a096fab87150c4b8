import { expect, test } from 'vitest'
import { typedTags } from '../../server/requests/typed-tags.ts'
import { snapshotOf } from '../../test/editor.ts'
import { type FieldKey, pressFieldKey, recordWithOffset } from './field-keys.ts'

const [section] = typedTags(snapshotOf('', { fileName: 'a.rec', others: {} }))
const { tags } = section!

/**
 * The text after the key, with `«»` around what is selected then, and `▾` behind it where a list opens; undefined where
 * the key does what it does in any text.
 */
function press(marked: string, key: FieldKey): string | undefined {
  const offset = marked.indexOf('$0')
  const text = marked.replace('$0', '')
  const record = recordWithOffset(text, offset)
  const result = record && pressFieldKey(record, offset, key, tags)
  if (!result) return undefined
  const { edit = { start: 0, end: 0, text: '' }, selection, suggests } = result
  const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  const selected = after.slice(selection.start, selection.end)
  return `${after.slice(0, selection.start)}«${selected}»${suggests ? '▾' : ''}${after.slice(selection.end)}`
}

const tab = (text: string): string | undefined => press(text, 'next')
const shiftTab = (text: string): string | undefined => press(text, 'previous')

test('Tab goes to the next field, and selects a value that is there', () => {
  expect(tab('@FINDING rid=F-1$0 | control_ref="" | status=""')).toBe(
    '@FINDING rid=F-1 | control_ref="«»▾" | status=""',
  )
  expect(tab('@FINDING rid=F-1 | control_ref="C-1$0" | status=""')).toBe(
    '@FINDING rid=F-1 | control_ref="C-1" | status="«»▾"',
  )
  expect(tab('@CONTROL rid=C-1 | title="a$0b" | maturity:int= | owner=""')).toBe(
    '@CONTROL rid=C-1 | title="ab" | maturity:int=«» | owner=""',
  )
  expect(tab('@CONTROL rid=C-1 | title="$0" | owner="x" | status=""')).toBe(
    '@CONTROL rid=C-1 | title="" | owner="«x»" | status=""',
  )
  expect(tab('@CONTROL rid=C-1 | title="" | owner="x$0" | status=""')).toBe(
    '@CONTROL rid=C-1 | title="" | owner="x" | status="«»▾"',
  )
  expect(tab('@CONTROL$0 rid=C-1')).toBe('@CONTROL rid=«C-1»')
})

test('Tab opens no list over a value, as the next Tab would accept an entry of it', () =>
  expect(tab('@CONTROL rid=C-1$0 | status="tested"')).toBe('@CONTROL rid=C-1 | status="«tested»"'))

test('Tab adds a required field that the record lacks, and then a bar for an optional one', () => {
  expect(tab('@CREDENTIAL rid=C-1$0')).toBe('@CREDENTIAL rid=C-1 | issuer="«»"')
  expect(tab('@CREDENTIAL rid=C-1 | issuer="x$0"')).toBe('@CREDENTIAL rid=C-1 | issuer="x" | «»▾')
  expect(tab('@CONTROL rid=C-1   $0')).toBe('@CONTROL rid=C-1 | «»▾')
  expect(tab('@EVIDENCE$0')).toBe('@EVIDENCE «»▾')
  expect(tab('@CONTROL rid=C-1$0\n@CONTROL rid=C-2\n')).toBe('@CONTROL rid=C-1 | «»▾\n@CONTROL rid=C-2\n')
  expect(tab('@CONTROL rid=C-1\n  | title="x$0"\n')).toBe('@CONTROL rid=C-1\n  | title="x" | «»▾\n')
})

test('Tab goes to the end of a record that has all fields, and writes nothing there', () => {
  const all = 'rid=C-1 | framework="a" | title="b" | status="tested" | owner="c" | maturity:int=3'
  expect(tab(`@CONTROL ${all.replace('=3', '=$03')}`)).toBe(`@CONTROL ${all}«»`)
  expect(tab(`@CONTROL ${all}$0`)).toBe(`@CONTROL ${all}«»`)
  expect(tab(`@CONTROL ${all}$0 `)).toBe(`@CONTROL ${all} «»`)
})

test('Tab opens the list of fields where one can be written already', () => {
  expect(tab('@CONTROL rid=C-1 | $0')).toBe('@CONTROL rid=C-1 | «»▾')
  expect(tab('@CONTROL rid=C-1$0 | ')).toBe('@CONTROL rid=C-1 | «»▾')
})

test('Tab is what it always is outside records and in front of them', () => {
  for (const text of [
    '$0',
    '# no$0te',
    '  $0| title="x"',
    '$0@CONTROL rid=C-1',
    '@CON$0',
    '@NOTHING a=1$0',
    '@DOC domain=core.legal$0',
  ])
    expect(tab(text), text).toBeUndefined()
  expect(tab('@CONTROL rid=C-1\n  $0| title="x"\n')).toBeUndefined()
  expect(tab('@CONTROL rid=C-1\n$0')).toBeUndefined()
})

test('Shift+Tab selects the value of the field before', () => {
  expect(shiftTab('@CONTROL rid=C-1 | title="abc" | status="$0"')).toBe('@CONTROL rid=C-1 | title="«abc»" | status=""')
  expect(shiftTab('@CONTROL rid=C-1 | title="a$0bc"')).toBe('@CONTROL rid=«C-1» | title="abc"')
  expect(shiftTab('@CONTROL rid=C-1 | status="tested" | $0')).toBe('@CONTROL rid=C-1 | status="«tested»▾" | ')
  expect(shiftTab('@CONTROL rid=C$0-1')).toBeUndefined()
})

test('a tab stop keeps the cursor where it is in a value, and opens its list', () => {
  expect(press('@FINDING rid=F-1 | status="$0"', 'stop')).toBe('@FINDING rid=F-1 | status="«»▾"')
  expect(press('@CONTROL rid=C-1$0 | title=""', 'stop')).toBeUndefined()
  expect(press('@CONTROL rid=C-1 | title="$0"', 'stop')).toBeUndefined()
  expect(press('@CONTROL rid=C-1 | title="x"$0', 'stop')).toBe('@CONTROL rid=C-1 | title="x" | «»▾')
})
