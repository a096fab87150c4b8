import { expect, test } from 'vitest'
import { withoutTabStops } from '../../shared/syntax/text-change.ts'
import { offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { open } from '../../test/editor.ts'
import { filledRecord, newRecord } from './new-record.ts'

test('a new record goes to a blank line at the cursor', () => {
  expectInserted('$0', '@CONTROL rid=C-8')
  expectInserted('@CONTROL rid=C-1\n$0', '@CONTROL rid=C-1\n@CONTROL rid=C-8')
  expectInserted('@CONTROL rid=C-1\n  $0  \n# end', '@CONTROL rid=C-1\n@CONTROL rid=C-8\n# end')
  expectInserted('@BEGIN\n@END\n$0', '@BEGIN\n@END\n@CONTROL rid=C-8')
})

test('at a record, a new one goes below it and its continuation lines', () => {
  expectInserted('@CONTROL r$0id=C-1', '@CONTROL rid=C-1\n@CONTROL rid=C-8')
  expectInserted(
    '@CONTROL rid=C-1$0\n | title="x"\n@CONTROL rid=C-4\n',
    '@CONTROL rid=C-1\n | title="x"\n@CONTROL rid=C-8\n@CONTROL rid=C-4\n',
  )
  expectInserted('@CONTROL rid=C-1\n | ti$0tle="x"', '@CONTROL rid=C-1\n | title="x"\n@CONTROL rid=C-8')
})

test('a comment stays above its record', () => {
  expectInserted('# o$0ne\n# two\n@CONTROL rid=C-1\n', '# one\n# two\n@CONTROL rid=C-1\n@CONTROL rid=C-8\n')
  expectInserted('# al$0one\n\n', '# alone\n@CONTROL rid=C-8\n\n')
})

test('a new record never goes into a block', () => {
  expectInserted('@BEGIN\n$0\n@END\n', '@BEGIN\n\n@END\n@CONTROL rid=C-8\n')
  expectInserted('# x\n@BEGIN\n\n$0', '# x\n@CONTROL rid=C-8\n@BEGIN\n\n')
})

test('an unknown tag has no new record', () => {
  const { snapshot } = open('$0')
  expect(newRecord(snapshot, { line: 0, tag: 'core.compliance.NOTHING' })).toBeNull()
})

test('a filled record is in canonical notation, whatever its values are', () => {
  const { snapshot } = open('@CONTROL rid=CTL-7 | title="Reviews"\n')
  const written = filledRecord(snapshot, {
    line: 0,
    tag: 'core.compliance.FINDING',
    values: [
      ['control_ref', 'CTL "7" $1}\\'],
      ['rid', 'FND 1'],
      ['nothing', 'x'],
    ],
  })
  expect(written).toMatchObject({ line: 1 })
  expect(withoutTabStops(written!.snippet)).toBe('@FINDING rid="FND 1" | control_ref="CTL \\"7\\" $1}\\\\"')
})

/** Inserts a CONTROL at the cursor, as a client does, and compares the text; another file has the CONTROL C-7. */
function expectInserted(before: string, after: string): void {
  const { snapshot, position } = open(before, { others: { 'other.rec': '@CONTROL rid=C-7' } })
  const { tree } = snapshot.file
  const { line, lineBreakAt, snippet } = newRecord(snapshot, { line: position.line, tag: 'core.compliance.CONTROL' })!
  const text = textOf(tree)
  const at = lineBreakAt && offsetAt(tree, lineBreakAt)
  const lines = (at === null ? text : `${text.slice(0, at)}\n${text.slice(at)}`).split('\n')
  expect(lines[line]!.trim()).toBe('')
  lines[line] = withoutTabStops(snippet)
  expect(lines.join('\n')).toBe(after)
}
