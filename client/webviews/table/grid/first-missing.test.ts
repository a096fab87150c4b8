import { expect, test } from 'vitest'
import type { TableColumn } from '../../../../shared/protocol/table/table.ts'
import { firstMissing } from './first-missing.ts'

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
