import { expect, test } from 'vitest'
import {
  expectDescriptorProblems,
  fieldsRead,
  fixChoices,
  fixDescriptor,
  vehicleWith,
} from '../../../test/descriptor-files.ts'

const described = (values: string, descriptions: string): string =>
  vehicleWith(`{ "name": "status", "type": "string", ${values}"enumDescriptions": ${descriptions} }`)

test('descriptions of values that there are', () =>
  expectDescriptorProblems(described('"enum": ["active", "sold"], ', '{ "sold": "Gone" }')))

test('a description of a value that there is not does not count', () => {
  const text = described('"enum": ["active", "sold"], ', '{ "activ": "Ready", "sold": "Gone" }')
  expectDescriptorProblems(
    text,
    'descriptor-enum «"activ"» The enumDescriptions of VEHICLE.status describe activ, which its enum does not have; write active or sold.',
  )
  expect(fieldsRead(text)[0]!.enumDescriptions).toEqual({ sold: 'Gone' })
  expect(fixDescriptor(text, 'Change to "active"')).toBe(text.replace('"activ"', '"active"'))
})

test('of several values that may be meant, none is preferred', () =>
  expect(fixChoices(described('"enum": ["north", "south"], ', '{ "nouth": "Up" }'))).toEqual([
    'Change to "north"',
    'Change to "south"',
  ]))

test('descriptions without an enum', () => {
  const text = described('', '{ "sold": "Gone" }')
  expectDescriptorProblems(
    text,
    'descriptor-enum «{ "sold": "Gone" }» VEHICLE.status has enumDescriptions, but no enum; add the enum, or remove them.',
  )
  expect(fixDescriptor(text, 'Remove enumDescriptions')).toBe(vehicleWith('{ "name": "status", "type": "string" }'))
})

test('an enum with a problem of its own', () =>
  expectDescriptorProblems(
    described('"enum": ["active", 5], ', '{ "5": "Five" }'),
    'descriptor-schema «5» Item 2 of the enum of VEHICLE.status is 5; write each allowed value in double quotes.',
  ))
