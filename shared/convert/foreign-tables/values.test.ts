import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TypeName } from '../../syntax/type-words.ts'
import { monthNamed, monthNames, truthPairs } from './local-words.ts'
import { sentencesOf } from './table-notes.ts'
import type { ValueChoices } from './value-choices.ts'
import { readingOfColumn } from './values.ts'

/** The values that the texts of a column mean, or why that is uncertain. */
function values(type: TypeName, texts: string, choices?: ValueChoices): string {
  const all = texts.split('; ')
  const { read, doubt } = readingOfColumn('C', type, all, choices)
  return doubt ? doubt.message : all.map(read).join('; ')
}

const notes = (type: TypeName, texts: string, choices?: ValueChoices): readonly string[] =>
  sentencesOf(readingOfColumn('C', type, texts.split('; '), choices).notes)

test.each([
  ['30.06.2026; 1.7.2026', '2026-06-30; 2026-07-01'],
  ['05/06/2026; 30/06/2026', '2026-06-05; 2026-06-30'],
  ['05/06/2026; 06/30/2026', '2026-05-06; 2026-06-30'],
  ['5-6-26; 30-6-26', '2026-06-05; 2026-06-30'],
  ['1/2/2026 2:05 PM; 1/31/2026 12:00 am', '2026-01-02T14:05; 2026-01-31T00:00'],
  ['1/31/2026 1:00 am; 1/31/2026 12:59 p.m.', '2026-01-31T01:00; 2026-01-31T12:59'],
  ['1/31/2026 0:30 am; 1/31/2026 13:00 pm', '1/31/2026 0:30 am; 1/31/2026 13:00 pm'],
  ['2026/06/30; 2026-06-30 14:05:00; 2026-06-30', '2026-06-30; 2026-06-30T14:05:00; 2026-06-30'],
  ['30-Jun-26; 30 June 2026; June 30, 2026', '2026-06-30; 2026-06-30; 2026-06-30'],
  [
    '30-Mai-2026; 1. März 2026; 2 mrz. 26; 3. Okt 2026; 24-Dez-26',
    '2026-05-30; 2026-03-01; 2026-03-02; 2026-10-03; 2026-12-24',
  ],
  [
    '1. Dezember 2026; 3. Jänner 2026; Dienstag, 30. Juni 2026; 30. Sept. 2026',
    '2026-12-01; 2026-01-03; 2026-06-30; 2026-09-30',
  ],
  [
    '1er juin 2026; 14 juil. 2026; 2 août 2026; 3 AOUT 2026; mardi 30 juin 2026; 5 févr. 2026; 6 déc. 26',
    '2026-06-01; 2026-07-14; 2026-08-02; 2026-08-03; 2026-06-30; 2026-02-05; 2026-12-06',
  ],
  [
    '30 de junio de 2026; 1 de enero del 2026; 5 ene. 2026; martes, 30 de junio de 2026; 7-ago-2026; 9 dic 2026 8:05',
    '2026-06-30; 2026-01-01; 2026-01-05; 2026-06-30; 2026-08-07; 2026-12-09T08:05',
  ],
  [
    '2026年6月30日; 令和8年6月30日; 平成元年1月8日; ２０２６年６月３０日（火） 9時05分; 2026年6月30日 14:05',
    '2026-06-30; 2026-06-30; 1989-01-08; 2026-06-30T09:05; 2026-06-30T14:05',
  ],
  ['5 jui 2026; 5 ma 2026; 5 dia 2026; 8年6月30日', '5 jui 2026; 5 ma 2026; 5 dia 2026; 8年6月30日'],
  ['3/3/26; 31/12/49; 31/12/50', '2026-03-03; 2049-12-31; 1950-12-31'],
  ['46203; 46203.5; 46203,586805555; 36526', '2026-06-30; 2026-06-30T12:00:00; 2026-06-30T14:05:00; 2000-01-01'],
  ['2026; 202606; 20260630; soon', '2026; 202606; 2026-06-30; soon'],
  ['46203; 30.06.2026', '46203; 2026-06-30'],
  ['20260630T140500Z; 20260630T1405; 20260631', '2026-06-30T14:05:00Z; 2026-06-30T14:05; 20260631'],
  [
    '2026-06-30 14:05; 2026-06-30T14:05:00+02; 2026-06-30 14:05:00.5 +0200; 2026-06-30 14:05 UTC',
    '2026-06-30T14:05; 2026-06-30T14:05:00+02:00; 2026-06-30T14:05:00.5+02:00; 2026-06-30T14:05Z',
  ],
  [
    'Tue, 30 Jun 2026 14:05:00 +0200; 30 Jun 26 14:05 GMT; Tue, 2 Jun 2026 14:05:00 -0330 (NST)',
    '2026-06-30T14:05:00+02:00; 2026-06-30T14:05Z; 2026-06-02T14:05:00-03:30',
  ],
  [
    'Aug  2 12:00:00 2026 GMT; Sun Aug  2 12:00:00 2026; Sun Aug 2 12:00:00 UTC 2026',
    '2026-08-02T12:00:00Z; 2026-08-02T12:00:00; 2026-08-02T12:00:00Z',
  ],
  ['1782828300; 1782828300.25', '2026-06-30T14:05:00Z; 2026-06-30T14:05:00.25Z'],
  ['1782828300000; 1782828300123', '2026-06-30T14:05:00Z; 2026-06-30T14:05:00.123Z'],
  ['1782828300; 1782828300123', '1782828300; 1782828300123'],
  ['1782828300; 2026-06-30', '1782828300; 2026-06-30'],
  ['31.02.2026; 30.06.2026 25:00', '31.02.2026; 30.06.2026 25:00'],
  ['30/06/2026; 13/13/2026', '2026-06-30; 13/13/2026'],
  ['05/06/2026', '"C": "05/06/2026" can mean 2026-06-05 or 2026-05-06, and no other value of the column decides it.'],
  [
    '30/06/2026; 06/30/2026',
    '"C": "30/06/2026" can only be read with the day before the month, and "06/30/2026" can only be read with the month before the day.',
  ],
])('dates %s', (texts, expected) => expect(values('ts', texts)).toBe(expected))

