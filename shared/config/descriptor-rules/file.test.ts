import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixChoices, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'

const photo = '{ "name": "photo", "type": "string", "file": true }'
const hashOf = (name: string, type = 'string'): string => `{ "name": "hash", "type": "${type}", "hashOf": "${name}" }`

test('a field with paths, and one with hashes', () => {
  expectDescriptorProblems(vehicleWith(photo, hashOf('photo')))
  expectDescriptorProblems(vehicleWith('{ "name": "photos", "type": "string", "file": true, "list": true }'))
})

test('fields of another type', () => {
  const text = vehicleWith('{ "name": "photo", "type": "ts", "file": true }')
  expectDescriptorProblems(
    text,
    'descriptor-file «true» VEHICLE.photo has paths of files, but its type is ts; make the type string, or remove file.',
  )
  expect(fixDescriptor(text, 'Remove file')).toBe(vehicleWith('{ "name": "photo", "type": "ts" }'))
  expectDescriptorProblems(
    vehicleWith(photo, hashOf('photo', 'int')),
    'descriptor-file «"photo"» VEHICLE.hash has hashes, but its type is int; make the type string, or remove hashOf.',
  )
})

test('a hash of no file, or of one of several', () => {
  const wrong = vehicleWith(photo, hashOf('foto'))
  expectDescriptorProblems(
    wrong,
    'descriptor-file «"foto"» VEHICLE.hash has the hash of foto, which is no field with "file": true of its record; write the field with the path.',
  )
  expect(fixChoices(wrong)).toEqual(['Change to photo'])
  expect(fixDescriptor(wrong, 'Change to photo')).toBe(vehicleWith(photo, hashOf('photo')))
  expectDescriptorProblems(
    vehicleWith('{ "name": "photo", "type": "string", "file": true, "list": true }', hashOf('photo')),
    'descriptor-file «"photo"» VEHICLE.hash has the hash of photo, which can have several paths, and one hash is of one file; write the field with the path.',
  )
})
