import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixChoices } from '../../../test/records.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'

const twoDomains = { settingDomains: ['core.compliance', 'core.insurance'] }

test('a tag of two domains, with nothing that decides', () =>
  expectProblems(
    `
@POLICY rid=POL-1
#^^^^^^ ambiguous-tag: POLICY is a tag of core.compliance and core.insurance; it is checked as core.compliance unless an @DOC header names another domain.
`,
    twoDomains,
  ))

test('fields that both domains know decide nothing', () =>
  expectProblems(
    `
@POLICY rid=POL-1 | effective_date:ts=2026-01-01 | status="retired"
#^^^^^^ ambiguous-tag: POLICY is a tag of core.compliance and core.insurance; it is checked as core.compliance unless an @DOC header names another domain.
`,
    twoDomains,
  ))

test("the record's own fields decide", () =>
  expectNoProblems(
    `
@POLICY rid=POL-1 | title="Travel"
@POLICY rid=POL-2 | premium:float=12.5
`,
    twoDomains,
  ))

test("the file's other records decide where the fields do not", () => {
  expectNoProblems('@CLAIM rid=CLM-1\n@POLICY rid=POL-1 | status="lapsed"\n', twoDomains)
  expectNoProblems('@POLICY rid=POL-1 | status="retired"\n@CONTROL rid=CTL-1\n', twoDomains)
  expectProblems(
    `
@CLAIM rid=CLM-1
@CONTROL rid=CTL-1
@POLICY rid=POL-1
#^^^^^^ ambiguous-tag: POLICY is a tag of core.compliance and core.insurance; it is checked as core.compliance unless an @DOC header names another domain.
`,
    twoDomains,
  )
})

test('a single domain in force leaves no question', () =>
  expectNoProblems('@POLICY rid=POL-1\n', { settingDomains: ['insurance'] }))

test('a fix for each domain names it in a header', () => {
  expectFix(
    '@POLICY rid=POL-1\n',
    'Name core.insurance in the @DOC header',
    '@DOC domain=core.insurance\n@POLICY rid=POL-1\n',
    twoDomains,
  )
  expectFix(
    '@POLICY rid=POL-1\n',
    'Name core.compliance in the @DOC header',
    '@DOC domain=core.compliance\n@POLICY rid=POL-1\n',
    twoDomains,
  )
  expect(fixChoices('@POLICY rid=POL-1\n', twoDomains)).toEqual([
    ['Name core.compliance in the @DOC header', 'Name core.insurance in the @DOC header'],
  ])
})

test('a tag of two domains that extend the same one', () => {
  const extension = { version: '1.0', description: '', extends: 'core.health', records: [] }
  const descriptors = ['acme.a', 'acme.b'].map(domain => ({ ...extension, domain }))
  expectProblems(
    `
@VITALS bp="118/76"
#^^^^^^ ambiguous-tag: VITALS is a tag of acme.a and acme.b, which extend core.health; it is checked as acme.a unless "extensions" in recline.json or an @DOC header names another one.
`,
    { descriptors: [...builtinDescriptors, ...descriptors] },
  )
})

test('the header keeps the domains that the file uses besides', () =>
  expectFix(
    `
@COURSE rid=C-1
@POLICY rid=POL-1
`,
    'Name core.insurance in the @DOC header',
    `
@DOC domain=[core.insurance, core.education]
@COURSE rid=C-1
@POLICY rid=POL-1
`,
    { settingDomains: ['compliance', 'insurance', 'education'] },
  ))

test('a header in force is changed, its versions kept', () =>
  expectFix(
    `
# Register
@DOC title="Register" | domain=[insurance@1.0, compliance]
@POLICY rid=POL-1
`,
    'Name core.insurance in the @DOC header',
    `
# Register
@DOC title="Register" | domain=insurance@1.0
@POLICY rid=POL-1
`,
  ))

test('domains of the file whose records have the same tag are not named besides', () =>
  expectFix(
    '@CLAIM rid=CLM-1\n@CONTROL rid=CTL-1\n@POLICY rid=POL-1\n',
    'Name core.insurance in the @DOC header',
    '@DOC domain=core.insurance\n@CLAIM rid=CLM-1\n@CONTROL rid=CTL-1\n@POLICY rid=POL-1\n',
    twoDomains,
  ))
