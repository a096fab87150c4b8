import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownCellsIn } from './clipboard-html.ts'
import { copiedCells, textOfCells } from './clipboard-text.ts'
import { cellsOfText } from './pasted-text.ts'

test('what is copied is what is pasted', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 5 }).map(text => text.replace(/[\r\t]/g, ''))
  const cells = fc.oneof(fc.constantFrom('', ' ', 'a, b', '"', 'x"y', 'a\nb', '=1', "'=1", '-5', '@a', ','), anyText)
  const rowsOf = (width: number): fc.Arbitrary<string[][]> =>
    fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 })
  const tables = fc.integer({ min: 1, max: 4 }).chain(rowsOf)
  fc.assert(
    fc.property(tables, rows => {
      expect(cellsOfText(textOfCells(rows))).toEqual(rows)
      expect(ownCellsIn(copiedCells(rows).html)).toEqual(rows)
    }),
  )
})

test('HTML has the cells as they are, and as a spreadsheet reads them', () => {
  const rows = [
    ['007', '=1', null, '<b>&"'],
    ['12', '2026-06-30', 'a\nb', 'c\r\nd'],
  ]
  const { html } = copiedCells(rows)
  expect(ownCellsIn(`<meta>${html}`)).toEqual(rows.map(row => row.map(cell => cell ?? '')))
  const cells = [...html.matchAll(/<td([^>]*)>(.*?)<\/td>/gs)].map(
    ([, marks, cell]) => (marks === '' ? '' : 'text ') + cell,
  )
  expect(cells).toEqual([
    'text 007',
    "text '=1",
    '',
    'text &lt;b&gt;&amp;&quot;',
    '12',
    '2026-06-30',
    'text a<br style="mso-data-placement:same-cell">b',
    'text c<br style="mso-data-placement:same-cell">d',
  ])
})

test('what is no table of Recline is not read as one', () => {
  for (const text of ['', '1', '{}', '[1]', 'x'])
    expect(ownCellsIn(`<table data-recline-cells="${text}">`)).toBe(undefined)
  expect(ownCellsIn('<table><tr><td>[["a"]]</table>')).toBe(undefined)
  expect(ownCellsIn('<table border="1" data-recline-cells="[[1,&quot;a&nbsp;&quot;,null]]">')).toEqual([
    ['', 'a\u00a0', ''],
  ])
})

test('a formula becomes text for a spreadsheet, and a number stays a number', () => {
  const cells = ['=1+1', '@SUM(1)', '+1-2', '-5', '+4.5e3', "'=1", "it's", '＝1']
  expect(textOfCells(cells.map(cell => [cell]))).toBe("'=1+1\n'@SUM(1)\n'+1-2\n-5\n+4.5e3\n''=1\nit's\n'＝1")
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
