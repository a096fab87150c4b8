import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'
import { createRegistry } from '../../domains/registry.ts'
import { readDescriptorFile } from '../descriptors/descriptor-file.ts'
import { extensionProblems } from '../descriptors/extension-problems.ts'

const unique = (lists: string): string =>
  vehicleWith('{ "name": "plate", "type": "string" }', '{ "name": "fleet", "type": "string" }').replace(
    '"tag": "VEHICLE",',
    `"tag": "VEHICLE", "unique": ${lists},`,
  )

const listsRead = (text: string): unknown => readDescriptorFile(text).descriptor!.records[0]!.unique

test('lists of fields', () => {
  const text = unique('[["plate"], ["fleet", "plate"]]')
  expectDescriptorProblems(text)
  expect(listsRead(text)).toEqual([['plate'], ['fleet', 'plate']])
})

test('a field that the tag does not have', () => {
  const text = unique('[["plat"]]')
  expectDescriptorProblems(
    text,
    'descriptor-unique «"plat"» unique of VEHICLE names plat, which is no field of it; plate may be meant.',
  )
  expect(fixDescriptor(text, 'Change to "plate"')).toBe(unique('[["plate"]]'))
  expect(listsRead(text)).toBeUndefined()
})

test('a list that is there already, in any order', () => {
  const text = unique('[["plate", "fleet"], ["fleet", "plate"]]')
  expectDescriptorProblems(
    text,
    'descriptor-unique «["fleet", "plate"]» unique of VEHICLE has this list already; remove this one.',
  )
  expect(fixDescriptor(text, 'Remove this list')).toBe(unique('[["plate", "fleet"]]'))
})

test('what is no list of names', () => {
  expectDescriptorProblems(
    unique('[[]]'),
    'descriptor-schema «[]» Item 1 of the unique of VEHICLE has 0 items; write at least 1 item.',
  )
})

test('an extension can name inherited fields and its own', () => {
  const base = readDescriptorFile(unique('[["plate"]]')).descriptor!
  const text = `{ "domain": "acme.vans", "version": "1.0", "description": "Vans.", "extends": "acme.fleet", "records": [
    { "tag": "VEHICLE", "fields": [{ "name": "seats", "type": "int" }], "unique": [["plate", "seats"], ["seat"]] }] }`
  const file = readDescriptorFile(text)
  const registry = createRegistry([base, file.descriptor!])
  expect(extensionProblems(file, registry).map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'descriptor-unique: unique of VEHICLE names seat, which is no field of it; seats may be meant.',
  ])
  expect(registry.tags.get('acme.vans.VEHICLE')!.keys.map(({ name }) => name.path)).toEqual([
    'acme.fleet.VEHICLE?plate',
    'acme.fleet.VEHICLE?plate&seats',
  ])
})
