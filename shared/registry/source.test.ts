import { expect, test } from 'vitest'
import { parseSource, placeOfSource } from './source.ts'

test.each([
  ['../registry', { kind: 'folder', at: '../registry', range: undefined }],
  ['./a b#1.x', { kind: 'folder', at: './a b', range: '1.x' }],
  ['C:\\registry', { kind: 'folder', at: 'C:\\registry', range: undefined }],
  ['https://example.com/registry/#=2.1', { kind: 'web', at: 'https://example.com/registry', range: '=2.1' }],
  ['npm:@acme/audit-domain@^2', { kind: 'npm', at: '@acme/audit-domain@^2' }],
  ['npm:audit', { kind: 'npm', at: 'audit' }],
  ['git+https://example.com/lab.git#v1.3', { kind: 'git', at: 'https://example.com/lab.git', ref: 'v1.3' }],
  ['git+ssh://git@example.com/lab.git', { kind: 'git', at: 'ssh://git@example.com/lab.git', ref: undefined }],
])('%s', (text, expected) => expect(parseSource(text)).toEqual(expected))

test.each([
  ['registry', 'starts with none of'],
  ['file:///etc', 'starts with none of'],
  ['../registry#latest', 'has the versions "latest"'],
  ['https://ann:secret@example.com', 'has a user name in it'],
  ['https://', 'is no web address'],
  ['https://example.com/?x=1', 'has a question mark in it'],
  ['npm:--registry=https://evil.example', 'names no package'],
  ['npm:../x', 'names no package'],
  ['git+ext::sh -c x', 'has no address that git can use'],
  ['git+https://example.com/x#--upload-pack=x', 'which is no branch, tag or commit'],
  ['git+file://-x', 'has no address that git can use'],
])('%s is refused', (text, reason) =>
  expect(JSON.stringify(parseSource(text))).toContain(JSON.stringify(reason).slice(1, -1)),
)

test('the place is the source without the versions of a registry', () => {
  expect(placeOfSource('../registry#1.x')).toBe('../registry')
  expect(placeOfSource('git+https://example.com/x#v1')).toBe('git+https://example.com/x#v1')
})
