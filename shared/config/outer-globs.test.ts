import { expect, test } from 'vitest'
import { outerGlobs } from './outer-globs.ts'

test.each([
  ['../domains/*.json', '/srv/repo/records', '/srv/repo', 'domains/*.json'],
  ['../../*.domain.json', '/srv/repo/records', '/srv', '*.domain.json'],
  ['../../../*.json', '/srv/repo/records', '', '*.json'],
  ['../../../../*.json', '/srv/repo/records', undefined, '*.json'],
  ['../domains/*.json', 'file:///srv/repo/records', 'file:///srv/repo', 'domains/*.json'],
])('%s from %s', (written, from, folder, glob) => {
  expect(outerGlobs(['own/*.json', written], from)).toEqual([{ written, folder, glob }])
})
