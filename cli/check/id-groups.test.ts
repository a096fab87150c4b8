import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdGroups } from './id-groups.ts'

test('ids have numbers from 1, and lead to their record if only one has them', () =>
  fc.assert(
    // Few numbers, so that ids share one half of their hash, or where they are looked for first.
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.constantFrom(-1, 0, 1, 64, 128, 2 ** 30))), ids => {
      const groups = new IdGroups(ids.length)
      const rowsOf = new Map<string, number[]>()
      const numbers = ids.map(([low, high], row) => {
        const key = `${low} ${high}`
        rowsOf.set(key, [...(rowsOf.get(key) ?? []), row])
        return groups.add(low, high, row)
      })
      const keys = [...rowsOf.keys()]
      expect(numbers).toEqual(ids.map(([low, high]) => keys.indexOf(`${low} ${high}`) + 1))
      expect(groups.count).toBe(keys.length)
      for (const [low, high] of ids) {
        const key = `${low} ${high}`
        const rows = rowsOf.get(key)!
        expect(groups.find(low, high)).toBe(keys.indexOf(key) + 1)
        expect(groups.numberOf({ low, high })).toBe(groups.find(low, high))
        expect(groups.rowOf(groups.find(low, high))).toBe(rows.length === 1 ? rows[0] : -1)
      }
      expect(groups.find(7, 0)).toBe(0)
      expect(groups.rowOf(0)).toBe(-1)
    }),
  ))
