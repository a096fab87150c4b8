import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { checkFile } from '../check/check.ts'
import { changedTree, smallestChange } from '../syntax/text-change.ts'
import { textOf } from '../syntax/tree.ts'
import { freeIds } from './free-ids.ts'
import { WorkspaceIndex } from './workspace-index.ts'

/** Free ids for controls, beside those of a text. */
function free(text: string, like: string, count: number, other = ''): string[] {
  const index = new WorkspaceIndex()
  const file = check(text)
  index.update('file:///a.rec', file)
  index.update('file:///b.rec', check(other))
  return freeIds(file, index, builtinRegistry.tagsNamed('CONTROL')[0]!.fullName, like, count)
}

test('free ids follow the ids of the tag', () => {
  expect(free('@CONTROL rid=CTL-008\n@FINDING rid=CTL-99\n', 'x', 3)).toEqual(['CTL-009', 'CTL-010', 'CTL-011'])
  expect(free('@CONTROL rid=CTL-1\n', 'x', 0)).toEqual([])
})

test('free ids follow the ids of the own file first', () => {
  const others = '@CONTROL rid=CTL-900\n@CONTROL rid=CTL-901\n@CONTROL rid=CTL-008\n'
  expect(free('@CONTROL rid=CTL-006\n', 'x', 3, others)).toEqual(['CTL-007', 'CTL-009', 'CTL-010'])
  expect(free('@CONTROL title="no id"\n', 'x', 1, others)).toEqual(['CTL-902'])
  expect(free('@CONTROL rid=OWN-1\n', 'x', 1, others)).toEqual(['OWN-2'])
})

test.each([
  'CONTROL rid=CTL-7 | title="x"',
  '@CONTRL rid=CTL-7 | title="x"',
  '@CONTROL rid=“CTL-7” | title="x"',
  '@CONTROL rid: CTL-7',
  '@CONTROL RID=CTL-7',
  '# @CONTROL rid=CTL-7',
])('free ids follow the id of the broken record ⟨%s⟩', broken => {
  expect(free(`@CONTROL rid=CTL-1\n${broken}\n`, 'x', 2)).toEqual(['CTL-8', 'CTL-9'])
  expect(free(`@CONTROL rid=OTHER-1\n${broken}\n`, 'x', 1)).toEqual(['OTHER-2'])
  expect(free(`@CONTROL rid=CTL-9\n${broken}\n`, 'x', 1)).toEqual(['CTL-10'])
})

test('without numbers, they are like the given one, with the first free numbers', () => {
  expect(free('', 'new', 3)).toEqual(['new', 'new-2', 'new-3'])
  expect(free('@CONTROL rid=new\n@FINDING rid=new-2\n', 'new', 2)).toEqual(['new-2', 'new-3'])
})

test('in a large file, free ids have the form that most ids of the tag have', () => {
  const records = Array.from({ length: 1200 }, (_, number) => `@CONTROL rid=CTL-${number}\n`)
  expect(free(['@CONTROL rid=AUX-9000\n', ...records].join(''), 'x', 1)).toEqual(['CTL-1200'])
})

test('after changes of a large file, free ids are those of the file that is read afresh', () => {
  const records = Array.from({ length: 1200 }, (_, number) => `@CONTROL rid=CTL-${number % 700}`)
  const line = fc.oneof(
    fc.constantFrom('', '# a comment', '@DOC domain=core.healthcare', '@FINDING rid=F-9000', '@CONTROL rid=none'),
    fc
      .tuple(fc.constantFrom('@CONTROL rid=CTL-', '# @CONTROL rid=CTL-', '@CONTROL rid=AUX-'), fc.nat(9999))
      .map(parts => parts.join('')),
  )
  const change = fc.tuple(fc.nat(1199), fc.nat(900), fc.array(line, { maxLength: 3 }))
  const index = new WorkspaceIndex()
  const tag = builtinRegistry.tagsNamed('CONTROL')[0]!.fullName
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), changes => {
      let lines = records
      let file = check(`${lines.join('\n')}\n`)
      for (const [place, count, fresh] of changes) {
        lines = lines.toSpliced(place, count, ...fresh)
        const text = `${lines.join('\n')}\n`
        file = checkFile(changedTree(file.tree, smallestChange(textOf(file.tree), text)), file.context, file)
        expect(freeIds(file, index, tag, 'x', 1)).toEqual(freeIds(check(text), index, tag, 'x', 1))
      }
    }),
    { numRuns: runs(120) },
  )
})
