import { expect, test } from 'vitest'
import { expectAnswers, expectFix, expectNoProblems, expectProblems } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'

const fleet: Descriptor = {
  domain: 'acme.fleet',
  version: '2.0',
  description: 'A fleet.',
  records: [
    {
      tag: 'VEHICLE',
      fields: [
        { name: 'rid', type: 'string', required: true },
        { name: 'plate', type: 'string' },
        { name: 'number', type: 'string', deprecated: { since: '2.0', reason: 'Both mean the same.', use: 'plate' } },
        { name: 'seats', type: 'int', deprecated: { use: 'plate' } },
        { name: 'color', type: 'string', deprecated: {} },
        {
          name: 'status',
          type: 'string',
          enum: ['active', 'retired', 'sold', 'lost'],
          deprecatedValues: { sold: { use: 'retired' }, lost: { reason: 'Write an INCIDENT' } },
        },
        {
          name: 'uses',
          type: 'string',
          list: true,
          enum: ['goods', 'cargo'],
          deprecatedValues: { cargo: { use: 'goods' } },
        },
      ],
    },
    { tag: 'CAR', deprecated: { use: 'VEHICLE' }, fields: [{ name: 'rid', type: 'string' }] },
    { tag: 'BOAT', deprecated: { reason: 'There are none' }, fields: [{ name: 'rid', type: 'string' }] },
  ],
}
const old: Descriptor = { ...fleet, domain: 'acme.old', state: 'deprecated', notice: 'Use acme.fleet.', records: [] }
const noted: Descriptor = { ...old, domain: 'acme.noted', state: 'active', notice: 'Version 3 comes in May' }
const settings = { descriptors: [fleet, old, noted] }

test('tags, fields and values, with what to write instead', () =>
  expectProblems(
    `
@CAR rid=C-1
#^^^ deprecated: CAR is deprecated; write @VEHICLE.
@BOAT rid=B-1
#^^^^ deprecated: BOAT is deprecated: There are none.
@VEHICLE rid=V-1 | number="AB 1" | seats:int=4 | color="red"
#                  ^^^^^^ deprecated: VEHICLE.number is deprecated since version 2.0: Both mean the same; write plate.
#                                  ^^^^^ deprecated: VEHICLE.seats is deprecated; write plate.
#                                                ^^^^^ deprecated: VEHICLE.color is deprecated.
@VEHICLE rid=V-2 | status="sold" | uses="goods, cargo"
#                         ^^^^^^ deprecated: "sold" of VEHICLE.status is deprecated; write "retired".
#                                               ^^^^^ deprecated: "cargo" of VEHICLE.uses is deprecated; write "goods".
@VEHICLE rid=V-3 | status="lost"
#                         ^^^^^^ deprecated: "lost" of VEHICLE.status is deprecated: Write an INCIDENT.
`,
    settings,
  ))

test('domains, where a header names them', () =>
  expectProblems(
    `
@DOC domain=[acme.old, acme.noted]
#            ^^^^^^^^ deprecated: acme.old is deprecated: Use acme.fleet.
#                      ^^^^^^^^^^ deprecated: acme.noted has a notice: Version 3 comes in May.
`,
    settings,
  ))

test('nothing else', () =>
  expectNoProblems('@VEHICLE rid=V-1 | plate="AB 1" | status="retired" | uses="goods"\n', settings))

test('the fix writes what replaces it, and changes nothing else', () => {
  expectFix('@CAR rid=C-1\n', 'Change to @VEHICLE', '@VEHICLE rid=C-1\n', settings)
  const before = '@VEHICLE rid=V-1 | number="AB 1" | status="sold" | uses="goods, cargo"\n'
  expectFix(before, 'Change to plate', before.replace('number', 'plate'), settings)
  expectFix(before, 'Change to retired', before.replace('sold', 'retired'), settings)
  expectFix(before, 'Change to goods', before.replace('cargo', 'goods'), settings)
})

test('all at once, where there is one answer', () =>
  expectAnswers(
    '@VEHICLE rid=V-1 | number="AB 1" | status="sold"\n@VEHICLE rid=V-2 | number="A" | plate="B" | seats:int=4\n',
    '@VEHICLE rid=V-1 | plate="AB 1" | status="retired"\n@VEHICLE rid=V-2 | number="A" | plate="B" | seats:int=4\n',
    settings,
  ))

test('a field of another type does not replace it, nor one that the record has', () => {
  expect(() => expectFix('@VEHICLE rid=V-1 | seats:int=4\n', 'Change to plate', '', settings)).toThrow()
  expect(() => expectFix('@VEHICLE rid=V-1 | number="A" | plate="B"\n', 'Change to plate', '', settings)).toThrow()
})
