import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import { freeIds } from './free-ids.ts'
import { WorkspaceIndex } from './workspace-index.ts'

/** Free ids for controls, beside those of a text. */
function free(text: string, like: string, count: number): string[] {
  const index = new WorkspaceIndex()
  index.update('file:///a.rec', check(text))
  return freeIds(index, builtinRegistry.tagsNamed('CONTROL')[0]!.fullName, like, count)
}

test('free ids follow the ids of the tag', () => {
  expect(free('@CONTROL rid=CTL-008\n@FINDING rid=CTL-99\n', 'x', 3)).toEqual(['CTL-009', 'CTL-010', 'CTL-011'])
  expect(free('@CONTROL rid=CTL-1\n', 'x', 0)).toEqual([])
})

test('without numbers, they are like the given one, with the first free numbers', () => {
  expect(free('', 'new', 3)).toEqual(['new', 'new-2', 'new-3'])
  expect(free('@CONTROL rid=new\n@FINDING rid=new-2\n', 'new', 2)).toEqual(['new-2', 'new-3'])
})
