import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { showProblem, vehicleWith } from '../../test/descriptor-files.ts'
import { builtinDescriptors } from '../domains/built-in.ts'
import { readDescriptorFile } from './descriptor-file.ts'
import { takenDomains } from './descriptor-set.ts'

/** The problems of files by name, each written as `severity code «marked text» message`. */
function problemsOf(files: Record<string, string>): Record<string, string> {
  const read = new Map(Object.entries(files).map(([name, text]) => [name, readDescriptorFile(text)]))
  return Object.fromEntries(
    [...takenDomains(read, builtinDescriptors)].map(([name, problem]) => [
      name,
      `${problem.severity} ${showProblem(files[name]!, problem)}`,
    ]),
  )
}

const fleet = vehicleWith('{ "name": "rid", "type": "string" }')

test('two descriptors of one domain: a problem in both', () => {
  expect(
    problemsOf({
      'a.domain.json': fleet,
      'b.domain.json': fleet,
      'c.domain.json': fleet.replace('acme.fleet', 'acme.depot'),
    }),
  ).toEqual({
    'a.domain.json':
      'error descriptor-duplicate «"acme.fleet"» acme.fleet is defined in b.domain.json too; keep one of the files, or rename the domain.',
    'b.domain.json':
      'error descriptor-duplicate «"acme.fleet"» acme.fleet is defined in a.domain.json too; keep one of the files, or rename the domain.',
  })
})

test('a file that is no descriptor does not count', () => {
  expect(problemsOf({ 'a.domain.json': fleet, 'b.domain.json': '{ "domain": "acme.fleet" }' })).toEqual({})
})

test('a descriptor that replaces a built-in one', () => {
  expect(problemsOf({ 'a.domain.json': fleet.replace('acme.fleet', 'core.legal') })).toEqual({
    'a.domain.json':
      'information descriptor-duplicate «"core.legal"» core.legal also comes with Recline, and this file counts instead of it; rename the domain if you want both.',
  })
})

test('a new domain in the namespace of the built-in ones', () => {
  expect(problemsOf({ 'a.domain.json': fleet.replace('acme.fleet', 'core.fleet') })).toEqual({
    'a.domain.json':
      'warning descriptor-schema «"core.fleet"» core.fleet is in the namespace of the domains that come with Recline, and is none of them; write a namespace of your own, such as acme.fleet.',
  })
})

test('a copy of a built-in descriptor', () => {
  expect(
    problemsOf({ 'legal.domain.json': readFileSync(new URL('../../descriptors/legal.json', import.meta.url), 'utf8') }),
  ).toEqual({})
})