test('the user decides about uncertain dates', () => {
  expect(values('ts', '05/06/2026', { dateOrder: 'day-month' })).toBe('2026-06-05')
  expect(values('ts', '05/06/2026', { dateOrder: 'month-day' })).toBe('2026-05-06')
  expect(values('ts', '05/06/2026; 30.6.2026', { dateOrder: 'unchanged' })).toBe('05/06/2026; 30.6.2026')
  expect(values('ts', '30/06/2026; 30.06.2026', { dateOrder: 'month-day' })).toBe('30/06/2026; 2026-06-30')
})

test.each([
  ['12,5; 3', '12.5; 3'],
  ['1.234,50; 0,125', '1234.50; 0.125'],
  ['1,234.50; 1,234', '1234.50; 1234'],
  ['1 234,5; -1 234', '1234.5; -1234'],
  ["1'234.5", '1234.5'],
  ['1.234; 2.5', '1.234; 2.5'],
  ['1,5E+3', '1.5E+3'],
  ['12 %; 12,5 €; 1,23,4', '12 %; 12,5 €; 1,23,4'],
  ['0,5%; 50 %; -1 %', '0.5; 50; -1'],
  ['0,5%; 50', '0,5%; 50'],
  ['(1,234.50); 2', '-1234.50; 2'],
  ['(1,234.50; 2.5', '(1,234.50; 2.5'],
  ['(2); n/a', '(2); n/a'],
  ['1.234,50-; 2,5', '-1234.50; 2.5'],
  ['$1,234.50; ($5.25); -$3; $-4', '1234.50; -5.25; -3; -4'],
  ['1.234,50 €; 2 €; −3 €', '1234.50; 2; -3'],
  ['USD 5.5; USD -6', '5.5; -6'],
  ['US$5.5; US$6', '5.5; 6'],
  ['ABC 5.5; ABC 6', 'ABC 5.5; ABC 6'],
  ['$5.5; €6', '$5.5; €6'],
  ['$5.5; 6', '$5.5; 6'],
  ['5 kg; 6 kg', '5 kg; 6 kg'],
  ['$1.234', '"C": "$1.234" can mean 1234 or 1.234, and no other value of the column decides it.'],
  [
    '−5; .5; -.25; ,5',
    '"C": ",5" can only be read with a decimal comma, and ".5" can only be read with a decimal point.',
  ],
  ['−5; .5; -.25; +.75', '-5; 0.5; -0.25; +0.75'],
  ['12,34,567.5; 1,23,456; 99', '1234567.5; 123456; 99'],
  ['12,34,56; 1', '12,34,56; 1'],
  ['1,234', '"C": "1,234" can mean 1.234 or 1234, and no other value of the column decides it.'],
  ['1.234; 5,6', '1234; 5.6'],
  ['1.234; 12.345.678', '1234; 12345678'],
  ['1.234; 1 234', '1.234; 1234'],
  ['1.234; 1,234', '"C": "1,234" can mean 1.234 or 1234, and no other value of the column decides it.'],
  [
    '12.345.678; 1.5',
    '"C": "12.345.678" can only be read with a decimal comma, and "1.5" can only be read with a decimal point.',
  ],
])('numbers %s', (texts, expected) => expect(values('float', texts)).toBe(expected))

