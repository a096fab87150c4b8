import { expect, test } from 'vitest'
import { partOfCell, partsInAll, readMeasured } from './measured-values.ts'

test.each([
  ['<0.5', '< 0.5 -'],
  ['≥ 5,6 mmol/L', '>= 5,6 mmol/L'],
  ['5.6 10^9/L', '- 5.6 10^9/L'],
  ['12%', '- 12 %'],
  ['EUR 5', '- 5 EUR'],
  ['$1,234.50', '- 1,234.50 $'],
  ['1 234 mg', '- 1 234 mg'],
  ['-1.5e-3 V', '- -1.5e-3 V'],
  ['.5', '- .5 -'],
  ['> -3 °C', '> -3 °C'],
  ['', undefined],
  ['mg', undefined],
  ['<', undefined],
  ['12 34', undefined],
  ['10:30', undefined],
  ['2026-06-30', undefined],
  ['5.6.2026', undefined],
  ['ABC 12', undefined],
  ['USD 5 mg', undefined],
  ['5\nmg', undefined],
  [`<${' '.repeat(200)}5`, undefined],
])('%j has the parts %j', (text, parts) => {
  const read = readMeasured(text)
  expect(read && [read.comparator ?? '-', read.number, read.unit ?? '-'].join(' ')).toBe(parts)
})

test('a cell without parts is all number, so that it is seen', () => {
  expect(partOfCell('negative', 'number')).toBe('negative')
  expect(partOfCell('negative', 'unit')).toBeUndefined()
  expect(partOfCell(undefined, 'number')).toBeUndefined()
})

test('the parts of all texts together', () => {
  expect([...partsInAll(['<5', undefined, '6 mg'])!]).toEqual(['comparator', 'unit'])
  expect([...partsInAll(['5'])!]).toEqual([])
  expect(partsInAll(['5', 'x'])).toBeUndefined()
})
