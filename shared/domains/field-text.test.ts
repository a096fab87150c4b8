import { expect, test } from 'vitest'
import { shortMeaning } from './field-text.ts'

test.each([
  ['Personnel number. It stays with the person.', 'Personnel number'],
  ['`rid` of the EMPLOYEE who is reviewed. Each has one.', 'rid of the EMPLOYEE who is reviewed'],
  ['Diagnosis: a coded condition with its course.', 'Diagnosis'],
  ['Maturity level from 1 to 5, as in CMMI: 1 initial.', 'Maturity level from 1 to 5, as in CMMI'],
  [
    'Standard, law or catalog that requires the control, with its edition.',
    'Standard, law or catalog that requires the control',
  ],
  [
    'Person who owns the opening and decides on the shortlist of all applicants.',
    'Person who owns the opening and decides on the…',
  ],
  ['x'.repeat(80), `${'x'.repeat(51)}…`],
  ['', ''],
])('the short meaning of %j is %j', (description, meaning) => {
  expect(shortMeaning(description)).toBe(meaning)
})
