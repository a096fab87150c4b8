import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'

const plate = (more: string, other = '{ "name": "color", "type": "string" }'): string =>
  vehicleWith(`{ "name": "plate", "type": "string"${more} }`, other)

test('old names that nothing has any more', () => {
  expectDescriptorProblems(plate(', "renamedFrom": "plate_no"'))
  expectDescriptorProblems(plate(', "enum": ["b"], "renamedValues": { "a": "b" }'))
  expectDescriptorProblems(
    plate('').replace('"fields"', '"renamedFrom": "CAR", "migrate": { "plate": "rid" }, "fields"'),
  )
})

test('an old name that a part still has, or that two parts had', () => {
  const text = plate(', "renamedFrom": "color"')
  expectDescriptorProblems(
    text,
    'descriptor-renamed «"color"» "color" is still a field of VEHICLE, so plate was not renamed from it; rename that one, or remove renamedFrom.',
  )
  expect(fixDescriptor(text, 'Remove renamedFrom')).toBe(plate(''))
  expectDescriptorProblems(
    plate(', "renamedFrom": "no"', '{ "name": "number", "type": "string", "renamedFrom": "no" }'),
    'descriptor-renamed «"no"» plate was renamed from "no" already, so this does nothing for number; remove renamedFrom.',
  )
  expectDescriptorProblems(
    plate('').replace('"fields"', '"renamedFrom": "VEHICLE", "fields"'),
    'descriptor-renamed «"VEHICLE"» "VEHICLE" is still a tag of this domain, so VEHICLE was not renamed from it; rename that one, or remove renamedFrom.',
  )
})

test('values that are still there, and values that there are not', () => {
  expectDescriptorProblems(
    plate(', "enum": ["a", "b"], "renamedValues": { "a": "b" }'),
    'descriptor-renamed «"a"» The enum of VEHICLE.plate still has "a", so it was not renamed; remove it from the enum, or here.',
  )
  const text = plate(', "enum": ["blue"], "renamedValues": { "a": "blu" }')
  expectDescriptorProblems(
    text,
    'descriptor-renamed «"blu"» The enum of VEHICLE.plate does not have "blu", so no value gets it; name a value of the enum.',
  )
  expect(fixDescriptor(text, 'Change to "blue"')).toBe(text.replace('"blu"', '"blue"'))
})

test('a value for no field', () =>
  expectDescriptorProblems(
    plate('').replace('"fields"', '"migrate": { "plat": "rid" }, "fields"'),
    'descriptor-renamed «"plat"» VEHICLE has no field "plat", so migrate gives it no value; name a field of the tag, or remove this.',
  ))
