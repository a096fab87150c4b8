import { expect, test } from 'vitest'
import { taskRegistry } from '../../test/expressions.ts'
import { merged } from '../../test/merges.ts'

/** A record with an id. */
const record = (fields: string): string => `@A rid=1 | ${fields}\n`

// The fields of the base, of ours, of theirs, and of the result.
test.each([
  ['x=1 | y=1 | z=1', 'x=2 | y=2 | z=1', 'x=2 | y=1 | z=2', 'x=2 | y=2 | z=2'],
  ['x=1 | y=1', 'y=1', 'x=1 | y=2', 'y=2'],
  ['x=1 | y=1', 'x=1 | y=2', 'y=1', 'y=2'],
  ['x=1 | y=1', 'y=1', 'y=2', 'y=2'],
  ['x=1 | y=1', 'x | y=1', 'x=1 | y=2', 'x | y=2'],
  ['x=1 | y=1', 'x=1 | y=2', 'x= | y=1', 'x= | y=2'],
  ['x=1', 'x=1 | v=1', 'w=1 | x=1 | y=1', 'w=1 | x=1 | v=1 | y=1'],
])('changes of fields combine: %s, %s, %s', (base, ours, theirs, result) =>
  expect(merged(record(base), record(ours), record(theirs))).toBe(record(result)),
)

test.each([
  ['x=1 | y=1', 'x="1" | y=1', 'x=2 | y=1', 'x=2 | y=1'],
  ['x=1 | y=1', 'x=2 | y=1', 'x="1" | y=1', 'x=2 | y=1'],
  ['x=1 | y=1', 'x="1" | y=1', 'y=1', 'y=1'],
  ['x=1 | y=1', 'y=1', 'x="1" | y=1', 'y=1'],
  ['x=1 | y=1', 'x="1" | y=1', 'x=1 | y=2', 'x="1" | y=2'],
  ['x=1', 'x=2', 'x="2"', 'x=2'],
  ['x=1', 'x="2"', 'x=2', 'x="2"'],
  ['x=1', 'x=1 | y=2', 'x=1 | y="2"', 'x=1 | y=2'],
  ['x=1', 'x=1 | y', 'x=1 | y=', 'x=1 | y'],
])('another notation of a value is no other value: %s, %s, %s', (base, ours, theirs, result) =>
  expect(merged(record(base), record(ours), record(theirs))).toBe(record(result)),
)

// The fields of the base, of both sides, of both sides in the conflict, and the names of the fields in conflict.
test.each([
  ['x=1 | y=1', 'y=1', 'x=2 | y=1', 'y=1', 'x=2 | y=1', 'x'],
  ['x=1 | y=1', 'x=2 | y=1', 'y=1', 'x=2 | y=1', 'y=1', 'x'],
  ['x=1', 'x=1 | y=1', 'x=1 | y=2', 'x=1 | y=1', 'x=1 | y=2', 'y'],
  ['x=1 | y=1', 'x=2 | y=2', 'x=3 | y=3', 'x=2 | y=2', 'x=3 | y=3', 'x, y'],
  ['x=1 | y=1 | z=1', 'x=2 | y=2 | z=1', 'x=3 | y=1', 'x=2 | y=2', 'x=3 | y=2', 'x'],
  ['x=1', 'x', 'x=2', 'x', 'x=2', 'x'],
  ['x=1', 'x=2', 'x=', 'x=2', 'x=', 'x'],
  ['x', 'x=1', 'x=2', 'x=1', 'x=2', 'x'],
])('different values of a field are a conflict: %s, %s, %s', (base, ours, theirs, one, other, names) =>
  expect(merged(record(base), record(ours), record(theirs))).toBe(`<<<<<<< ours: ${names}
${record(one)}=======
${record(other)}>>>>>>> theirs: ${names}
`),
)

