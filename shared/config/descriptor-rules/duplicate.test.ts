import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'
import { readDescriptorFile } from '../descriptors/descriptor-file.ts'

const twice = vehicleWith('{ "name": "plate", "type": "string" }', '{ "name": "plate", "type": "int" }')

test('a field twice: the first counts', () => {
  expectDescriptorProblems(
    twice,
    'descriptor-duplicate «"plate"» VEHICLE.plate is defined twice, and the first definition counts; remove this one or give it another name.',
  )
  expect(fieldsRead(twice)).toEqual([{ name: 'plate', type: 'string' }])
})

test('the first definition is related, and the fix removes the second', () => {
  const [problem] = readDescriptorFile(twice).problems
  expect(problem!.related?.()).toEqual([
    {
      at: { start: twice.indexOf('"plate"'), end: twice.indexOf('"plate"') + 7 },
      message: 'The first definition is here.',
    },
  ])
  expect(fixDescriptor(twice, 'Remove this definition')).toBe(vehicleWith('{ "name": "plate", "type": "string" }'))
})

test('a tag twice: the first counts, and its examples are checked by it', () => {
  const record = (type: string): string =>
    `{ "tag": "A", "fields": [{ "name": "a", "type": "${type}", "example": "x" }] }`
  const text = `{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [${record('string')}, ${record('int')}] }`
  expectDescriptorProblems(
    text,
    'descriptor-duplicate «"A"» A is defined twice, and the first definition counts; remove this one or give it another name.',
  )
  expect(readDescriptorFile(text).descriptor!.records).toEqual([
    { tag: 'A', fields: [{ name: 'a', type: 'string', example: 'x' }] },
  ])
})

test('one name under two tags, and names that differ in case', () =>
  expectDescriptorProblems(
    '{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [' +
      '{ "tag": "A", "fields": [{ "name": "a", "type": "int" }] }, { "tag": "B", "fields": [{ "name": "a", "type": "int" }, { "name": "A", "type": "int" }] }] }',
  ))
