import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixChoices, fixTitles } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'

test('a name that no domain has', () =>
  expectProblems(
    `
@DOC domain=core.complaince
#           ^^^^^^^^^^^^^^^ unknown-domain: "core.complaince" is not a known domain; did you mean core.compliance?
@DOC domain=[core.health, core.fintek@1.0]
#                         ^^^^^^^^^^^^^^^ unknown-domain: "core.fintek" is not a known domain; did you mean core.fintech?
@DOC domain="other.compliance"
#            ^^^^^^^^^^^^^^^^ unknown-domain: "other.compliance" is not a known domain; did you mean core.compliance?
@DOC domain=@1.0
#           ^^^^ unknown-domain: "" is not a known domain; the known ones are core.compliance, core.fintech, core.health.
`,
    {
      descriptors: [
        { domain: 'core.compliance', version: '1.0', description: '', records: [] },
        { domain: 'core.fintech', version: '1.0', description: '', records: [] },
        { domain: 'core.health', version: '1.0', description: '', records: [] },
      ],
    },
  ))

test('known names, with or without core, in any writing, and other fields of the header', () =>
  expectNoProblems(`
@DOC domain=core.compliance | title="Register" | maturity="high"
@DOC domain=compliance
@DOC domain="core.compliance@1.0"
@DOC domain=[core.health, "insurance"]
@DOC domain=[]
@DOC title="no domain"
@DOC
`))

test('the nearest names are fixes', () => {
  expectFix('@DOC domain=core.complaince\n', 'Change to core.compliance', '@DOC domain=core.compliance\n')
  expectFix('@DOC domain=complianc@1.0\n', 'Change to core.compliance', '@DOC domain=core.compliance\n')
  expectFix('@DOC domain=[Health, Devop]\n', 'Change to core.devops', '@DOC domain=[Health, core.devops]\n')
  expectFix('@DOC domain=other.helth@1.0\n', 'Change to core.health', '@DOC domain=core.health\n')
  expect(fixTitles('@DOC domain=xyzzy\n')).toEqual([])
  expect(fixTitles('@DOC domain=other.xyzzy\n')).toEqual([])
})

test('of several similar names, none is preferred', () => {
  const descriptor = (domain: string): Descriptor => ({ domain, version: '1.0', description: '', records: [] })
  const descriptors = ['core.plan', 'core.plant'].map(descriptor)
  expect(fixChoices('@DOC domain=core.plam\n', { descriptors })).toEqual([
    ['Change to core.plan', 'Change to core.plant'],
  ])
})
