import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'
import { readDescriptorFile } from '../descriptors/descriptor-file.ts'

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
