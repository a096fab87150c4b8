import { expect, test } from 'vitest'
import type { TableColumn } from '../../../../shared/protocol/table/table.ts'
import { columnsInPlace } from './columns.ts'

const columnsOf = (names: string): TableColumn[] => [...names].map(name => ({ name }) as TableColumn)

test.each([
  ['a column stays where it was', 'abcd', 'abdc', '', 'abcd'],
  ['a new column is behind the one before it', 'abc', 'axbcy', '', 'axbcy'],
  ['a new first column', 'ab', 'xab', '', 'xab'],
  ['a column that no record has any more is removed', 'abc', 'ac', '', 'ac'],
  ['the selected columns stay without a record', 'abcd', 'ad', 'b', 'abd'],
  ['a selected column of another table is not added', 'ab', 'ab', 'x', 'ab'],
  ['the first columns', '', 'ab', '', 'ab'],
])('%s', (_, before, now, selected, expected) => {
  const columns = columnsInPlace(columnsOf(before), columnsOf(now), [...selected])
  expect(columns.map(({ name }) => name).join('')).toBe(expected)
})
