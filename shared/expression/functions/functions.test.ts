import { expect, test } from 'vitest'
import { evaluate } from '../../../test/expressions.ts'

test.each([
  ['"abc".startsWith("ab")', 'true'],
  ['"abc".startsWith("bc")', 'false'],
  ['"abc".startsWith("")', 'true'],
  ['"abc".endsWith("bc")', 'true'],
  ['"abc".endsWith("ab")', 'false'],
  ['"abc".contains("b")', 'true'],
  ['"abc".contains("ac")', 'false'],
  ['"abc".contains("B")', 'false'],
  ['"abc".matches("b")', 'true'],
  ['"abc".matches("^b")', 'false'],
  ['matches("abc", "c$")', 'true'],
  ['"a1b".matches(r"\\d")', 'true'],
  ['"İSO Äß zZ".lowerAscii()', 'İso Äß zz'],
  ['"aZ äß iı".upperAscii()', 'AZ äß Iı'],
  ['"  a b\\t\\n".trim()', 'a b'],
  ['"a,b,,c".split(",")', 'a, b, , c'],
  ['"a,b,,c".split(",").size()', '4'],
  ['"abc".split("")', 'a, b, c'],
  ['"a\\U0001F600".split("").size()', '2'],
  ['"a.b".split(".")', 'a, b'],
])('of texts: %s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})

test.each([
  ['"".size()', '0'],
  ['"Zoë \\U0001F600".size()', '5'],
  ['size("abc")', '3'],
  ['size([1, 2])', '2'],
  ['[].exists(x, true)', 'false'],
  ['[].all(x, false)', 'true'],
  ['[].exists_one(x, true)', 'false'],
  ['[1, 2].exists(x, x > 2)', 'false'],
  ['[1, 2].all(x, x > 1)', 'false'],
  ['[1, 2, 3].exists_one(x, x > 1)', 'false'],
  ['[1, 2].exists_one(x, x > 2)', 'false'],
  ['[1, 2, 3].filter(x, x != 2)', '1, 3'],
  ['[3, 1].map(x, x + 1)', '4, 2'],
])('of lists: %s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})

const time = 'timestamp("2026-02-01T23:59:58-01:00")'
const date = 'timestamp("2026-02-01")'

test.each([
  ['addMonths(timestamp("2026-01-31"), 1)', '2026-02-28'],
  ['addMonths(timestamp("2028-01-31"), 1)', '2028-02-29'],
  ['addMonths(timestamp("2026-05-31"), -3)', '2026-02-28'],
  ['addMonths(timestamp("2026-11-15"), 14)', '2028-01-15'],
  ['addMonths(timestamp("2026-06-30"), 0)', '2026-06-30'],
  ['addMonths(timestamp("2026-01-31T08:30:00Z"), 1)', '2026-02-28T08:30:00Z'],
  // The day as it is written counts, which is 2026-02-28 here, and not the day in UTC.
  ['addMonths(timestamp("2026-02-28T23:30:00-05:00"), 1) == timestamp("2026-03-28T23:30:00-05:00")', 'true'],
  ['addYears(timestamp("2028-02-29"), 1)', '2029-02-28'],
  ['addYears(timestamp("2028-02-29"), -4)', '2024-02-29'],
  ['addYears(timestamp("0050-03-01"), 1)', '0051-03-01'],
  ['addYears(timestamp("9999-03-01"), 1)', 'absent'],
  ['addMonths(timestamp("0001-01-01"), -1)', 'absent'],
])('of later days: %s is %s', (source, value) => {
  expect(String(evaluate(source))).toBe(value)
})

test.each([
  [`${time}.getFullYear()`, '2026'],
  [`${time}.getMonth()`, '1'],
  [`${time}.getDate()`, '2'],
  [`${time}.getDayOfWeek()`, '1'],
  [`${time}.getHours()`, '0'],
  [`${time}.getMinutes()`, '59'],
  [`${time}.getSeconds()`, '58'],
  [`${date}.getFullYear()`, '2026'],
  [`${date}.getMonth()`, '1'],
  [`${date}.getDate()`, '1'],
  [`${date}.getDayOfWeek()`, '0'],
  [`${date}.getHours()`, 'absent'],
  [`${date}.getMinutes()`, 'absent'],
  [`${date}.getSeconds()`, 'absent'],
  // The time is on 2 February in UTC, and written on the first.
  [`daysBetween(${date}, ${time})`, '0'],
  [`daysBetween(${time}, ${date})`, '0'],
  [`daysBetween(${date}, ${date})`, '0'],
  ['daysBetween(timestamp("1969-12-30T23:00:00Z"), timestamp("1970-01-01T01:00:00Z"))', '2'],
])('of time: %s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})

test.each([
  ['abs(-2.5)', '2.5'],
  ['abs(2)', '2'],
  ['min(2, 1)', '1'],
  ['max(2, 1)', '2'],
  ['min(1.5, 2)', '1.5'],
  ['round(2.4)', '2'],
  ['round(2.5)', '3'],
  ['round(-2.4)', '-2'],
  ['round(-2.5)', '-3'],
  ['round(0.2)', '0'],
  ['round(1e300)', 'absent'],
  ['int(3.9)', '3'],
  ['int(-3.9)', '-3'],
  ['int(1e300)', 'absent'],
  ['int("42")', '42'],
  ['int("-42") + int("+1")', '-41'],
  ['int("4.2")', 'absent'],
  ['int("")', 'absent'],
  ['int(" 4")', 'absent'],
  ['int("4 ")', 'absent'],
  ['int("9007199254740993")', '9007199254740993'],
  ['double(2)', '2'],
  ['double("2.5")', '2.5'],
  ['double("-2.")', '-2'],
  ['double("+.5")', '0.5'],
  ['double("25")', '25'],
  ['double("12.") + double(".25")', '12.25'],
  ['double("1e10")', '10000000000'],
  ['double("1.5e3") + double("2E-1") + double("1e+1")', '1510.2'],
  ['double("1e999")', 'absent'],
  ['double("")', 'absent'],
  ['double(".")', 'absent'],
  ['double("x1")', 'absent'],
  ['double("1x")', 'absent'],
  ['double("1e")', 'absent'],
  ['double("0x10")', 'absent'],
  ['double("Infinity")', 'absent'],
  ['string(42) + string(2.5) + string(true) + string("a")', '422.5truea'],
  ['string(timestamp("2026-06-30T10:00:00+02:00"))', '2026-06-30T08:00:00Z'],
  // Of the years that a timestamp can have, UTC does not show all.
  ['string(timestamp("9999-12-31T23:59:59Z"))', '9999-12-31T23:59:59Z'],
  ['string(timestamp("9999-12-31T23:59:59.5-05:00"))', '9999-12-31T23:59:59.500-05:00'],
  ['string(timestamp("9999-12-31T23:59:59-23:59"))', '9999-12-31T23:59:59-23:59'],
  ['string(timestamp("0000-01-01T00:00:00+02:30"))', '0000-01-01T00:00:00+02:30'],
  ['string(duration("48h"))', '2d'],
])('of numbers: %s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})

test.each([
  ['isIp("192.0.2.1")', 'true'],
  ['isIp("192.0.2.1", 4)', 'true'],
  ['isIp("192.0.2.1", 6)', 'false'],
  ['isIp("::1")', 'true'],
  ['isIp("::1", 4)', 'false'],
  ['isIp("::1", 6)', 'true'],
  ['isIp("x")', 'false'],
  ['isIp("x", 4)', 'false'],
  ['isCidr("10.0.0.0/8")', 'true'],
  ['isCidr("10.0.0.0")', 'false'],
  ['hasHostBits("10.0.0.1/8")', 'true'],
  ['hasHostBits("10.0.0.0/8")', 'false'],
  ['hasHostBits("10.0.0.0")', 'absent'],
  ['luhn("18")', 'true'],
  ['luhn("19")', 'false'],
  ['loincCheckDigit("1-8")', 'true'],
  ['loincCheckDigit("1-9")', 'false'],
  ['verhoeff("2363")', 'true'],
  ['verhoeff("2364")', 'false'],
  ['isCurrency("EUR")', 'true'],
  ['isCurrency("EUX")', 'false'],
  ['cvssScore("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N") == 5.3', 'true'],
  ['cvssScore("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H")', '10'],
  ['cvssScore("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N")', 'absent'],
])('of formats: %s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})
