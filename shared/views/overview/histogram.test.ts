import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Histogram } from './histogram.ts'

/** The columns of some numbers as text; each number is listed in its column. */
function columnsOf(type: 'int' | 'float', range: [number, number], values: readonly number[]): string[] {
  const histogram = new Histogram<number>({ type, range }, 3)
  for (const value of values) histogram.add(value, value)
  return histogram.result().map(({ label, count, items }) => `${label}: ${count} [${items.join(' ')}]`)
}

test('a scale of a few whole numbers has a column for each', () => {
  expect(columnsOf('int', [1, 5], [3, 3, 0, 9])).toEqual([
    'below 1: 1 [0]',
    '1: 0 []',
    '2: 0 []',
    '3: 2 [3 3]',
    '4: 0 []',
    '5: 0 []',
    'above 5: 1 [9]',
  ])
})

test('the columns span the numbers that exist within the range', () => {
  expect(columnsOf('int', [0, 1_000_000], [12, 14, 14])).toEqual([
    'below 0: 0 []',
    '12: 1 [12]',
    '13: 0 []',
    '14: 2 [14 14]',
    'above 1000000: 0 []',
  ])
  expect(columnsOf('int', [0, 100], [1, 30, 99, 100])).toEqual([
    'below 0: 0 []',
    '0 to 9: 1 [1]',
    '10 to 19: 0 []',
    '20 to 29: 0 []',
    '30 to 39: 1 [30]',
    '40 to 49: 0 []',
    '50 to 59: 0 []',
    '60 to 69: 0 []',
    '70 to 79: 0 []',
    '80 to 89: 0 []',
    '90 to 99: 1 [99]',
    '100: 1 [100]',
    'above 100: 0 []',
  ])
  expect(columnsOf('float', [0, 1], [0.3, 0.31, 0.35])).toEqual([
    'below 0: 0 []',
    '0.3 to 0.31: 1 [0.3]',
    '0.31 to 0.32: 1 [0.31]',
    '0.32 to 0.33: 0 []',
    '0.33 to 0.34: 0 []',
    '0.34 to 0.35: 0 []',
    '0.35 to 0.36: 1 [0.35]',
    'above 1: 0 []',
  ])
  expect(columnsOf('float', [0, 1000], [2, 2])).toEqual(['below 0: 0 []', '2: 2 [2 2]', 'above 1000: 0 []'])
  expect(columnsOf('float', [30, 45], [45])[1]).toBe('45: 1 [45]')
  expect(columnsOf('float', [0, 1], [])).toEqual(['below 0: 0 []', 'above 1: 0 []'])
  expect(columnsOf('float', [0, 1], [0, 1]).at(-2)).toBe('0.9 to 1: 1 [1]')
})

test('every number is in one column whose label includes it, and there are few columns', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.array(fc.double({ noNaN: true, min: -2000, max: 8000 }), { maxLength: 40 }),
      fc.constantFrom('int' as const, 'float' as const),
      (low, width, values, type) => {
        const histogram = new Histogram<number>({ type, range: [low, low + width] }, 100)
        const numbers = type === 'int' ? values.map(Math.round) : values
        for (const value of numbers) histogram.add(value, value)
        const columns = histogram.result()
        expect(columns.length).toBeLessThanOrEqual(22)
        expect(columns.flatMap(({ items }) => items).sort()).toEqual([...numbers].sort())
        for (const { label, count, items } of columns) {
          expect(items.length).toBe(count)
          const [start = NaN, end = start] = label.split(' to ').map(Number)
          for (const value of items) {
            if (label.startsWith('below')) expect(value).toBeLessThan(low)
            else if (label.startsWith('above')) expect(value).toBeGreaterThan(low + width)
            else expect(value >= start - 1e-4 && value <= end + 1e-4, `${value} in ${label}`).toBe(true)
          }
        }
      },
    ),
  ))
