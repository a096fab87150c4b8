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

const withInterval = (type: string, interval: string): string =>
  vehicleWith(`{ "name": "inspection", "type": "${type}", "interval": "${interval}" }`)

test('days can come again', () => {
  for (const interval of ['P3M', 'P1Y', 'P2W', 'P10D', 'P1Y6M', 'P1Y2M3W4D'])
    expectDescriptorProblems(withInterval('ts', interval))
  expect(fieldsRead(withInterval('ts', 'P3M'))[0]!.interval).toBe('P3M')
})

test.each(['P', 'P0M', '3M', 'p3m', 'P1.5M', 'PT12H', 'P3M4Y', '3 months', ''])('"%s" is no interval', interval => {
  const text = withInterval('ts', interval)
  expectDescriptorProblems(
    text,
    `descriptor-due «"${interval}"» The interval of VEHICLE.inspection is "${interval}"; write years, months, weeks or days, such as P1Y, P3M or P2W.`,
  )
  expect(fieldsRead(text)[0]!.interval).toBeUndefined()
})

test('a field of another type has no interval', () => {
  const text = withInterval('string', 'P3M')
  expectDescriptorProblems(
    text,
    'descriptor-due «"P3M"» VEHICLE.inspection has an interval, but its type is string, which has no days; make the type ts, or remove interval.',
  )
  expect(fixDescriptor(text, 'Remove interval')).toBe(vehicleWith('{ "name": "inspection", "type": "string" }'))
})
