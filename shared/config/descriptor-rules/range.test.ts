import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'

const withRange = (type: string, range: string): string =>
  vehicleWith(`{ "name": "fuel", "type": "${type}", "range": ${range} }`)

test('ranges of numbers', () => {
  expectDescriptorProblems(withRange('int', '[0, 100]'))
  expectDescriptorProblems(withRange('float', '[-1.5, -1.5]'))
})

test.each(['string', 'ts', 'bool'])('a range of a %s field', type => {
  const text = withRange(type, '[0, 100]')
  expectDescriptorProblems(
    text,
    `descriptor-range «[0, 100]» VEHICLE.fuel has a range, but its type is ${type}; remove the range, or make the type int or float.`,
  )
  expect(fieldsRead(text)).toEqual([{ name: 'fuel', type }])
  expect(fixDescriptor(text, 'Remove range')).toBe(vehicleWith(`{ "name": "fuel", "type": "${type}" }`))
})

test('a range with the greatest value first', () => {
  const text = withRange('float', '[100, 0.5]')
  expectDescriptorProblems(
    text,
    'descriptor-range «[100, 0.5]» The range of VEHICLE.fuel goes from 100 down to 0.5; write the least value first.',
  )
  expect(fieldsRead(text)).toEqual([{ name: 'fuel', type: 'float' }])
  expect(fixDescriptor(text, 'Change to [0.5, 100]')).toBe(withRange('float', '[0.5, 100]'))
})
