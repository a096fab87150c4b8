import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '../../../test/expressions.ts'
import {
  durationOf,
  holdsAllDigits,
  isTimestamp,
  timestampOf,
  type Value,
  valueAsText,
  withoutBinaryError,
} from './values.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  ['90d', 90 * day],
  ['1h30m', 90 * minute],
  ['1m30s', 90_000],
  ['1s500ms', 1500],
  ['2000us', 2],
  ['3000000ns', 3],
  ['1.5h', 90 * minute],
  ['1.h', hour],
  ['+2d', 2 * day],
  ['-2.5s', -2500],
  ['-1h30m', -90 * minute],
  ['10d10h', 10 * day + 10 * hour],
  ['12.25s', 12_250],
  ['0', 0],
  ['+0', 0],
  ['1ms'.repeat(33).padStart(100, '0'), 33],
])('the duration %s has %d milliseconds', (text, milliseconds) => {
  expect(durationOf(text)).toBe(milliseconds)
})

test.each([
  '',
  '1',
  '1h30',
  '1d 2h',
  ' 1d',
  '1d ',
  'x1d',
  '1dx',
  '.5h',
  '--1d',
  '1w',
  '00',
  '10',
  '01d'.padStart(101, '0'),
])('"%s" is no duration', text => {
  expect(durationOf(text)).toBeUndefined()
})

test.each([
  ['duration("0")', '0s'],
  ['duration("48h")', '2d'],
  ['duration("36h")', '36h'],
  ['duration("90m")', '90m'],
  ['duration("90s")', '90s'],
  ['duration("1500ms")', '1.5s'],
  ['-duration("2d")', '-2d'],
  ['[duration("1d"), duration("1h")]', '1d, 1h'],
])('%s is written as %s', (source, text) => {
  expect(evaluate(`${source} == ${source}`)).toBe('true')
  expect(evaluate(source.startsWith('[') ? `${source}.map(d, string(d))` : source)).toBe(text)
})

test.each([
  ['timestamp("2026-06-30T10:00:00+02:00")', '2026-06-30T08:00:00Z'],
  ['timestamp("2026-06-30T10:00:00.500Z")', '2026-06-30T10:00:00.500Z'],
  ['timestamp("2026-06-30")', '2026-06-30'],
  ['timestamp("2026-06-30T00:00:00Z")', '2026-06-30T00:00:00Z'],
  ['timestamp("2026-06-30") + duration("1d")', '2026-07-01'],
  ['timestamp("2026-06-30") - duration("1h")', '2026-06-29T23:00:00Z'],
  ['timestamp("2026-06-30T10:00:00Z") - duration("1d")', '2026-06-29T10:00:00Z'],
  ['duration("1d") + timestamp("2026-06-30")', '2026-07-01'],
  ['timestamp("9999-12-30") + duration("1d")', '9999-12-31'],
  ['timestamp("9999-12-31") + duration("1d")', 'absent'],
  ['timestamp("9999-12-31T23:59:59Z") + duration("999ms")', '9999-12-31T23:59:59.999Z'],
  ['timestamp("9999-12-31T23:59:59Z") + duration("1s")', 'absent'],
  ['timestamp("0000-01-02") - duration("1d")', '0000-01-01'],
  ['timestamp("0000-01-01") - duration("1ms")', 'absent'],
  ['timestamp("12:00")', 'absent'],
  ['timestamp("2026-06-30T12:00:00Z") - timestamp("2026-06-30T10:30:00Z")', '90m'],
  ['timestamp("2026-06-30") - timestamp("2026-07-02")', '-2d'],
  ['timestamp("2026-07-02T23:00:00Z") - timestamp("2026-06-30")', '2d'],
  ['timestamp("2026-07-02") - timestamp("2026-06-30T23:00:00Z")', '2d'],
])('%s is %s', (source, value) => {
  // The type check would refuse the text as a timestamp, and so the text is calculated.
  expect(evaluate(source.replace('("12:00")', '("12" + ":00")'))).toBe(value)
})

