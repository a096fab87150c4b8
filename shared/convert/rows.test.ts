import { expect, test } from 'vitest'
import { byOrder, givenOf, type Look, type ReadRow, readColumns, readRow } from './rows.ts'

/** The fields of a row with one cell, in a column that the table declares so. */
function read(name: string, look: Look, cell: string): unknown {
  const given = givenOf(readRow(readColumns([name], [look]).columns, [cell], 'T') as ReadRow)
  return given.kind === 'record' ? given.fields : given
}

test('a cell of a column of lists is a list if it is written as one, and a text otherwise', () => {
  expect(read('a', 'list', '[x, y]')).toEqual([
    { name: 'a', type: undefined, look: 'string', value: '[x, y]', isList: true },
  ])
  expect(read('a:list', 'string', '[x]')).toEqual([
    { name: 'a', type: undefined, look: 'string', value: '[x]', isList: true },
  ])
  expect(read('a', 'list', 'x')).toEqual([{ name: 'a', type: undefined, look: 'string', value: 'x', isList: false }])
})

test('a cell of another column is what the table declares', () => {
  expect(read('a', 'int', '5')).toEqual([{ name: 'a', type: undefined, look: 'int', value: '5', isList: false }])
  expect(read('a:float', 'int', '[5]')).toEqual([
    { name: 'a', type: 'float', look: 'int', value: '[5]', isList: false },
  ])
})

test('a row without an order stays behind the row before it', () => {
  const rows = [3, undefined, 1, undefined, 2].map((order, row) => ({ order, row }))
  expect(byOrder(rows).map(({ row }) => row)).toEqual([2, 3, 4, 0, 1])
})
