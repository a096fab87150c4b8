import { expect, test } from 'vitest'
import { taskTag } from '../../test/expressions.ts'
import { fieldOf } from '../domains/registry.ts'
import { FollowedRecord, FollowedRecords } from './followed-records.ts'

test('records that refer to one id are in the order of their values, in whatever order they are added', () => {
  const { path } = taskTag.fullName
  const values = [
    ['T-1', 'T-0', 1],
    ['T-2', 'T-0', 1],
    ['T-2', 'T-0', undefined],
    ['T-2', 'T-0', null],
  ]
  const orderOf = (order: readonly number[]): unknown[] => {
    const records = new FollowedRecords()
    for (const index of order) records.add(path, new FollowedRecord(['rid', 'parent', 'level'], values[index]!))
    return records.holding(taskTag, fieldOf(taskTag, 'parent')!, 'T-0').map(record => record.values)
  }
  const order = orderOf([0, 1, 2, 3])
  expect(order).toHaveLength(4)
  expect(orderOf([3, 2, 1, 0])).toEqual(order)
  expect(orderOf([2, 0, 3, 1])).toEqual(order)
})