test.each([
  ['timestamp("2026-06-30") == timestamp("2026-06-30T23:59:59Z")', 'true'],
  ['timestamp("2026-06-30T00:00:00Z") == timestamp("2026-06-30T23:59:59Z")', 'false'],
  ['timestamp("2026-06-30") < timestamp("2026-06-30T23:59:59Z")', 'false'],
  ['timestamp("2026-06-30") <= timestamp("2026-06-30T00:00:00Z")', 'true'],
  ['timestamp("2026-06-30") >= timestamp("2026-06-30T23:59:59Z")', 'true'],
  ['timestamp("2026-06-30") > timestamp("2026-06-29T23:59:59Z")', 'true'],
  ['timestamp("2026-06-30T10:00:00Z") < timestamp("2026-06-30T10:00:01Z")', 'true'],
  ['timestamp("2026-06-30T10:00:00Z") <= timestamp("2026-06-30T10:00:00Z")', 'true'],
  ['timestamp("2026-06-30T10:00:00Z") <= timestamp("2026-06-30T09:00:00Z")', 'false'],
  ['timestamp("2026-06-30T10:00:00Z") >= timestamp("2026-06-30T10:00:00Z")', 'true'],
  ['timestamp("2026-06-30T10:00:00Z") >= timestamp("2026-06-30T10:00:01Z")', 'false'],
  ['timestamp("2026-06-30T10:00:00Z") > timestamp("2026-06-30T10:00:00Z")', 'false'],
  ['timestamp("1969-12-31T12:00:00Z") == timestamp("1969-12-31")', 'true'],
  ['timestamp("1969-12-31T12:00:00Z") < timestamp("1970-01-01")', 'true'],
  ['timestamp("2026-06-30T00:00:00+02:00") == timestamp("2026-06-30")', 'true'],
  ['timestamp("2026-06-30T00:00:00+02:00") > timestamp("2026-06-29")', 'true'],
  ['timestamp("2026-06-30T22:00:00-05:00") == timestamp("2026-06-30")', 'true'],
  ['timestamp("2026-06-30T22:00:00-05:00") < timestamp("2026-07-01")', 'true'],
  ['timestamp("2026-06-30T22:00:00-05:00") == timestamp("2026-07-01T03:00:00Z")', 'true'],
  ['timestamp("2026-06-30T22:00:00-05:00") + duration("1d") == timestamp("2026-07-01")', 'true'],
  ['daysBetween(timestamp("2026-06-30"), timestamp("2026-06-30T00:00:00+02:00")) == 0', 'true'],
  ['timestamp("2026-06-30T00:00:00+02:00") - timestamp("2026-06-29") == duration("1d")', 'true'],
])('by the day that is written, if one side is a date: %s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})

test.each([
  ['[1, 2] == [1, 2]', 'true'],
  ['[1, 2] == [1]', 'false'],
  ['[1] == [1, 2]', 'false'],
  ['[1, 2] == [1, 3]', 'false'],
  ['[1, 2] == [3, 2]', 'false'],
  ['[1, 2] != [1, 2]', 'false'],
  ['[[1], [2]] == [[1], [2]]', 'true'],
  ['[[1], [2]] == [[1], [3]]', 'false'],
  ['[] == []', 'true'],
  ['[now] == [timestamp("2026-06-30")]', 'true'],
  ['[now] == [timestamp("2026-07-01")]', 'false'],
  ['now in [timestamp("2026-06-30")]', 'true'],
  ['now in [timestamp("2026-07-01")]', 'false'],
  ['2 in [1, 2.0]', 'true'],
  ['2 < 3', 'true'],
  ['2 < 2', 'false'],
  ['2 <= 2', 'true'],
  ['3 <= 2', 'false'],
  ['3 > 2', 'true'],
  ['2 > 2', 'false'],
  ['2 >= 2.0', 'true'],
  ['2 >= 3', 'false'],
  ['"a" < "b"', 'true'],
  ['"b" <= "a"', 'false'],
  ['duration("1d") < duration("25h")', 'true'],
  ['duration("1d") + duration("1h") == duration("25h")', 'true'],
  ['duration("1d") - duration("1h") == duration("23h")', 'true'],
  ['2.5 * 1 == 2.5', 'true'],
  ['7.0 / 2 == 3.5', 'true'],
  ['7 / 2.0 == 3.5', 'true'],
])('%s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})

test('a number is written as a number, if it is not known to be a duration', () => {
  expect(valueAsText(86_400_000)).toBe('86400000')
  expect(valueAsText(86_400_000, true)).toBe('1d')
  expect(valueAsText([1, 'a', true, { time: 0, isDate: true }])).toBe('1, a, true, 1970-01-01')
})

test('a timestamp is told from other values', () => {
  expect(isTimestamp({ time: 0, isDate: true })).toBe(true)
  expect(['time', 1, true, []].map(isTimestamp)).toEqual([false, false, false, false])
})

test.each<[text: string, holds: boolean]>([
  ['4.50', true],
  ['+007', true],
  ['-0.00', true],
  ['1e3', true],
  ['0.30000000000000004', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['0.1234567890123456789', false],
  ['2026-06-30', true],
  ['2026-06-30T10:00:00.123Z', true],
  ['2026-06-30T10:00:00.123000+02:00', true],
  ['2026-06-30T10:00:00.1230001', false],
])('%s: %s', (text, holds) => {
  const value: Value = timestampOf(text) ?? Number(text)
  expect(holdsAllDigits(value, text)).toBe(holds)
})

test('results of decimal numbers have no binary error', () => {
  const whole = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      expect(withoutBinaryError((one / 100) * other) === Number(`${one * other}e-2`)).toBe(true)
      expect(withoutBinaryError(one / 100 + other / 1000) === Number(`${one * 10 + other}e-3`)).toBe(true)
    }),
  )
})
