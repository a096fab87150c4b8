import { expect, test } from 'vitest'
import { taskRegistry } from '../../test/expressions.ts'
import { merged } from '../../test/merges.ts'

const context = { registry: taskRegistry, fileName: 'test.rec', settingDomains: [] }

/** Merges a field of a task. `labels` is a list of texts, `needs` one of references, `parent` one reference. */
function mergedField(base: string, ours: string, theirs: string): string {
  const [b, o, t] = [base, ours, theirs].map(field => `@TASK rid=T-1 | ${field}\n`) as [string, string, string]
  const text = merged(b, o, t, { context })
  return text.startsWith('<<<<<<< ') ? 'conflict' : text.replace(/^@TASK rid=T-1 \| |\n$/g, '')
}

test.each([
  ['a', 'a,b', 'a,c', 'a,b,c'],
  ['a', 'b', 'c', 'b, c'],
  ['a,b,c', 'b,c', 'a,b', 'b'],
  ['a,b,c', 'a,c', 'a,b', 'a'],
  ['a', 'a,b', 'a,b,c', 'a,b,c'],
  ['a,b', 'a', 'a,b,c', 'a,c'],
  ['a,b', 'a,b,c', 'x,a,b', 'x,a,b,c'],
  ['a', 'x,a', 'y,a', 'x,y,a'],
  ['a,b', 'a,x,b', 'a,y,b', 'a,x,y,b'],
  ['a,b', 'a,b,z', 'a,x,y,b', 'a,x,y,b,z'],
  ['a,b,c', 'a,c', 'a,b,x,c', 'a,x,c'],
  ['a,b', 'a,b,x', 'x,y,a,b', 'y,a,b,x'],
  ['a,b', 'b,a', 'a,b,c', 'b,c,a'],
  ['a', '', 'a,b', 'b'],
])('the items of a list combine: %s, %s, %s', (base, ours, theirs, result) =>
  expect(mergedField(`labels="${base}"`, `labels="${ours}"`, `labels="${theirs}"`)).toBe(`labels="${result}"`),
)

test.each([
  ['a,b', 'a, b, c', 'x,a,b', 'x, a, b, c'],
  ['a,b', 'a,b,c', 'x, a, b', 'x, a, b, c'],
  ['a, b', 'a,b,c', 'x,a,b', 'x, a, b, c'],
  ['a,b', 'a,a,b,c', 'x,,a,b,', 'x,a,b,c'],
  ['a,b', ' a ,b,c', 'x,a,b', 'x,a,b,c'],
])('white space and commas that say nothing are not items: %s, %s, %s', (base, ours, theirs, result) =>
  expect(mergedField(`labels="${base}"`, `labels="${ours}"`, `labels="${theirs}"`)).toBe(`labels="${result}"`),
)

test('a list keeps its type, and gets quotes', () => {
  expect(mergedField('labels="a"', 'labels:string="a,b"', 'labels="x,a"')).toBe('labels:string="x,a,b"')
  expect(mergedField('labels=a', 'labels=b', 'labels=c')).toBe('labels="b, c"')
})

test('several references in a field are a list, one is not', () => {
  expect(mergedField('needs="T-2"', 'needs="T-3"', 'needs="T-4"')).toBe('needs="T-3, T-4"')
  expect(mergedField('parent="T-2"', 'parent="T-2,T-3"', 'parent="T-4"')).toBe('parent="T-3,T-4"')
  expect(mergedField('parent="T-2"', 'parent="T-3"', 'parent="T-4"')).toBe('conflict')
})

test.each([
  ['title="a, b"', 'title="a, b, c"', 'title="x, a, b"'],
  ['other="a, b"', 'other="a, b, c"', 'other="x, a, b"'],
  ['labels="a"', 'labels', 'labels="a,b"'],
  ['labels="a"', 'labels="a,b"', 'labels='],
  ['labels', 'labels="a"', 'labels="b"'],
  ['labels=[a]', 'labels=[a, b]', 'labels=[x, a]'],
  ['labels={a}', 'labels={a, b}', 'labels={x, a}'],
  ['labels="a"', 'labels="a, \\"b\\""', 'labels="x, a"'],
  ['labels="a"', 'labels="a, b"', 'labels="x\\\\y, a"'],
])('what is no list, or has items that cannot be told apart, is not combined: %s', (base, ours, theirs) =>
  expect(mergedField(base, ours, theirs)).toBe('conflict'),
)
