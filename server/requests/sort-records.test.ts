import { expect, test } from 'vitest'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { offsetAt } from '../../shared/syntax/tree.ts'
import { snapshotOf } from '../../test/editor.ts'
import { sortKeys, sortRecords } from './sort-records.ts'

const cursor = { line: 0, character: 0 }

/** The text with the records sorted; those of some lines, or else all. */
function sorted(text: string, field: string | null, from = 0, to = 0): string {
  const snapshot = snapshotOf(text)
  const { tree } = snapshot.file
  const selections = [{ anchor: { line: from, character: 0 }, active: { line: to, character: 0 } }]
  const changes = sortRecords(snapshot, { selections, field }).map(({ range, newText }) => ({
    start: offsetAt(tree, range.start),
    end: offsetAt(tree, range.end),
    text: newText,
  }))
  return applyChanges(tree, changes)
}

test('by id, with numbers by their size, and comments move along', () => {
  expect(sorted('# Ten.\n@CONTROL rid=C-10\n\n@CONTROL rid=C-9\n  | title="A"', null)).toBe(
    '@CONTROL rid=C-9\n  | title="A"\n\n# Ten.\n@CONTROL rid=C-10',
  )
})

test('by a field with allowed values in the order of the descriptor', () => {
  const record = (id: number, status: string): string => `@CONTROL rid=C-${id} | status="${status}"\n`
  const text = record(1, 'effective') + record(2, 'tested') + '@CONTROL rid=C-3\n' + record(4, 'implemented')
  expect(sorted(text, 'status')).toBe(
    `${record(4, 'implemented')}${record(2, 'tested')}${record(1, 'effective')}@CONTROL rid=C-3\n`,
  )
})

test('headers, blocks and separate comments stay, and records do not pass them', () => {
  const text =
    '@CONTROL rid=B\n@CONTROL rid=A\n\n# Part two\n\n@CONTROL rid=D\n@CONTROL rid=C\n@DOC domain=legal\n@CLAUSE rid=A\n'
  expect(sorted(text, null)).toBe(
    '@CONTROL rid=A\n@CONTROL rid=B\n\n# Part two\n\n@CONTROL rid=C\n@CONTROL rid=D\n@DOC domain=legal\n@CLAUSE rid=A\n',
  )
})

test('only the selected records, if there are several', () => {
  const text = '@CONTROL rid=C\n@CONTROL rid=B\n@CONTROL rid=A\n'
  expect(sorted(text, null, 0, 2)).toBe('@CONTROL rid=B\n@CONTROL rid=C\n@CONTROL rid=A\n')
  expect(sorted(text, null, 1, 1)).toBe('@CONTROL rid=A\n@CONTROL rid=B\n@CONTROL rid=C\n')
})

test('the keys are the id and the fields that the records have', () => {
  const snapshot = snapshotOf('@CONTROL rid=C-1 | status="tested"\n@CONTROL rid=C-2 | color=x\n')
  const keys = sortKeys(snapshot, { selections: [{ anchor: cursor, active: cursor }] })
  expect(keys.map(({ field, order }) => [field, order.length > 0])).toEqual([
    [null, false],
    ['status', true],
    ['color', false],
  ])
})
