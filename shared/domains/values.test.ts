import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectLinear } from '../../test/growth.ts'
import type { TypeName } from './descriptor.ts'
import { nearestType, shorten, show, typeNamed, valueTypes } from './values.ts'

const accepts = (type: TypeName, ...texts: string[]): void => {
  for (const text of texts) expect(valueTypes[type].accepts(text), `${type} accepts ${JSON.stringify(text)}`).toBe(true)
}

const refuses = (type: TypeName, ...texts: string[]): void => {
  for (const text of texts)
    expect(valueTypes[type].accepts(text), `${type} refuses ${JSON.stringify(text)}`).toBe(false)
}

const explains = (type: TypeName, text: string, reason: string): void => {
  refuses(type, text)
  expect(valueTypes[type].explain(text)).toBe(reason)
}

test('string: any text', () => accepts('string', '', ' ', 'x', '5', '\n', '🙂', '\ud83d'))

test('int: digits with or without a sign', () => {
  accepts('int', '0', '5', '+5', '-5', '007', '123456789012345678901234567890')
  refuses(
    'int',
    '',
    ' ',
    '5 ',
    ' 5',
    '+',
    '-',
    '--5',
    '5.0',
    '5.',
    '1e3',
    '5,000',
    '5_000',
    '0x10',
    '٣',
    '½',
    'five',
    'NaN',
    'Infinity',
    'true',
    '5\n',
  )
})

test('float: with or without a fraction and an exponent, finite', () => {
  accepts('float', '0', '-3', '+4.5', '4.50', '1e3', '1E-3', '1.5e+10', '-0.0', '1e308', '0.1e-400')
  refuses(
    'float',
    '',
    '.',
    '.5',
    '5.',
    '1e',
    'e3',
    '1.e3',
    '1e3.5',
    '1e999',
    '-1e309',
    '4,5',
    '98%',
    'NaN',
    'Infinity',
    '-Infinity',
    'inf',
    '0x1p3',
    '1_0',
    '4.5 ',
  )
})

test('bool: true and false', () => {
  accepts('bool', 'true', 'false')
  refuses('bool', '', 'True', 'TRUE', 'yes', 'no', '1', '0', 'on', ' true', 'constructor')
})

test('ts: a date, or a date and time, with or without a zone', () => {
  accepts(
    'ts',
    '2026-06-30',
    '2026-06-30T14:05',
    '2026-06-30T14:05:09',
    '2026-06-30T14:05:09.1',
    '2026-06-30T14:05:09.123456789',
  )
  accepts(
    'ts',
    '2026-06-30T14:05Z',
    '2026-06-30T14:05:09Z',
    '2026-06-30T14:05:09.5Z',
    '2026-06-30T00:00:00+02:00',
    '2026-06-30T23:59:59-11:30',
    '0001-01-01',
  )
  refuses(
    'ts',
    '',
    '2026',
    '2026-06',
    '2026-06-30T',
    '2026-06-30T14',
    '2026-06-30T14Z',
    '2026-06-30T1405',
    '2026-06-30T14:05:09.',
    '2026-06-30T14:05:09,5',
  )
  refuses(
    'ts',
    '2026-06-30Z',
    '2026-06-30+02:00',
    '2026-06-30t14:05',
    '2026-06-30T14:05z',
    '2026-06-30T14:05+02',
    '2026-06-30T14:05+0200',
    '2026-06-30T14:05 Z',
  )
  refuses(
    'ts',
    '2026-W01-1',
    '2026-181',
    '20260630',
    '+2026-06-30',
    '12026-06-30',
    '26-06-30',
    '2026-6-3',
    ' 2026-06-30',
    '2026-06-30 ',
    '2026-06-30\n',
    '14:05',
  )
})

test('ts: a date and time that exist', () => {
  accepts('ts', '2024-02-29', '2000-02-29', '2026-02-28', '2026-01-31', '2026-04-30', '2026-12-31T23:59:59')
  refuses(
    'ts',
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-06-31',
    '2026-09-31',
    '2026-11-31',
    '2026-01-32',
  )
  refuses(
    'ts',
    '2026-00-10',
    '2026-13-10',
    '2026-06-00',
    '2026-06-30T24:00',
    '2026-06-30T24:00:00Z',
    '2026-06-30T25:00',
    '2026-06-30T14:60',
    '2026-06-30T23:59:60',
  )
  refuses('ts', '2026-06-30T14:05+24:00', '2026-06-30T14:05+02:60')
})

test('ts: every day that the calendar has, and no other', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, day) => {
        const date = new Date(0)
        date.setUTCFullYear(year, month - 1, day)
        const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        expect(valueTypes.ts.accepts(text)).toBe(exists)
      },
    ),
  ))

