import { afterEach, expect, test } from 'vitest'
import { send } from '../../shared/protocol/request.ts'
import { type TableRow, tableRowsRequest, tablesRequest } from '../../shared/protocol/table/table.ts'
import { tableEditRequest } from '../../shared/protocol/table/table-edit.ts'
import { startClient, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.compliance.rec'
const control = 'core.compliance.CONTROL'
const query = { filters: [], search: '', hasProblem: false }

test('tables, their rows, and an edit that goes to the text and comes back as rows', async () => {
  const client = await startClient()
  client.open(uri, '@CONTROL rid=C-1 | maturity="3"\n@CONTROL rid=C-2\n')
  const tables = (await send(client.connection, tablesRequest, { uri }))!
  expect(tables.tables.map(({ key, count }) => [key, count])).toEqual([[control, 2]])
  const place = tables.tables[0]!.columns.findIndex(({ name }) => name === 'maturity')

  const range = { table: control, query, start: 0, count: 10 }
  const rows = async (): Promise<readonly TableRow[]> =>
    (await send(client.connection, tableRowsRequest, { uri, ...range }))!.rows
  const cells = async (): Promise<unknown[]> => (await rows()).map(row => row.cells[place])
  expect(await cells()).toEqual(['3', null])

  const { record } = (await rows())[1]!
  const edit = { kind: 'write' as const, cells: [{ record, column: 'maturity', value: '4' }] }
  const { version } = tables
  const answer = (await send(client.connection, tableEditRequest, { uri, version, table: control, edit }))!
  if ('refusal' in answer) throw new Error(answer.refusal)
  client.change(uri, 2, ...answer.files[0]!.edits.map(({ range, newText }) => ({ range, text: newText })))
  expect(await cells()).toEqual(['3', '4'])
})
