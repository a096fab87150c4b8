import { expect, test } from 'vitest'
import { once } from './once.ts'

test('a value is made once, and late', () => {
  let calls = 0
  const value = once(() => {
    calls++
    return 'made'
  })
  expect(calls).toBe(0)
  expect([value(), value(), calls]).toEqual(['made', 'made', 1])
})

test('undefined is a value like any other', () => {
  let calls = 0
  const value = once(() => {
    calls++
    return undefined
  })
  expect([value(), value(), calls]).toEqual([undefined, undefined, 1])
})
