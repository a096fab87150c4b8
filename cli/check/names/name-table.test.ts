import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameTable } from './name-table.ts'

const hashOf = (name: number) => ({ low: Math.imul(name + 1, 0x9e3779b1), high: Math.imul(name + 1, 0x85ebca6b) })

/** Names as `NameList` has them, each at the byte that is its place in the list. */
const listed = (names: readonly number[], firstByte: number): Int32Array =>
  Int32Array.from(names.flatMap((name, index) => [hashOf(name).low, hashOf(name).high, firstByte + index, 0]))

test('of many names, those are told that stand twice and those that are referred to and not there', () =>
  fc.assert(
    fc.property(
      // So many that neighboring tables have names, and one's slots serve the next.
      fc.integer({ min: 0, max: 3000 }),
      fc.array(fc.nat(3000), { maxLength: 20 }),
      fc.array(fc.nat(6000), { maxLength: 20 }),
      (count, again, references) => {
        const names = [...Array(count).keys(), ...again]
        const table = new NameTable(() => 0)
        table.add(0, listed(names, 0), listed(references, 10_000))
        const times = (name: number): number => names.filter(other => other === name).length
        const repeated = names.flatMap((name, byte) =>
          (name >= count || again.includes(name)) && times(name) > 1 ? byte : [],
        )
        const dangling = references.flatMap((name, index) => (times(name) === 0 ? 10_000 + index : []))
        expect([...table.suspects()].map(({ byte }) => byte).sort((one, other) => one - other)).toEqual([
          ...repeated,
          ...dangling,
        ])
        for (const name of [0, count - 1, ...again, ...references])
          expect(table.recordsOf(hashOf(name))?.count ?? 0).toBe(times(name))
      },
    ),
    { numRuns: 50 },
  ))

/** Names with these hashes, each at a byte and a line that follow from its place in the list. */
const at = (firstByte: number, ...hashes: readonly (readonly [low: number, high: number])[]): Int32Array =>
  Int32Array.from(hashes.flatMap(([low, high], index) => [low, high, firstByte + index, firstByte + index + 100]))

const none = new Int32Array()

const placesOf = (table: NameTable): string[] =>
  [...table.suspects()].map(({ part, byte, line }) => `${part}:${byte}:${line}`).sort()

test('the records of a name are known by their parts, bytes and lines, the first one first', () => {
  const table = new NameTable(part => part >> 1)
  table.add(0, at(10, [1, 1], [1, 2], [1, 1]), none)
  table.add(1, at(20, [1, 1]), none)
  table.add(2, at(30, [1, 2], [2, 1]), none)
  expect(placesOf(table)).toEqual(['0:10:110', '0:11:111', '0:12:112', '1:20:120', '2:30:130'])
  const place = (part: number, byte: number) => ({ part, byte, line: byte + 100 })
  const [one, two, three] = [
    [1, 1],
    [1, 2],
    [2, 1],
  ].map(([low, high]) => table.recordsOf({ low: low!, high: high! })!)
  expect([one!.count, two!.count, three!.count]).toEqual([3, 2, 1])
  expect([one!.isSpread, two!.isSpread, three!.isSpread]).toEqual([false, true, false])
  expect([one!.first, two!.first, three!.first]).toEqual([place(0, 10), place(0, 11), place(2, 31)])
  expect(one!.places(Infinity)).toEqual([place(0, 10), place(0, 12), place(1, 20)])
  expect(one!.places(2)).toEqual([place(0, 10), place(0, 12)])
  expect(two!.places(9)).toEqual([place(0, 11), place(2, 30)])
  expect(three!.places(9)).toEqual([place(2, 31)])
  expect(table.recordsOf({ low: 1, high: 3 })).toBeUndefined()
  expect(table.recordsOf({ low: -1, high: 1 })).toBeUndefined()
})

test('a name is only the same if both halves of its hash are', () => {
  const table = new NameTable(() => 0)
  table.add(0, at(0, [1, 1], [1, 9], [9, 1], [-1, 1]), at(50, [9, 9], [9, 1], [1, 17]))
  expect(placesOf(table)).toEqual(['0:50:150', '0:52:152'])
})

test('the parts of files that failed do not count, nor do their references', () => {
  const table = new NameTable(part => (part === 1 ? undefined : part))
  table.add(0, at(0, [1, 1], [2, 2]), at(5, [3, 3]))
  table.add(1, at(10, [1, 1], [3, 3]), at(15, [4, 4]))
  table.add(2, at(20, [2, 2]), at(25, [1, 1]))
  expect(placesOf(table)).toEqual(['0:1:101', '0:5:105', '2:20:120'])
  expect(table.recordsOf({ low: 1, high: 1 })?.count).toBe(1)
  expect(table.recordsOf({ low: 3, high: 3 })).toBeUndefined()
})

test('thousands of names with equal halves of their hashes are kept apart', () => {
  const table = new NameTable(() => 0)
  const hashes = Array.from({ length: 3000 }, (_, index) => [index % 64, Math.floor(index / 64) * 64] as const)
  table.add(0, at(0, ...hashes, hashes[2999]!), at(5000, ...hashes.toReversed()))
  expect(placesOf(table)).toEqual(['0:2999:3099', '0:3000:3100'])
  for (const index of [0, 1023, 1024, 2047, 2048, 2999]) {
    const [low, high] = hashes[index]!
    expect(table.recordsOf({ low, high })?.first).toEqual({ part: 0, byte: index, line: index + 100 })
  }
})
