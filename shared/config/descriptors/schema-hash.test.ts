import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyFix, showProblem } from '../../../test/descriptor-files.ts'
import { runs } from '../../../test/property-values.ts'
import { hashOfFile, hashOfText } from '../../registry/hash.ts'
import { readDescriptorFile } from './descriptor-file.ts'
import { schemaHashOf, schemaHashProblems } from './schema-hash.ts'

const read = (text: string) => ({ text, file: readDescriptorFile(text) })

const fleet = (
  more = '',
  records = '[{ "tag": "VEHICLE", "fields": [{ "name": "rid", "type": "string" }] }]',
): string => `{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet."${more}, "records": ${records} }`

/** The hash by the words of the documentation, of JSON whose keys are sorted already. */
const byHand = (canonical: string): string => `sha256:${createHash('sha256').update(canonical).digest('hex')}`

test('the hash is that of the canonical JSON of the records', () => {
  const expected = byHand('[{"fields":[{"name":"rid","type":"string"}],"tag":"VEHICLE"}]')
  expect(schemaHashOf('acme.fleet', [read(fleet())])).toBe(expected)
  const spread = fleet('', '[\n{ "fields": [{ "type": "string", "name": "rid" }],\n "tag": "VEHICLE" }]')
  expect(schemaHashOf('acme.fleet', [read(spread)])).toBe(expected)
})

test('keys that Recline does not know count, and what is outside of the records does not', () => {
  const records = '[{ "tag": "A", "fields": [], "x-color": "red" }]'
  expect(schemaHashOf('acme.fleet', [read(fleet(', "x-a": 1', records))])).toBe(
    byHand('[{"fields":[],"tag":"A","x-color":"red"}]'),
  )
})

test('in an extension, the records have all that they inherit', () => {
  const base = read(fleet('', '[{ "tag": "A", "fields": [{ "name": "a", "type": "int", "x-own": 1 }], "rules": [] }]'))
  const own = read(
    '{ "domain": "acme.own", "version": "1.0", "description": "Own.", "extends": "acme.fleet", "records": [{ "tag": "A", "fields": [{ "name": "a", "required": true }, { "name": "b", "type": "bool" }] }] }',
  )
  expect(schemaHashOf('acme.own', [own, base])).toBe(
    byHand(
      '[{"fields":[{"name":"a","required":true,"type":"int","x-own":1},{"name":"b","type":"bool"}],"rules":[],"tag":"A"}]',
    ),
  )
})

test('a wrong hash is a problem, and its fix writes the right one', () => {
  const wrong = fleet(`, "schemaHash": "sha256:${'0'.repeat(64)}"`)
  const problems = schemaHashProblems(read(wrong), [read(wrong)])
  expect(problems.map(problem => showProblem(wrong, problem))).toEqual([
    `descriptor-hash «"sha256:${'0'.repeat(64)}"» schemaHash is not the hash of the records of acme.fleet; write the right one, or null.`,
  ])
  const right = applyFix(wrong, problems[0]!.fixes!()[0]!)
  expect(right).toBe(fleet(`, "schemaHash": "${schemaHashOf('acme.fleet', [read(wrong)])}"`))
  expect(schemaHashProblems(read(right), [read(right)])).toEqual([])
})

test('null and no hash are no problem, and a descriptor with errors is not hashed', () => {
  for (const text of [
    fleet(),
    fleet(', "schemaHash": null'),
    fleet(`, "schemaHash": "sha256:${'0'.repeat(64)}"`, '[{}]'),
  ])
    expect(schemaHashProblems(read(text), [read(text)])).toEqual([])
})

test('the hash of a file does not change with its line ends', () => {
  expect(hashOfFile('{\r\n}\r\n')).toBe(hashOfText('{\n}\n'))
})

test('hashes are those of every other program', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => hashOfText(text) === byHand(text)),
    { numRuns: runs(400) },
  ))
