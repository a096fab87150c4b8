import { expect, test } from 'vitest'
import { type Editor, open } from '../../test/editor.ts'
import { nextField } from './next-field.ts'

/**
 * The text after the key, with `«»` around what is selected then, and `▾` behind it where a list opens; undefined where
 * nothing is done.
 */
function press(text: string, to: 'next' | 'previous' | 'stop', editor?: Editor): string | undefined {
  const { snapshot, position } = open(text, editor)
  const result = nextField(snapshot, { position, to })
  if (!result) return undefined
  const lines = text.replace('$0', '').split('\n')
  const replace = (
    { line, character: start }: { line: number; character: number },
    end: number,
    insert: string,
  ): void => {
    lines[line] = lines[line]!.slice(0, start) + insert + lines[line]!.slice(end)
  }
  for (const { range, newText } of result.edits) replace(range.start, range.end.character, newText)
  const { start, end } = result.selection ?? { start: position, end: position }
  const selected = lines[start.line]!.slice(start.character, end.character)
  replace(start, end.character, `«${selected}»${result.suggests ? '▾' : ''}`)
  return lines.join('\n')
}

const tab = (text: string): string | undefined => press(text, 'next')
const shiftTab = (text: string): string | undefined => press(text, 'previous')

test('Enter starts a line behind the record, with its continuation lines', () => {
  const below = (text: string) => {
    const { snapshot, position } = open(text)
    return nextField(snapshot, { position, to: 'below' })
  }
  const line3 = { line: 2, character: 0 }
  expect(below('@CONTROL rid=C-1 | title="a$0 b"\n  | owner="x"\n\n# note\n')).toEqual({
    edits: [{ range: { start: { line: 1, character: 13 }, end: { line: 1, character: 13 } }, newText: '\n' }],
    selection: { start: line3, end: line3 },
    suggests: false,
  })
  expect(below('@XYZ a="b$0 c"\n  | d=1')?.selection).toEqual({ start: line3, end: line3 })
  expect(below('# note$0\n')).toBeNull()
})

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
