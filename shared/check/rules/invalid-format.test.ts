import { expect, test } from 'vitest'
import { check, expectFix, expectNoProblems, expectProblems } from '../../../test/records.ts'
import type { FieldDescriptor } from '../../domains/descriptor.ts'
import { textOf } from '../../syntax/tree.ts'
import { fixAll } from '../fixes/fixes.ts'

const field = (name: string, format: FieldDescriptor['format'], more?: Partial<FieldDescriptor>): FieldDescriptor => ({
  name,
  type: 'string',
  ...(format && { format }),
  ...more,
})

const settings = {
  descriptors: [
    {
      domain: 'core.test',
      version: '1',
      description: '',
      records: [
        {
          tag: 'PARTY',
          fields: [
            field('rid', undefined),
            field('account', 'iban'),
            field('home', 'country'),
            field('isbns', 'isbn', { list: true }),
            field('orcid', 'orcid'),
          ],
        },
      ],
    },
  ],
}

test('the sentence says what is wrong', () =>
  expectProblems(
    `
@PARTY rid=1 | account="DE88370400440532013000" | home="UK"
#                      ^^^^^^^^^^^^^^^^^^^^^^^^ invalid-format: PARTY.account is "DE88370400440532013000", which is no IBAN: its check digits are 88, and must be 89.
#                                                      ^^^^ invalid-format: PARTY.home is "UK", which is no country code of ISO 3166-1: the code of the United Kingdom is GB.
@PARTY rid=2 | account="DE8937040044053201300" | home="de"
#                      ^^^^^^^^^^^^^^^^^^^^^^^ invalid-format: PARTY.account is "DE8937040044053201300", which is no IBAN: one of DE has 22 characters, and this has 21.
#                                                     ^^^^ invalid-format: PARTY.home is "de", which is no country code of ISO 3166-1: it is written DE.
@PARTY rid=3 | isbns="9780306406157, 9780306406158"
#                                    ^^^^^^^^^^^^^ invalid-format: PARTY.isbns has the item "9780306406158", which is no ISBN: its check digit is 8, and must be 7.
`,
    settings,
  ))

test('an empty text, and a text of the format', () =>
  expectNoProblems(
    '@PARTY rid=1 | account="" | home="GB"\n@PARTY rid=2 | account="GB82WEST12345698765432"\n',
    settings,
  ))

test('groups are information, with a safe fix', () => {
  expectProblems(
    `
@PARTY rid=1 | account="GB82 WEST 1234 5698 7654 32"
#                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ notation: PARTY.account is "GB82 WEST 1234 5698 7654 32"; programs write this IBAN as GB82WEST12345698765432.
`,
    settings,
  )
  expectFix(
    '@PARTY rid=1 | orcid="0000000218250097"\n',
    'Change to 0000-0002-1825-0097',
    '@PARTY rid=1 | orcid="0000-0002-1825-0097"\n',
    settings,
  )
  const file = check('@PARTY rid=1 | account="GB82 WEST 1234 5698 7654 32" | home=GB\n', settings)
  expect(textOf(fixAll(file).tree)).toBe('@PARTY rid=1 | account="GB82WEST12345698765432" | home="GB"\n')
})

test('groups of a wrong text are kept', () =>
  expectProblems(
    `
@PARTY rid=1 | account="GB83 WEST 1234 5698 7654 32"
#                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invalid-format
`,
    settings,
  ))
