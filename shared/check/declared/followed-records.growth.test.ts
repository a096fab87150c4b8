import { expect, test, vi } from 'vitest'
import { taskTag } from '../../../test/expressions.ts'
import { fieldOf } from '../../domains/registry.ts'
import { FollowedRecord, FollowedRecords } from './followed-records.ts'

/** The steps of the engine's own loops while many records that refer to one id go away. */
function stepsToRemove(size: number): number {
  const { path } = taskTag.fullName
  const records = new FollowedRecords()
  const all = Array.from({ length: size }, (_, number) => new FollowedRecord(['rid', 'parent'], [`T-${number}`, 'T-0']))
  for (const record of all) records.add(path, record)
  const parent = fieldOf(taskTag, 'parent')!
  expect(records.holding(taskTag, parent, 'T-0')).toHaveLength(size)
  let steps = 0
  const spies = (['indexOf', 'splice', 'filter'] as const).map(name => {
    const own = Array.prototype[name] as (...args: unknown[]) => unknown
    return vi.spyOn(Array.prototype, name).mockImplementation(function (this: unknown[], ...args: unknown[]) {
      steps += this.length
      return own.apply(this, args) as never
    })
  })
  for (const record of all.toReversed()) records.remove(path, record)
  for (const spy of spies) spy.mockRestore()
  expect(records.holding(taskTag, parent, 'T-0')).toEqual([])
  return steps
}

test('records that refer to one id are removed in linear time', () => {
  expect(stepsToRemove(2000)).toBeLessThan(4 * 2000 * 2)
})
