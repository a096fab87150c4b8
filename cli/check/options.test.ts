import { describe, expect, test } from 'vitest'
import { range, withFixedCode, withReport, withRule, withSelected } from './options.ts'

describe('a range of bytes', () => {
  test('has a start, and an end or all that follows', () => {
    expect(range('0-1000000')).toEqual({ start: 0, end: 1_000_000 })
    expect(range('7-')).toEqual({ start: 7, end: Infinity })
    expect(range('5-5')).toEqual({ start: 5, end: 5 })
    expect(range('123456789012345-')).toEqual({ start: 123_456_789_012_345, end: Infinity })
  })

  test.each(['', '-', '-5', '5', '9-3', 'a-b', '1-2-3', ' 1-2', '1-2 ', '1.5-2', '1234567890123456-'])(
    'is not written as %j',
    text =>
      expect(() => range(text)).toThrow(
        'Write the first byte and the byte after the last, such as 0-1000000, or 1000000- for the rest of the file.',
      ),
  )
})

describe('the codes to list', () => {
  test('are separated by commas, and added to earlier ones', () => {
    expect(withSelected('syntax, notation', withSelected('rule/owned'))).toEqual(['rule/owned', 'syntax', 'notation'])
  })

  test('are refused with the nearest one if a code is unknown', () => {
    expect(() => withSelected('syntax,notaton')).toThrow('There is no code notaton.\n(Did you mean notation?)')
    expect(() => withSelected('')).toThrow('There is no code .')
  })
})

describe('the severity of a code', () => {
  test('is added to those of other codes, and replaces an earlier one', () => {
    const severities = withRule('notation=off', withRule('syntax=warning', withRule('notation=error', {})))
    expect(severities).toEqual({ syntax: 'warning', notation: 'off' })
    expect(withRule('tag-case=information', {})).toEqual({ 'tag-case': 'information' })
  })

  test('can be that of a rule which the program does not know', () => {
    expect(withRule('rule/owned=error', {})).toEqual({ 'rule/owned': 'error' })
  })

  test.each(['notation', 'notation=off=on', ''])('is not written as %j', text =>
    expect(() => withRule(text, {})).toThrow('Write a code and its severity, such as notation=off.'),
  )

  test('is refused with the nearest word if a word is unknown', () => {
    expect(() => withRule('notaton=off', {})).toThrow('There is no code notaton.\n(Did you mean notation?)')
    expect(() => withRule('=off', {})).toThrow('There is no code .')
    expect(() => withRule('notation=warn', {})).toThrow(
      'Allowed choices are error, warning, information, off.\n(Did you mean warning?)',
    )
    expect(() => withRule('notation=', {})).toThrow('Allowed choices are error, warning, information, off.')
  })
})

test('codes to fix are collected, and one that does not exist or is never fixed is refused', () => {
  expect(withFixedCode('notation')).toEqual(['notation'])
  expect(withFixedCode('not-in-enum')).toEqual(['not-in-enum'])
  expect(withFixedCode('tag-case', ['notation'])).toEqual(['notation', 'tag-case'])
  expect(() => withFixedCode('tagcase', [])).toThrow('There is no code tagcase.\n(Did you mean tag-case?)')
  for (const code of ['out-of-range', 'rule/owned'])
    expect(() => withFixedCode(code)).toThrow(
      new RegExp(
        `^--fix fixes no problem of ${code}. It can fix those of these codes: syntax, .*, notation, .*, not-in-enum, deprecated[.]$`,
      ),
    )
})

describe('an output', () => {
  test('is a format and a file, whose name can have any character', () => {
    const first = withReport('json=a.json', [])
    expect(withReport('sarif=b=\nc', first)).toEqual([
      { format: 'json', path: 'a.json' },
      { format: 'sarif', path: 'b=\nc' },
    ])
  })

  test.each(['json', 'json=', ''])('is not written as %j', text =>
    expect(() => withReport(text, [])).toThrow('Write a format and a file, such as sarif=report.sarif.'),
  )

  test('needs a known format, and a file of its own', () => {
    expect(() => withReport('jsn=a.json', [])).toThrow(
      /^Allowed choices are text, lines, json, .*\n\(Did you mean json/,
    )
    expect(() => withReport('=a.json', [])).toThrow(/^Allowed choices are text, lines, json, /)
    const first = withReport('json=a', [])
    expect(() => withReport('sarif=a', first)).toThrow('a has two reports.')
    expect(() => withReport('json=-', [])).toThrow('Write the name of a file; --format json prints to standard output.')
    expect(withReport('json=b', first)).toHaveLength(2)
  })
})
