import { expect, test } from 'vitest'
import { lookAheadOf } from './look-ahead.ts'

const hour = 3_600_000

test.each([
  ['30d', 30 * 24 * hour],
  ['12h', 12 * hour],
  ['1d12h', 36 * hour],
  ['0', 0],
  ['3m', undefined],
  ['3M', undefined],
  ['1d30m', undefined],
  ['90s', undefined],
  ['500ms', undefined],
  ['-1d', undefined],
  ['soon', undefined],
])('%s', (text, milliseconds) => expect(lookAheadOf(text)).toBe(milliseconds))
