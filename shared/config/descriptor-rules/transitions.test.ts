import { expect, test } from 'vitest'
import {
  expectDescriptorProblems,
  fieldsRead,
  fixChoices,
  fixDescriptor,
  vehicleWith,
} from '../../../test/descriptor-files.ts'

const status = (transitions: string, rest = '"enum": ["active", "retired"]'): string =>
  vehicleWith(`{ "name": "status", "type": "string", ${rest}, "transitions": ${transitions} }`)

test('values of the enum', () => {
  const text = status('{ "active": ["retired"], "retired": [] }')
  expectDescriptorProblems(text)
  expect(fieldsRead(text)[0]!.transitions).toEqual({ active: ['retired'], retired: [] })
})

test('a value that the enum does not have, before and after the colon', () => {
  const text = status('{ "activ": ["sold"], "retired": [] }')
  expectDescriptorProblems(
    text,
    'descriptor-transitions «"activ"» The transitions of VEHICLE.status name activ, which its enum does not have; write active or retired.',
    'descriptor-transitions «"sold"» The transitions of VEHICLE.status name sold, which its enum does not have; write active or retired.',
  )
  expect(fieldsRead(text)[0]!.transitions).toBeUndefined()
  expect(fixDescriptor(text, 'Change to "active"')).toBe(status('{ "active": ["sold"], "retired": [] }'))
})

test('of several values that may be meant, none is preferred', () => {
  const text = status('{ "nouth": [] }', '"enum": ["north", "south"]')
  expect(fixChoices(text)).toEqual(['Change to "north"', 'Change to "south"'])
  expect(fixChoices(status('{ "activ": [] }'))).toEqual(['* Change to "active"'])
})

test('a field without an enum, or with a list of its values', () => {
  expectDescriptorProblems(
    status('{ "a": [] }', '"unit": "km"'),
    'descriptor-transitions «{ "a": [] }» VEHICLE.status has transitions, but it has no enum; remove the transitions.',
  )
  const list = '"enum": ["active"], "list": true'
  const text = status('{ "active": [] }', list)
  expectDescriptorProblems(
    text,
    'descriptor-transitions «{ "active": [] }» VEHICLE.status has transitions, but it is a list; remove the transitions.',
  )
  expect(fixDescriptor(text, 'Remove transitions')).not.toContain('transitions')
})
