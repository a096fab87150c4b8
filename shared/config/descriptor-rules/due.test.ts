import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'

const withDue = (type: string, due = '{}'): string =>
  vehicleWith(`{ "name": "inspection", "type": "${type}", "due": ${due} }`)

test('days can be due', () => {
  expectDescriptorProblems(withDue('ts'))
  expect(fieldsRead(withDue('ts', '{ "until": "true" }'))[0]!.due).toEqual({ until: 'true' })
})

test('a field of another type has no due days', () => {
  const text = withDue('string')
  expectDescriptorProblems(
    text,
    'descriptor-due «{}» VEHICLE.inspection has due days, but its type is string, which has no days; make the type ts, or remove due.',
  )
  expect(fixDescriptor(text, 'Remove due')).toBe(vehicleWith('{ "name": "inspection", "type": "string" }'))
})
