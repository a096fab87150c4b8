import { expect, test } from 'vitest'
import type { TableColumn } from '../../../../shared/protocol/table/table.ts'
import { columnsInPlace, firstMissing } from './columns.ts'

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

test('the cursor goes to the first missing value, or else to the first empty cell', () => {
  const columns = ['rid', 'note', 'title'].map((name, place) => ({
    column: { name } as TableColumn,
    place,
    width: 100,
  }))
  const at = (cells: (string | null)[], ...missing: string[]): number =>
    firstMissing(columns, {
      record: 0,
      line: 0,
      cells,
      problems: [{ columns: missing, severity: 'error', code: 'missing-field', message: '' }],
    })
  expect(at(['1', null, null], 'title')).toBe(2)
  expect(at(['1', null, null])).toBe(1)
  expect(at([null, null, null], 'title', 'rid')).toBe(0)
  expect(at(['1', '2', '3'])).toBe(0)
})
