import { expect, test } from 'vitest'
import { registryOf } from '../../test/records.ts'
import { kindsOfValues } from './field-text.ts'
import { intervalInWords, readInterval } from './interval.ts'

test.each([
  ['P3M', '3 months'],
  ['P1Y', '1 year'],
  ['P18M', '1 year 6 months'],
  ['P2W', '14 days'],
  ['P1Y2M3W4D', '1 year 2 months 25 days'],
])('%s is %s', (text, words) => expect(intervalInWords(readInterval(text)!)).toBe(words))

test('what is no interval', () => {
  for (const text of ['', 'P', 'P0D', 'P1M1Y', 'PT1H', '-P1M', 'P1,5M', ' P1M'])
    expect(readInterval(text)).toBeUndefined()
})

test('pages and hovers say after how long a day comes again', () => {
  const kinds = (interval: string): string[] => {
    const registry = registryOf('acme.fleet', [{ tag: 'VEHICLE', fields: [{ name: 'review', type: 'ts', interval }] }])
    const tag = registry.tagsNamed('VEHICLE')[0]!
    return kindsOfValues(tag.fields.get('review')!, tag)
  }
  expect(kinds('P3M')).toEqual(['comes again after 3 months'])
  expect(kinds('soon')).toEqual([])
})
