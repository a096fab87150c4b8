import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { countPassing, lastIndex } from './binary-search.ts'

test('the number of indices that pass is found, with few calls of the test', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), fc.nat({ max: 5000 }), (one, other) => {
      const [passing, count] = [Math.min(one, other), Math.max(one, other)]
      let calls = 0
      const found = countPassing(count, index => {
        calls++
        return index < passing
      })
      expect(found).toBe(passing)
      expect(calls).toBeLessThanOrEqual(Math.ceil(Math.log2(count + 1)))
    }),
    { numRuns: runs(1000) },
  )
})

test('the last item is found in any sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(9), (numbers, limit) => {
      const sorted = numbers.sort((one, other) => one - other)
      expect(lastIndex(sorted, number => number <= limit)).toBe(sorted.findLastIndex(number => number <= limit))
    }),
  )
})
