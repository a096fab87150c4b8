import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames, firstOf, foldQuery, matchRank } from './match.ts'

const rank = (typed: string, id: string, text = ''): number | undefined => matchRank(foldQuery(typed), id, text)

test('the better the match, the lower its rank', () => {
  expect([rank('ctl-1', 'CTL-1'), rank('CTL', 'CTL-1'), rank('rev', 'CTL-1', 'Access review'), rank('view', 'CTL-1', 'Access review'), rank('c1ar', 'CTL-1', 'Access review')])
    .toEqual([0, 1, 2, 3, 4])
  expect([rank('', 'CTL-1'), rank(' access  rev', 'CTL-1', 'Access review'), rank('xyz', 'CTL-1', 'Access review'), rank('11', 'CTL-1')]).toEqual([0, 4, undefined, undefined])
})

test('names in the order a reader expects', () => {
  const names = ['CTL-1', 'CTL-2', 'CTL-2-b', 'CTL-10', 'CTL-10a', 'CTL-011', 'CTLX', 'ab2', 'abc']
  expect([...names].reverse().sort(compareNames)).toEqual(names)
})

test('the order of names is an order', () => fc.assert(fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '-', '0', '1', '2') }), { minLength: 3, maxLength: 3 }), ([one, other, third]) => {
  expect(Math.sign(compareNames(one!, other!))).toBe(-Math.sign(compareNames(other!, one!)) || 0)
  if (compareNames(one!, other!) <= 0 && compareNames(other!, third!) <= 0) expect(compareNames(one!, third!)).toBeLessThanOrEqual(0)
})))

test('the first things are those of a sorted list', () => fc.assert(fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 8 }), (numbers, limit) => {
  const { first, isCut } = firstOf(numbers, (one, other) => one - other, limit)
  expect(first).toEqual([...numbers].sort((one, other) => one - other).slice(0, limit))
  expect(isCut).toBe(numbers.length > limit)
})))
