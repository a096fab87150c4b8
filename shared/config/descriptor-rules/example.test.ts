import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, vehicleWith } from '../../../test/descriptor-files.ts'

const start = "The example must pass the field's own checks:"

test('examples that pass', () =>
  expectDescriptorProblems(
    vehicleWith(
      '{ "name": "rid", "type": "string", "required": true, "example": "VEH 1 | x=\\"y\\"\\n" }',
      '{ "name": "seats", "type": "int", "range": [1, 9], "example": "+5" }',
      '{ "name": "status", "type": "string", "enum": ["in use", ""], "example": "in use" }',
      '{ "name": "plate", "type": "string", "pattern": "[A-Z]+", "example": "ABC" }',
      '{ "name": "bought", "type": "ts", "example": "2026-06-30" }',
      '{ "name": "note", "type": "string", "required": true, "example": "" }',
    ),
  ))

test.each([
  ['"type": "int"', 'about 5', 'VEHICLE.x is "about 5", not a whole number; write digits only, such as 5.'],
  ['"type": "ts"', '2026-02-30', 'VEHICLE.x is "2026-02-30"; there is no day 30 in 2026-02, which has 28 days.'],
  ['"type": "string", "enum": ["a", "b"]', 'A', 'VEHICLE.x is "A"; it must be a or b.'],
  ['"type": "int", "range": [1, 9]', '10', 'VEHICLE.x is 10; it must be from 1 to 9.'],
  ['"type": "string", "pattern": "[A-Z]+"', 'a', 'VEHICLE.x is "a"; it must match the pattern [A-Z]+.'],
])('an example that breaks %s', (constraints, example, message) => {
  const text = vehicleWith(`{ "name": "x", ${constraints}, "example": "${example}" }`)
  expectDescriptorProblems(text, `descriptor-example «"${example}"» ${start} ${message}`)
  expect(fieldsRead(text)[0]).not.toHaveProperty('example')
})

test('a wrong pattern or range is not held against the example', () =>
  expectDescriptorProblems(
    vehicleWith('{ "name": "x", "type": "int", "range": [9, 1], "pattern": "(", "example": "20" }'),
    expect.stringContaining('descriptor-range') as string,
    expect.stringContaining('descriptor-pattern') as string,
  ))
