import { type GenericSchema, safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { tableRecordRequest, tableRowsRequest, tableTextRequest } from './table.ts'
import { tableValuesRequest } from './table-cells.ts'
import { tableEditRequest } from './table-edit.ts'

type Request = { readonly params: GenericSchema }

const query = { filters: [], search: '', hasProblem: false }
const uri = 'file:///a.rec'

const good: readonly (readonly [Request, object])[] = [
  [
    tableRowsRequest,
    {
      uri,
      table: 'T',
      query: { ...query, sort: [{ column: 'a', isDescending: true }], filters: [{ column: 'a', text: '1' }] },
      start: 0,
      count: 1000,
      find: 3,
    },
  ],
  [
    tableEditRequest,
    { uri, version: 1, table: 'T', edit: { kind: 'write', cells: [{ record: 1, column: 'a', value: null }] } },
  ],
  [
    tableEditRequest,
    {
      uri,
      version: 1,
      table: 'T',
      edit: { kind: 'paste', text: 'x', width: 1, query, start: 0, count: 1, columns: ['a'] },
    },
  ],
  [tableEditRequest, { uri, version: 1, table: 'T', edit: { kind: 'delete', query, start: 0, count: 1 } }],
  [tableTextRequest, { uri, table: 'T', query, start: 0, count: 1, columns: [], version: 1, hasHeadings: false }],
  [tableValuesRequest, { uri, record: 1, column: 'a', typed: '' }],
  [tableRecordRequest, { uri, line: 0 }],
]

const bad: readonly (readonly [Request, unknown])[] = [
  [tableRowsRequest, null],
  [tableRowsRequest, { uri, table: 'T', query, start: -1, count: 1 }],
  [tableRowsRequest, { uri, table: 'T', query, start: 0, count: 1e9 }],
  [tableRowsRequest, { uri, table: 'T', query: { ...query, sort: 'a' }, start: 0, count: 1 }],
  [tableEditRequest, { uri, version: 1, table: 'T', edit: { kind: 'format' } }],
  [tableEditRequest, { uri, version: '1', table: 'T', edit: { kind: 'add' } }],
  [
    tableEditRequest,
    { uri, version: 1, table: 'T', edit: { kind: 'write', cells: [{ record: 0.5, column: 'a', value: 'x' }] } },
  ],
  [
    tableEditRequest,
    { uri, version: 1, table: 'T', edit: { kind: 'write', cells: [{ record: 0, column: 'a', value: {} }] } },
  ],
  [tableTextRequest, { uri, table: 'T', query, start: 0, count: 1, columns: [1], version: 1, hasHeadings: false }],
  [tableValuesRequest, { uri: 7, record: 1, column: 'a', typed: '' }],
  [tableRecordRequest, { uri, line: NaN }],
]

test('requests with the right parameters are accepted, all others are refused', () => {
  for (const [request, params] of good)
    expect(safeParse(request.params, params).success, JSON.stringify(params)).toBe(true)
  for (const [request, params] of bad)
    expect(safeParse(request.params, params).success, JSON.stringify(params)).toBe(false)
})
