import { expect, test } from 'vitest'
import { changesInTurn, type LostText } from './table-host.ts'

type Answers = Parameters<typeof changesInTurn>[0]

/** A table whose changes are only noted; those of records from 10 on are refused. */
function openTable() {
  const edits: unknown[] = []
  const lost: LostText[] = []
  const answers = {
    start: () => ({ isWorkspace: false, hasViews: false }),
    edit: async ({ edit }) => {
      edits.push(edit)
      const isRefused = edit.kind === 'write' && edit.cells[0]!.record >= 10
      return isRefused ? { refusal: 'The record is gone.' } : { record: null, note: '' }
    },
  } satisfies Partial<Answers>
  const { answers: inTurn, leave } = changesInTurn(answers as unknown as Answers, text => void lost.push(text))
  const draft = (cell?: { readonly record?: number; readonly column: string; readonly value: string | null }) =>
    inTurn.draft({ table: 'T', ...(cell && { cell }) })
  return { edits, lost, draft, leave, start: () => inTurn.start({}) }
}

test('what is typed and not taken is written once when the page is left', async () => {
  const { edits, draft, leave } = openTable()
  await draft({ record: 1, column: 'title', value: 'A' })
  await draft({ record: 1, column: 'title', value: 'Ab' })
  await leave()
  await leave()
  expect(edits).toEqual([{ kind: 'write', cells: [{ record: 1, column: 'title', value: 'Ab' }] }])
})

test('what is typed below the last record is written as a new one', async () => {
  const { edits, draft, leave } = openTable()
  await draft({ column: 'title', value: 'New' })
  await leave()
  expect(edits).toEqual([{ kind: 'add', cell: { column: 'title', value: 'New' } }])
})

test('what was taken or given up leaves nothing', async () => {
  const { edits, draft, leave } = openTable()
  await draft({ record: 1, column: 'title', value: 'A' })
  await draft()
  await leave()
  expect(edits).toEqual([])
})

test('a page that replaces another one leaves that first', async () => {
  const { edits, draft, start } = openTable()
  await draft({ record: 1, column: 'title', value: 'A' })
  await start()
  expect(edits).toHaveLength(1)
})

test('the user is told of a text that could not be written', async () => {
  const { lost, draft, leave } = openTable()
  await draft({ record: 10, column: 'title', value: 'A' })
  await leave()
  expect(lost).toEqual([{ refusal: 'The record is gone.', text: 'A' }])
})
