import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { IdSeries, nextId } from './next-id.ts'

test('the next id of the usual form', () => {
  expect(nextId(['CTL-0001', 'CTL-0040', 'CTL-0009'])).toBe('CTL-0041')
  expect(nextId(['CTL-099', 'CTL-98'])).toBe('CTL-100')
  expect(nextId(['CTL-9', 'CTL-010', 'CTL-10'])).toBe('CTL-011')
  expect(nextId(['A-1', 'B-7', 'B-8', 'other'])).toBe('B-9')
  expect(nextId(['9'])).toBe('10')
  expect(nextId(['1', `A${'9'.repeat(18)}`, 'A1'])).toBe(`A1${'0'.repeat(18)}`)
  expect(nextId(['2026-Q1'])).toBe('2026-Q2')
  expect(nextId(['draft', ''])).toBeUndefined()
  expect(nextId([])).toBeUndefined()
})

test('the usual form is the one of most ids, or else the first of them', () => {
  expect([nextId(['B-1', 'A-1']), nextId(['A-1', 'B-1']), nextId(['A-1', 'B-1', 'B-0'])]).toEqual(['A-2', 'A-2', 'B-2'])
  expect(nextId(['1234567890123456789'])).toBe('1234567890123456790')
  const ids = new Set<string>()
  const series = new IdSeries(() => ids)
  const after = (change: 'add' | 'remove', id: string): string | undefined => {
    ids[change === 'add' ? 'add' : 'delete'](id)
    series[change](id)
    return series.next()
  }
  expect(after('add', 'x')).toBeUndefined()
  expect([after('add', 'B-1'), after('add', 'A-5'), after('add', 'B-2')]).toEqual(['B-2', 'A-6', 'B-3'])
  expect([after('remove', 'x'), after('remove', 'C-1'), after('remove', 'B-9x')]).toEqual(['B-3', 'B-3', 'B-3'])
  expect([after('remove', 'B-2'), after('remove', 'A-5'), after('remove', 'B-1')]).toEqual(['A-6', 'B-2', undefined])
})

test('after ids are added and removed, the next id is that of all ids', () => {
  // More numbers of a prefix than are kept, and few enough for equal ones with other leading zeros.
  const ids = fc.tuple(fc.constantFrom('A-', 'A-', 'A-', 'A-1', 'B-'), fc.constantFrom('', '0'), fc.nat(60))
  const changes = fc.array(fc.tuple(fc.boolean(), ids), { maxLength: 400, size: 'max' })
  fc.assert(
    fc.property(changes, fc.boolean(), (all, removesGreatest) => {
      const present = new Set<string>()
      const series = new IdSeries(() => present)
      const remove = (id: string): void => {
        if (present.delete(id)) series.remove(id)
      }
      for (const [isAdded, parts] of all) {
        const id = parts.join('')
        if (!isAdded) remove(id)
        else if (!present.has(id)) series.add(id)
        if (isAdded) present.add(id)
        expect(series.next()).toBe(nextId(present))
      }
      const left = [...present]
      if (removesGreatest) left.sort((one, other) => Number(/\d+$/.exec(other)) - Number(/\d+$/.exec(one)))
      for (const id of left) {
        remove(id)
        expect(series.next()).toBe(nextId(present))
      }
    }),
    // To shorten hundreds of changes takes minutes.
    { numRuns: runs(100), endOnFailure: true },
  )
})
