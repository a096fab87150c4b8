import { expect, test } from 'vitest'
import { compareVersions, isCompatible, isVersionInRange, parseRange, parseVersion } from './versions.ts'

test('a version has two or three numbers', () => {
  expect(parseVersion('2.1')).toEqual({ major: 2, minor: 1, patch: 0 })
  expect(parseVersion('2.1.3')).toEqual({ major: 2, minor: 1, patch: 3 })
  for (const text of ['', '2', '2.1.3.4', '02.1', '2.1-beta', 'v2.1', ' 2.1', '2.x', '9999999999.0'])
    expect(parseVersion(text)).toBeUndefined()
})

test('versions are sorted by their numbers', () => {
  expect(['1.10', '2.0', '1.9.1', '1.9', 'next', '1.9.0'].sort(compareVersions)).toEqual([
    'next',
    '1.9',
    '1.9.0',
    '1.9.1',
    '1.10',
    '2.0',
  ])
})

test.each([
  ['2.1', '2.1', true],
  ['2.1', '2.1.4', true],
  ['2.1', '2.10', true],
  ['2.1', '2.0', false],
  ['2.1', '3.0', false],
  ['2.1.4', '2.1', false],
  ['2', '2.1', false],
])('who asks for %s gets %s: %s', (asked, version, expected) => expect(isCompatible(asked, version)).toBe(expected))

test.each([
  ['2.1', ['2.1', '2.1.5', '2.7']],
  ['=2.1', ['2.1']],
  ['2', ['2.0', '2.1', '2.1.5', '2.7']],
  ['2.x', ['2.0', '2.1', '2.1.5', '2.7']],
  ['2.1.x', ['2.1', '2.1.5']],
])('%s means %s', (range, expected) => {
  const all = ['1.9', '2.0', '2.1', '2.1.5', '2.7', '3.0']
  expect(all.filter(version => isVersionInRange(version, parseRange(range)!))).toEqual(expected)
})

test('other texts mean no versions', () => {
  for (const text of ['', 'x', '>=2', '^2.1', '=2', '2.1.3.x', 'latest']) expect(parseRange(text)).toBeUndefined()
})
