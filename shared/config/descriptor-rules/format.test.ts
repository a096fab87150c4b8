import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'

const withFormat = (type: string, format: string): string =>
  vehicleWith(`{ "name": "vin", "type": "${type}", "format": "${format}" }`)

test('texts have formats', () => {
  expectDescriptorProblems(withFormat('string', 'vin'))
  expect(fieldsRead(withFormat('string', 'vin'))[0]!.format).toBe('vin')
})

test('a field of another type has none', () => {
  const text = withFormat('int', 'luhn')
  expectDescriptorProblems(
    text,
    'descriptor-format «"luhn"» VEHICLE.vin has the format luhn, but its type is int; make the type string, or remove the format.',
  )
  expect(fixDescriptor(text, 'Remove format')).toBe(vehicleWith('{ "name": "vin", "type": "int" }'))
})

test('an unknown format', () => {
  const text = withFormat('string', 'ibann')
  expect(fixDescriptor(text, 'Change to "iban"')).toBe(withFormat('string', 'iban'))
})

test('an example that is not of the format', () =>
  expectDescriptorProblems(
    vehicleWith('{ "name": "country", "type": "string", "format": "country", "example": "UK" }'),
    `descriptor-example «"UK"» The example must pass the field's own checks: VEHICLE.country is "UK", which is no country code of ISO 3166-1: the code of the United Kingdom is GB.`,
  ))
