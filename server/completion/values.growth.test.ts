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
  expectLinearSteps(2000, size => {
    const field = fieldOf(size)
    const replaced = { written, isInside: false, typed: written.slice(1, -1) }
    return () => expect(suggestValues(field, replaced, [], new Date(0)).suggestions).not.toEqual([])
  }),
)

test('of very many allowed values, those are offered that match what is typed', () => {
  const offered = (typed: string): [number, boolean | undefined] => {
    const replaced = { written: `"${typed}"`, isInside: true, typed }
    const { suggestions, isCut } = suggestValues(fieldOf(100_000), replaced, [], new Date(0))
    return [suggestions.length, isCut]
  }
  expect(offered('')).toEqual([1000, true])
  expect(offered('E 9999')).toEqual([46, false])
  expect(offered('unheard')).toEqual([0, false])
})

test('a hover lists the first of many allowed values', () => {
  const lines = describeField(fieldOf(100_000), undefined).split('\n')
  expect(lines).toHaveLength(103)
  expect(lines.slice(-2)).toEqual(['- value 99', '- and 99900 more'])
})
