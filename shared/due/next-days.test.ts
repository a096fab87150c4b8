import { expect, test } from 'vitest'
import { check, registryOf } from '../../test/records.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { nextDaysOf } from './next-days.ts'

/** The next day of a review, with a * if it is wanted. */
function next(interval: string, day: string, today: string, status = 'done'): string[] {
  const registry = registryOf('acme.fleet', [
    {
      tag: 'VEHICLE',
      fields: [
        { name: 'status', type: 'string', enum: ['active', 'done'] },
        { name: 'review', type: 'ts', interval },
      ],
    },
  ])
  const { tree } = check(`@VEHICLE status="${status}" | review:ts=${day}`)
  const record = tree.entries[0] as RecordNode
  const tag = registry.tagsNamed('VEHICLE')[0]!
  return nextDaysOf(record, tag, registry, Date.parse(`${today}T12:00:00Z`)).map(
    ({ text, isWanted }) => text + (isWanted ? ' *' : ''),
  )
}

test.each([
  // The last day of a month that has no such day.
  ['P1M', '2026-01-31', '2026-01-31', '2026-02-28 *'],
  ['P3M', '2026-11-30', '2026-11-29', '2027-02-28 *'],
  ['P1Y', '2028-02-29', '2028-03-01', '2029-02-28 *'],
  // Days that passed are left out, and the rhythm stays.
  ['P1M', '2026-01-31', '2026-05-15', '2026-05-31 *'],
  ['P2W', '2026-06-01', '2026-06-29', '2026-07-13 *'],
  ['P2W', '2026-06-01', '2026-06-30', '2026-07-13 *'],
  ['P1D', '1970-01-01', '2026-06-30', '2026-07-01 *'],
  ['P1Y1M1D', '2026-01-30', '2026-01-30', '2027-03-01 *'],
  // The time of the day stays.
  ['P3M', '2026-05-31T23:30:00-05:00', '2026-06-30', '2026-08-31T23:30:00-05:00 *'],
])('%s after %s, today %s: %s', (interval, day, today, expected) =>
  expect(next(interval, day, today)).toEqual([expected]),
)

test('a day of a later interval can be moved, but nothing asks for it', () => {
  expect(next('P3M', '2026-09-29', '2026-06-30')).toEqual(['2026-12-29 *'])
  expect(next('P3M', '2026-09-30', '2026-06-30')).toEqual(['2026-12-30'])
})

test('while something is left to do, nothing asks for the next day', () =>
  expect(next('P3M', '2026-05-31', '2026-06-30', 'active')).toEqual(['2026-08-31']))

test('no day, no interval that can be used, and no day after the year 9999', () => {
  expect(next('P3M', 'soon', '2026-06-30')).toEqual([])
  expect(next('P0D', '2026-06-30', '2026-06-30')).toEqual([])
  expect(next('P9999Y', '2026-06-30', '2026-06-30')).toEqual([])
  expect(next('P1D', '9999-12-31', '2026-06-30')).toEqual([])
})
