import { expect, test } from 'vitest'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { applyEdit, open } from '../../test/editor.ts'
import { pathIntoRecord } from './dropped-file.ts'

const domain: Descriptor = {
  domain: 'acme.audit',
  version: '1.0',
  description: 'Audits.',
  records: [
    {
      tag: 'PROOF',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'file', type: 'string', file: true },
        { name: 'copy', type: 'string', file: true },
        { name: 'more', type: 'string', file: true, list: true },
      ],
    },
    { tag: 'NOTE', fields: [{ name: 'rid', type: 'string' }] },
  ],
}
const topFolder = 'file:///audit'

/** The text after a file is dropped at `$0`, and the field that has its path; undefined if nothing is written. */
function dropped(
  marked: string,
  file = 'file:///audit/scans/a%20b.pdf',
  uri = 'file:///audit/sub/a.rec',
): string | undefined {
  const { snapshot, position } = open(marked, { descriptors: [domain] })
  const found = pathIntoRecord({ ...snapshot, uri, topFolder }, { position, file: { uri: file } })
  return found ? `${found.field}: ${applyEdit(snapshot, { changes: { [snapshot.uri]: [...found.edits] } })}` : undefined
}

test('the path is written into the first field for files that has none', () => {
  expect(dropped('@PROOF ri$0d=P-1\n')).toBe('file: @PROOF rid=P-1 | file="../scans/a b.pdf"\n')
  expect(dropped('@PROOF rid=P-1 | file="x.pdf"\n  | $0\n')).toContain('copy="../scans/a b.pdf"')
  expect(dropped('# a\n@PROOF file="" | rid=P-$01')).toBe('file: # a\n@PROOF file="../scans/a b.pdf" | rid=P-1')
})

test('the field that the file is dropped on gets it, also in place of another path', () => {
  expect(dropped('@PROOF file="x.pdf" | copy="old$0.pdf"\n')).toBe(
    'copy: @PROOF file="x.pdf" | copy="../scans/a b.pdf"\n',
  )
  expect(dropped('@PROOF file="x.pdf" | more="a.pd$0f"\n')).toBe(
    'more: @PROOF file="x.pdf" | more="a.pdf, ../scans/a b.pdf"\n',
  )
  expect(dropped('@PROOF file="x" | copy="y" | more="a, b" | ri$0d=1\n')).toMatch(/^file: /)
})

test('nothing is written without a field for files, outside of the folder, and between records', () => {
  expect(dropped('@NOTE ri$0d=1\n')).toBeUndefined()
  expect(dropped('@PROOF ri$0d=1\n', 'file:///other/a.pdf')).toBeUndefined()
  expect(dropped('# a$0\n@PROOF rid=1\n')).toBeUndefined()
  expect(dropped('@PROOF more="$0"\n', 'file:///audit/a,b.pdf')).toBeUndefined()
})
