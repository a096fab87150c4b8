import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixDescriptor } from '../../../test/descriptor-files.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'
import { readDescriptorFile } from '../descriptors/descriptor-file.ts'

/** A descriptor of `acme.fleet` with the tags VEHICLE and TRIP, and one use case. */
const fleetWith = (example: string, tagsUsed: readonly string[], typeOfSeats = 'int'): string =>
  `{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [
  { "tag": "VEHICLE", "fields": [{ "name": "rid", "type": "string", "required": true }, { "name": "seats", "type": "${typeOfSeats}", "range": [1, 9] }] },
  { "tag": "TRIP", "fields": [{ "name": "vehicle_ref", "type": "string" }] }],
"meta": { "use_cases": [{ "id": "handover", "title": "Hand over", "description": "A vehicle is handed over.",
  "tags": ["VEHICLE", "WALLET"], "steps": [], "tags_used": ${JSON.stringify(tagsUsed)}, "example": ${JSON.stringify(example)} }] } }`

test('an example without problems whose tags are listed in any order', () => {
  const example = '# Monday\n@VEHICLE rid=VEH-1 | seats:int=4\n\n@TRIP vehicle_ref="VEH-1"\n@TRIP vehicle_ref="VEH-1"'
  expectDescriptorProblems(fleetWith(example, ['TRIP', 'VEHICLE']))
})

test('matters of form are no problem', () =>
  expectDescriptorProblems(fleetWith('@VEHICLE rid="VEH-1" | seats=4', ['VEHICLE'])))

test.each([
  ['@VEHICLE rid=VEH-1 | seats:int=12', /has a problem in line 1: VEHICLE\.seats is 12/],
  ['@VEHICLE rid=VEH-1\n@TRIPS vehicle_ref="VEH-1"', /has a problem in line 2: .*TRIPS/],
  ['@VEHICLE seats:int=4\n@VEHICLE rid=VEH-2 | seats:int=12', /has 2 problems, the first in line 1: .*rid/],
])('the example %j', (example, message) => {
  const text = fleetWith(example, ['VEHICLE'])
  expectDescriptorProblems(text, expect.stringMatching(message) as string)
  const [problem] = readDescriptorFile(text).problems
  expect(problem).toMatchObject({ code: 'descriptor-use-case', severity: 'warning' })
  expect(text.slice(problem!.start, problem!.end)).toBe(JSON.stringify(example))
})

test('tags_used that lists other tags than the example has', () => {
  const text = fleetWith('@TRIP vehicle_ref="VEH-1"\n@VEHICLE rid=VEH-1', ['VEHICLE', 'WALLET'])
  expectDescriptorProblems(
    text,
    'descriptor-use-case «["VEHICLE","WALLET"]» tags_used of the use case handover must list the tags of its example: TRIP, VEHICLE.',
  )
  expect(fixDescriptor(text, 'Change to ["TRIP","VEHICLE"]')).toBe(
    text.replace('["VEHICLE","WALLET"]', '["TRIP","VEHICLE"]'),
  )
})

test('an example can use records of a built-in domain', () =>
  expectDescriptorProblems(
    fleetWith('@DOC domain=[acme.fleet, core.fintech]\n@VEHICLE rid=VEH-1\n@TXN id="TXN-1"', ['VEHICLE', 'TXN']),
  ))

test('a use case counts with its problem', () => {
  const { descriptor } = readDescriptorFile(fleetWith('@TRIPS', []))
  expect(descriptor!.meta!.use_cases).toMatchObject([{ id: 'handover', example: '@TRIPS', tags_used: [] }])
})

test('an error in a field is not reported again in the examples that use the field', () =>
  expectDescriptorProblems(
    fleetWith('@VEHICLE rid=VEH-1 | seats:int=4', ['VEHICLE'], 'integer'),
    expect.stringMatching(/^descriptor-schema /) as string,
  ))

test.each(builtinDescriptors.map(descriptor => ({ descriptor, domain: descriptor.domain })))(
  'the use cases of $domain',
  ({ descriptor }) => expectDescriptorProblems(JSON.stringify(descriptor)),
)
