import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalText, keyIdOf } from './key-values.ts'
import { keyFieldsIn, keyValuesOf, keyWord, withoutKey } from './unique-keys.ts'

test('the word of a list gives the tag and the fields back', () => {
  const word = keyWord('VULNERABILITY', ['cve', 'affected'])
  expect([withoutKey(word), keyFieldsIn(word)]).toEqual(['VULNERABILITY', ['cve', 'affected']])
  expect([withoutKey('CONTROL'), keyFieldsIn('CONTROL')]).toEqual(['CONTROL', undefined])
})

test('other values have another id, and an id gives the values back', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }), values => {
      const fields = values.map((_, index) => ({ name: String(index), type: 'string' as const }))
      const id = keyIdOf(fields, ({ name }) => values[Number(name)])
      expect(
        keyValuesOf(
          fields.map(({ name }) => name),
          id!,
        ),
      ).toEqual(values)
    }),
  ))

test('values as their type compares them', () => {
  expect(['1.0', '-0', '1e2', 'x', ''].map(text => equalText(text, 'float'))).toEqual([
    '1',
    '0',
    '100',
    undefined,
    undefined,
  ])
  expect(
    ['2026-08-03T00:00-05:00', '2026-08-03T00:00:00.1Z', '2026-08-03T00:30:00.120+01:00'].map(text =>
      equalText(text, 'ts'),
    ),
  ).toEqual(['2026-08-03', '2026-08-03T00:00:00.1Z', '2026-08-02T23:30:00.12Z'])
  expect(equalText(' A ', 'string')).toBe(' A ')
})
