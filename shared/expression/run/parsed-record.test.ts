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
  ['x-y:int=9007199254740992', 'this["x-y"]', 'absent'],
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

test('a field is written if it stands in the record, whatever its value', () => {
  const record = new ParsedRecord(parse('@TASK rid=T-1 | level:int=9 | title\n').entries[0] as RecordNode)
  const isWritten = (name: string): boolean => record.isWritten(fieldOf(taskTag, name)!)
  expect(['rid', 'level', 'title', 'status', 'x-y'].map(isWritten)).toEqual([true, true, true, false, false])
})
