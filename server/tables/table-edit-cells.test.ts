import { expect, test } from 'vitest'
import { createRegistry, tagOfPath } from '../../shared/domains/registry.ts'
import { readPastedValues, readTypedValue } from './table-edit-cells.ts'

const registry = createRegistry([
  {
    domain: 'acme.lab',
    version: '1.0',
    description: 'Samples.',
    records: [
      {
        tag: 'SAMPLE',
        fields: [
          { name: 'taken', type: 'ts' },
          { name: 'mass', type: 'float' },
          { name: 'sealed', type: 'bool' },
          { name: 'label', type: 'string' },
          { name: 'state', type: 'string', enum: ['in-progress', 'done', 'Done', 'open'] },
          { name: 'doses', type: 'float', list: true },
        ],
      },
    ],
  },
])
const sample = tagOfPath(registry, 'acme.lab.SAMPLE')

const numbered = {
  domain: 'acme.press',
  version: '1.0',
  description: 'Batches with numbers.',
  records: [{ tag: 'BATCH', fields: [{ name: 'rid', type: 'float' as const }] }],
}

/** The cells of pasted lines after they are read, with the notes below them. */
function read(columns: string, lines: readonly string[], tag = sample): string[] {
  const { rows, notes } = readPastedValues(
    lines.map(line => line.split(';')),
    columns.split(';'),
    tag,
  )
  return [...rows.map(row => row.join(';')), ...notes]
}

test('dates, numbers and truth values of spreadsheets become those of the notation', () => {
  expect(read('label;taken;mass;sealed', ['31.12.2026;31.12.2026;1.234,5;TRUE', 'x;1.2.2027;0,5;', 'y'])).toEqual([
    '31.12.2026;2026-12-31;1234.5;true',
    'x;2027-02-01;0.5;',
    'y',
    '"taken": 2 dates are read with the day before the month, such as "31.12.2026" as 2026-12-31.',
    '"mass": 2 numbers are read with the comma as decimal sign, such as "1.234,5" as 1234.5.',
    '"sealed": 1 value is read, such as "TRUE" as true.',
  ])
})

test('a value that can only mean one of the allowed ones is read as that, and others stay', () => {
  expect(read('state;label', ['In Progress;Open', 'OPEN;x', 'DONE;y', 'soon;z', 'done;'])).toEqual([
    'in-progress;Open',
    'open;x',
    'DONE;y',
    'soon;z',
    'done;',
    '"state": 2 values are read, such as "In Progress" as in-progress.',
  ])
})

test('blanks are removed, and truth words and times are read', () => {
  expect(read('label;taken;mass;sealed', [' x ;1782828300; 5;Yes', ' ;1782828301;;no'])).toEqual([
    'x;2026-06-30T14:05:00Z;5;true',
    ';2026-06-30T14:05:01Z;;false',
    '"label": 2 values are read without surrounding blanks, such as " x " in row 1.',
    '"mass": 1 value is read without surrounding blanks, such as " 5" in row 1.',
    '"taken": 2 dates are read from the number of seconds since 1970, such as "1782828300" as 2026-06-30T14:05:00Z.',
    '"sealed": 2 values are read, such as "Yes" as true.',
  ])
})

test('a column that can mean different values stays as it is, and the user is told', () => {
  expect(read('taken;mass', ['01/02/2026;1,500', '03/04/2026;2,500'])).toEqual([
    '01/02/2026;1,500',
    '03/04/2026;2,500',
    '"taken": "01/02/2026" can mean 2026-02-01 or 2026-01-02, and no other value of the column decides it. The values stay as they are.',
    '"mass": "1,500" can mean 1.500 or 1500, and no other value of the column decides it. The values stay as they are.',
  ])
})

test('values of the notation, lists, texts and unknown columns and tags stay as they are', () => {
  const same = (columns: string, lines: readonly string[], tag?: typeof sample): void =>
    expect(read(columns, lines, tag)).toEqual(lines)
  same('taken;mass;sealed', ['2026-12-31;1.234;true', ';2.500;false', 'soon;x;maybe'])
  same('doses;label;other', ['1,5;1,5;1,5'])
  expect(readPastedValues([['31.12.2026', 'more']], ['taken'], undefined)).toEqual({
    rows: [['31.12.2026', 'more']],
    notes: [],
  })
})

test('a typed value is read as a pasted one; an id stays as it is, and so does no value', () => {
  const typed = (column: string, value: string | null): unknown => readTypedValue({ column, value, record: 7 }, sample)
  expect(typed('taken', '31.12.2026')).toEqual({
    cell: { column: 'taken', value: '2026-12-31', record: 7 },
    notes: ['"taken": 1 date is read with the day before the month, such as "31.12.2026" as 2026-12-31.'],
  })
  expect(typed('label', ' ')).toMatchObject({ cell: { value: null } })
  expect(typed('taken', null)).toEqual({ cell: { column: 'taken', value: null, record: 7 }, notes: [] })
  const batch = tagOfPath(createRegistry([numbered]), 'acme.press.BATCH')
  expect(readTypedValue({ column: 'rid', value: '1.234,5' }, batch).cell.value).toBe('1.234,5')
})