test('what all numbers of a column have is told once, and a number that gets another meaning by itself', () => {
  expect(notes('float', '0,5%; 50 %')).toEqual([
    '"C": 2 numbers are read with the comma as decimal sign, without the percent sign, such as "0,5%" as 0.5.',
  ])
  expect(notes('int', '5 %; 50 %')).toEqual(['"C": 2 numbers are read without the percent sign, such as "5 %" as 5.'])
  expect(notes('float', '1.234,50 €; 2 €')).toEqual([
    '"C": 2 numbers are read with the comma as decimal sign, without €, such as "1.234,50 €" as 1234.50.',
  ])
  expect(notes('float', '(5.5); 7')).toEqual([
    '"C": 1 number is read with the point as decimal sign, where parentheses or a minus behind mean a negative number, such as "(5.5)" as -5.5.',
  ])
  expect(notes('float', '−5; .5')).toEqual([
    '"C": 2 numbers are read with the point as decimal sign, such as "−5" as -5.',
  ])
  expect(notes('float', '12,34,567; 1')).toEqual([
    '"C": 1 number is read with the point as decimal sign, such as "12,34,567" as 1234567.',
  ])
  expect(notes('float', '1.234; 5,6')).toEqual([
    '"C": 1 number is read with the point between thousands, as "5,6" has a decimal comma, such as "1.234" as 1234.',
    '"C": 1 number is read with the comma as decimal sign, such as "5,6" as 5.6.',
  ])
  expect(notes('float', '$5; 6')).toEqual(['"C": 1 number cannot be read and stays as in the table, such as "$5".'])
})

test('a day that its month does not have is told with the days of the month', () => {
  expect(notes('ts', '30.06.2026; 31.06.2026; soon')).toEqual([
    '"C": 1 date is read with the day before the month, such as "30.06.2026" as 2026-06-30.',
    '"C": 1 date cannot be read and stays as in the table, such as "31.06.2026": there is no day 31 in 2026-06, which has 30 days.',
    '"C": 1 date cannot be read and stays as in the table, such as "soon".',
  ])
  expect(notes('ts', '31 Jun 2026; 29.02.2025 14:05').map(note => note.replace(/.*such as /, ''))).toEqual([
    '"31 Jun 2026": there is no day 31 in 2026-06, which has 30 days.',
    '"29.02.2025 14:05": there is no day 29 in 2025-02, which has 28 days.',
  ])
})

test('a whole number has no decimal sign', () => {
  expect(values('int', '1,234; 12')).toBe('1234; 12')
  expect(values('int', '1.5; 1,5')).toBe('1.5; 1,5')
})

test('the user decides about uncertain numbers', () => {
  expect(values('float', '1.234; 12,5', { decimalMark: 'comma' })).toBe('1234; 12.5')
  expect(values('float', '1,234', { decimalMark: 'point' })).toBe('1234')
  expect(values('float', '1,234', { decimalMark: 'unchanged' })).toBe('1,234')
})

