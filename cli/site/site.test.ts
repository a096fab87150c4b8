import { expect, test } from 'vitest'
import { problemsOf } from '../../shared/check/check.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { exampleRecord } from '../../shared/domains/example-record.ts'
import { practicePaths, withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { type LinkedFiles, readFragment } from '../../shared/link/playground-link.ts'
import { check } from '../../test/records.ts'
import { hostileDescriptor } from '../../test/site/hostile.ts'
import { elementsIn, expectLinks, idsIn } from '../../test/site/site-links.ts'
import { domainFile, valueAnchor } from './links.ts'
import { siteFiles } from './site.ts'

const registry = createRegistry(builtinDescriptors)
const files = siteFiles(registry)
const withHostile = siteFiles(createRegistry([...builtinDescriptors, hostileDescriptor]))
const tags = [...registry.domains.values()].flatMap(domain => [...domain.tags.values()])

test('there is a page for each domain, and a start page that leads to all of them', () => {
  const domains = builtinDescriptors.map(({ domain }) => `domains/${domain}.html`)
  expect([...files.keys()]).toEqual(['index.html', ...domains, 'search-index.js', 'site.js', 'style.css'])
  for (const file of domains) expect(files.get('index.html')).toContain(`href="${file}"`)
})

test('every tag, field, value, rule and use case has its anchor', () => {
  for (const tag of tags) {
    const ids = idsIn(files.get(domainFile(tag.domain.path))!)
    const fields = [...tag.fields.values()].flatMap(({ name, enum: values = [] }) => [
      `${tag.name}.${name}`,
      ...values.map(value => valueAnchor(tag.name, name, value)),
    ])
    const rules = (tag.descriptor.rules ?? []).map(({ id }) => `${tag.name}:${id}`)
    const useCases = (tag.domain.descriptor.meta?.use_cases ?? []).map(({ id }) => `page:use-case-${id}`)
    expect(ids).toEqual(expect.arrayContaining([tag.name, ...fields, ...rules, ...useCases]))
  }
})

test('examples open in the playground of an address, with the descriptors that they need', () => {
  const address = 'https://example.com/playground/'
  const own = { domain: 'acme.fleet', version: '1.0', description: 'Vehicles.', extends: 'core.hr', records: [] }
  const site = siteFiles(createRegistry([...builtinDescriptors, own]), { playground: address })
  const opened = (file: string): LinkedFiles[] =>
    [
      ...site.get(file)!.matchAll(/<a href="https:\/\/example\.com\/playground\/#([^"]*)">Open in playground<\/a>/g),
    ].map(([, fragment]) => readFragment(fragment!) as LinkedFiles)
  const [control] = opened('domains/core.compliance.html').filter(({ files: [file] }) =>
    file!.text.startsWith('@CONTROL'),
  )
  expect(control?.files.map(({ name }) => name)).toEqual(['example.compliance.rec'])
  const [inherited] = opened('domains/acme.fleet.html')
  expect(inherited?.files.map(({ name }) => name)).toEqual(['example.rec', 'acme.fleet.domain.json'])
  expect(inherited?.files[0]?.text).toMatch(/^@DOC domain=acme\.fleet\n@/)
  expect(files.get('domains/core.compliance.html')).not.toContain('Open in playground')
})

test('a field says all that its descriptor does', () => {
  const page = files.get('domains/core.compliance.html')!
  expect(rowIn(page, 'CONTROL.maturity')).toMatch(
    /^maturity int Maturity level from 1 .* 5 optimizing\. Capability levels.* Examples: 3 · 1 Rules: control-ineffective-is-not-mature .*$/,
  )
  expect(rowIn(page, 'CONTROL.rid')).toMatch(/^rid required string Identifies/)
  expect(rowIn(page, 'OBLIGATION.penalty_risk')).toMatch(/^penalty_risk float EUR Estimated/)
  expect(rowIn(page, 'RISK_ASSESSMENT.treatment')).toContain('avoid Stop the activity that creates the risk')
  expect(rowIn(files.get('domains/core.fintech.html')!, 'TXN.currency')).toContain('pattern ^[A-Z]{3}$')
})

test('references lead to their tag, and a tag to the fields that refer to it', () => {
  const page = files.get('domains/core.compliance.html')!
  expect(page).toContain('refers to <a href="#CONTROL"><code>CONTROL</code></a>')
  expect(sectionOf(page, 'CONTROL')).toContain(
    '<a href="#FINDING.control_ref" aria-label="FINDING.control_ref refers to CONTROL">',
  )
  expect(sectionOf(page, 'FINDING')).toContain(
    '<a href="#CONTROL" aria-label="control_ref: CONTROL, referred to by FINDING">',
  )
})

test('a reference to a tag of another domain leads to its page', () => {
  const fleet = {
    domain: 'acme.fleet',
    version: '1',
    description: 'Cars.',
    records: [{ tag: 'CAR', fields: [{ name: 'check', type: 'string' as const, ref: 'core.compliance.CONTROL' }] }],
  }
  const site = siteFiles(createRegistry([...builtinDescriptors, fleet]))
  expect(site.get('domains/acme.fleet.html')).toContain(
    'refers to <a href="../domains/core.compliance.html#CONTROL"><code>core.compliance.CONTROL</code></a>',
  )
  expect(site.get('domains/core.compliance.html')).toContain(
    '<a href="../domains/acme.fleet.html#CAR.check" aria-label="acme.fleet.CAR.check refers to CONTROL">',
  )
  expect(site.get('domains/acme.fleet.html')).not.toMatch(/Use cases|Standards|Related domains/)
})

