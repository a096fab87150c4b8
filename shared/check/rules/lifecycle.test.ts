import { expect, test } from 'vitest'
import { findingsOfChange, type Settings } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'

const fleet: Descriptor = {
  domain: 'acme.fleet',
  version: '1.0',
  description: 'A fleet.',
  records: [
    {
      tag: 'VEHICLE',
      fields: [
        {
          name: 'status',
          type: 'string',
          enum: ['new', 'active', 'workshop', 'retired'],
          transitions: { new: ['active'], active: ['workshop', 'retired'], retired: [] },
        },
      ],
    },
  ],
}
const settings: Settings = { descriptors: [fleet], settingDomains: ['acme.fleet'] }

/** What is found where the status of a vehicle changes. */
const found = (before: string, after: string): string[] =>
  findingsOfChange(`@VEHICLE rid=V-1 | ${before}`, `@VEHICLE rid=V-1 | ${after}`, settings).map(
    ({ message, start, end }) => `${`@VEHICLE rid=V-1 | ${after}`.slice(start, end)}: ${message}`,
  )

test('a state that cannot follow', () => {
  expect(found('status="retired"', 'status="active"')).toEqual([
    '"active": VEHICLE.status changed from "retired" to "active"; after "retired", no other state can follow.',
  ])
  expect(found('status=active', 'name="x" | status="new"')).toEqual([
    '"new": VEHICLE.status changed from "active" to "new"; after "active", it can become workshop or retired.',
  ])
  expect(found('status="new"', 'status="workshop"')).toHaveLength(1)
})

test('states that can follow, and states whose followers are not known', () => {
  expect(found('status="new"', 'status="active"')).toEqual([])
  expect(found('status="retired"', 'status=retired')).toEqual([])
  expect(found('status="workshop"', 'status="new"')).toEqual([])
  expect(found('status="constructor"', 'status="new"')).toEqual([])
})

test('values that are not allowed, not there or new have other problems or none', () => {
  expect(found('status="retired"', 'status="sold"')).toEqual([])
  expect(found('status="retired"', 'name="x"')).toEqual([])
  expect(found('name="x"', 'status="new"')).toEqual([])
})

test('the fix restores the state', () => {
  const after = '@VEHICLE rid=V-1 | status="new"'
  const [finding] = findingsOfChange('@VEHICLE rid=V-1 | status=active', after, settings)
  const [fix] = finding!.fixes!()
  expect(fix!.title).toBe('Change back to active')
  const { start, end, text } = fix!.edits[0]!
  expect(after.slice(0, start) + text + after.slice(end)).toBe('@VEHICLE rid=V-1 | status="active"')
})

test('a field without transitions or states can change to any value', () => {
  const descriptor: Descriptor = {
    domain: 'acme.fleet',
    version: '1.0',
    description: '',
    records: [
      {
        tag: 'VEHICLE',
        fields: [
          { name: 'status', type: 'string', enum: ['new', 'active'] },
          { name: 'state', type: 'string', transitions: { new: ['active'] } },
        ],
      },
    ],
  }
  const change = (before: string, after: string): unknown =>
    findingsOfChange(`@VEHICLE ${before}`, `@VEHICLE ${after}`, { ...settings, descriptors: [descriptor] })
  expect(change('status="active"', 'status="new"')).toEqual([])
  expect(change('state="new"', 'state="x"')).toEqual([])
})