test.each(['x="a', 'x="a"b', 'x=1, z=2', 'x=1 | x=1'])(
  'a record whose fields are not clear is not merged: %s',
  fields => {
    const [clear, changed, unclear] = [record('x=1 | y=1'), record('x=1 | y=2'), record(fields)]
    for (const [base, ours, theirs] of [
      [clear, unclear, changed],
      [clear, changed, unclear],
      [unclear, clear, changed],
    ] as const)
      expect(merged(base, ours, theirs)).toBe(`<<<<<<< ours: the whole record
${ours}=======
${theirs}>>>>>>> theirs: the whole record
`)
  },
)

test('a value that would be read as more than itself on one side is a conflict of the whole record', () => {
  for (const [ours, theirs] of [
    ["x='a' b | y=1", "x=2 | y=c'"],
    ["x=2 | y=c'", "x='a' b | y=1"],
  ] as const)
    expect(merged(record('x=1 | y=1'), record(ours), record(theirs))).toContain('<<<<<<< ours: the whole record\n')
})

test('two values that would be read as one together are a conflict', () => {
  expect(
    merged(record('x=1 | y=1'), record("x='a' b | y=1"), record("x=1 | y=c'")),
  ).toBe(`<<<<<<< ours: the whole record
@A rid=1 | x='a' b | y=1
=======
@A rid=1 | x=1 | y=c'
>>>>>>> theirs: the whole record
`)
})

/** The same merge with the sides in both orders. */
function expectBothOrders(base: string, one: string, other: string, result: string): void {
  expect(merged(base, one, other)).toBe(result)
  expect(merged(base, other, one)).toBe(result)
}

test('the side that changed the layout of a record decides about it', () => {
  const base = record('x=1 | y=1')
  const changed = record('x=2 | y=1')
  expectBothOrders(base, changed, '@A rid=1\n  | x=1\n  | y=1\n', '@A rid=1\n  | x=2\n  | y=1\n')
  expectBothOrders(base, changed, '@A\n  | rid=1\n  | x=1 | y=1\n', '@A\n  | rid=1\n  | x=2 | y=1\n')
  expectBothOrders(base, changed, record('y=1 | x=1'), record('y=1 | x=2'))
  expectBothOrders(base, changed, record('x=1 | y=1 |'), record('x=2 | y=1 |'))
  expectBothOrders(base, record('x=2 | y=1 | z=1'), '@A rid=1 | x=1\n  | y=1\n', '@A rid=1 | x=2\n  | y=1 | z=1\n')
})

test('if both sides changed the layout, ours decides', () => {
  const [lines, order] = ['@A rid=1\n  | x=2 | y=1\n', record('y=2 | x=1')]
  expect(merged(record('x=1 | y=1'), lines, order)).toBe('@A rid=1\n  | x=2 | y=2\n')
  expect(merged(record('x=1 | y=1'), order, lines)).toBe(record('y=2 | x=2'))
})

test('the side that changed the tag decides about it', () => {
  expectBothOrders('@a rid=1 | x=1\n', '@A rid=1 | x=1\n', '@a rid=1 | x=2\n', '@A rid=1 | x=2\n')
  expectBothOrders('@a rid=1 | x=1\n', '@A rid=1 | x=1\n', '@a rid=1\n  | x=2\n', '@A rid=1\n  | x=2\n')
})

test('the first field has nothing before it, and the others have', () => {
  expectBothOrders('@A x=1\n', '@A x=1 | y=2 | z=3\n', '@A\n', '@A y=2 | z=3\n')
  expect(merged('@A x=1 | y=1\n', '@A x=1\n  | y=2\n', '@A z=1 | x=1 | y=1\n')).toBe('@A z=1 | x=1\n  | y=2\n')
  expectBothOrders('@A x=1 | y=1\n', '@A z=1 | x=1 | y=1\n', '@A x=1 | y=1 | w=2\n', '@A z=1 | x=1 | y=1 | w=2\n')
  expect(merged('@A x=1 | y=1\n', '@A z=1\n  | x=1 | y=1\n', '@A x=1 | y=2\n')).toBe('@A z=1\n  | x=1 | y=2\n')
})

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
