import { expect, test } from 'vitest'
import { quotedValuesIn, toggleValue, valuesIn } from './filter-values.ts'

test('values are added to a filter and removed from it', () => {
  expect(toggleValue('', 'open', false)).toBe('=open')
  expect(toggleValue('ope', 'open', false)).toBe('=open')
  expect(toggleValue('=open', 'closed', false)).toBe('=open, closed')
  expect(toggleValue('=open,closed', 'open', false)).toBe('=closed')
  expect(toggleValue('= open ', 'open', false)).toBe('')
})

test('an empty value stands for an empty cell', () => {
  expect(toggleValue('', '', false)).toBe('=')
  expect(toggleValue('=', 'open', false)).toBe('=, open')
  expect(toggleValue('=, open', '', false)).toBe('=open')
  expect(valuesIn('=open,')).toEqual(['open', ''])
  expect(valuesIn('!open')).toEqual([])
})

test('a value in quotes can have commas and quotes', () => {
  const filter = toggleValue(toggleValue('', 'Smith, John', true), 'say "hi" x', true)
  expect(filter).toBe('="Smith, John", "say ""hi"" x"')
  expect(valuesIn(filter)).toEqual(['Smith, John', 'say "hi" x'])
  expect(toggleValue(filter, 'Smith, John', true)).toBe('="say ""hi"" x"')
  expect(toggleValue('=""', '', true)).toBe('')
  expect(quotedValuesIn('="a" b')).toBe(undefined)
})
