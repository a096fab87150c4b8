import { expect, test } from 'vitest'
import {
  expectDescriptorProblems,
  fieldsRead,
  fixChoices,
  fixDescriptor,
  vehicleWith,
} from '../../../test/descriptor-files.ts'

const plates = (deprecated: string): string =>
  vehicleWith(
    `{ "name": "plate", "type": "string" }`,
    `{ "name": "number", "type": "string", "deprecated": ${deprecated} }`,
  )
const status = (deprecatedValues: string, more = ''): string =>
  vehicleWith(
    `{ "name": "status", "type": "string", "enum": ["active", "retired", "sold"]${more}, "deprecatedValues": ${deprecatedValues} }`,
  )

test('fields and values that other ones replace, or that nothing replaces', () => {
  const text = plates('{ "since": "2.0", "reason": "Both meant the same.", "use": "plate" }')
  expectDescriptorProblems(text)
  expect(fieldsRead(text)[1]!.deprecated).toEqual({ since: '2.0', reason: 'Both meant the same.', use: 'plate' })
  expectDescriptorProblems(plates('{}'))
  expectDescriptorProblems(status('{ "sold": { "use": "retired" } }'))
})

test('a required field, which no record can leave out', () => {
  const text = plates('{ "use": "plate" }, "required": true')
  expectDescriptorProblems(
    text,
    'descriptor-deprecated «"plate"» VEHICLE.number is required, so "plate" cannot replace it; remove "required", or leave out "use".',
  )
  expect(fieldsRead(text)[1]).toMatchObject({ name: 'number', required: true })
  expect(fieldsRead(text)[1]!.deprecated).toBeUndefined()
  expectDescriptorProblems(plates('{ "reason": "Nobody reads it." }, "required": true'))
})

test('a field or a tag that does not exist, or that is the same', () => {
  expectDescriptorProblems(
    plates('{ "use": "plat" }'),
    'descriptor-deprecated «"plat"» "plat" cannot replace number; name another field of VEHICLE, or leave out "use".',
  )
  expect(fixDescriptor(plates('{ "use": "plat" }'), 'Change to "plate"')).toBe(plates('{ "use": "plate" }'))
  expectDescriptorProblems(
    plates('{ "use": "number" }'),
    'descriptor-deprecated «"number"» "number" cannot replace number; name another field of VEHICLE, or leave out "use".',
  )
  expect(fieldsRead(plates('{ "use": "number" }'))[1]!.deprecated).toBeUndefined()
  expectDescriptorProblems(
    vehicleWith('{ "name": "a", "type": "string" }').replace('"fields"', '"deprecated": { "use": "CAR" }, "fields"'),
    'descriptor-deprecated «"CAR"» "CAR" cannot replace VEHICLE; name another tag of this domain, or leave out "use".',
  )
})

test('a value that the enum does not have, or that nothing can replace', () => {
  const text = status('{ "sod": { "use": "retird" } }')
  expectDescriptorProblems(
    text,
    'descriptor-deprecated «"sod"» The enum of VEHICLE.status does not have "sod", so it cannot be deprecated; add it to the enum, or remove it here.',
    'descriptor-deprecated «"retird"» "retird" cannot replace "sod"; name another value of the enum of VEHICLE.status, or leave out "use".',
  )
  expect(fixChoices(text)).toEqual(['* Change to "sold"', '* Change to "retired"'])
})
