import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { showProblem, vehicleWith } from '../../test/descriptor-files.ts'
import { builtinDescriptors } from '../domains/built-in.ts'
import { readDescriptorFile } from './descriptor-file.ts'
import { duplicateDescriptors } from './descriptor-set.ts'

/** The problems of files by name, each written as `severity code «marked text» message`. */
function duplicates(files: Record<string, string>): Record<string, string> {
  const read = new Map(Object.entries(files).map(([name, text]) => [name, readDescriptorFile(text)]))
  return Object.fromEntries(
    [...duplicateDescriptors(read, builtinDescriptors)].map(([name, problem]) => [
      name,
      `${problem.severity} ${showProblem(files[name]!, problem)}`,
    ]),
  )
}

const fleet = vehicleWith('{ "name": "rid", "type": "string" }')

test('two descriptors of one domain: a problem in both', () => {
  expect(
    duplicates({
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
  expect(duplicates({ 'a.domain.json': fleet, 'b.domain.json': '{ "domain": "acme.fleet" }' })).toEqual({})
})

test('a descriptor that replaces a built-in one', () => {
  expect(duplicates({ 'a.domain.json': fleet.replace('acme.fleet', 'core.legal') })).toEqual({
    'a.domain.json':
      'information descriptor-duplicate «"core.legal"» core.legal also comes with Recline, and this file counts instead of it; rename the domain if you want both.',
  })
})

test('a copy of a built-in descriptor', () => {
  expect(
    duplicates({ 'legal.domain.json': readFileSync(new URL('../../descriptors/legal.json', import.meta.url), 'utf8') }),
  ).toEqual({})
})
