import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdRows, rowPast } from './id-rows.ts'

/** The rows of some ids, in a table with the end of each id in its second column. */
function rowsOf(ids: readonly string[]): IdRows {
  const table = new Uint32Array(ids.length * 3)
  ids.forEach((_, row) => {
    table[row * 3 + 1] = ids.slice(0, row + 1).join('').length
  })
  return new IdRows(ids.join(''), table, 3, 1)
}

test('the rows with an id are found, however often one asks', () => {
  const id = fc.string({ unit: fc.constantFrom('A', '-', '1'), maxLength: 3 })
  fc.assert(
    fc.property(fc.array(id, { maxLength: 12 }), id, (ids, other) => {
      const rows = rowsOf(ids)
      for (let time = 0; time < 3; time++)
        for (const wanted of [...ids, other, 'A-1-A'])
          expect(rows.rowsOf(wanted)).toEqual(
            wanted === '' ? [] : ids.flatMap((each, row) => (each === wanted ? row : [])),
          )
    }),
  )
})

test('the first row with a greater number', () => {
  const table = Uint32Array.from([0, 3, 0, 5, 0, 5, 0, 9])
  expect([2, 3, 4, 5, 8, 9].map(value => rowPast(table, 2, 1, value))).toEqual([0, 1, 1, 3, 3, 4])
})
