import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'

const withList = (type: string, list: boolean): string =>
  vehicleWith(`{ "name": "doors", "type": "${type}", "list": ${list} }`)

test('lists of texts, and numbers that are no lists', () => {
  expectDescriptorProblems(withList('string', true))
  expectDescriptorProblems(withList('int', false))
})

test.each(['int', 'float', 'ts', 'bool'])('a list of the type %s', type => {
  const text = withList(type, true)
  expectDescriptorProblems(
    text,
    `descriptor-list «true» VEHICLE.doors is a list, but its type is ${type}, which has no commas; make the type string, or remove list.`,
  )
  expect(fieldsRead(text)).toEqual([{ name: 'doors', type }])
  expect(fixDescriptor(text, 'Remove list')).toBe(vehicleWith(`{ "name": "doors", "type": "${type}" }`))
})
