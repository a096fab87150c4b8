import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allItems, itemAt, itemsBetween, type List, listOf, replaced, withItems } from './list.ts'

const changes = fc.array(fc.record({ from: fc.nat(3000), count: fc.nat(1200), fresh: fc.nat(1200) }), { maxLength: 12 })

function numbers(count: number, first = 0): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}

function expectSame(list: List<number>, plain: readonly number[]): void {
  expect(allItems(list)).toEqual(plain)
  expect(list.length).toBe(plain.length)
  expect(list.chunks.every(({ length }) => length > 0 && length <= 512)).toBe(true)
}

test('a list changes as an array does', () =>
  fc.assert(
    fc.property(fc.nat(2000), changes, (length, all) => {
      let plain = numbers(length)
      let list = listOf(plain)
      for (const { from, count, fresh } of all) {
        const first = Math.min(from, plain.length)
        const end = Math.min(first + count, plain.length)
        const before = { list, plain }
        plain = [...plain.slice(0, first), ...numbers(fresh, plain.length), ...plain.slice(end)]
        list = replaced(list, first, end, numbers(fresh, before.plain.length))
        expectSame(list, plain)
        expectSame(before.list, before.plain)
        expect(itemsBetween(list, first, end)).toEqual(plain.slice(first, end))
        for (const index of [first - 1, first, end - 1, end, plain.length - 1, plain.length])
          expect(itemAt(list, index)).toBe(plain[index])
      }
    }),
  ))

test('items at some indices are replaced', () =>
  fc.assert(
    fc.property(fc.nat(2000), fc.array(fc.nat(1999)), (length, places) => {
      const plain = numbers(length)
      const changed = new Map(places.filter(place => place < length).map(place => [place, -place]))
      const before = listOf(plain)
      expectSame(
        withItems(before, changed),
        plain.map((number, index) => changed.get(index) ?? number),
      )
      expectSame(before, plain)
    }),
  ))

test('a change of one item leaves all chunks but one as they were', () => {
  const before = listOf(numbers(100_000))
  const after = replaced(before, 50_000, 50_001, [-1])
  expect(after.chunks.filter((chunk, index) => chunk !== before.chunks[index])).toHaveLength(1)
})

test('deleting many items leaves few chunks', () => {
  let list = listOf(numbers(100_000))
  for (let first = 0; first < list.length; first += 2)
    list = replaced(list, first, Math.min(first + 300, list.length), [])
  expect(list.chunks.length).toBeLessThan(Math.max(2, list.length / 64))
})
