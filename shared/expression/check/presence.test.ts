import { expect, test } from 'vitest'
import { namesPresence } from './presence.ts'

test.each([
  'null',
  'NULL',
  'None',
  'nil',
  'undefined',
  'defined',
  'missing',
  'absent',
  'empty',
  'blank',
  'present',
  'exists',
  'required',
  'set',
  'isNull',
  'is_null',
  'isSet',
  'notNull',
  'not_null',
  'notempty',
  'isNotNull',
  'is_not_null',
  'isNonEmpty',
  'non_null',
  'nonEmpty',
  '_missing',
])('%s asks whether there is a value', name => {
  expect(namesPresence(name)).toBe(true)
})

test.each([
  'title',
  'is',
  'not',
  'isnot',
  'settings',
  'unset',
  'reset',
  'offset',
  'presentation',
  'nulls',
  'hasNull',
  'isXSet',
  'no_null',
  '',
])('"%s" does not', name => {
  expect(namesPresence(name)).toBe(false)
})
