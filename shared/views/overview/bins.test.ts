import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binsOf } from './bins.ts'

test('a small range of whole numbers has a bin for each, any other ten parts', () => {
  expect(binsOf({ type: 'int', range: [1, 5] }).labels).toEqual(['below 1', '1', '2', '3', '4', '5', 'above 5'])
  expect(binsOf({ type: 'float', range: [0, 1] }).labels).toEqual([
    'below 0',
    ...Array.from({ length: 10 }, (_, part) => `${part / 10} to ${(part + 1) / 10}`),
    'above 1',
  ])
})

test('every number has a bin, whose label says so', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.double({ noNaN: true }),
      fc.constantFrom('int' as const, 'float' as const),
      (low, width, anyValue, type) => {
        const value = type === 'int' ? Math.round(Math.max(-1e9, Math.min(1e9, anyValue))) : anyValue
        const { labels, binOf } = binsOf({ type, range: [low, low + width] })
        const label = labels[binOf(value)]!
        if (value < low) expect(label).toBe(`below ${low}`)
        else if (value > low + width) expect(label).toBe(`above ${low + width}`)
        else expect(label).not.toMatch(/below|above/)
      },
    ),
  ))
