import { expect, test } from 'vitest'
import { snapshotOf } from '../../test/editor.ts'
import { recordsOfTag } from './records-of-tag.ts'

test('the records of a tag in all files, without those of the same tag name in another domain', () => {
  const { index } = snapshotOf('@CONTROL rid=1\n@FINDING rid=2\n', {
    fileName: 'a.compliance.rec',
    others: {
      'b.compliance.rec': '\n@CONTROL title="x"',
      'c.rec': '@DOC domain=security\n@CONTROL rid=3\n@INCIDENT rid=4',
    },
  })
  expect(recordsOfTag(index, 'core.compliance.CONTROL').map(({ uri, range }) => [uri, range])).toEqual([
    ['file:///a.compliance.rec', { start: { line: 0, character: 0 }, end: { line: 0, character: 8 } }],
    ['file:///b.compliance.rec', { start: { line: 1, character: 0 }, end: { line: 1, character: 8 } }],
  ])
  expect(recordsOfTag(index, 'core.legal.CLAUSE')).toEqual([])
})
