import { expect, test } from 'vitest'
import { valueTypes } from '../../domains/value-types/index.ts'
import { utf8Of } from './utf8.ts'
import {
  bytesToRead,
  endOfBool,
  endOfFloat,
  endOfInt,
  endOfList,
  endOfString,
  endOfTimestamp,
  hasByte,
  numberBetween,
  plainText,
  textOfBytes,
  timestampBetween,
  unsure,
} from './values.ts'

const readers = { bool: endOfBool, int: endOfInt, float: endOfFloat, ts: endOfTimestamp } as const

/** Expects that a reader is certain of a text, or not. It may only be certain if the type accepts the text. */
function expectCertain(type: keyof typeof readers, text: string, isCertain: boolean): void {
  // The byte before the value would show that a reader starts at the wrong place.
  const end = readers[type](utf8Of(`=${text}\n`, 4), 1)
  expect([text, end === text.length + 1]).toEqual([text, isCertain])
  if (!isCertain) return
  expect([text, valueTypes[type].accepts(text)]).toEqual([text, true])
}

/** Puts each of these characters at each place of a text in turn. */
const withOneChanged = (text: string, characters: string): string[] =>
  [...text].flatMap((own, index) =>
    [...characters].filter(other => other !== own).map(other => text.slice(0, index) + other + text.slice(index + 1)),
  )

test('true and false, in lower case', () => {
  for (const text of ['true', 'false']) {
    expectCertain('bool', text, true)
    for (const other of withOneChanged(text, 'xT0')) expectCertain('bool', other, false)
  }
  for (const text of ['False', 'TRUE', 'tru', 'fals', '1', '']) expectCertain('bool', text, false)
})

test('a date that exists, and each part of it at its limits', () => {
  for (const text of ['2026-01-01', '2026-12-31', '2024-02-29', '2000-02-29', '2026-04-30', '0000-01-01', '9999-12-31'])
    expectCertain('ts', text, true)
  for (const text of ['2026-00-10', '2026-13-10', '2026-06-00', '2026-06-31', '2026-02-29', '1900-02-29', '2026-01-32'])
    expectCertain('ts', text, false)
  for (const text of ['2026/06-30', '2026-06/30', 'A026-06-30', '2A26-06-30', '20A6-06-30', '202A-06-30'])
    expectCertain('ts', text, false)
  for (const text of withOneChanged('2026-06-30', '/:A')) expectCertain('ts', text, false)
})

test('a time of a day, with or without seconds, a fraction and a zone', () => {
  const times = ['00:00', '23:59', '14:05:00', '14:05:59', '14:05:09.1', '14:05:09.123456789']
  const zones = ['', 'Z', '+00:00', '-11:30', '+23:59']
  for (const time of times) for (const zone of zones) expectCertain('ts', `2026-06-30T${time}${zone}`, true)
  const wrong = ['24:00', '14:60', '14:05:60', '14:05:AA', '14:05:09.', '14:05:', '1405', '14', '14:0', '4:05', '']
  for (const time of wrong) expectCertain('ts', `2026-06-30T${time}`, false)
  for (const zone of ['+24:00', '+02:60', '+02', '+0200', '-2:00', '+AA:00', '+02:AA', '+02x00', 'z'])
    expectCertain('ts', `2026-06-30T14:05${zone}`, false)
  for (const text of withOneChanged('2026-06-30T14:05', '/:A')) expectCertain('ts', text, false)
})

test('numbers, with as many digits as are exact', () => {
  for (const text of ['0', '+5', '-5', '007', '12345678901234567890']) expectCertain('int', text, true)
  for (const text of ['', '+', '-', '--5', '5.', '5.0', '1e3', '/', ':']) expectCertain('int', text, false)
  for (const text of ['0', '-0.5', '+12.50', '123456789012345', '1234567890.12345']) expectCertain('float', text, true)
  for (const text of ['', '.5', '5.', '1e3', '12345678901234567', '12345678901.123456', '-', '5./'])
    expectCertain('float', text, false)
})

test('a text with the escapes of the notation, and no others', () => {
  const isCertain = (text: string): boolean =>
    endOfString(bytesToRead(utf8Of(`="${text}"\n`, 4)), 2) === utf8Of(text).length + 2
  for (const text of ['', 'é', '\\"', '\\\\', '\\n\\r\\t', '\\u09af', '\\uAF90'])
    expect([text, isCertain(text)]).toEqual([text, true])
  const otherDigits = withOneChanged('09aF', '/:@G`g').map(digits => `\\u${digits}`)
  for (const text of ['\\', '\\x', '\\N', 'a\nb', 'a\rb', 'a=', ...otherDigits])
    expect([text, isCertain(text)]).toEqual([text, false])
})

