import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import right from '../../../test/data/formats/right.json'
import wrong from '../../../test/data/formats/wrong.json'
import { runs } from '../../../test/property-values.ts'
import { formatNames, type TextFormatName } from './format-names.ts'
import { formatProblem, plainOfFormat, valuesOfFormat } from './formats.ts'

describe.each(formatNames)('%s', format => {
  test('published examples are right, and stay so without their groups', () => {
    const found = right[format].flatMap(text => [
      formatProblem(format, text),
      formatProblem(format, plainOfFormat(format, text)),
    ])
    expect(found.filter(problem => problem !== undefined)).toEqual([])
    expect(right[format].length).toBeGreaterThan(2)
  })

  test('mistakes are told', () => {
    expect(wrong[format].filter(text => formatProblem(format, text) === undefined)).toEqual([])
  })

  test('a text without groups has none, and any text has an answer', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const plain = plainOfFormat(format, text)
        expect(plainOfFormat(format, plain)).toBe(plain)
        formatProblem(format, text)
      }),
      { numRuns: runs(50) },
    ))
})

/** The formats whose check digits notice each wrong digit. */
const checked = 'iban lei isin orcid isbn issn gtin npi imo luhn snomed'.split(' ') as TextFormatName[]

test.each(checked)('another digit in an example of %s makes it wrong', format => {
  for (const text of right[format].map(one => plainOfFormat(format, one))) {
    for (const [index, sign] of [...text].entries()) {
      if (!/\d/.test(sign)) continue
      const other = `${text.slice(0, index)}${(Number(sign) + 1) % 10}${text.slice(index + 1)}`
      expect([other, formatProblem(format, other) !== undefined]).toEqual([other, true])
    }
  }
})

test('the sentences say what is wrong', () => {
  const told = (format: TextFormatName, text: string): string => `${text}: ${formatProblem(format, text)}`
  expect([
    told('iban', 'GB83WEST12345698765432'),
    told('iban', 'DE8937040044053201300'),
    told('isin', 'US0378331006'),
    told('orcid', '0000-0002-1825-0098'),
    told('isbn', '978-3-16-148410-1'),
    told('lei', '5493001KJTIIGC8Y1R13'),
    told('country', 'UK'),
    told('country', 'de'),
    told('language', 'en_GB'),
    told('ucum', 'mg/mcg'),
    told('cve', 'cve-2014-0160'),
  ]).toEqual([
    'GB83WEST12345698765432: its check digits are 83, and must be 82',
    'DE8937040044053201300: one of DE has 22 characters, and this has 21',
    'US0378331006: its check digit is 6, and must be 5',
    '0000-0002-1825-0098: its check digit is 8, and must be 7',
    '978-3-16-148410-1: its check digit is 1, and must be 0',
    '5493001KJTIIGC8Y1R13: its check digits are 13, and must be 12',
    'UK: the code of the United Kingdom is GB',
    'de: it is written DE',
    'en_GB: its parts have hyphens between them',
    'mg/mcg: UCUM has no unit mcg',
    'cve-2014-0160: it must be CVE-, a year from 1999 on, - and four digits or more',
  ])
})

test('the values of code lists are right', () => {
  for (const format of ['country', 'currency', 'language'] as const)
    expect(valuesOfFormat(format)!.filter(code => formatProblem(format, code) !== undefined)).toEqual([])
})
