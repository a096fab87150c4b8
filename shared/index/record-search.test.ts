import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import type { TagName } from '../domains/registry.ts'
import type { IndexedRecord } from './indexed-file.ts'
import { compareNames, foldQuery } from './match.ts'
import { packFile } from './packed-file.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const control = builtinRegistry.tagsNamed('CONTROL')[0]!.fullName

/** The best first; of those that match alike the first in their files' order. */
function inPlace(one: IndexedRecord, other: IndexedRecord): number {
  const [start, otherStart] = [one.tagPlace().start, other.tagPlace().start]
  return compareNames(one.uri, other.uri) || start.line - otherStart.line || start.character - otherStart.character
}

const labelOf = ({ tag: { tag }, id, title }: IndexedRecord): string => [tag, id, title].filter(Boolean).join(' ')

const indexOf = (...files: [text: string, isOpen: boolean][]): WorkspaceIndex => {
  const index = new WorkspaceIndex()
  files.forEach(([text, isOpen], number) => {
    const file = check(text)
    index.update(`file:///${number}.rec`, isOpen ? file : structuredClone(packFile(file)))
  })
  return index
}

const text =
  '@CONTROL rid=CTL-1 | title="Access review"\n@CONTROL rid=CTL-10 | title="Cattle"\n@FINDING description="Control of access"\n@RISK rid=C1\n'

test.each([
  ['open', true],
  ['not open', false],
])('a record is found by its tag, id and title where its file is %s', (_, isOpen) => {
  const index = indexOf([text, isOpen])
  const find = (typed: string, tag?: TagName): string[] =>
    index.search({ query: foldQuery(typed), ...(tag && { tag }) }, inPlace, 9).found.map(labelOf)
  expect(find('ctl-1')).toEqual(['CONTROL CTL-1 Access review', 'CONTROL CTL-10 Cattle'])
  expect(find('ACC')).toEqual(['CONTROL CTL-1 Access review', 'FINDING Control of access'])
  expect(find('control ctl')).toEqual(['CONTROL CTL-1 Access review', 'CONTROL CTL-10 Cattle'])
  expect(find('control ctl', control)).toEqual([])
  expect(find('con', control)).toEqual([])
  expect(find('l-10 cat', control)).toEqual(['CONTROL CTL-10 Cattle'])
  // What stands in the text goes before what only has the characters.
  expect(find('c1')).toEqual(['RISK C1', 'CONTROL CTL-1 Access review', 'CONTROL CTL-10 Cattle'])
  expect(find('cc')).toEqual(['CONTROL CTL-1 Access review', 'FINDING Control of access', 'CONTROL CTL-10 Cattle'])
  expect(find('', control)).toEqual(['CONTROL CTL-1 Access review', 'CONTROL CTL-10 Cattle'])
  expect(find('zz')).toEqual([])
  expect(index.search({ query: 'zz', tag: control }, inPlace, 1, true)).toMatchObject({
    found: [{ id: 'CTL-1' }],
    isCut: true,
  })
})

/** How well a record matches, told as plainly as can be. */
function rankOf(record: IndexedRecord, query: string, tag: TagName | undefined): number | undefined {
  const id = record.id?.toLowerCase() ?? ''
  const all = (tag ? [id, record.title] : [record.tag.tag, id, record.title])
    .filter(part => part !== '')
    .join(' ')
    .toLowerCase()
  if (tag && (record.tag.path !== tag.path || id === '')) return undefined
  if (query === '' || id === query) return 0
  if (id.startsWith(query)) return 1
  const found = all.indexOf(query)
  if (found >= 0) return found === 0 || /[\s_.\-/:]/.test(all[found - 1]!) ? 2 : 3
  const inOrder = query
    .replaceAll(' ', '')
    .split('')
    .map(character => (/[a-z0-9]/.test(character) ? character : `\\${character}`))
    .join('[^]*')
  return new RegExp(inOrder).test(all) ? 4 : undefined
}

test('of files open or not, whatever is in them, those are found that one finds by ranking and sorting all records', () => {
  const files = fc.array(fc.tuple(fc.oneof(damagedFiles(), fc.constant(text)), fc.boolean()), { maxLength: 4 })
  const typed = fc.constantFrom(
    '',
    'c',
    'C1',
    'ctl',
    'ctl-1',
    'access',
    'a b',
    'l-1',
    'on',
    '-',
    'contr',
    'zz',
    'é',
    'ol ctl-1 a',
    '"',
    'ss ',
  )
  fc.assert(
    fc.property(
      files,
      typed,
      fc.constantFrom(undefined, control),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (files, typed, tag, limit, takesAll) => {
        const index = indexOf(...files)
        const query = foldQuery(typed)
        const { found, isCut } = index.search({ query, ...(tag && { tag }) }, inPlace, limit, takesAll)

        const ranked = [...index.uris()]
          .flatMap(uri => [...index.recordsIn(uri)])
          .map(record => ({ record, rank: rankOf(record, query, tag) }))
        const others = takesAll
          ? ranked.filter(({ record }) => !tag || (record.tag.path === tag.path && record.id !== undefined))
          : []
        const wanted = ranked.flatMap(({ record, rank }) => (rank === undefined ? [] : [{ record, rank }]))
        const all = [
          ...wanted,
          ...others
            .filter(({ record }) => !wanted.some(match => match.record === record))
            .map(({ record }) => ({ record, rank: 5 })),
        ]
        all.sort((one, other) => one.rank - other.rank || inPlace(one.record, other.record))
        expect(found.map(record => [labelOf(record), record.uri, record.tagPlace()])).toEqual(
          all.slice(0, limit).map(({ record }) => [labelOf(record), record.uri, record.tagPlace()]),
        )
        expect(isCut).toBe(all.length > limit)
      },
    ),
    { numRuns: runs(300) },
  )
}, 60_000)
