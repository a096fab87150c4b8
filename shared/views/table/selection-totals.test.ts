import { expect, test } from 'vitest'
import { builtinDescriptors } from '../../domains/built-in.ts'
import { createRegistry, tagOfPath } from '../../domains/registry.ts'
import { totalsOf } from './selection-totals.ts'
import { columnsNamed, tableOfTag } from './tables.ts'

const registry = createRegistry(builtinDescriptors)

/** The totals of cells with `;` between rows and `,` between cells; an empty text is an empty cell. */
function totals(path: string, names: string, text: string): object {
  const table = tableOfTag(tagOfPath(registry, path)!)
  const rows = text.split(';').map(row => row.split(',').map(cell => (cell === '' ? null : cell)))
  return totalsOf(columnsNamed(table, names.split(' ')), rows)
}

const maturity = (text: string): object => totals('core.compliance.CONTROL', 'maturity', text)

test('whole numbers are added exactly, and what is no number is counted', () => {
  expect(maturity('1;2;;high;4')).toEqual({
    cells: 5,
    filled: 4,
    numbers: { count: 3, others: 1, unit: '', sum: '7', average: '2.33', least: '1', greatest: '4' },
  })
  expect(maturity('9007199254740993;1')).toMatchObject({
    numbers: { sum: '9007199254740994', greatest: '9007199254740993' },
  })
  expect(maturity('-1;-2')).toMatchObject({ numbers: { sum: '-3', average: '-1.5' } })
  expect(maturity(';')).toEqual({ cells: 2, filled: 0, numbers: { count: 0, others: 0, unit: '' } })
})

test('a sum of decimals has as many of them as its longest number', () => {
  expect(totals('core.insurance.CLAIM', 'amount_paid', '0.1;0.2')).toMatchObject({
    numbers: { sum: '0.3', average: '0.15' },
  })
})

test('numbers of any size and form are added exactly, and shown as they are written', () => {
  const paid = (text: string): object => totals('core.insurance.CLAIM', 'amount_paid', text)
  expect(paid('9007199254740993;0.5')).toMatchObject({
    numbers: { sum: '9007199254740993.5', least: '0.5', greatest: '9007199254740993' },
  })
  expect(paid('1.50;-2e3;1e-2')).toMatchObject({ numbers: { sum: '-1998.49', least: '-2e3', greatest: '1.50' } })
  expect(paid('-0.5;-0.25')).toMatchObject({ numbers: { average: '-0.375' } })
})

test('times have a first and a last one; texts are only counted', () => {
  expect(totals('core.compliance.EVIDENCE', 'collected', '2026-06-30;2026-01-01;later')).toEqual({
    cells: 3,
    filled: 3,
    times: { first: '2026-01-01', last: '2026-06-30' },
  })
  expect(totals('core.compliance.CONTROL', 'rid title', 'a,b;c,')).toEqual({ cells: 4, filled: 3 })
})
