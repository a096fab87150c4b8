import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { fieldOf } from '../domains/registry.ts'
import { type RecordNode, tagName } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { writeValues } from './write-values.ts'

type Values = Readonly<Record<string, string | null>>

/** The text of a record after these values were written; `uncertain` if they cannot be. */
function write(text: string, ...values: readonly Values[]): string {
  const record = parse(text).entries[0] as RecordNode
  const tag = builtinRegistry.tagsNamed(tagName(record) ?? '')[0]
  const all = values
    .flatMap(each => Object.entries(each))
    .map(([name, value]) => ({ name, field: tag && fieldOf(tag, name), value }))
  return writeValues(record, all)?.text ?? 'uncertain'
}

test.each<[record: string, values: Values, after: string]>([
  ['@CONTROL rid=A  |  title = "a b" # c', { title: 'x' }, '@CONTROL rid=A  |  title = "x" # c'],
  ['@CONTROL maturity="3" | title="x"', { maturity: '4' }, '@CONTROL maturity:int=4 | title="x"'],
  ['@CONTROL maturity:int="3"', { maturity: '4' }, '@CONTROL maturity:int=4'],
  ['@CONTROL maturity : int = 3', { maturity: '4' }, '@CONTROL maturity : int = 4'],
  ['@CONTROL status=in progress', { status: 'tested' }, '@CONTROL status="tested"'],
  ['@CONTROL title:str="a"', { title: 'b' }, '@CONTROL title="b"'],
  ['@CONTROL rid="A"', { rid: 'B-1' }, '@CONTROL rid=B-1'],
  ['@CONTROL rid=A', { rid: 'B 1' }, '@CONTROL rid="B 1"'],
  ['@CONTROL maturity', { maturity: '4' }, '@CONTROL maturity:int=4'],
  ['@CONTROL title | owner=', { owner: 'x' }, '@CONTROL title | owner="x"'],
  ['@CONTROL rid="A", owner="x"', { rid: 'B' }, '@CONTROL rid="B", owner="x"'],
  ['@CONTROL rid="A"x | owner="x"', { rid: 'B' }, '@CONTROL rid="B"x | owner="x"'],
  ['@CONTROL maturity:int="3"x', { maturity: '4' }, '@CONTROL maturity:int="4"x'],
])('the value of a declared field gets its canonical notation: %s', (record, values, after) => {
  expect(write(record, values)).toBe(after)
})

test.each<[record: string, values: Values, after: string]>([
  ['@CONTROL maturity:float=3', { maturity: '4' }, '@CONTROL maturity:float=4'],
  ['@CONTROL maturity : float = "3"', { maturity: '4' }, '@CONTROL maturity : float = "4"'],
  ['@CONTROL maturity:bool=true', { maturity: '4' }, '@CONTROL maturity:int=4'],
  ['@CONTROL maturity:float', { maturity: '4' }, '@CONTROL maturity:float="4"'],
  ['@CONTROL maturity:', { maturity: '4' }, '@CONTROL maturity:="4"'],
  ['@XYZZY a=1 | b="2" | c:int=3', { a: '5', b: '6', c: '7' }, '@XYZZY a=5 | b="6" | c:int=7'],
  ['@XYZZY a=1', { a: 'x y' }, '@XYZZY a="x y"'],
  ['@XYZZY a= 1', { a: '#' }, '@XYZZY a= "#"'],
  ['@XYZZY a | b=1', { a: 'x' }, '@XYZZY a="x" | b=1'],
  ['@DOC domain=[hr, health]', { domain: '[hr]' }, '@DOC domain=[hr]'],
  ['@DOC domain=[hr, health]', { domain: 'hr' }, '@DOC domain="hr"'],
  ['@DOC domain=[hr, health]', { domain: '[hr' }, '@DOC domain="[hr"'],
  ['@DOC domain="hr, health"', { domain: '[hr]' }, '@DOC domain="[hr]"'],
])('a field with another type or without a definition keeps how it is written: %s', (record, values, after) => {
  expect(write(record, values)).toBe(after)
})

test.each<[record: string, values: Values, after: string]>([
  ['@CONTROL title="x" # c\n', { maturity: '3' }, '@CONTROL title="x" | maturity:int=3 # c\n'],
  ['@CONTROL title="x"', { rid: 'A' }, '@CONTROL rid=A | title="x"'],
  ['@CONTROL', { rid: 'A' }, '@CONTROL rid=A'],
  ['@CONTROL "x"', { rid: 'A' }, '@CONTROL "x" | rid=A'],
  ['@CONTROL', { title: 'x', rid: 'A' }, '@CONTROL rid=A | title="x"'],
  ['@CONTROL title="x"', { owner: 'y', maturity: '3' }, '@CONTROL title="x" | owner="y" | maturity:int=3'],
  ['@XYZZY a=1', { b: 'x' }, '@XYZZY a=1 | b="x"'],
])('a new rid stands behind the tag, other new fields at the end: %s', (record, values, after) => {
  expect(write(record, values)).toBe(after)
})

