import { expect, test } from 'vitest'
import { moveTo, nextCell, positionForKey, type Size, selectionWithin, startOfTable } from './selection.ts'

/** Three records, and an empty row below them. */
const size: Size = { rows: 4, records: 3, columns: 2 }

test('the next cell is over the end of a row, and there is none at the ends of the table', () => {
  const at = (row: number, column: number) => ({ active: { row, column }, anchor: { row, column } })
  expect(nextCell(at(0, 0), 1, size)).toEqual({ row: 0, column: 1 })
  expect(nextCell(at(0, 1), 1, size)).toEqual({ row: 1, column: 0 })
  expect(nextCell(at(1, 0), -1, size)).toEqual({ row: 0, column: 1 })
  expect(nextCell(at(0, 0), -1, size)).toEqual({ row: 0, column: 0 })
  expect(nextCell(at(3, 1), 1, size)).toEqual({ row: 3, column: 1 })
})

test('a selection stays where it is among other rows, as far as they go', () => {
  const selection = { active: { row: 0, column: 1 }, anchor: { row: 3, column: 0 } }
  expect(selectionWithin(selection, size)).toEqual(selection)
  expect(selectionWithin(selection, { rows: 2, records: 1, columns: 1 })).toEqual({
    active: { row: 0, column: 0 },
    anchor: { row: 1, column: 0 },
  })
})

test('the arrow keys reach the row below the last record, and the keys for the end the last record', () => {
  const last = moveTo(startOfTable, { row: 2, column: 1 }, size)
  const from = (key: string, isFar = false): unknown => positionForKey(last, key, isFar, 10, size)
  expect(moveTo(last, { row: 3, column: 1 }, size).active.row).toBe(3)
  expect(moveTo(last, { row: 4, column: 1 }, size).active.row).toBe(3)
  expect(from('ArrowDown')).toEqual({ row: 3, column: 1 })
  expect(from('ArrowDown', true)).toEqual({ row: 2, column: 1 })
  expect(from('End', true)).toEqual({ row: 2, column: 1 })
})
