import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOfCsv, cellsOfText } from './pasted-text.ts'

test('tabs as spreadsheets give them', () => {
  expect(cellsOfText('a\tb, c\r\n1\t"x\ty"\r\n')).toEqual([
    ['a', 'b, c'],
    ['1', 'x\ty'],
  ])
  expect(cellsOfText('"Hello')).toEqual([['"Hello']])
  expect(cellsOfText('a')).toEqual([['a']])
  expect(cellsOfText('')).toEqual([['']])
})

test('a text without a tab has one column', () => {
  expect(cellsOfText('Smith,John\n1.234,50\r\n"2, 3"')).toEqual([['Smith,John'], ['1.234,50'], ['2, 3']])
  const anyText = fc.string({ unit: fc.constantFrom(',', ';', '|', '"', "'", ' ', 'a', '1', '.', '\n', '\r', '=') })
  fc.assert(
    fc.property(anyText, text => {
      expect(cellsOfText(text).filter(row => row.length !== 1)).toEqual([])
    }),
  )
})

test('CSV has columns, at semicolons or commas, and keeps its empty rows', () => {
  expect(cellsOfCsv('a,"b; c"\r\n,\r\n1\r\n')).toEqual([['a', 'b; c'], ['', ''], ['1']])
  expect(cellsOfCsv('#1;1.234,50')).toEqual([['#1', '1.234,50']])
  expect(cellsOfCsv('a,"b')).toEqual({ refusal: expect.stringMatching(/^The clipboard has no CSV: /) })
})
