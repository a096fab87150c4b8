import { type GenericSchema, safeParse } from 'valibot'
import { expect, test } from 'vitest'
import {
  tableCsvParams,
  tableEditParams,
  tableRecordParams,
  tableRowsParams,
  tableValuesParams,
} from './table-requests.ts'

const query = { filters: [], search: '', hasProblem: false }
const uri = 'file:///a.rec'

const good: readonly (readonly [GenericSchema, object])[] = [
  [
    tableRowsParams,
    {
      uri,
      table: 'T',
      query: { ...query, sort: { column: 'a', isDescending: true }, filters: [{ column: 'a', text: '1' }] },
      start: 0,
      count: 1000,
      find: 3,
    },
  ],
  [
    tableEditParams,
    { uri, version: 1, table: 'T', edit: { kind: 'write', cells: [{ record: 1, column: 'a', value: null }] } },
  ],
  [
    tableEditParams,
    {
      uri,
      version: 1,
      table: 'T',
      edit: { kind: 'paste', text: 'x', width: 1, query, start: 0, count: 1, columns: ['a'] },
    },
  ],
  [tableEditParams, { uri, version: 1, table: 'T', edit: { kind: 'delete', query, start: 0, count: 1 } }],
  [tableCsvParams, { uri, table: 'T', query, start: 0, count: 1, columns: [], hasHeadings: false }],
  [tableValuesParams, { uri, record: 1, column: 'a', typed: '' }],
  [tableRecordParams, { uri, line: 0 }],
]

const bad: readonly (readonly [GenericSchema, unknown])[] = [
  [tableRowsParams, null],
  [tableRowsParams, { uri, table: 'T', query, start: -1, count: 1 }],
  [tableRowsParams, { uri, table: 'T', query, start: 0, count: 1e9 }],
  [tableRowsParams, { uri, table: 'T', query: { ...query, sort: 'a' }, start: 0, count: 1 }],
  [tableEditParams, { uri, version: 1, table: 'T', edit: { kind: 'format' } }],
  [tableEditParams, { uri, version: '1', table: 'T', edit: { kind: 'add' } }],
  [
    tableEditParams,
    { uri, version: 1, table: 'T', edit: { kind: 'write', cells: [{ record: 0.5, column: 'a', value: 'x' }] } },
  ],
  [
    tableEditParams,
    { uri, version: 1, table: 'T', edit: { kind: 'write', cells: [{ record: 0, column: 'a', value: {} }] } },
  ],
  [tableCsvParams, { uri, table: 'T', query, start: 0, count: 1, columns: [1], hasHeadings: false }],
  [tableValuesParams, { uri: 7, record: 1, column: 'a', typed: '' }],
  [tableRecordParams, { uri, line: NaN }],
]

test('requests of the right form are taken, all others are refused', () => {
  for (const [form, params] of good) expect(safeParse(form, params).success, JSON.stringify(params)).toBe(true)
  for (const [form, params] of bad) expect(safeParse(form, params).success, JSON.stringify(params)).toBe(false)
})
