import { expect, test } from 'vitest'
import { vehicleWith } from '../../test/descriptor-files.ts'
import { builtinRegistry } from '../../test/records.ts'
import { readDescriptorFile } from '../config/descriptors/descriptor-file.ts'
import { searchDescriptors } from './descriptor-search.ts'
import { createRegistry } from './registry.ts'

const fleet = readDescriptorFile(
  vehicleWith(
    '{ "name": "plate", "type": "string", "description": "As on the vehicle." }',
    '{ "name": "status", "type": "string", "enum": ["retired"], "enumDescriptions": { "retired": "Sold or scrapped" } }',
    '{ "name": "price", "type": "float", "unit": "EUR", "description": "The price of the plate is not in it." }',
  ),
).descriptor!

const found = (words: string): string[] =>
  searchDescriptors(createRegistry([fleet]), words.split(' ').filter(Boolean)).map(({ domain, tag, field }) =>
    [domain.path, tag?.name, field?.name].filter(Boolean).join(' '),
  )

test('finds names and texts, names first, in any case', () => {
  expect(found('plate')).toEqual(['acme.fleet VEHICLE plate', 'acme.fleet VEHICLE price'])
  expect(found('Vehicle')).toEqual(['acme.fleet VEHICLE', 'acme.fleet VEHICLE plate'])
  expect(found('FLEET')).toEqual(['acme.fleet'])
})

test('finds allowed values, what they mean, and units', () => {
  expect(found('retired')).toEqual(['acme.fleet VEHICLE status'])
  expect(found('scrap')).toEqual(['acme.fleet VEHICLE status'])
  expect(found('eur')).toEqual(['acme.fleet VEHICLE price'])
})

test('finds beginnings of words, their plurals, and keywords', () => {
  const registry = createRegistry([
    readDescriptorFile(
      vehicleWith('{ "name": "submitted", "type": "string", "aliases": ["time-sheets"], "keywords": ["odometer"] }'),
    ).descriptor!,
  ])
  const names = (...words: string[]) => searchDescriptors(registry, words).map(({ field }) => field?.name)
  expect(names('subm')).toEqual(['submitted'])
  expect(names('bmi')).toEqual([])
  expect(names('time', 'sheet')).toEqual(['submitted'])
  expect(names('odometers')).toEqual(['submitted'])
})

test('every word has to occur, some in the names around', () => {
  expect(found('vehicle status')).toEqual(['acme.fleet VEHICLE status'])
  expect(found('status nothing')).toEqual([])
  expect(found('')).toEqual([])
})

test.each([
  ['Urlaub', 'LEAVE'],
  ['Krankmeldung', 'LEAVE'],
  ['Selbstbehalt', 'POLICY.deductible'],
  ['befundet', 'LAB'],
  ['arrêt maladie', 'LEAVE'],
  ['conges', 'LEAVE'],
  ['franchise', 'POLICY.deductible'],
  ['ordonnance', 'RX'],
  ['baja médica', 'LEAVE'],
  ['siniestro', 'CLAIM'],
  ['receta', 'RX'],
  ['有給休暇', 'LEAVE'],
  ['休暇', 'LEAVE'],
  ['保険金', 'CLAIM'],
  ['ｲﾝｼﾃﾞﾝﾄ', 'INCIDENT'],
  ['Lastschrift', 'TXN.payment_method'],
  ['jubilado', 'EMPLOYEE.status'],
])('everyday words of other languages lead somewhere: %s finds %s', (words, name) =>
  expect(
    searchDescriptors(builtinRegistry, words.split(' ')).map(({ tag, field }) =>
      [tag?.name, field?.name].filter(Boolean).join('.'),
    ),
  ).toContain(name),
)
