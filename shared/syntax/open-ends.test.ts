import { expect, test } from 'vitest'
import type { RecordNode } from './nodes.ts'
import { curlyQuoted, goesOnBelow, hasOpenEnd, isInOpenValue, openingIn } from './open-ends.ts'
import { parse } from './tree.ts'

const record = (text: string): RecordNode => parse(text).entries[0] as RecordNode

test.each<[value: string, opening: string | undefined]>([
  ['x', undefined],
  ['"x (', undefined],
  ['[x (', undefined],
  ['the "big', '"'],
  ['5" and 6"', undefined],
  ['a "b" "c', '"'],
  ["don't", undefined],
  ["dogs' bones", undefined],
  ["'open", "'"],
  ["a 'b", "'"],
  ["a 'b' c", undefined],
  ["a 'b 'c' d", undefined],
  ["a 'b' 'c", "'"],
  ["é'ä", undefined],
  ["𝐀'𝐁", undefined],
  ["🙂'x", "'"],
  ["x '🙂", undefined],
  ["'don't'", undefined],
  ["'a' b'", "'"],
  ["'é 'b'", "'"],
  ['see (a', '('],
  ['a)', ')'],
  ['(a]', ']'],
  ['((a)', '('],
  ['a [b {c', '{'],
  ['a [b} c', '}'],
  ['a (b) [c] {d}', undefined],
  ['<<EOF', '<<EOF'],
  ["<<-'END'", "<<-'END"],
  ['<<~"A"', '<<~"A'],
  ['a <<EOF', undefined],
  ['<< EOF', undefined],
  ['<EOF', undefined],
  ['a // b', '//'],
  ['a /* b', '/*'],
  ['a / b', undefined],
  ['http://x', undefined],
  ['//x', undefined],
  ['a,b=1', ','],
  ['a;b.c:int=1', ';'],
  ['a;_b-c=1', ';'],
  ['a,1b=1', undefined],
  ['a,b =1', undefined],
  ['a,b:=1', undefined],
  ['“a', '“'],
  ['a”', '”'],
  ['“a” “b', '“'],
  ['“a “b', '“'],
  ['“a “b” c”', undefined],
  ['„a“ „b” ”c” «d» »e« ‚f‘ ‘g’', undefined],
  ['„a', '„'],
  ['«a', '«'],
  ['‘a', '‘'],
  ['don’t', undefined],
])('why %s looks cut or joined with other text', (written, opening) => {
  const one = record(`@T a=${written} | z=1`)
  expect(openingIn(one, one.fields[0]!.value!)).toBe(opening)
})

test('a record has an open end if a value is open, or if text stands where it should not', () => {
  const open = ['@T a="x', '@T a=1 | b=[x', '@T a=(x', '@T a=1, b=2', '@T a=1\n<<<<<<< x\n  | b=2\n']
  open.push('@T a=“x”', '@T a=“x | y” | b=1', '@T a=x||y', '@T a=x|y z', '@T a=x| y|b=1')
  expect(open.map(text => hasOpenEnd(record(text)))).toEqual(open.map(() => true))
  const closed = ['@T', '@T a="x" | b=[x] | c=x y', '@T a | b=', '@T a="x"y', '@T a=1 # c', '@T some words']
  closed.push('@T a="“x”"', '@T a=x “y”', '@T a=x|b=1', '@T a=x||b:int =1', '@T a=x|', '@T a=x|# c', '@T a=x | y')
  expect(closed.map(text => hasOpenEnd(record(text)))).toEqual(closed.map(() => false))
})

test('a field behind the first open text or list can be a part of it', () => {
  const inOpen = (text: string): string[] => {
    const one = record(text)
    return one.fields.filter(field => isInOpenValue(one, field)).map(({ name }) => name)
  }
  expect(inOpen('@T a=1 | b="x | c=2 | d=[y | e=3')).toEqual(['c', 'd', 'e'])
  expect(inOpen('@T a=(x | b="y" | c=[z] | d')).toEqual([])
  expect(inOpen('@T a | b=[y\n  | c=3')).toEqual(['c'])
})

test('lines below a record can belong to its last value if that is open', () => {
  const goesOn = ['@T a="x', '@T b=1 | a=[x', '@T a={x', '@T a=<<EOF']
  expect(goesOn.map(text => goesOnBelow(record(text)))).toEqual(goesOn.map(() => true))
  const ends = ['@T', '@T a', '@T a="x"', '@T a="x | b=1', '@T a=(x', '@T a=<<EOF | b=1', '@T a=x']
  expect(ends.map(text => goesOnBelow(record(text)))).toEqual(ends.map(() => false))
})

test.each<[fields: string, quoted: string | undefined]>([
  ['a=“x”', '“x”'],
  ['a=“x y”  ', '“x y”'],
  ['a=“x | y” | b=1', '“x | y”'],
  ['a=“x|y”|b=1', '“x|y”'],
  ['a=„x“ | b=1', '„x“'],
  ['a=« x | y »\n  | b=1', '« x | y »'],
  ['a=“x don’t”', '“x don’t”'],
  ['a=“x', undefined],
  ['a=“x | b=“y”', undefined],
  ['a=“x | b=y”', undefined],
  ['a=“x\n  | y”', undefined],
  ['a=“x” y', undefined],
  ['a=“x “y” z”', undefined],
  ['a=“x«', undefined],
  ['a=x “y”', undefined],
  ['a="“x”"', undefined],
  ['a=“', undefined],
])('what stands in curly quotes in %j', (fields, quoted) => {
  const record = parse(`@T ${fields}\n`).entries[0] as RecordNode
  const span = curlyQuoted(record, record.fields[0]!.value!)
  expect(span && record.text.slice(span.start, span.end)).toBe(quoted)
})
