import { expect, test } from 'vitest'
import { snapshotOf } from '../../test/editor.ts'
import { foldingRanges } from './folding.ts'

/** The ranges as `first-last kind`, lines from 0. */
const folds = (text: string, limit?: number): string[] =>
  foldingRanges(snapshotOf(text).file, limit).map(
    ({ startLine, endLine, kind }) => `${startLine}-${endLine}${kind ? ` ${kind}` : ''}`,
  )

test('a record folds with its continuation lines', () => {
  expect(folds('@A a=1\n  | b=2\n  | c=3\n@B\n')).toEqual(['0-2'])
  expect(folds('@A a=1\n  | b=2')).toEqual(['0-1'])
  expect(folds('@A a=1\r\n  | b=2\r\n\r\n')).toEqual(['0-1'])
})

test('a block folds, closed or not', () => {
  expect(folds('@BEGIN x\ntext\n@END\n')).toEqual(['0-2'])
  expect(folds('# x\n@BEGIN x\ntext\n')).toEqual(['1-2'])
  expect(folds('@BEGIN')).toEqual([])
})

test('a group of comments folds', () => {
  expect(folds('# a\n# b\n# c\n\n# d\n@A\n')).toEqual(['0-2 comment'])
})

test('a section folds, without the comments of the next header', () => {
  expect(
    folds(
      '@DOC domain=legal\n@CLAUSE rid=1\n@CLAUSE rid=2\n\n# part 2\n# health\n@DOC domain=health\n  | title="x"\n@DX\n\n\n',
    ),
  ).toEqual(['0-2 region', '4-5 comment', '6-8 region'])
  expect(folds('@DOC\n# only a comment\n')).toEqual(['0-1 region'])
  expect(folds('@DOC\n\n@DOC\n@A')).toEqual(['2-3 region'])
})

test('a single line and an empty file do not fold', () => {
  expect(folds('')).toEqual([])
  expect(folds('\ufeff@A a=1\n\n\n\nstray\n')).toEqual([])
})

test('over the limit, records are left out first', () => {
  expect(folds('@A a=1\n  | b=2\n@B\n  | b=2\n@BEGIN\n@END\n', 2)).toEqual(['0-1', '4-5'])
  expect(folds('@A\n  | b=2\n'.repeat(6000)).length).toBe(5000)
})
