import { expect, test } from 'vitest'
import { snapshotOf } from '../../test/editor.ts'
import { changesForRename } from './file-rename.ts'

const renamed = (text: string, fileName: string, newPath: string): string[] =>
  changesForRename(snapshotOf(text, { fileName }).file, newPath).map(change => change.text)

test('a file gets a header if its new name no longer chooses its domain', () => {
  expect(renamed('@CONTROL rid=C-1\n', 'a.compliance.rec', 'a.rec')).toEqual(['@DOC domain=core.compliance\n'])
  expect(renamed('@CONTROL rid=C-1\r\n', 'a.compliance.rec', 'x/a.legal.rec')).toEqual([
    '@DOC domain=core.compliance\r\n',
  ])
})

test('there is no change if the domain stays, a header chooses it, the old name did not, or there are no records', () => {
  expect(renamed('@CONTROL rid=C-1\n', 'a.compliance.rec', 'b.compliance.rec')).toEqual([])
  expect(renamed('@DOC domain=core.compliance\n@CONTROL rid=C-1\n', 'a.compliance.rec', 'a.rec')).toEqual([])
  expect(renamed('@CONTROL rid=C-1\n', 'a.rec', 'a.legal.rec')).toEqual([])
  expect(renamed('# nothing yet\n', 'a.compliance.rec', 'a.rec')).toEqual([])
})
