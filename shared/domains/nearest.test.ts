import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test('those that differ only in case and joints come first, then those that start alike, then those a few letters away', () => {
  expect(nearest('Control_Ref', ['control', 'control-ref', 'controls_ref'])).toEqual([
    'control-ref',
    'control',
    'controls_ref',
  ])
  expect(nearest('hihg', ['low', 'medium', 'high', 'critical'])).toEqual(['high'])
  expect(nearest('stat', ['status', 'state', 'severity'])).toEqual(['status', 'state'])
})

test('the last word of a name leads to it', () => {
  expect(nearest('due', ['rid', 'remediation_due', 'status'])).toEqual(['remediation_due'])
  expect(nearest('date', ['start_date', 'end_date', 'datum'])).toEqual(['start_date', 'end_date', 'datum'])
  expect(nearest('ue', ['remediation_due'])).toEqual([])
  expect(nearest('ation', ['location'])).toEqual([])
})

test('of three letters one may be wrong, or two swapped', () => {
  expect(nearest('nwo', ['now'])).toEqual(['now'])
  expect(nearest('nov', ['now'])).toEqual(['now'])
  expect(nearest('noww', ['now'])).toEqual(['now'])
  for (const word of ['Bob', 'NOPE', 'nope', 'won', 'n']) expect(nearest(word, ['now']), word).toEqual([])
  expect(nearest('titel', ['tite', 'title'])).toEqual(['tite', 'title'])
})

test('no more than asked for, none twice, none that has nothing in common', () => {
  expect(nearest('aaaa', ['aaab', 'aaac', 'aaad', 'aaae'])).toEqual(['aaab', 'aaac', 'aaad'])
  expect(nearest('aaaa', ['aaab', 'aaac'], 1)).toEqual(['aaab'])
  expect(nearest('aaaa', ['aaab', 'aaab'])).toEqual(['aaab'])
  expect(nearest('xyzzy', ['low', 'hr', 'ts'])).toEqual([])
  expect(nearest('ab', ['hr'])).toEqual([])
  expect(nearest('', ['hr', 'a'])).toEqual([])
})

test('a very long word takes no longer', () => expect(nearest('x'.repeat(1_000_000), ['title'])).toEqual([]))
