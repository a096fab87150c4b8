import { expect, test } from 'vitest'
import { checkFile } from '../../shared/check/check.ts'
import { edit } from '../../shared/syntax/tree.ts'
import { snapshotOf } from '../../test/editor.ts'
import { diagnostics } from './diagnostics.ts'

const tell = (text: string, limit: number): string[] =>
  diagnostics(snapshotOf(text), limit).map(
    ({ range, code, message }) => `${range.start.line} ${String(code)}: ${message}`,
  )

const text = '@CONTROL rid="C-1"\n@CONTROL rid="C-2"\n@CONTROL rid=C-3 | color=x\n@CONTROL rid=C-4 | maturity:int=9\n'

test('up to the limit, all problems are reported', () => {
  expect(diagnostics(snapshotOf(text), 4)).toHaveLength(4)
})

test('over the limit, the highest severities are kept, and one problem says how many more there are', () => {
  expect(tell(text, 3)).toEqual([
    '0 notation: CONTROL.rid is written in quotes; the canonical notation is rid=C-1. There is 1 more problem in this file that is not shown' +
      ' (with this one 0 errors, 0 warnings, 2 of information); "recline check" lists all.',
    '2 unknown-field: color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.',
    '3 out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.',
  ])
})

test('a problem that is off does not count', () => {
  const snapshot = snapshotOf(text, { settings: { severity: { notation: 'off' } } })
  expect(diagnostics(snapshot, 2).map(({ code }) => code)).toEqual(['unknown-field', 'out-of-range'])
})

test('a diagnostic stays the same object as long as its line does not change', () => {
  const before = snapshotOf(text)
  const { tree, context } = before.file
  const after = (at: number, inserted: string) =>
    diagnostics({ ...before, file: checkFile(edit(tree, at, at, inserted), context, before.file) })
  const known = diagnostics(before)
  const sameLines = after(text.length - 1, '1')
  expect(sameLines.map(diagnostic => known.includes(diagnostic))).toEqual([true, true, true, false])
  const moved = after(text.indexOf('@CONTROL rid=C-3'), '\n')
  expect(moved.map(({ range }) => range.start.line)).toEqual([0, 1, 3, 4])
})
