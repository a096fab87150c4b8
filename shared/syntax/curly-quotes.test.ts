import { expect, test } from 'vitest'
import { curlyQuoted } from './curly-quotes.ts'
import type { RecordNode } from './nodes.ts'
import { parse } from './tree.ts'

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