test('the form of a record leads from each name to its field', () => {
  const form = sectionOf(files.get('domains/core.compliance.html')!, 'CONTROL').split('</figure>')[0]!
  expect(form.replace(/<[^>]*>/g, '')).toContain(
    '@CONTROL rid=CTL-0001\n  | framework=&#34;ISO/IEC 27001:2022&#34;\n  | title=',
  )
  expect([...form.matchAll(/<a href="#(CONTROL\.\w+)">/g)].map(match => match[1])).toEqual(
    [...registry.domainNamed('compliance')!.tags.get('CONTROL')!.fields.keys()].map(field => `CONTROL.${field}`),
  )
})

test('the lifecycle of a record is a picture, also in words', () => {
  const lab = sectionOf(files.get('domains/core.health.html')!, 'LAB')
  expect(lab).toContain('<figcaption>Lifecycle: <code>status</code>')
  expect(/<svg role="img" aria-label="([^"]*)"/.exec(lab)![1]).toBe(
    'LAB.status: registered usually moves to preliminary; preliminary usually moves to final; final can change to amended; ' +
      'final can change to corrected; final can change to cancelled; amended can change to corrected; ' +
      'amended can change to cancelled; corrected can change to amended; corrected can change to cancelled.',
  )
  expect(lab.match(/class="arrow usual"/g)).toHaveLength(2)
  expect(lab.match(/class="arrow"/g)!.length).toBeGreaterThanOrEqual(7)
})

test('a rule has its severity, its reason and its examples', () => {
  const vitals = sectionOf(files.get('domains/core.health.html')!, 'VITALS')
  const rule = vitals.split('id="VITALS:vitals-systolic-above-diastolic"')[1]!.split('id="VITALS:')[0]!
  expect(rule).toContain('<span class="severity warning">warning</span>')
  expect(rule).toContain('<p>The systolic pressure is at least the diastolic one. ')
  expect(rule.replace(/<[^>]*>/g, '')).toMatch(
    /Right\s*@VITALS bp=&#34;118\/76&#34;@VITALS bp=&#34;0\/0&#34;@VITALS bp=&#34;82\/82&#34;\s*Wrong\s*@VITALS bp=&#34;76\/118&#34;/,
  )
  expect(rowIn(files.get('domains/core.health.html')!, 'VITALS.bp')).toMatch(
    /Examples: 118\/76 · 0\/0 · 82\/82 Rules: vitals-systolic-above-diastolic \(warning\) · vitals-pressure-plausible \(information\)$/,
  )
})

test('the search index has the other words for tags and fields', () => {
  expect(files.get('search-index.js')).toMatch(/\["tag","VITALS",.*,\["vital signs","pulse",/)
  expect(files.get('search-index.js')).toMatch(/\["field","hr",.*,\["pulse","heart rate","heartbeat"\]\]/)
})

test('nothing is wrong with the example records', () => {
  for (const tag of tags) {
    const problems = problemsOf(check(exampleRecord(tag)!, { settingDomains: [tag.domain.path] }))
    expect(problems, tag.fullName.path).toEqual([])
  }
})

test.each([
  ['the built-in domains', files],
  ['a hostile one among them', withHostile],
])('ids are unique and links lead somewhere: %s', (_, site) => expectLinks(site))

test('the order of the descriptors makes no difference', () => {
  expect([...siteFiles(createRegistry([...builtinDescriptors].reverse()))]).toEqual([...files])
})

test('a hostile descriptor adds no element, no attribute and no file elsewhere', () => {
  expect(elementsIn(withHostile)).toEqual(elementsIn(files))
  expect([...withHostile.keys()].filter(file => !/^(domains\/)?[a-z0-9_.~-]+$/.test(file))).toEqual([])
  expect([...withHostile.values()].join('')).not.toMatch(/<img|href="(javascript|http):/)
  expect(withHostile.get('search-index.js')).not.toMatch(/[<>]/)
})

/** The section of a tag. */
const sectionOf = (page: string, tag: string): string =>
  page.split(`<section class="tag" id="${tag}">`)[1]!.split('</section>')[0]!

/** The text of a field's row, with runs of white space as one space. */
const rowIn = (page: string, anchor: string): string =>
  page
    .split(`<tr id="${anchor}" role="row">`)[1]!
    .split('</tr>')[0]!
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a rule is named by its code, and says what it wants, reports and comes from', () => {
  const [, rule = ''] = files.get('domains/core.fintech.html')!.split('id="TXN:txn-currency-is-iso-4217"')
  const text = rule
    .split('<div class="rule"')[0]!
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(text).toMatch(
    /rule\/txn-currency-is-iso-4217 warning The currency is a code of ISO 4217\. .* Reported: currency is not a .* Source: core\.fintech\.TXN, from ISO 4217 True for a correct record: isCurrency\(currency\) Right @TXN .* Wrong @TXN /,
  )
  expect(files.get('domains/core.fintech.html')).toContain('tell its code and the record')
})

test('an extension that comes with Recline says where it counts, and repeats nothing in lists', () => {
  const site = siteFiles(createRegistry(withBuiltIn([], practicePaths)))
  expect(site.get('domains/practice.health.html')).toContain(
    'It counts where a recline.json has &#34;extensions&#34;: { &#34;core.health&#34;: &#34;practice.health&#34; }.',
  )
  const index = site.get('index.html')!.split('<h2>All tags</h2>')[1]!
  expect(index.match(/practice\.\w+<\/span>/g)).toHaveLength(13)
  const search = site.get('search-index.js')!
  expect(search).toContain('"comparator","practice.health.LAB"')
  expect(search).not.toContain('"loinc_code","practice.health.LAB"')
})
