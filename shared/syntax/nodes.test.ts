import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fieldNames,
  fieldSpan,
  fieldType,
  insideQuotes,
  isBareSafe,
  isEmpty,
  isFieldName,
  quote,
  type RecordNode,
  rawValue,
  tagName,
  tagWord,
  unsafeCharacter,
  valueText,
} from './nodes.ts'
import { parse } from './tree.ts'

const record = (text: string): RecordNode => parse(text).entries[0] as RecordNode

/** What the field `a` of a record says when this is written behind its `=`. */
function said(written: string): string | undefined {
  const one = record(`@T a=${written}`)
  const value = one.fields[0]!.value
  return value && valueText(one, value)
}

test('a tag in any spelling of its word', () => {
  const name = (text: string): string | undefined => tagName(record(text))
  expect(['@CONTROL a=1', '@control', '@Control|a=1', '@ CONTROL', '@risk-assessment', '@X_1'].map(name)).toEqual([
    'CONTROL',
    'CONTROL',
    'CONTROL',
    'CONTROL',
    'RISK_ASSESSMENT',
    'X_1',
  ])
  expect(['@', '@ a=1', '@1ST', '@Con!trol', '@CONTROL:', '@_X', '@É'].map(name)).toEqual(Array(7).fill(undefined))
  expect(tagWord(record('@Con!trol a=1'))).toBe('Con!trol')
})

test('the parts of a field', () => {
  const one = record('@T  a:int = 3 | b')
  const [first, second] = one.fields as [RecordNode['fields'][number], RecordNode['fields'][number]]
  expect([first.name, fieldType(one, first), rawValue(one, first.value!)]).toEqual(['a', 'int', '3'])
  expect(fieldSpan(first)).toEqual({ start: 4, end: 13 })
  expect([second.name, fieldType(one, second), fieldSpan(second)]).toEqual(['b', undefined, { start: 16, end: 17 }])
})

test('what a value says', () => {
  expect(said('"x"')).toBe('x')
  expect(said('x y')).toBe('x y')
  expect(said('[a, "b"]')).toBe('[a, "b"]')
  expect(said('""')).toBe('')
  expect(said('')).toBeUndefined()
  expect(said('"open')).toBe('open')
  expect(said('C:\\new')).toBe('C:\\new')
})

test('single quotes stand around what a value says', () => {
  expect([`'x y'`, `''`, `'`, `'x`, `x'`, `"'x'"`, `['x']`].map(said)).toEqual([
    'x y',
    '',
    `'`,
    `'x`,
    `x'`,
    `'x'`,
    `['x']`,
  ])
})

test('a value with nothing in its quotes is empty', () => {
  const empty = (written: string): boolean => {
    const one = record(`@T a=${written}`)
    return isEmpty(one, one.fields[0]!.value!)
  }
  expect(['""', `''`, '"'].map(empty)).toEqual([true, true, true])
  expect(['x', '" "', '[]', `'`].map(empty)).toEqual([false, false, false, false])
})

test('the inside of quotes is known where both stand', () => {
  const inside = (written: string): unknown => insideQuotes(record(`@T a=${written}`).fields[0]!.value)
  expect([inside('"xy"'), inside('""')]).toEqual([
    { start: 6, end: 8 },
    { start: 6, end: 6 },
  ])
  expect([inside('"xy'), inside('xy'), inside('[xy]'), inside('')]).toEqual(Array(4).fill(undefined))
})

test('the names of fields', () => {
  const one = record('@T a=1 | b | a | $c=2')
  expect([...fieldNames(one)]).toEqual(['a', 'b', '$c'])
  expect(fieldNames(one)).toBe(fieldNames(one))
  expect(['a', '_', 'aZ_0.-', 'A1'].map(isFieldName)).toEqual([true, true, true, true])
  expect(['', '1a', '-a', 'a b', 'é', 'a!', '$a'].map(isFieldName)).toEqual(Array(7).fill(false))
})

test('escapes', () => {
  expect(said('"\\" \\\\ \\n \\t \\r \\u00e9 \\ud83d\\ude42"')).toBe('" \\ \n \t \r é 🙂')
  expect(said('"\\\\n"')).toBe('\\n')
  expect(said('"\\d \\u12 \\U0041 \\x41"')).toBe('\\d \\u12 \\U0041 \\x41')
  expect(said('"end\\')).toBe('end\\')
})

test('a quoted text says what was quoted, and every file can hold it', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(said(quote(text))).toBe(text)
      expect(quote(text)).not.toMatch(/[\p{Cs}\p{Cc}\u2028\u2029]/u)
    }),
  ))

test('half a surrogate pair becomes an escape, a whole one stays', () => {
  expect(quote('a\ud83db 🙂')).toBe('"a\\ud83db 🙂"')
  expect(said(quote('\ude42\ud83d'))).toBe('\ude42\ud83d')
})

test('bare-safe texts are read as they stand, and are the only ones that need no quotes', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ09_./:@+#- |=,"[]\\é🙂') }), text => {
      expect(isBareSafe(text)).toBe(text !== '' && /^[A-Za-z0-9_./:@+#-]*$/.test(text))
      // A lone # is the start of a comment where white space stands before it; directly behind the = it is a value.
      if (isBareSafe(text)) expect(said(text)).toBe(text)
    }),
  ))

test('the first character that needs quotes is a whole one', () => {
  expect(unsafeCharacter('abc')).toBeUndefined()
  expect(unsafeCharacter('a🙂é')).toBe('🙂')
})
