import { expect, test } from 'vitest'
import { textRows, workbookOf } from '../../test/workbooks.ts'
import type { TableLimits } from './parquet-table.ts'
import { type SheetChoice, workbookTable } from './workbook-table.ts'

const enough: TableLimits = { characters: 1000, unpackedBytes: 100_000 }
const rows = textRows(['rid', 'title'], ['A-1', 'a'])

const tableOf = (sheets: Record<string, string>, choice: SheetChoice = {}, limits = enough): unknown =>
  workbookTable(workbookOf({ sheets, attributes: { Hidden: 'state="hidden"' } }), limits, choice)

test('the only sheet that is not hidden is read, with the numbers of its rows and what is told of it', () =>
  expect(tableOf({ Hidden: rows, A: `${textRows(['All controls'])}${rows}<row><c/><c><v>7</v></c></row>` })).toEqual({
    table: {
      names: ['rid', 'title'],
      looks: ['string', 'string'],
      rows: [
        ['A-1', 'a'],
        [null, '7'],
      ],
      unreadable: [],
      sheet: {
        lines: [3, 4],
        notes: ['1 row above the names of the columns is skipped: "All controls".'],
        typed: [{ column: 1, rows: [1] }],
        problems: [],
        isFound: true,
      },
    },
  }))

test('of several sheets the user chooses one', () => {
  expect(tableOf({ A: '', B: rows })).toEqual({ sheets: ['A', 'B'] })
  expect(tableOf({ A: '', B: rows }, { sheet: 'B' })).toMatchObject({ table: { rows: [['A-1', 'a']] } })
  expect(tableOf({ A: '', B: rows }, { sheet: 'A' })).toEqual({ refusal: 'has no cells in the sheet A' })
})

test('the names of columns stand where the user says', () => {
  expect(tableOf({ A: rows }, { header: 2 })).toMatchObject({
    table: { names: ['A-1', 'a'], sheet: { isFound: false } },
  })
  expect(tableOf({ A: rows }, { header: 9 })).toMatchObject({
    table: { sheet: { problems: ['There is no row 9 with the names of columns.'] } },
  })
})

test('what cannot be read is refused with what to do', () => {
  expect(workbookTable(new Uint8Array([1]), enough, {})).toEqual({ refusal: 'is no Excel workbook; save it as .xlsx' })
  expect(tableOf({ Hidden: rows })).toEqual({ refusal: 'has no sheet that is not hidden' })
  expect(tableOf({ A: rows }, {}, { ...enough, characters: 20 })).toEqual({
    refusal: 'has too many values; convert it with "recline convert"',
  })
  expect(tableOf({ A: rows }, {}, { ...enough, unpackedBytes: 500 })).toEqual({
    refusal: 'has more than 0.0005 MB when it is unpacked',
  })
})
