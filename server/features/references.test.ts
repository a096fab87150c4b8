import { expect, test } from 'vitest'
import type { Location } from 'vscode-languageserver-types'
import { open, snapshotOf } from '../../test/editor.ts'
import { recordsOfTag, references } from './references.ts'

/** The references at the cursor as `file line:character`, from 1. */
function referencesAt(text: string, others: Record<string, string> = {}, includesDeclaration = false): string[] | null {
  const { snapshot, position } = open(text, { others })
  const show = ({ uri, range: { start } }: Location): string =>
    `${uri.slice(8)} ${start.line + 1}:${start.character + 1}`
  return references(snapshot, position, includesDeclaration)?.map(show) ?? null
}

test('the references to a record, from its id or from a reference', () => {
  const others = { 'b.rec': '@EVIDENCE control_ref="C-1"\n@EVIDENCE control_ref="C-2"', 'c.rec': '@SERVICE rid=C-1' }
  expect(referencesAt('@CONTROL rid=C-1$0\n@FINDING rid=C-1 | control_ref="C-1"', others)).toEqual([
    'b.rec 1:24',
    'test.rec 2:33',
  ])
  expect(referencesAt('@CONTROL rid=C-1\n@FINDING rid=C-1 | control_ref="$0C-1"', others, true)).toEqual([
    'test.rec 1:14',
    'b.rec 1:24',
    'test.rec 2:33',
  ])
  expect(referencesAt('@CONTROL rid=C-9$0', others)).toEqual([])
})

test('each item of a list is a reference', () => {
  expect(
    referencesAt(
      '@SERVICE rid=S-1$0\n@SERVICE rid=S-2 | dependencies="S-3, S-1"\r\n@SERVICE rid=S-3 | dependencies=[S-1, "S-1"]',
    ),
  ).toEqual(['test.rec 2:39', 'test.rec 3:34', 'test.rec 3:40'])
})

test('a tag leads to all its records, with an id or without', () => {
  expect(
    referencesAt('@EVID$0ENCE type="log"\n@CONTROL rid=C-1\n@evidence', {
      'b.rec': '# x\n  @EVIDENCE control_ref="C-1"',
    }),
  ).toEqual(['b.rec 2:3', 'test.rec 1:1', 'test.rec 3:1'])
  expect(referencesAt('@DOC domain=insurance\n@POLICY$0 rid=P-1\n@DOC domain=compliance\n@POLICY rid=P-2')).toEqual([
    'test.rec 2:1',
  ])
})

test('other words have no references', () => {
  for (const text of [
    '$0',
    '@CONTROL title="x$0"',
    '@CONTROL ri$0d=C-1',
    '@NOTAG$0',
    '@DOC$0 domain=legal',
    '# C-1$0',
  ]) {
    expect(referencesAt(text), text).toBeNull()
  }
})

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
