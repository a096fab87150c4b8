import { expect, test } from 'vitest'
import { findingsOfFiles, type Settings } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'

const audit: Descriptor = {
  domain: 'acme.audit',
  version: '1.0',
  description: '',
  records: [
    {
      tag: 'PROOF',
      fields: [
        { name: 'file', type: 'string', file: true },
        { name: 'hash', type: 'string', hashOf: 'file' },
      ],
    },
  ],
}
const settings: Settings = { descriptors: [audit] }
const [old, now] = ['0a'.repeat(32), 'bc'.repeat(32)]

const found = (hash: string, fact: string | undefined = now): string[] => {
  const text = `@PROOF file="a.pdf"${hash}`
  return findingsOfFiles(text, new Map([['a.pdf', fact]]), settings).flatMap(({ fixes }) =>
    fixes!().flatMap(({ title, edits, isSafe, isPreferred, answer }) => {
      expect([isSafe, isPreferred, answer]).toEqual([undefined, undefined, undefined])
      return [title, ...edits.map(edit => text.slice(0, edit.start) + edit.text + text.slice(edit.end))]
    }),
  )
}

test('the fix writes the new hash in the form of the old one', () => {
  const title = 'Write the new hash of a.pdf'
  expect(found(` | hash="sha256:${old}"`)).toEqual([title, `@PROOF file="a.pdf" | hash="sha256:${now}"`])
  expect(found(` | hash=${old}`)).toEqual([title, `@PROOF file="a.pdf" | hash="${now}"`])
  expect(found(' | hash="unknown"')).toEqual([title, `@PROOF file="a.pdf" | hash="sha256:${now}"`])
})

test('the same hash in another writing, no hash, and a file whose hash nobody knows', () => {
  for (const hash of [` | hash="sha256:${now}"`, ` | hash=${now.toUpperCase()}`, ' | hash=""', ''])
    expect(found(hash)).toEqual([])
  const unknown = new Map([['a.pdf', undefined]])
  expect(findingsOfFiles(`@PROOF file="a.pdf" | hash="sha256:${old}"`, unknown, settings)).toEqual([])
})
