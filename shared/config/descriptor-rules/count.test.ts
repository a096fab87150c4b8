import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixDescriptor } from '../../../test/descriptor-files.ts'

const counted = (records: number, fields: number): string => `{
  "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "recordCount": ${records}, "totalFieldCount": ${fields},
  "records": [{ "tag": "A", "fields": [{ "name": "a", "type": "int" }, { "name": "b", "type": "int" }] }, { "tag": "B", "fields": [] }]
}`

test('counts that are right, or not written', () => {
  expectDescriptorProblems(counted(2, 2))
  expectDescriptorProblems('{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [] }')
})

test('counts that are wrong', () =>
  expectDescriptorProblems(
    counted(3, 0),
    'descriptor-count «3» recordCount is 3, and the number of records is 2; change it to 2 or leave it out.',
    'descriptor-count «0» totalFieldCount is 0, and the number of fields is 2; change it to 2 or leave it out.',
  ))

test('parts that are wrong count too', () =>
  expectDescriptorProblems(
    '{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "recordCount": 1, "totalFieldCount": 1, "records": [{ "tag": "A", "fields": [{ "name": "a" }] }] }',
    'descriptor-schema «{» A.a has no type; add "type": "string".',
  ))

test('the right count is the fix', () => {
  expect(fixDescriptor(counted(3, 2), 'Change to 2')).toBe(counted(2, 2))
})