test('a value that is not there is none', () => expect(endOfTimestamp(utf8Of('', 40), 0)).toBe(unsure))

/** What a function says of some bytes, with others around them that would show that it reads too much. */
const between = <Result>(
  of: (bytes: Uint8Array, start: number, end: number) => Result,
  text: string,
  quote = '=',
): Result => of(utf8Of(`1${quote}${text}9\\é`, 4), 2, 2 + utf8Of(text).length)

test('dates and times are those of the calendar', () => {
  const days = [
    '1970-01-01',
    '1969-12-31',
    '2000-02-29',
    '2000-03-01',
    '1900-02-28',
    '1900-03-01',
    '2026-06-30',
    '0000-01-01',
    '9999-12-31',
    '2024-12-31',
    '2025-01-01',
    '2400-02-29',
    '1600-03-01',
  ]
  for (const day of days) {
    expect([day, between(timestampBetween, day)]).toEqual([day, { time: Date.parse(day), isDate: true }])
    const time = `${day}T23:58:59Z`
    expect([time, between(timestampBetween, time)]).toEqual([time, { time: Date.parse(time), isDate: false }])
  }
  for (let month = 1; month <= 12; month++) {
    const time = `2023-${String(month).padStart(2, '0')}-15T01:02:03Z`
    expect(between(timestampBetween, time)?.time).toBe(Date.parse(time))
  }
  for (const other of [
    '2026-06-30T10:00',
    '2026-06-30T10:00:00+00:00',
    '2026-06-30T10:00:00.5Z',
    '2026-06-30T10:00:00z',
    '2026-06-30T10:00Z',
    '2026-06-30T10:00:00.1',
  ])
    expect([other, between(timestampBetween, other)]).toEqual([other, undefined])
})

test('a number is the one that JavaScript reads, unless it has too many digits', () => {
  for (const text of [
    '0',
    '7',
    '+7',
    '-7',
    '007',
    '0.1',
    '-0.3',
    '12.50',
    '123456789012345',
    '-123456789012345',
    '1234567.8901234',
    '0.0000000000001',
  ])
    expect([text, between(numberBetween, text)]).toEqual([text, Number(text)])
  for (const text of ['1234567890123456', '-1234567890123456', '12345678.90123456'])
    expect([text, between(numberBetween, text)]).toEqual([text, NaN])
})

test('a list ends at its bracket, on its line', () => {
  const end = (text: string): number => endOfList(utf8Of(`]${text}] | x=[\n]"]`, 4), 1) - 1
  for (const list of ['[]', '[a]', '[a, [b, c], d]', '["]", "[", a]', '["a", "b"]', '[[[]]]'])
    expect([list, end(list)]).toEqual([list, list.length])
  for (const other of ['a', '', '"[]"', '[a\\]', '[a\n]', '[a\r]', '["a]', '[[a\n]', '["a\\"]'])
    expect([other, end(other)]).toEqual([other, unsure - 1])
})

test('the text of a value, without its escapes if it stands in quotes', () => {
  for (const text of ['', 'a', 'a b', '~', 'x'.repeat(256)])
    expect([between(plainText, text), between(textOfBytes, text)]).toEqual([text, text])
  for (const text of ['é', 'a\u0080', 'x'.repeat(257), '🙂'])
    expect([between(plainText, text), between(textOfBytes, text, '"')]).toEqual([undefined, text])
  expect([between(plainText, 'a\\n'), between(textOfBytes, 'a\\n', '"'), between(textOfBytes, 'a\\n')]).toEqual([
    undefined,
    'a\n',
    'a\\n',
  ])
  expect([between(textOfBytes, 'é\\"', '"'), between(textOfBytes, 'é\\"')]).toEqual(['é"', 'é\\"'])
})

test('whether a byte is in a value', () => {
  const has = (text: string): boolean => between((bytes, start, end) => hasByte(bytes, start, end, 0x39), text)
  expect(['', 'a', '9', 'a9', '9a', 'a9a'].map(has)).toEqual([false, false, true, true, true, true])
})

test('the end of a string is found wherever its bytes start', () => {
  const text = '"'.padEnd(9, 'x')
  for (let offset = 0; offset < 9; offset++)
    for (let length = 0; length < 9; length++) {
      const all = utf8Of(`${'"'.repeat(offset)}${text.slice(0, length + 1)}"${'"'.repeat(20)}`)
      expect(endOfString(bytesToRead(all.subarray(offset)), 1)).toBe(length + 1)
    }
})
