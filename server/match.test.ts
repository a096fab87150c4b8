import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames, firstOf, foldQuery, matchRank } from './match.ts'

test('the better the match, the lower its rank', () => {
  const ranks = (...typed: string[]): unknown[] => typed.map(query => matchRank(foldQuery(query), 'CTL-1', () => 'CONTROL CTL-1 Access review'))
  expect(ranks('ctl-1', 'CTL', 'rev', 'view', 'c1ar')).toEqual([0, 1, 2, 3, 4])
  expect(ranks('', ' access rev', 'access  rev', 'ctl-1 a', 'control', 'xyz', '11')).toEqual([0, 2, 4, 2, 2, undefined, undefined])
})

test('names in the order a reader expects', () => {
  const names = ['CTL-1', 'CTL-2', 'CTL-2-b', 'CTL-10', 'CTL-10a', 'CTL-011', 'CTLX', 'ab2', 'abc']
  expect([...names].reverse().sort(compareNames)).toEqual(names)
})

const names = fc.string({ unit: fc.constantFrom('a', '-', '0', '1', '2') })

test('the order of names is an order', () => fc.assert(fc.property(names, names, names, (one, other, third) => {
  expect(Math.sign(compareNames(one, other))).toBe(-Math.sign(compareNames(other, one)) || 0)
  if (compareNames(one, other) <= 0 && compareNames(other, third) <= 0) expect(compareNames(one, third)).toBeLessThanOrEqual(0)
})))

test('the first things are those of a sorted list', () => fc.assert(fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 8 }), (numbers, limit) => {
  const { first, isCut } = firstOf(numbers, (one, other) => one - other, limit)
  expect(first).toEqual([...numbers].sort((one, other) => one - other).slice(0, limit))
  expect(isCut).toBe(numbers.length > limit)
})))
