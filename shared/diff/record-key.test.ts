import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { createRegistry, type Registry } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { keyOfRecordNode, tagOfRecord } from './record-key.ts'

const key = (text: string, registry: Registry = builtinRegistry): string | undefined =>
  keyOfRecordNode(parse(text).entries[0] as RecordNode, registry)

test.each([
  ['@A rid=1', 'A 1'],
  ['@A x=2 | rid="1 b"', 'A 1 b'],
  ['@A rid=1 | rid=2', 'A 1'],
  ['@A id=1', undefined],
  ['@A id=1 | rid=2', 'A 2'],
  ['@A rid=""', undefined],
  ['@A rid=', undefined],
  ['@A rid', undefined],
  ['@A', undefined],
  ['@a-b rid=1', 'A_B 1'],
  ['@9 rid=1', '9 1'],
  ['@CONTROL rid=C-1 | id=2', 'CONTROL C-1'],
  ['@TXN id=1 | rid=2', 'TXN 1'],
  ['@TXN rid=2', undefined],
  ['@DOC rid=1', undefined],
  ['@doc rid=1', undefined],
  ['@DOCS rid=1', 'DOCS 1'],
  ['@PATIENT mrn="MRN-1"', 'PATIENT mrn=MRN-1'],
  ['@PATIENT mrn="MRN-1" | rid=P-1', 'PATIENT P-1'],
  ['@VULNERABILITY affected="a b" | cve=CVE-2026-1', 'VULNERABILITY cve=CVE-2026-1, affected=a b'],
  ['@VULNERABILITY affected="a b"', undefined],
])('the key of %s is %s', (text, expected) => expect(key(text)).toBe(expected))

test('the id of a tag of several domains is the rid, unless all of them have another one', () => {
  const domain = (name: string, field: string): Parameters<typeof createRegistry>[0][number] => ({
    domain: `a.${name}`,
    version: '1.0',
    description: '',
    records: [{ tag: 'A', fields: [{ name: field, type: 'string', required: true }] }],
  })
  expect(key('@A id=1 | rid=2', createRegistry([domain('one', 'id'), domain('two', 'id')]))).toBe('A 1')
  expect(key('@A id=1 | rid=2', createRegistry([domain('one', 'id'), domain('two', 'rid')]))).toBe('A 2')
})

test('a word that can be no tag is the tag as it is', () => {
  expect(tagOfRecord(parse('@ü-1').entries[0] as RecordNode)).toBe('ü-1')
  expect(tagOfRecord(parse('@ü-a').entries[0] as RecordNode)).toBe('ü-a')
})
