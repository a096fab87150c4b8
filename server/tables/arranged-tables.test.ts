import { expect, test } from 'vitest'
import { packFile } from '../../shared/index/packed-file.ts'
import type { TableQuery } from '../../shared/protocol/table/table.ts'
import { fileTables } from '../../test/asked-tables.ts'
import { snapshotOf } from '../../test/editor.ts'
import { check } from '../../test/records.ts'

// Other files of the workspace change without a change of the file whose table is shown.

const table = 'core.compliance.FINDING'
const controls = (one: string, two: string): string =>
  `@CONTROL rid=C-1 | title="${one}"\n@CONTROL rid=C-2 | title="${two}"\n`
const finding = (number: number, severity: string): string =>
  `@FINDING rid=F-${number} | control_ref="C-${number}" | severity="${severity}"\n`

/** A file with two findings, a table of it in groups, and what changes the titles of their controls. */
function start(search: string) {
  const editor = { fileName: 'a.compliance.rec', others: { 'b.compliance.rec': controls('Access', 'Access') } }
  const text = finding(1, 'high') + finding(2, 'high')
  const snapshot = snapshotOf(text, editor)
  const tables = fileTables()
  const query: TableQuery = { filters: [], search, hasProblem: false, group: { column: 'severity', folded: [] } }
  const rows = tables.rows(snapshot, { table, query, start: 0, count: 10 })!
  const retitle = (one: string, two: string): void => {
    const another = '@CONTROL rid=C-3 | title="Logs"\n'
    const file = packFile(check(controls(one, two) + another, { fileName: 'b.compliance.rec' }))
    snapshot.index.update('file:///b.compliance.rec', file, snapshot)
    // Another request than that for rows, such as that for the tabs.
    tables.tables(snapshot)
  }
  return { snapshot, tables, query, rows, retitle, editor, text }
}

test('a row in groups is followed into a new version after another file has changed', () => {
  const { snapshot, tables, query, rows, retitle, editor } = start('')
  expect(rows.rows.map(({ cells }) => cells[0])).toEqual(['F-1', 'F-2'])
  retitle('Backups', 'Access')
  const changed = { ...snapshotOf(finding(1, 'high') + finding(2, 'low'), editor), version: 2, index: snapshot.index }
  const follow = { version: rows.version, query, rows: [0, 1] }
  const { followed } = tables.rows(changed, { table, query, start: 0, count: 10, follow })!
  const now = tables.rows(changed, { table, query, start: 0, count: 10 })!
  expect(followed.map(row => now.rows[row]?.cells[0])).toEqual(['F-1', 'F-2'])
})

test('an edit of a row is of the record that the row showed, though another one would be there now', () => {
  const { snapshot, tables, query, rows, retitle, text } = start('Access')
  expect(rows.rows.map(({ cells }) => cells[0])).toEqual(['F-1', 'F-2'])
  retitle('Backups', 'Access')
  const edit = { kind: 'delete', query, start: 0, count: 1 } as const
  const answer = tables.edit(snapshot, { table, version: rows.version, edit })
  if ('refusal' in answer) throw new Error(answer.refusal)
  const [edited] = answer.files[0]!.edits
  expect([edited!.range.start.line, edited!.range.end.line]).toEqual([0, 1])
  expect(text.split('\n')[0]).toContain('F-1')
})
