import { expect, test } from 'vitest'
import type { Range } from 'vscode-languageserver-types'
import { snapshotOf } from '../../test/editor.ts'
import { documentLinks } from './document-links.ts'

/** The links of a text as `text -> target`. */
const links = (text: string): string[] => {
  const lines = text.split(/\r\n|\n/)
  const textOf = ({ start, end }: Range): string => lines[start.line]!.slice(start.character, end.character)
  return documentLinks(snapshotOf(text)).map(({ range, target }) => `${textOf(range)} -> ${target}`)
}

test('URLs are links, without the punctuation of the sentence', () => {
  expect(
    links(
      '@CONTROL title="🙂 see https://example.com/a?b=c#d, (http://example.org/x_(y)). Or https://" | owner=https://example.com/z',
    ),
  ).toEqual([
    'https://example.com/a?b=c#d -> https://example.com/a?b=c#d',
    'http://example.org/x_(y) -> http://example.org/x_(y)',
    'https://example.com/z -> https://example.com/z',
  ])
  expect(links('@CONTROL rid=C-1\r\n  | tags=[https://example.com, "https://example.org/"]')).toEqual([
    'https://example.com -> https://example.com',
    'https://example.org/ -> https://example.org/',
  ])
})

test('DOIs, CVE and CWE ids, and email addresses are links', () => {
  expect(links('@DATASET rid=D-1 | doi="10.5061/dryad.8515(2)" | citation="doi:10.1000/182."')).toEqual([
    '10.5061/dryad.8515(2) -> https://doi.org/10.5061/dryad.8515(2)',
    '10.1000/182 -> https://doi.org/10.1000/182',
  ])
  expect(links('@VULNERABILITY cve="CVE-2021-44228" | affected="cve-2021-4034 and CWE-079"')).toEqual([
    'CVE-2021-44228 -> https://www.cve.org/CVERecord?id=CVE-2021-44228',
    'cve-2021-4034 -> https://www.cve.org/CVERecord?id=CVE-2021-4034',
    'CWE-079 -> https://cwe.mitre.org/data/definitions/79.html',
  ])
  expect(links('@CONTROL owner="Ann <ann.b+c@mail.example.com>; bob@example.org."')).toEqual([
    'ann.b+c@mail.example.com -> mailto:ann.b+c@mail.example.com',
    'bob@example.org -> mailto:bob@example.org',
  ])
})

test('a link inside another link is not a link of its own', () => {
  expect(
    links('@DATASET doi="https://doi.org/10.1000/182" | citation="https://example.com/CVE-2021-4034?by=a@example.com"'),
  ).toEqual([
    'https://doi.org/10.1000/182 -> https://doi.org/10.1000/182',
    'https://example.com/CVE-2021-4034?by=a@example.com -> https://example.com/CVE-2021-4034?by=a@example.com',
  ])
})

test('text that only looks like a link, and text outside of fields, is not a link', () => {
  for (const text of [
    '@NODE ip="10.0.0.0/24"',
    '@DOC domain=compliance@1.0',
    '@CONTROL title="a@b, 3@4.5, CVE-12-1, XCWE-79, 110.1000/5"',
    '# https://example.com',
    '@BEGIN https://example.com\n@END',
    'a@example.com',
    `@CONTROL owner="${'a'.repeat(65)}@example.com"`,
  ])
    expect(links(text), text).toEqual([])
})

test('the time for a long value without links is linear in its length', () => {
  for (const part of ['https://a)', 'a', 'a.', '@', 'a@', 'a@b.', '10.1000', '...', 'https:/', 'CVE-1']) {
    const { length } = links(`@CONTROL title="x@y ${part.repeat(50_000)}"`)
    expect(length).toBeLessThanOrEqual(1)
  }
})

test('there are no more links than the limit', () => {
  const snapshot = snapshotOf('@CONTROL owner="a@example.com, b@example.com"\n'.repeat(3))
  expect(documentLinks(snapshot, 3).map(({ range }) => [range.start.line, range.start.character])).toEqual([
    [0, 16],
    [0, 31],
    [1, 16],
  ])
})
