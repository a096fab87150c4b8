import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames, foldQuery, hasInOrder } from './match.ts'

test('names in the order a reader expects', () => {
  const names = ['CTL-1', 'CTL-2', 'CTL-2-b', 'CTL-10', 'CTL-10a', 'CTL-011', 'CTLX', 'ab2', 'abc']
  expect([...names].reverse().sort(compareNames)).toEqual(names)
})

const names = fc.string({ unit: fc.constantFrom('a', '-', '0', '1', '2') })

test('the order of names is an order', () =>
  fc.assert(
    fc.property(names, names, names, (one, other, third) => {
      expect(Math.sign(compareNames(one, other))).toBe(-Math.sign(compareNames(other, one)) || 0)
      if (compareNames(one, other) <= 0 && compareNames(other, third) <= 0)
        expect(compareNames(one, third)).toBeLessThanOrEqual(0)
    }),
  ))

test('characters in their order, in a part of a text', () => {
  const isIn = (typed: string, start = 0, end = 14): boolean =>
    hasInOrder(foldQuery(typed), 'control ctl-1 access', start, end)
  expect([isIn('ctl'), isIn(' C  1 '), isIn('ll1'), isIn('')]).toEqual([true, true, true, true])
  expect([isIn('a'), isIn('llc1'), isIn('11'), isIn('n', 3)]).toEqual([false, false, false, false])
})
