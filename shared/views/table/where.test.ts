import { expect, test } from 'vitest'
import { reachable, taskRegistry, taskTag } from '../../../test/expressions.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { readWhere } from './where.ts'

const records = `@TASK rid=T-1 | level:int=9 | status="Open" | vendor="Acme"
@TASK rid=T-2 | level:int=3 | status="open"
@TASK rid=T-3 | level="many"
@TASK rid=T-4
`

/** The numbers of the tasks that an expression finds. */
function found(source: string): string {
  const { holds } = readWhere(source, taskTag, taskRegistry)
  const now = { time: 0, isDate: false }
  return parse(records)
    .entries.flatMap((entry, index) => (holds(entry as RecordNode, reachable([]), now) ? index + 1 : []))
    .join(' ')
}

test('a filter reads what is written, as a query does', () => {
  expect(found('level > 5')).toBe('1')
  expect(found('level > 1')).toBe('1 2')
  expect(found('has(level)')).toBe('1 2 3')
  expect(found('has(level) && !valid(level)')).toBe('1 3')
  expect(found('written(status) == "Open"')).toBe('1')
  expect(found('written(level) == "many"')).toBe('3')
  expect(found('!has(status)')).toBe('3 4')
  expect(found('this["vendor"] == "Acme"')).toBe('1')
})

test('a filter with a mistake finds nothing', () => {
  expect(found('vendor == "Acme"')).toBe('')
  expect(found('levl > 5')).toBe('')
})