test('what is wrong with a timestamp', () => {
  explains('ts', '2026-02-30', 'is "2026-02-30"; there is no day 30 in 2026-02, which has 28 days')
  explains('ts', '2024-02-30', 'is "2024-02-30"; there is no day 30 in 2024-02, which has 29 days')
  explains('ts', '2026-13-01', 'is "2026-13-01"; there is no month 13')
  explains('ts', '2026-06-30T24:00', 'is "2026-06-30T24:00"; hour 24 does not exist, midnight is 00:00 of the next day')
  explains('ts', '2026-06-30T25:00', 'is "2026-06-30T25:00"; there is no hour 25')
  explains('ts', '2026-06-30T14:61', 'is "2026-06-30T14:61"; there is no minute 61')
  explains('ts', '2026-06-30T14:05:61', 'is "2026-06-30T14:05:61"; there is no second 61')
  explains('ts', '2026-06-30T14:05+25:00', 'is "2026-06-30T14:05+25:00"; there is no time zone 25:00')
  explains('ts', '2026-06-30 14:05', 'is "2026-06-30 14:05"; write T between date and time, as YYYY-MM-DDThh:mm:ssZ')
  explains('ts', '30.06.2026', 'is "30.06.2026"; the year comes first: write it as YYYY-MM-DD')
  explains('ts', '6/30/2026', 'is "6/30/2026"; the year comes first: write it as YYYY-MM-DD')
  explains('ts', '2026/06/30', 'is "2026/06/30"; write the date with hyphens, as YYYY-MM-DD')
  explains('ts', '2026-6-3', 'is "2026-6-3"; write month and day with two digits, as YYYY-MM-DD')
  explains('ts', '20260630', 'is "20260630"; write hyphens between year, month and day, as YYYY-MM-DD')
  explains('ts', '2026-06-30T14:05+0200', 'is "2026-06-30T14:05+0200"; write the time zone as Z or as +hh:mm')
  explains('ts', '2026-06-30T14', 'is "2026-06-30T14"; write the time as hh:mm or hh:mm:ss, then Z or +hh:mm')
  explains('ts', 'soon', 'is "soon"; it must be a date YYYY-MM-DD, or a date and time YYYY-MM-DDThh:mm:ssZ')
})

test('what is wrong with a number or truth value', () => {
  explains('int', 'five', 'is "five", not a whole number; write digits only, such as 5')
  explains('int', '5,000', 'is "5,000", not a whole number; write digits only, such as 5')
  explains('int', '5 days', 'is "5 days", not a whole number; write the number alone, without a unit')
  explains('int', '4.4', 'is "4.4", a number with a fraction or an exponent; it must be a whole number, such as 4')
  explains('float', 'x', 'is "x", not a number; write digits, such as 4.5')
  explains('float', '5.', 'is "5.", not a number; write digits, such as 4.5')
  explains(
    'float',
    '1.234,50',
    'is "1.234,50", not a number; write a point for the decimal sign and nothing between thousands',
  )
  explains('float', '98 %', 'is "98 %", not a number; write the number alone, without a unit')
  explains('float', '-1e999', 'is "-1e999", too large to hold; it must be a finite number')
  explains('bool', 'Yes', 'is "Yes"; it must be true or false, in lower case')
})

test('an explanation takes linear time for any text', () => {
  for (const [start, repeated, end] of [
    ['1', ',', 'x5'],
    ['', '1', ''],
    ['2026-06-30T', '+', ''],
    ['', ' ', ''],
    ['1', '.', ''],
  ]) {
    expectLinear(
      200_000,
      size => {
        const text = start + repeated!.repeat(size) + end
        for (const type of ['int', 'float', 'ts', 'bool'] as const)
          expect(valueTypes[type].accepts(text) || valueTypes[type].explain(text).length < 200).toBe(true)
      },
      repeated,
    )
  }
})

test('type words', () => {
  expect(['string', 'str', 'int', 'float', 'ts', 'bool'].map(typeNamed)).toEqual([
    'string',
    'string',
    'int',
    'float',
    'ts',
    'bool',
  ])
  expect(['', 'Int', 'integer', 'ref', 'bytes', 'toString', '__proto__'].map(typeNamed)).toEqual(
    Array(7).fill(undefined),
  )
  expect(['integer', 'INT', 'number', 'date', 'Boolean', 'strng', 'flaot', 'xyzzy', ''].map(nearestType)).toEqual([
    'int',
    'int',
    'float',
    'ts',
    'bool',
    'string',
    'float',
    undefined,
    undefined,
  ])
})

test('text in a message is short, on one line, in quotes other than its own', () => {
  expect(show('x')).toBe('"x"')
  expect(show('a "b"')).toBe('\'a "b"\'')
  expect(show('a\nb\u2028\0')).toBe('"a\\nb\\u2028\\u0000"')
  expect(shorten('x'.repeat(40))).toBe('x'.repeat(40))
  expect(shorten('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
  expect(shorten('🙂'.repeat(41))).toBe(`${'🙂'.repeat(39)}…`)
  expect(shorten('🙂'.repeat(40))).toBe('🙂'.repeat(40))
})
