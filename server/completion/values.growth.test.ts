import { expect, test } from 'vitest'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import { expectLinearSteps } from '../../test/count-steps.ts'
import { describeField } from '../snapshot/describe.ts'
import { suggestValues } from './values.ts'

const fieldOf = (size: number): FieldDefinition => ({
  name: 'status',
  label: 'CONTROL.status',
  matches: () => true,
  type: 'string',
  enum: Array.from({ length: size }, (_, number) => `value ${number}`),
})

test.each(['"value 7"', '"v"'])('the completion of many allowed values at %s takes linear time', written =>
  expectLinearSteps(1000, size => {
    const field = fieldOf(size)
    return () => expect(suggestValues(field, { written, isInside: false }, [], new Date(0))).toHaveLength(size)
  }),
)

test('a hover lists the first of many allowed values', () => {
  const lines = describeField(fieldOf(100_000), undefined).split('\n')
  expect(lines).toHaveLength(103)
  expect(lines.slice(-2)).toEqual(['- value 99', '- and 99900 more'])
})
