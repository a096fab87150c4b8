import { expect, test } from 'vitest'
import type { TableEdit } from '../../shared/protocol/table/table-edit.ts'
import { editEntries } from '../../test/asked-tables.ts'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import { ArrangedTables } from './arranged-tables.ts'

const text = `@NODE rid=N-1 | status="terminated"
@NODE rid=N-2 | status="running"
@NODE rid=N-3 | status="terminated"
@NODE rid=N-4
`

/** What an edit of the nodes says. */
function noteOf(edit: TableEdit, editor: Partial<Editor> = {}): string {
  const snapshot = snapshotOf(text, { fileName: 'a.infrastructure.rec', others: {}, ...editor })
  const answer = editEntries(new ArrangedTables().source(snapshot, 'core.infrastructure.NODE'), edit)
  return 'refusal' in answer ? answer.refusal : answer.note
}

const become = (record: number, value: string | null): TableEdit => ({
  kind: 'write',
  cells: [{ record, column: 'status', value }],
})

const brokenBy = 'NODE.status changed from "terminated" to "running"; after "terminated", no other state can follow.'

test('an edit tells of a state that cannot follow the one before', () => {
  expect(noteOf(become(0, 'running'))).toBe(brokenBy)
})

test.each([
  ['a state that can follow', become(1, 'terminated')],
  ['the same state', become(0, 'terminated')],
  ['no state any more', become(0, null)],
  ['a word that is no state', become(0, 'gone')],
  ['a record that had none', become(3, 'running')],
])('nothing is told of %s', (_, edit) => {
  expect(noteOf(edit)).toBe('')
})

test('of several records, their number and the first are told', () => {
  const query = { filters: [], search: '', hasProblem: false }
  const paste: TableEdit = {
    kind: 'paste',
    text: 'running\n',
    width: 1,
    query,
    start: 0,
    count: 3,
    columns: ['status'],
  }
  expect(noteOf(paste)).toBe(`2 records changed to a state that cannot follow the one before. The first: ${brokenBy}`)
})

test('nothing is told if the user has switched the code off', () => {
  expect(noteOf(become(0, 'running'), { settings: { severity: { lifecycle: 'off' } } })).toBe('')
})
