import { expect, test } from 'vitest'
import { expectFix, expectFixAll, expectProblems, fixChoices, fixTitles } from '../../../test/records.ts'
import { readDescriptorFile } from '../../config/descriptors/descriptor-file.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'
import type { Descriptor } from '../../domains/descriptor.ts'

test('a tag that no domain in force defines; its fields are not checked', () => {
  expectProblems(`
@CONTRL rid=CTL-1 | maturity:int=9 | any="x"
#^^^^^^ unknown-tag: CONTRL is not a tag of any domain, so its fields are not checked; did you mean CONTROL?
`)
  expectProblems(
    `
@CONTRL rid=CTL-1
#^^^^^^ unknown-tag: CONTRL is not a tag of core.compliance, so its fields are not checked; did you mean CONTROL?
`,
    { settingDomains: ['compliance'] },
  )
})

test('a tag of a domain whose descriptor cannot be read', () => {
  const { unreadable } = readDescriptorFile('{ "domain": "acme.fleet", "records": [')
  const settings = { descriptors: [...builtinDescriptors, unreadable!] }
  const message =
    'VEHICLE is not checked: the descriptor of acme.fleet cannot be read; correct the problems of that file.'
  const records = `
@VEHICLE rid=V-1 | any="x"
#^^^^^^^ unknown-tag: ${message}
@CONTROL rid=CTL-1
`
  expectProblems(records, settings)
  expectProblems('\n@DOC domain=acme.fleet\n@VEHICLE rid=V-1\n#^^^^^^^ unknown-tag: ' + message + '\n', settings)
})

test('a tag of another domain', () => {
  expectProblems(
    `
@CLAIM rid=CLM-1
#^^^^^ unknown-tag: CLAIM is not a tag of core.compliance; it is one of core.insurance, which is not in force here.
@DOC domain=[core.compliance, core.health]
@CLAIM rid=CLM-1
#^^^^^ unknown-tag: CLAIM is not a tag of core.compliance or core.health; it is one of core.insurance, which is not in force here.
@DOC domain=[compliance, health, hr]
@CLAIM rid=CLM-1
#^^^^^ unknown-tag: CLAIM is not a tag of core.compliance, core.health or core.hr; it is one of core.insurance, which is not in force here.
@DOC domain=[health, hr]
@POLICY rid=P-1
#^^^^^^ unknown-tag: POLICY is not a tag of core.health or core.hr; it is one of core.compliance and core.insurance, which are not in force here.
@DOC domain=[compliance, health, hr, education]
@CLAIM rid=CLM-1
#^^^^^ unknown-tag: CLAIM is not a tag of the 4 domains in force here; it is one of core.insurance, which is not in force here.
@POSITIONS rid=P-1
#^^^^^^^^^ unknown-tag: POSITIONS is not a tag of the 4 domains in force here, so its fields are not checked; did you mean POSITION?
`,
    { fileName: '2026.compliance.rec' },
  )
})

test('@CONTROL is not read from a longer word', () =>
  expectProblems(`
@CONTROLS rid=CTL-1
#^^^^^^^^ unknown-tag: CONTROLS is not a tag of any domain, so its fields are not checked; did you mean CONTROL?
`))

test('the nearest tags of the domains in force are fixes', () => {
  expectFix('@CONTRL rid=CTL-1\n', 'Change to @CONTROL', '@CONTROL rid=CTL-1\n')
  expectFix('@Contrl rid=CTL-1\n', 'Change to @CONTROL', '@CONTROL rid=CTL-1\n')
  expect(fixTitles('@CONTRL rid=CTL-1\n', { settingDomains: ['health'] })).toEqual([])
})

