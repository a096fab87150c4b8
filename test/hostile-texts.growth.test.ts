import { expect, test } from 'vitest'
import { problemsOf } from '../shared/check/check.ts'
import { fixAll } from '../shared/check/fixes/fixes.ts'
import { formatChanges } from '../shared/check/fixes/format.ts'
import { recordName } from '../shared/domains/identity.ts'
import type { Tag } from '../shared/domains/registry.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import type { RecordNode } from '../shared/syntax/nodes.ts'
import { applyChanges } from '../shared/syntax/text-change.ts'
import { parse, textOf } from '../shared/syntax/tree.ts'
import { expectLinearSteps } from './count-steps.ts'
import { builtinRegistry, check } from './records.ts'

// The size of each case is how often a piece of text is repeated.

test.each(['a=[ | ', 'a="x | ', '[', 'a="\\" | a=', 'a= # ', '| ', 'a:', 'a=b c=', '"', ' |x=['])(
  'the fields of a line of %j',
  piece =>
    expectLinearSteps(1000, size => {
      const text = '@T ' + piece.repeat(size)
      return () => (parse(text).entries[0] as RecordNode).fields
    }),
)

test.each([
  'a=[ | ',
  'a="x | ',
  'a="\\x" ',
  'a= # ',
  '| ',
  'a: ',
  'a=b c=',
  '"',
  'é=',
  '@',
  ' junk "x"y',
  ' a=é',
  ' maturity=1,,,x5',
  'rid="x" y ',
  'a=“x” | ',
  'a=“x | ',
  'a=x||y ',
  'a=|',
])('the problems of a line of %j', piece =>
  expectLinearSteps(500, size => {
    const text = '@CONTROL ' + piece.repeat(size)
    return () => expect(problemsOf(check(text)).length).toBeGreaterThan(0)
  }),
)

test('the problems below many suppressions', () =>
  expectLinearSteps(250, size => {
    const text =
      '# recline-disable-next-line missing-field notation\n@CONTROL title=x\n' +
      '# recline-disable syntax\n# recline-enable syntax\n'
    return () => expect(problemsOf(check(text.repeat(size)))).toHaveLength(size)
  }))

test.each([
  ['a misplaced comment on each line', '@CONTROL rid=1\n', '  | title="x" # note\n', '# note\n'],
  ['values without quotes on one line', '@CONTROL rid=1', ' | title=x y', ' | title="x y"'],
])('all fixes of %s', (_, start, piece, fixed) =>
  expectLinearSteps(500, size => {
    const text = `${start}${piece.repeat(size)}\n`
    return () => expect(textOf(fixAll(check(text)).tree)).toContain(fixed)
  }),
)

test.each([
  ['records of many fields', (size: number) => `@A ${'f=1|'.repeat(size)}g=1\n`.repeat(2)],
  ['records between blank lines', (size: number) => '@A f=1\n\n\n'.repeat(size)],
])('the format of %s', (_, textOfSize) =>
  expectLinearSteps(500, size => {
    const file = check(textOfSize(size))
    return () => applyChanges(file.tree, formatChanges(file, { alignColumns: true, wrapColumn: 100 }))
  }),
)

test('an index of many references to one record', () =>
  expectLinearSteps(500, size => {
    const [control] = builtinRegistry.tagsNamed('CONTROL') as [Tag]
    const file = check(`@CONTROL rid=A-1\n${'@FINDING control_ref="A-1"\n'.repeat(size)}`)
    return () => {
      const index = new WorkspaceIndex()
      for (const _ of [1, 2]) index.update('file:///a.rec', file)
      expect(index.referencesTo(recordName(control.fullName, 'A-1'))).toHaveLength(size)
    }
  }))
