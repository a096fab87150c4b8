import { expect, test } from 'vitest'
import { toggleValue, valuesIn } from './filter-values.ts'

test('values are added to a filter and removed from it', () => {
  expect(toggleValue('', 'open')).toBe('=open')
  expect(toggleValue('ope', 'open')).toBe('=open')
  expect(toggleValue('=open', 'closed')).toBe('=open, closed')
  expect(toggleValue('=open,closed', 'open')).toBe('=closed')
  expect(toggleValue('= open ', 'open')).toBe('')
})

test('an empty value stands for an empty cell', () => {
  expect(toggleValue('', '')).toBe('=')
  expect(toggleValue('=', 'open')).toBe('=, open')
  expect(toggleValue('=, open', '')).toBe('=open')
  expect(valuesIn('=open,')).toEqual(['open', ''])
  expect(valuesIn('!open')).toEqual([])
})
