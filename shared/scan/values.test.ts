import { expect, test } from 'vitest'
import { valueTypes } from '../domains/value-types/index.ts'
import { utf8Of } from './utf8.ts'
import { bytesToRead, endOfBool, endOfFloat, endOfInt, endOfString, endOfTimestamp, unsure } from './values.ts'

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
