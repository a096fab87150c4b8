import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOfText, textOfCells } from './clipboard-text.ts'

test('what is copied is what is pasted', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 5 }).map(text => text.replace(/[\r\t]/g, ''))
  const cells = fc.oneof(fc.constantFrom('', ' ', 'a, b', '"', 'x"y', 'a\nb', '=1', "'=1", '-5', '@a', ','), anyText)
  const rowsOf = (width: number): fc.Arbitrary<string[][]> =>
    fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 })
  const tables = fc.integer({ min: 1, max: 4 }).chain(rowsOf)
  fc.assert(
    fc.property(tables, rows => {
      expect(cellsOfText(textOfCells(rows))).toEqual(rows)
    }),
  )
})

test('a formula becomes text for a spreadsheet, and a number stays a number', () => {
  const cells = ['=1+1', '@SUM(1)', '+1-2', '-5', '+4.5e3', "'=1", "it's", '＝1']
  expect(textOfCells(cells.map(cell => [cell]))).toBe("'=1+1\n'@SUM(1)\n'+1-2\n-5\n+4.5e3\n''=1\nit's\n'＝1")
})

test('tabs as spreadsheets give them, commas, and text that has commas of its own', () => {
  expect(cellsOfText('a\tb, c\r\n1\t"x\ty"\r\n')).toEqual([
    ['a', 'b, c'],
    ['1', 'x\ty'],
  ])
  expect(cellsOfText('a,b\n1,"2, 3"')).toEqual([
    ['a', 'b'],
    ['1', '2, 3'],
  ])
  expect(cellsOfText('Dear all, see below\nand so on')).toEqual([['Dear all, see below'], ['and so on']])
  expect(cellsOfText('"Hello')).toEqual([['"Hello']])
  expect(cellsOfText('a')).toEqual([['a']])
  expect(cellsOfText('')).toEqual([['']])
})

test('cells are written as spreadsheets write them', () => {
  expect(
    textOfCells([
      ['a, b', 'say "hi"'],
      ['1\t2', 'x\ny'],
      ['"q"', ''],
    ]),
  ).toBe('a, b\tsay "hi"\n"1\t2"\t"x\ny"\n"""q"""\t')
})

test('an empty cell is nothing', () => {
  expect(
    textOfCells([
      [null, 'a'],
      ['b', null],
    ]),
  ).toBe('\ta\nb\t')
})
