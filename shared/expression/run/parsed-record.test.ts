import { expect, test } from 'vitest'
import { evaluate, taskTag } from '../../../test/expressions.ts'
import { fieldOf } from '../../domains/registry.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { ParsedRecord } from './parsed-record.ts'

test.each([
  ['title="Write"', 'title', 'Write'],
  ['title=Write', 'title', 'Write'],
  ["title='a b'", 'title', 'a b'],
  ['title="a \\"b\\""', 'title', 'a "b"'],
  ['title=""', 'title', ''],
  ['rid=""', 'rid', 'absent'],
  ['title="Write', 'title', 'Write'],
  ["title='Write", 'title', 'absent'],
  ['title', 'title', 'absent'],
  ['title= | level:int=1', 'title', 'absent'],
  ['title="a" | title="a"', 'title', 'absent'],
  ['title | title="a"', 'title', 'absent'],
  ['type="x" | title="a" | level:int=1', 'title', 'a'],
  ['level:int=3', 'level', '3'],
  ['level=3', 'level', '3'],
  ['level:float=3', 'level', '3'],
  ['level:int=+3', 'level', '3'],
  ['level:int=3.0', 'level', 'absent'],
  ['level:int=6', 'level', 'absent'],
  ['level:ref=3', 'level', 'absent'],
  ['level:vector=3', 'level', 'absent'],
  ['x-y:int=9007199254740991', 'this["x-y"]', '9007199254740991'],
  ['x-y:int=9007199254740993', 'this["x-y"]', '9007199254740993'],
  ['x-y:int=+9007199254740993', 'this["x-y"] + 1', '9007199254740994'],
  ['cost:float=2.50', 'cost', '2.5'],
  ['cost:float=x', 'cost', 'absent'],
  ['urgent:bool=true', 'urgent', 'true'],
  ['urgent:bool=false', 'urgent', 'false'],
  ['urgent:bool=yes', 'urgent', 'absent'],
  ['start:ts=2026-06-30', 'start', '2026-06-30'],
  ['start:ts=2026-02-30', 'start', 'absent'],
  ['status="done"', 'status', 'done'],
  ['status="Done"', 'status', 'absent'],
  ['labels="a, b"', 'labels', 'a, b'],
  ['labels=[a, "b c"]', 'labels[1]', 'b c'],
  ['labels=[a, b', 'labels', 'absent'],
  ['labels=""', 'labels.size()', '0'],
  ['days="mon, tue"', 'days', 'mon, tue'],
  ['days="mon, x"', 'days', 'absent'],
  ['parent="T-2"', 'parent', 'T-2'],
  ['parent="rid:T-2"', 'parent', 'T-2'],
  ['parent=" T-2 "', 'parent', 'T-2'],
  ['parent=[T-2]', 'parent', 'T-2'],
  ['parent="[ rid:T-2 ]"', 'parent', 'T-2'],
  ['parent="\\"T-2\\""', 'parent', 'T-2'],
  ['parent="T-2, T-3"', 'parent', 'T-2, T-3'],
  ['parent=""', 'parent', 'absent'],
  ['needs="rid:T-2, ref:T-3"', 'needs', 'T-2, T-3'],
  ['labels="rid:T-2"', 'labels', 'rid:T-2'],
  ['title="rid:T-2"', 'title', 'rid:T-2'],
])('of @TASK %s, %s is %s', (fields, source, value) => {
  expect(evaluate(source, `@TASK ${fields}\n`)).toBe(value)
})

/** The value of a field, and what `has`, `valid` and `written` say of it. */
const asked = (fields: string, field: string): string[] =>
  [field, `has(${field})`, `valid(${field})`, `written(${field})`].map(source =>
    evaluate(source, `@TASK ${fields} | parent="T-2"\n@TASK rid=T-2 | ${fields}\n`, 'query'),
  )

test.each([
  ['level:int=3', 'level', ['3', 'true', 'true', '3']],
  ['level:int=+3', 'level', ['3', 'true', 'true', '+3']],
  ['level:int=9', 'level', ['9', 'true', 'false', '9']],
  ['level="many"', 'level', ['absent', 'true', 'false', 'many']],
  ['level=', 'level', ['absent', 'false', 'false', 'absent']],
  ['level', 'level', ['absent', 'false', 'false', 'absent']],
  ['title="x"', 'level', ['absent', 'false', 'false', 'absent']],
  ['status="Done"', 'status', ['Done', 'true', 'false', 'Done']],
  ['status="done"', 'status', ['done', 'true', 'true', 'done']],
  ['rid=""', 'rid', ['', 'true', 'false', '']],
  ['title=""', 'title', ['', 'true', 'true', '']],
  ['start:ts=2026-02-30', 'start', ['absent', 'true', 'false', '2026-02-30']],
  ['labels=[a, "b"]', 'labels', ['a, b', 'true', 'true', '[a, "b"]']],
  ['days="mon, x"', 'days', ['mon, x', 'true', 'false', 'mon, x']],
  ["title='Write", 'title', ['absent', 'true', 'false', "'Write"]],
  ['level:vector=3', 'level', ['absent', 'true', 'false', '3']],
  ['title="a" | title="b"', 'title', ['a', 'true', 'true', 'a']],
  ['title | title="b"', 'title', ['b', 'true', 'true', 'b']],
  ['x-y:int=9007199254740993', 'this["x-y"]', ['9007199254740993', 'true', 'true', '9007199254740993']],
  ['vendor="Acme \\"A\\""', 'this["vendor"]', ['Acme "A"', 'true', 'true', 'Acme "A"']],
  ['count:int=05', 'this["count"]', ['05', 'true', 'true', '05']],
  ['title="x"', 'this["vendor"]', ['absent', 'false', 'false', 'absent']],
])('of @TASK %s, a query sees of %s: %j', (fields, field, expected) => {
  expect(asked(fields, field)).toEqual(expected)
  // The same behind a reference.
  const path = field.replace(/^this/, 'parent').replace(/^(?=\w+$)/, 'parent.')
  if (!fields.startsWith('rid=') && !fields.includes("'")) expect(asked(fields, path)).toEqual(expected)
})

test('a field is written if it stands in the record, whatever its value', () => {
  const record = new ParsedRecord(parse('@TASK rid=T-1 | level:int=9 | title\n').entries[0] as RecordNode)
  const isWritten = (name: string): boolean => record.isWritten(fieldOf(taskTag, name)!)
  expect(['rid', 'level', 'title', 'status', 'x-y'].map(isWritten)).toEqual([true, true, true, false, false])
})
