import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../../test/expressions.ts'
import { readCondition } from '../expression.ts'
import { isNeverTrue } from './never-true.ts'

const neverTrue = (source: string): boolean => isNeverTrue(readCondition(source, taskTag, taskRegistry))

test.each([
  'false',
  '1 > 2',
  'urgent && !urgent',
  'status == "open" && status == "done"',
  'has(status) && !has(status)',
  '!has(urgent) && urgent',
  'status == "open" && risk == "low" && !has(risk)',
  'status != "open" && status != "done" && status != "dropped"',
  'urgent && status == "done" && (!urgent || status == "open")',
])('%s is true for no record', source => {
  expect(neverTrue(source)).toBe(true)
})

test.each([
  'true',
  'urgent',
  '!urgent',
  'status == "dropped"',
  '!has(status)',
  '!has(urgent) && has(risk)',
  'status == "dropped" && urgent && risk == "high"',
  'risk == "high" && status == "dropped" && !urgent',
  '!has(risk) && !has(status) && !has(urgent)',
  'month == "dec" && risk == "high"',
])('%s can be true', source => {
  expect(neverTrue(source)).toBe(false)
})

test.each([
  ['reads a number', 'level > 1 && level < 1'],
  ['reads a list of allowed values', 'days == [] && days != []'],
  ['reads other records', 'parent.urgent && !parent.urgent'],
  ['finds other records', 'referrers("TASK", "parent").size() < 0'],
  ['reads the time', 'now < now'],
  ['has a problem', 'urgent && !urgnt'],
  ['is no condition', 'urgent && !urgent ? 1 : 2'],
  ['has too many cases', 'heading == "N" && heading == "S" && month != "x" && has(risk) && has(status) && has(urgent)'],
])('a condition that %s is not decided', (_, source) => {
  expect(neverTrue(source)).toBe(false)
})
