import { expect, test } from 'vitest'
import { expectLinearSteps } from './count-steps.ts'

test('a loop in a loop is noticed', () => {
  const pairs = (size: number): number => {
    let count = 0
    for (let one = 0; one < size; one++) for (let other = 0; other < one; other++) count++
    return count
  }
  expect(() => expectLinearSteps(100, size => () => void pairs(size))).toThrow('steps for 100')
})
