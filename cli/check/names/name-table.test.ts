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
      // So many that neighbouring tables have names, and one's slots serve the next.
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
