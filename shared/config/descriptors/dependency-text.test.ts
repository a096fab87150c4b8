import { expect, test } from 'vitest'
import type { KnownVersions } from '../../registry/known-versions.ts'
import { changedText } from '../../syntax/text-change.ts'
import { changeDependency, dependencyWords } from './dependency-text.ts'

const known: KnownVersions = {
  '../registry': {
    asOf: '2026-11-27',
    domains: {
      'acme.fleet': [{ version: '2.0' }, { version: '1.1', yanked: 'Wrong.' }, { version: '1.0' }],
      'acme.base': [{ version: '1.0' }],
    },
  },
  'npm:@acme/lab': { asOf: '2026-11-27', domains: { 'acme.lab': [{ version: '1.0' }] } },
}

/** What can stand at the `$0` of a text. */
function wordsAt(marked: string): readonly string[] | undefined {
  const offset = marked.indexOf('$0')
  return dependencyWords(marked.replace('$0', ''), offset, known)?.words.map(({ text }) => text)
}

test('domains that are known, without those that are written', () => {
  expect(wordsAt('{ "dependencies": { "$0" } }')).toEqual(['acme.fleet', 'acme.base', 'acme.lab'])
  expect(wordsAt('{ "dependencies": { "acme.base": "../registry", "$0": "" } }')).toEqual(['acme.fleet', 'acme.lab'])
})

test('sources of a domain, without versions that are yanked', () => {
  expect(wordsAt('{ "dependencies": { "acme.fleet": "$0" } }')).toEqual([
    '../registry',
    '../registry#2.x',
    '../registry#1.x',
    '../registry#=2.0',
    '../registry#=1.0',
  ])
  expect(wordsAt('{ "dependencies": { "acme.lab": "np$0m" } }')).toEqual(['npm:@acme/lab'])
  expect(wordsAt('{ "dependencies": { "acme.none": "$0')).toEqual([])
  expect(wordsAt('{ "domains": { "acme.fleet": "$0" } }')).toBeUndefined()
})

test('a dependency is added, changed and removed, and comments stay', () => {
  const change = (text: string, domain: string, source?: string): string =>
    changedText(text, changeDependency(text, domain, source)!)
  const one = '{\n  // ours\n  "dependencies": {\n    "acme.fleet": "../registry"\n  }\n}\n'
  expect(change('{}\n', 'acme.fleet', '../registry')).toBe(
    '{\n  "dependencies": {\n    "acme.fleet": "../registry"\n  }\n}\n',
  )
  const two = change(one, 'acme.base', './other')
  expect(two).toBe(one.replace('registry"\n', 'registry",\n    "acme.base": "./other"\n'))
  expect(change(two, 'acme.base')).toBe(one)
  expect(change(one, 'acme.fleet', './other')).toBe(one.replace('../registry', './other'))
  expect(JSON.parse(change(one, 'acme.fleet').replace('// ours', ''))).toEqual({})
  expect(changeDependency('{', 'acme.fleet', './x')).toBeUndefined()
})
