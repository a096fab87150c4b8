import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { rankedTags } from './ranked-tags.ts'

/** The first hits of a search; a domain by its path. */
const ranked = (words: string, count = 2): string[] =>
  rankedTags(builtinRegistry, words.split(' '))
    .slice(0, count)
    .map(({ domain, tag }) => tag?.name ?? domain.path)

test('a tag has the words in its fields too', () => {
  const [first] = rankedTags(builtinRegistry, ['finding', 'remediation'])
  expect(first).toMatchObject({ tag: { name: 'FINDING' }, hasAll: true })
  expect(first!.fields).toContain('remediation_due')
})

test('a rare word counts more than one that most have', () => {
  const [first] = rankedTags(builtinRegistry, ['the', 'of', 'ransomware', 'xyzzy'])
  expect(first).toMatchObject({ hasAll: false })
  expect(ranked('the of ransomware xyzzy')).toEqual(ranked('ransomware xyzzy'))
})

test('names go before texts, and nothing is found twice', () => {
  expect(ranked('policy')).toEqual(['POLICY', 'POLICY'])
  const paths = rankedTags(builtinRegistry, ['control']).map(
    ({ tag, domain }) => tag?.nameOfRecords.path ?? domain.path,
  )
  expect(new Set(paths).size).toBe(paths.length)
  expect(rankedTags(builtinRegistry, ['xyzzy'])).toEqual([])
})
