import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Rows } from './rows.ts'

test('visible rows stay in the cache when it is full', async () => {
  let inSight = 0
  const missing: number[] = []
  const rows = new Rows(
    (start, count) =>
      Promise.resolve({
        version: 1,
        start,
        total: 100_000,
        found: -1,
        followed: [],
        query: { filters: [], search: '', hasProblem: false },
        left: 0,
        doubts: [],
        rows: Array.from({ length: count }, (_, place) => ({
          record: start + place,
          line: start + place,
          cells: [],
          problems: [],
        })),
      }),
    () => {
      if (!rows.at(inSight)) missing.push(inSight)
    },
  )
  const scrollTo = async (row: number): Promise<void> => {
    inSight = row
    await rows.want(row, row + 30)
    // Then the rows above and below have arrived too.
    await setImmediate()
  }
  for (let row = 0; row < 10_000; row += 100) await scrollTo(row)
  await scrollTo(400)
  missing.length = 0
  await scrollTo(300)
  expect([rows.at(300)?.record, missing]).toEqual([300, []])
})