test.each([
  ['TRUE; False; true', 'true; false; true'],
  ['Yes; NO; n; Y; on; Off; 1; 0; True', 'true; false; false; true; true; false; true; false; true'],
  ['1; 0; 2', '1; 0; 2'],
  ['yes; no; unknown; TRUE', 'yes; no; unknown; true'],
  ['ja; Nein; J; n; WAHR; Falsch', 'true; false; true; false; true; false'],
  ['oui; NON; vrai; faux; O', 'true; false; true; false; true'],
  ['sí; SI; no; Verdadero; falso; s', 'true; true; false; true; false; true'],
  ['はい; いいえ; 有; 無; ○; ×', 'true; false; true; false; true; false'],
  ['ja; vielleicht', 'ja; vielleicht'],
])('truth values %s', (texts, expected) => expect(values('bool', texts)).toBe(expected))

test('times without a zone get the one that the user says', () => {
  const zoned = (texts: string, timeZone: string): string => values('ts', texts, { timeZone })
  expect(zoned('2026-06-30T14:05; 2026-06-30; 30.6.2026 14:05; 2026-06-30T14:05Z; soon', '+02:00')).toBe(
    '2026-06-30T14:05+02:00; 2026-06-30; 2026-06-30T14:05+02:00; 2026-06-30T14:05Z; soon',
  )
  expect(zoned('2026-06-30T14:05; 2026-12-30T14:05:00.5', 'Europe/Berlin')).toBe(
    '2026-06-30T14:05+02:00; 2026-12-30T14:05:00.5+01:00',
  )
  expect(zoned('2026-12-30T14:05; 46203.5', 'Z')).toBe('2026-12-30T14:05Z; 46203.5')
  expect(zoned('46203.5', 'America/St_Johns')).toBe('2026-06-30T12:00:00-02:30')
})

test('a time that clocks show twice or never stays without a zone', () => {
  const times = '2026-10-25T02:30; 2026-03-29T02:30; 2026-10-25T03:00; 2026-03-29T01:59'
  expect(values('ts', times, { timeZone: 'Europe/Berlin' })).toBe(
    '2026-10-25T02:30; 2026-03-29T02:30; 2026-10-25T03:00+01:00; 2026-03-29T01:59+01:00',
  )
  expect(notes('ts', times, { timeZone: 'Europe/Berlin' })).toEqual([
    '"C": 2 times are given the zone Europe/Berlin, such as "2026-10-25T03:00" as 2026-10-25T03:00+01:00.',
    '"C": 2 times are left without a zone, because a clock of Europe/Berlin shows such a time twice or never, such as "2026-10-25T02:30".',
  ])
})

test('any time that a clock of a place shows once gets the zone that holds then', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1980-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
      fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
      (date, timeZone) => {
        const clock = new Date(date.getTime() - (date.getTime() % 1000))
        const shown = clock.toLocaleString('sv', { timeZone }).replace(' ', 'T')
        const read = values('ts', shown, { timeZone })
        if (read !== shown) expect(new Date(read).getTime()).toBe(clock.getTime())
      },
    ),
  ))

test('whole numbers with a point and a zero, as Python writes a column with gaps', () => {
  expect(values('int', '3.0; -1.0; 12; 3.5')).toBe('3; -1; 12; 3.5')
  expect(values('int', '1.000; 12')).toBe('1000; 12')
  expect(values('float', '3.0')).toBe('3.0')
})

test('texts stay as they are', () =>
  expect(values('string', '30/06/2026; 1,234; TRUE')).toBe('30/06/2026; 1,234; TRUE'))

