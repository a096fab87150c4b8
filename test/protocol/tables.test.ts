import { afterEach, expect, test } from 'vitest'
import {
  type TableEditAnswer,
  type TableRows,
  type Tables,
  tableEditMethod,
  tableRowsMethod,
  tablesMethod,
} from '../../shared/protocol/table.ts'
import { startClient, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.compliance.rec'
const control = 'core.compliance.CONTROL'
const query = { filters: [], search: '', hasProblem: false }

test('tables, their rows, and an edit that goes to the text and comes back as rows', async () => {
  const client = await startClient()
  client.open(uri, '@CONTROL rid=C-1 | maturity="3"\n@CONTROL rid=C-2\n')
  const tables = await client.connection.sendRequest<Tables>(tablesMethod, { uri })
  expect(tables.tables.map(({ key, count }) => [key, count])).toEqual([[control, 2]])
  const place = tables.tables[0]!.columns.findIndex(({ name }) => name === 'maturity')

  const cells = async (): Promise<unknown[]> =>
    (
      await client.connection.sendRequest<TableRows>(tableRowsMethod, {
        uri,
        table: control,
        query,
        start: 0,
        count: 10,
      })
    ).rows.map(row => row.cells[place])
  expect(await cells()).toEqual(['3', null])

  const edit = { kind: 'write', cells: [{ record: 1, column: 'maturity', value: '4' }] }
  const answer = await client.connection.sendRequest<TableEditAnswer>(tableEditMethod, {
    uri,
    version: tables.version,
    table: control,
    edit,
  })
  if ('refusal' in answer) throw new Error(answer.refusal)
  client.change(uri, 2, ...answer.edits.map(({ range, newText }) => ({ range, text: newText })))
  expect(await cells()).toEqual(['3', '4'])
})

test('a request of another form gets no answer, and the server goes on', async () => {
  const client = await startClient()
  client.open(uri, '@CONTROL rid=C-1\n')
  expect(
    await client.connection.sendRequest(tableRowsMethod, { uri, table: control, query: 'all', start: 0, count: 10 }),
  ).toBeNull()
  expect(
    await client.connection.sendRequest(tableEditMethod, {
      uri,
      version: 1,
      table: control,
      edit: { kind: 'write', cells: [{ record: -1 }] },
    }),
  ).toBeNull()
  expect(await client.connection.sendRequest(tablesMethod, {})).toBeNull()
  expect(await client.connection.sendRequest(tablesMethod, { uri })).toMatchObject({ version: 1 })
})
