import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { cellReader, columnTypeOf, typedText } from './typed-values.ts'

/** A column's type and, row by row, its value and the text beside it. */
function typed(type: string, ...cells: (string | undefined)[]): string {
  const kind = columnTypeOf(type, cells)
  const read = cellReader(kind)
  const shown = cells.map(cell => {
    const { value, text } = cell === undefined ? { value: undefined, text: undefined } : read(cell)
    return `${String(value ?? '')}${text === undefined ? '' : ` "${text}"`}`
  })
  return `${kind}: ${shown.join(', ')}`
}

test('numbers and truth values', () => {
  expect(typed('int', '3', '-3', undefined, '+3', '007', '9223372036854775807', '9223372036854775808', 'three')).toBe(
    'int: 3, -3, , 3 "+3", 7 "007", 9223372036854775807,  "9223372036854775808",  "three"',
  )
  expect(typed('float', '4.5', '4.50', '1e21', '1e+21', '-0', '1e999')).toBe(
    'float: 4.5, 4.5 "4.50", 1e+21 "1e21", 1e+21, 0 "-0",  "1e999"',
  )
  expect(typed('bool', 'true', 'false', 'yes')).toBe('bool: true, false,  "yes"')
})

test('timestamps are all dates, all with a zone, or all without', () => {
  expect(typed('ts', '2026-06-30', '0001-01-01', '30.06.2026')).toBe('date: 20634, -719162,  "30.06.2026"')
  expect(
    typed(
      'ts',
      '2026-06-30T14:05:00Z',
      '2026-06-30T14:05:00.123456Z',
      '2026-06-30T16:05+02:00',
      '2026-06-30T14:05:00.1234567Z',
    ),
  ).toBe(
    'instant: 1782828300000000, 1782828300123456, 1782828300000000 "2026-06-30T16:05+02:00", 1782828300123456 "2026-06-30T14:05:00.1234567Z"',
  )
  expect(typed('ts', '2026-06-30T14:05:00', '2026-06-30T14:05')).toBe(
    'local: 1782828300000000, 1782828300000000 "2026-06-30T14:05"',
  )
  expect(typed('ts', '2026-06-30', '2026-06-30T14:05:00Z')).toBe('string: 2026-06-30, 2026-06-30T14:05:00Z')
})

test('what is of no type stays text', () => {
  expect(typed('string', '3')).toBe('string: 3')
  expect(typed('vector', '3')).toBe('string: 3')
  expect(typed('int', 'three', undefined)).toBe('string: three, ')
})

test('a value and the text beside it say what the text said', () => {
  const timestamps = fc
    .tuple(
      fc.constantFrom('0000', '0001', '1969', '1970', '2024', '9999'),
      fc.constantFrom('-01-01', '-02-28', '-12-31'),
      fc.constantFrom('', 'T00:00', 'T23:59:59', 'T12:30:15.1', 'T12:30:15.123456789', 'T12:30:15.000001'),
      fc.constantFrom('', 'Z', '+00:00', '-23:59', '+05:30'),
    )
    .map(([year, day, time, zone]) => year + day + time + (time === '' ? '' : zone))
  const numbers = fc.oneof(
    fc.bigInt().map(String),
    fc.double().map(String),
    fc.stringMatching(/^[+-]?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/),
  )
  const cells = fc.array(
    fc.option(fc.oneof(timestamps, numbers, fc.string(), fc.constantFrom('true', 'false')), { nil: undefined }),
  )
  fc.assert(
    fc.property(fc.constantFrom('string', 'int', 'float', 'bool', 'ts', 'ref'), cells, (type, cells) => {
      const kind = columnTypeOf(type, cells)
      const read = cellReader(kind)
      for (const cell of cells) {
        if (cell === undefined) continue
        const { value, text } = read(cell)
        expect(text ?? (value === undefined ? undefined : typedText(kind, value))).toBe(cell)
      }
    }),
    { numRuns: runs(500) },
  )
})