test('notes say what changes, each with an example', () => {
  expect(notes('ts', '30/06/2026; 5/6/26; 2026/01/01; 2026-01-01')).toEqual([
    '"C": 2 dates are read with the day before the month, such as "30/06/2026" as 2026-06-30.',
    '"C": 1 date is read, such as "2026/01/01" as 2026-01-01.',
    '"C": years of two digits are read as 1950 to 2049.',
  ])
  expect(notes('ts', '05.06.2026; 06/30/2026')).toEqual([
    '"C": 1 date is read with the day before the month, such as "05.06.2026" as 2026-06-05.',
    '"C": 1 date is read with the month before the day, such as "06/30/2026" as 2026-06-30.',
  ])
  expect(notes('float', '12,5; 3')).toEqual([
    '"C": 1 number is read with the comma as decimal sign, such as "12,5" as 12.5.',
  ])
  expect(notes('ts', '30 giugno 2026; 30 June 2026; soon')).toEqual([
    '"C": 1 date is read, such as "30 June 2026" as 2026-06-30.',
    '"C": 2 dates cannot be read and stay as in the table, such as "30 giugno 2026".',
  ])
  expect(notes('ts', '46203; 46204')).toEqual([
    '"C": 2 dates are read from the number of days since 1900, such as "46203" as 2026-06-30.',
  ])
  expect(notes('ts', '1782828300')).toEqual([
    '"C": 1 date is read from the number of seconds since 1970, such as "1782828300" as 2026-06-30T14:05:00Z.',
  ])
  expect(notes('ts', 'Aug  2 12:00:00 2026 GMT')).toEqual([
    '"C": 1 date is read, such as "Aug  2 12:00:00 2026 GMT" as 2026-08-02T12:00:00Z.',
  ])
  expect(notes('ts', '46203; 2026-06-30')).toEqual([
    '"C": 1 date cannot be read and stays as in the table, because "2026-06-30" is in another form than the others.',
  ])
  expect(notes('bool', 'yes; N/A; no')).toEqual([
    '"C": 3 values cannot be read and stay as in the table, because "N/A" is in another form than the others.',
  ])
  expect(notes('bool', 'TRUE; FALSE')).toEqual(['"C": 2 values are read, such as "TRUE" as true.'])
  expect(notes('ts', '2026-06-30')).toEqual([])
  expect(notes('int', 'abc')).toEqual(['"C": 1 number cannot be read and stays as in the table, such as "abc".'])
})

test.each<[texts: string, isTold: boolean]>([
  ['1.234; 5.678; 12', true],
  ['1.234; 0.125', false],
  ['1.234; 5.6', false],
  ['12; 3', false],
])('a message says that the points of %s can stand between thousands: %s', (texts, isTold) => {
  const note =
    '"C": numbers are read with the point as decimal sign, such as "1.234"; if that is 1234, choose the comma as decimal mark.'
  expect(notes('float', texts)).toEqual(isTold ? [note] : [])
  expect(values('float', texts)).toBe(texts)
  expect(notes('float', texts, { decimalMark: 'point' })).toEqual([])
  expect(notes('int', texts)).not.toContain(note)
})

test('a column of dates in one order is read in this order, or it is uncertain', () =>
  fc.assert(
    fc.property(
      fc.array(fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), {
        minLength: 1,
      }),
      fc.constantFrom('/', '-'),
      fc.boolean(),
      (dates, sign, isDayFirst) => {
        const days = dates.map(date => date.toISOString().slice(0, 10))
        const texts = days.map(day => {
          const [year, month, date] = day.split('-')
          return (isDayFirst ? [date, month, year] : [month, date, year]).join(sign)
        })
        const { read, doubt } = readingOfColumn('C', 'ts', texts)
        const isOpen =
          days.every(day => Number(day.slice(8)) <= 12) && days.some(day => day.slice(5, 7) !== day.slice(8))
        expect(doubt !== undefined).toBe(isOpen)
        if (!isOpen) expect(texts.map(read)).toEqual(days)
      },
    ),
  ))

test('a column of numbers in one form is read in this form, or it is uncertain', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }),
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('de', 'en'),
      (numbers, fraction, language) => {
        const format = new Intl.NumberFormat(language, { minimumFractionDigits: fraction })
        const texts = numbers.map(number => format.format(number))
        const { read, doubt } = readingOfColumn('C', 'float', texts)
        const isForeign = texts.some(text => text.includes(','))
        if (!doubt && isForeign) expect(texts.map(read).map(Number)).toEqual(numbers)
        // A number with two signs, or with a fraction that is not of three digits, decides.
        if (fraction > 0 && fraction !== 3) expect(doubt).toBeUndefined()
      },
    ),
  ))

test('no word is true in one language and false in another, and none is a month and another one', () => {
  const pairs = truthPairs.split(', ').map(pair => pair.split(' '))
  expect(pairs.every(pair => pair.length === 2)).toBe(true)
  const yes = new Set(pairs.map(([word]) => word))
  expect(pairs.filter(([, no]) => yes.has(no))).toEqual([])
  for (const [index, names] of monthNames.entries())
    for (const name of names) expect(monthNamed(name), name).toBe(index + 1)
})
