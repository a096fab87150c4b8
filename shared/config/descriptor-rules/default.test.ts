import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'

const status = (value: string): string =>
  vehicleWith(`{ "name": "status", "type": "string", "enum": ["new", "old"], "default": ${value} }`)

test('a default is a value of its field, or an expression', () => {
  expectDescriptorProblems(status('"new"'))
  expectDescriptorProblems(vehicleWith('{ "name": "wheels", "type": "int", "default": 4 }'))
  expectDescriptorProblems(vehicleWith('{ "name": "bought", "type": "ts", "default": { "expression": "now" } }'))
  expect(fieldsRead(status('"new"'))[0]!.default).toBe('new')
})

test('a value that the field does not allow is no default', () => {
  expectDescriptorProblems(
    status('"broken"'),
    'descriptor-default «"broken"» VEHICLE.status does not allow its default "broken"; write a value that a record could have.',
  )
  expect(fixDescriptor(status('"broken"'), 'Remove default')).toBe(
    vehicleWith('{ "name": "status", "type": "string", "enum": ["new", "old"] }'),
  )
  expectDescriptorProblems(
    vehicleWith('{ "name": "wheels", "type": "int", "default": "four" }'),
    'descriptor-default «"four"» VEHICLE.wheels does not allow its default "four"; write a value that a record could have.',
  )
})