test('the domain of the tag is added to the header', () => {
  const title = 'Add core.insurance to the @DOC header'
  expectFix('@CLAIM rid=CLM-1\n', title, '@DOC domain=[core.compliance, core.insurance]\n@CLAIM rid=CLM-1\n', {
    fileName: 'a.compliance.rec',
  })
  expectFix(
    '@DOC domain=compliance@1.0\n@CLAIM rid=CLM-1\n',
    title,
    '@DOC domain=[compliance@1.0, core.insurance]\n@CLAIM rid=CLM-1\n',
  )
  expectFix(
    '@DOC title="x" | domain=[compliance, hr] | a=1\r\n@CLAIM rid=CLM-1\r\n',
    title,
    '@DOC title="x" | domain=[compliance, hr, core.insurance] | a=1\r\n@CLAIM rid=CLM-1\r\n',
  )
  expectFix(
    '@DOC domain=hr\n@LEAVE rid=L-1\n@DOC domain=compliance\n@CLAIM rid=CLM-1\n',
    title,
    '@DOC domain=hr\n@LEAVE rid=L-1\n@DOC domain=[compliance, core.insurance]\n@CLAIM rid=CLM-1\n',
  )
})

test('a header is put on top, below the comments that introduce the file and behind a byte order mark', () => {
  const title = 'Add core.insurance to the @DOC header'
  const settings = { settingDomains: ['compliance'] }
  const header = '@DOC domain=[core.compliance, core.insurance]'
  expectFix(
    '# Register\n# of claims\n\n@CLAIM rid=CLM-1\n',
    title,
    `# Register\n# of claims\n\n${header}\n@CLAIM rid=CLM-1\n`,
    settings,
  )
  expectFix(
    '# about the claim\n@CLAIM rid=CLM-1\n',
    title,
    `${header}\n# about the claim\n@CLAIM rid=CLM-1\n`,
    settings,
  )
  expectFix('\ufeff@CLAIM rid=CLM-1\r\n', title, `\ufeff${header}\r\n@CLAIM rid=CLM-1\r\n`, settings)
  expectFix('@CLAIM rid=CLM-1', title, `${header}\n@CLAIM rid=CLM-1`, settings)
})

test('nothing of it is done unseen', () => expectFixAll('@CONTRL rid=CTL-1\n', '@CONTRL rid=CTL-1\n'))

test('one domain that has the tag comes before similar tags, several come after them', () => {
  const descriptor = (domain: string, ...tags: string[]): Descriptor => ({
    domain,
    version: '1.0',
    description: '',
    records: tags.map(tag => ({ tag, fields: [] })),
  })
  const choices = (...descriptors: Descriptor[]): string[][] =>
    fixChoices('@ORDERS\n', { descriptors, settingDomains: ['core.a'] })
  const [one, two] = [descriptor('core.b', 'ORDERS'), descriptor('core.c', 'ORDERS')]
  const similar = descriptor('core.a', 'ORDER')
  expect(choices(similar)).toEqual([['* Change to @ORDER']])
  expect(choices(similar, one)).toEqual([['* Add core.b to the @DOC header', 'Change to @ORDER']])
  expect(choices(similar, one, two)).toEqual([
    ['Change to @ORDER', 'Add core.b to the @DOC header', 'Add core.c to the @DOC header'],
  ])
  expect(choices(descriptor('core.a', 'ORDER', 'ORDERLY'))).toEqual([['Change to @ORDER', 'Change to @ORDERLY']])
})

test('names of an earlier version lead to those of now', () => {
  const fields = [
    { name: 'mileage', type: 'int' as const, renamedFrom: 'km' },
    { name: 'state', type: 'string' as const, enum: ['in-use', 'sold'], renamedValues: { active: 'in-use' } },
  ]
  const records = [{ tag: 'CAR', renamedFrom: 'VEHICLE', fields }]
  const fleet: Descriptor = { domain: 'acme.fleet', version: '2.0', description: '', records }
  const options = { descriptors: [fleet], settingDomains: ['acme.fleet'] }
  expectProblems(
    `
@VEHICLE rid=V-1
#^^^^^^^ unknown-tag: VEHICLE is not a tag of acme.fleet, so its fields are not checked; did you mean CAR?
@CAR km=1
#    ^^ unknown-field: km is not a field of CAR; did you mean mileage?
`,
    options,
  )
  expect(fixChoices('@VEHICLE rid=V-1\n@CAR km=1\n@CAR state="active"\n', options)).toEqual([
    ['* Change to @CAR'],
    ['* Change to mileage', 'Remove km'],
    ['* Change to in-use'],
  ])
})

test('a record without a tag and a header are of no unknown tag', () =>
  expectProblems(`
@ a=1
#<- syntax
@doc title="x"
#^^^ tag-case
`))
