import { expect, test } from 'vitest'
import { check, findingsOfFiles, type Settings } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { fileFindings } from '../file-findings.ts'
import { type FileFact, fileLinksIn } from '../linked-files.ts'

const audit: Descriptor = {
  domain: 'acme.audit',
  version: '1.0',
  description: '',
  records: [
    {
      tag: 'PROOF',
      fields: [
        { name: 'file', type: 'string', file: true },
        { name: 'more', type: 'string', file: true, list: true },
      ],
    },
  ],
}
const settings: Settings = { descriptors: [audit] }
const files = new Map([['scans/report.pdf', undefined]])

test('a file that is not there, with similar ones of its folder as fixes', () => {
  const text = '@PROOF file="scans/reprot.pdf" | more=[scans/report.pdf, "scans/no.txt"]'
  const found = findingsOfFiles(text, files, settings)
  expect(found.map(({ code, message, start, end }) => [code, text.slice(start, end), message])).toEqual([
    [
      'missing-file',
      'scans/reprot.pdf',
      'PROOF.file is "scans/reprot.pdf", but there is no such file; correct the path, or add the file.',
    ],
    [
      'missing-file',
      'scans/no.txt',
      'PROOF.more has the item "scans/no.txt", but there is no such file; correct the path, or add the file.',
    ],
  ])
  const [fix] = found[0]!.fixes!()
  expect(fix).toMatchObject({ title: 'Change to scans/report.pdf', isPreferred: true })
  expect(fix!.isSafe).toBeUndefined()
  expect(fix!.edits.map(edit => text.slice(0, edit.start) + edit.text + text.slice(edit.end))).toEqual([
    text.replace('reprot', 'report'),
  ])
})

test('a field without a value, and a file that is there', () => {
  expect(findingsOfFiles('@PROOF file="scans/report.pdf" | more=""', files, settings)).toEqual([])
  expect(findingsOfFiles('@PROOF file= | more=[]', files, settings)).toEqual([])
})

test.each<[FileFact, string]>([
  [{ kind: 'folder' }, 'which is a folder; write the path of a file'],
  [{ kind: 'special' }, 'which is no regular file, so it is not read; write the path of another one'],
  [{ kind: 'outside' }, 'which leads out of the workspace, so it is not read; put the file into the workspace'],
  [{ kind: 'no path' }, 'which is no path from the folder of this file; write one with "/" between its names'],
  [{ kind: 'unreadable', why: 'it burned' }, 'which cannot be read: it burned; make it readable'],
])('a file that cannot be used: %j', (fact, says) => {
  const { tree, entries } = check('@PROOF file=x', settings)
  const record = tree.entries[0] as RecordNode
  const { tag } = entries[0]!
  const [link] = fileLinksIn(record, tag!)
  expect(fileFindings(record, tag!, link!, fact).map(({ message }) => message)).toEqual([`PROOF.file is "x", ${says}.`])
})