test.each<[record: string, values: Values, after: string]>([
  ['@CONTROL rid=A | title="x" | owner="y"', { title: null }, '@CONTROL rid=A | owner="y"'],
  ['@CONTROL rid=A | title= | owner', { title: null }, '@CONTROL rid=A | owner'],
  ['@CONTROL rid=A | title= | owner', { title: null, owner: null }, '@CONTROL rid=A'],
  ['@CONTROL title="a" | title="b" | rid=A | title="c"\n', { title: null }, '@CONTROL rid=A\n'],
  ['@CONTROL rid=A title="a" title="b" title="c" owner="y"', { title: null }, '@CONTROL rid=A | owner="y"'],
  ['@CONTROL rid=A | title="a"\n  | title="b"\n', { title: null, owner: 'x' }, '@CONTROL rid=A\n  | owner="x"\n'],
  ['@CONTROL rid=A | title="x"', { rid: null, title: null }, '@CONTROL'],
])('a field is removed with its separator, however often it is given: %s', (record, values, after) => {
  expect(write(record, values)).toBe(after)
})

test('several values at once: each is written as it would be alone', () => {
  expect(write('@CONTROL rid=A | title="a" | owner="b"', { owner: 'y', status: 'tested', title: null, rid: 'B' })).toBe(
    '@CONTROL rid=B | owner="y" | status="tested"',
  )
  expect(write('@CONTROL rid=A | title="x"', { title: 'y', rid: 'B' })).toBe('@CONTROL rid=B | title="y"')
  expect(write('@XYZZY a= 1 | b=2', { a: '#', b: '3' })).toBe('@XYZZY a= "#" | b=3')
  expect(write('@CONTROL title="a" | title="b"', { rid: 'A', title: null })).toBe('@CONTROL rid=A')
  expect(write('@CONTROL rid=A', { title: 'x' }, { owner: 'o', title: 'y' })).toBe(
    '@CONTROL rid=A | title="y" | owner="o"',
  )
})

test('values that the record has stay as they are written', () => {
  expect(write('@CONTROL rid="A" | title = a', { rid: 'A' })).toBe('@CONTROL rid="A" | title = a')
  expect(write('@CONTROL rid="A" | title = a', { rid: 'A', title: 'a', owner: null })).toBe(
    '@CONTROL rid="A" | title = a',
  )
  expect(write('@CONTROL rid="A" | title = a', { rid: 'A', title: 'b', owner: 'x' })).toBe(
    '@CONTROL rid="A" | title = "b" | owner="x"',
  )
})

test('of a field that is given twice, the first value counts', () => {
  expect(write('@CONTROL title="a" | title="b"', { title: 'c' })).toBe('@CONTROL title="c" | title="b"')
  expect(write('@CONTROL title="a" | title="b"', { title: 'b' })).toBe('@CONTROL title="b" | title="b"')
  expect(write('@CONTROL title="a" | title', { title: 'c' })).toBe('@CONTROL title="c" | title')
})

test('another value that is not closed stays as it is', () => {
  expect(write('@CONTROL title="open | owner="x"', { owner: 'y' })).toBe('@CONTROL title="open | owner="y"')
  expect(write('@CONTROL title="open | owner="x" | rid=A', { owner: 'y', rid: 'B' })).toBe(
    '@CONTROL title="open | owner="y" | rid=B',
  )
})

test.each<[what: string, record: string, values: Values]>([
  ['a text that is not closed would end at the new value', '@CONTROL title="open', { owner: '|' }],
  ['a list that is not closed would take in other fields', '@XYZZY b=[x | a=[p | c=q]', { b: '1' }],
  ['a list that is not closed would have another value', '@XYZZY b=[x | c=0 | a=[p | c=q]', { b: '1' }],
  ['more text would belong to no field', '@XYZZY b=[x | a=0 | c=1 | a=[p | c=q] r', { b: '1' }],
  ['what stands behind it would be the tag', '@ a=1 | title', { a: null }],
  ['a word of other text would be the tag', '@ a=1 | x "q"', { a: null }],
  ['it would be the first line of a block', '@BEGIN|a=1', { a: null }],
  ['it would be the last line of a block', '@END|', { a: '1' }],
  ['a conflict marker would part from it', '@CONTROL rid=A\n<<<<<<< x\n  | title="b"\n', { title: null }],
])('a record is not written where %s', (_, record, values) => {
  expect(write(record, values)).toBe('uncertain')
  expect(write(record, values, { zz: '1', rid: null })).toBe('uncertain')
})
