import { describe, expect, test } from 'vitest'
import { builtinRegistry, check, expectFix, expectNoProblems, expectProblems } from '../../../test/records.ts'
import { readDescriptorFile } from '../../config/descriptors/descriptor-file.ts'
import { descriptorRuleProblems } from '../../config/descriptors/descriptor-set.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'
import type { Descriptor, FieldDescriptor, RuleDescriptor } from '../../domains/descriptor.ts'
import { createRegistry } from '../../domains/registry.ts'
import { checkIntegrity } from '../../index/integrity.ts'
import { WorkspaceIndex } from '../../index/workspace-index.ts'
import type { Span } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { checkFile, problemsOf } from '../check.ts'
import { declaredRules } from './declared-rules.ts'
import { ruleSettingsOf } from './rule-settings.ts'

const builtinRules = builtinDescriptors.flatMap(({ domain, records }) =>
  records.flatMap(({ tag, rules = [] }) => rules.map(rule => ({ id: rule.id, tag, domain, rule }))),
)

test.each(builtinRules)('$id accepts the right example and finds the wrong one', ({ domain, rule }) => {
  const codes = (text: string): string[] => {
    const ruleSettings = ruleSettingsOf([], { [`rule/${rule.id}`]: 'warning' })
    const file = checkFile(parse(text), {
      registry: builtinRegistry,
      fileName: '',
      settingDomains: [domain],
      ruleSettings,
    })
    const index = new WorkspaceIndex()
    index.update('file:///test.rec', file)
    return problemsOf(file, checkIntegrity('file:///test.rec', file, index).problems).map(({ code }) => code)
  }
  expect(codes(rule.examples!.right)).toEqual([])
  expect([...new Set(codes(rule.examples!.wrong))]).toEqual([`rule/${rule.id}`])
})

test('each built-in rule has a reason and an id of its own', () => {
  expect(builtinRules.filter(({ rule }) => !rule.description)).toEqual([])
  expect(new Set(builtinRules.map(({ id }) => id)).size).toBe(builtinRules.length)
})

test.each(builtinDescriptors.map(({ domain }) => domain))('the rules of %s have no problems', domain => {
  const descriptor = builtinDescriptors.find(one => one.domain === domain)!
  const file = readDescriptorFile(JSON.stringify(descriptor))
  expect(descriptorRuleProblems(file, builtinRegistry)).toEqual([])
})

const rule = (
  rule: Partial<RuleDescriptor>,
): { descriptors: readonly Descriptor[]; settingDomains: readonly string[] } => ({
  settingDomains: ['acme.fleet'],
  descriptors: [
    {
      domain: 'acme.fleet',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'TRIP',
          fields: [
            { name: 'rid', type: 'string' },
            { name: 'started', type: 'ts' },
            { name: 'ended', type: 'ts' },
            { name: 'status', type: 'string', enum: ['planned', 'driven'] },
            { name: 'distance', type: 'float', range: [0, 5000] },
          ],
          rules: [{ id: 'in-order', message: 'The trip ends too early.', expression: 'started <= ended', ...rule }],
        },
      ],
    },
  ],
})

test('a problem is at the first field that the rule reads, and says the values', () => {
  expectProblems(
    `
@TRIP started:ts=2026-05-02 | ended:ts=2026-05-01
#                ^^^^^^^^^^ rule/in-order: The trip ends too early. Here started is 2026-05-02 and ended is 2026-05-01.
`,
    rule({}),
  )
})

test('a message without a period gets one before the values', () => {
  expectProblems(
    `
@TRIP started:ts=2026-05-02 | ended:ts=2026-05-01
#                ^^^^^^^^^^ rule/in-order: Too early. Here started is 2026-05-02 and ended is 2026-05-01.
`,
    rule({ message: 'Too early' }),
  )
})

test('a message with values in braces, at the field of the rule', () => {
  expectProblems(
    `
@TRIP started:ts=2026-05-02 | ended:ts=2026-05-01
#                                      ^^^^^^^^^^ rule/in-order: It ends {early}, 1d before 2026-05-02.
`,
    rule({ field: 'ended', message: 'It ends {{early}, {started - ended} before {started}.' }),
  )
})

test('a rule whose field is absent marks the tag', () => {
  expectProblems(
    `
@TRIP status="driven"
#^^^^ rule/in-order: A driven trip needs its end. Here status is "driven".
`,
    rule({ field: 'ended', expression: 'status != "driven" || has(ended)', message: 'A driven trip needs its end.' }),
  )
})

test('a value with a problem of its own is not checked by a rule', () => {
  expectProblems(
    `
@TRIP started:ts=2026-05-02 | ended:ts=2026-02-30
#                                      ^^^^^^^^^^ invalid-value
@TRIP status="driven" | ended:ts=2026-02-30
#                                ^^^^^^^^^^ invalid-value
`,
    rule({ expression: 'has(started) ? started <= ended : has(ended)' }),
  )
})

const lateTrip = '@TRIP started:ts=2026-05-02 | ended:ts=2026-05-01 | status="driven"\n'

test('a rule that is off finds nothing', () => expectNoProblems(lateTrip, rule({ severity: 'off' })))

test.each<Partial<RuleDescriptor>>([
  { expression: 'started <= endet' },
  { expression: 'status' },
  { expression: 'status == "planned" && status != "planned"' },
  { message: 'It ends {endet}.' },
  { message: 'It ends {ended.' },
  { field: 'endet' },
  { fix: { endet: 'started' } },
  { fix: { ended: 'start' } },
])('a rule with a mistake is reported, and finds nothing: %j', mistake => {
  const settings = rule(mistake)
  const text = JSON.stringify(settings.descriptors[0])
  expect(descriptorRuleProblems(readDescriptorFile(text), createRegistry(settings.descriptors))).toHaveLength(1)
  expectNoProblems(lateTrip, settings)
})

test('of rules with the same id the first one runs', () => {
  const twice = (...expressions: string[]): Parameters<typeof expectProblems>[1] => {
    const { descriptors, settingDomains } = rule({})
    const [trip] = descriptors[0]!.records
    const rules = expressions.map(expression => ({ id: 'same', message: 'Wrong.', expression }))
    return { settingDomains, descriptors: [{ ...descriptors[0]!, records: [{ ...trip!, rules }] }] }
  }
  expectProblems(
    `${lateTrip}#                                                          ^^^^^^^^ rule/same\n`,
    twice('status == "planned"', 'started <= ended'),
  )
  expectNoProblems(lateTrip, twice('status == "driven"', 'started <= ended'))
})

test('a rule of a configuration with the id of another rule finds nothing', () => {
  const ours = (id: string) => ({ tag: 'CONTROL', id, message: 'No owner.', expression: 'has(owner)' })
  const rules = [ours('ours'), { ...ours('ours'), expression: 'has(title)' }, ours('policy-review-after-effective')]
  const ruleSettings = ruleSettingsOf(rules, {})
  const context = { registry: builtinRegistry, fileName: '', settingDomains: [], ruleSettings }
  const messages = problemsOf(checkFile(parse('@CONTROL rid=CTL-1\n'), context)).map(({ code }) => code)
  expect(messages).toEqual(['rule/ours'])
})

test.each<Partial<RuleDescriptor>>([
  { expression: 'after_ref.started <= started' },
  { expression: 'after_ref . started <= started' },
  { expression: 'after_ref["started"] <= started' },
  { expression: 'after_ref // the trip before!\n["started"] <= started' },
  { expression: 'status in ["driven"] && after_ref["started"] <= started' },
  { expression: 'acyclic(after_ref)' },
  { expression: 'referrers("TRIP", "after_ref").size() < 2' },
  { message: 'It starts before {after_ref.started}.' },
  { message: 'It starts before {"}" == "" ? ended : after_ref\n  .started}.' },
  { message: 'It {{starts before {"{" == "" ? ended : after_ref.started}.' },
  { fix: { started: 'after_ref.started' } },
])('a rule that reads other records is known as one before it is compiled: %j', part => {
  const [descriptor] = rule(part).descriptors
  const [trip] = descriptor!.records
  const after: FieldDescriptor = { name: 'after_ref', type: 'string', ref: 'TRIP' }
  const records = [{ ...trip!, fields: [...trip!.fields, after] }]
  const registry = createRegistry([{ ...descriptor!, records }])
  const { own, across } = declaredRules(registry.tagsNamed('TRIP')[0]!, { registry })
  expect([own.length, across.length]).toEqual([0, 1])
})

test.each([
  ['acyclic(after_ref)', '«"T-2"» '],
  ['acyclic(after_ref) || rid == "T-9"', '«"T-2"» also «T-1»'],
  ['rid == "T-9" || acyclic(after_ref)', '«T-1» also «"T-2"»'],
  ['referrers("TRIP", "after_ref").size() == 0', '«T-1» '],
  ['status == "planned" || referrers("TRIP", "after_ref").size() == 0', '«"driven"» '],
])('an id that a rule reads without its name explains no problem: %s', (expression, places) => {
  const [descriptor] = rule({ expression }).descriptors
  const [trip] = descriptor!.records
  const after: FieldDescriptor = { name: 'after_ref', type: 'string', ref: 'TRIP' }
  const registry = createRegistry([{ ...descriptor!, records: [{ ...trip!, fields: [...trip!.fields, after] }] }])
  const text = '@TRIP rid=T-1 | after_ref="T-2" | status="driven"\n'
  const file = checkFile(parse(`${text}@TRIP rid=T-2 | after_ref="T-1"\n`), {
    registry,
    fileName: '',
    settingDomains: [],
    isIndexed: true,
  })
  const index = new WorkspaceIndex()
  index.update('file:///test.rec', file)
  const [problem] = index.problemsOfRules('file:///test.rec', file)
  const shown = ({ start, end }: Span): string => `«${text.slice(start, end)}»`
  const related = (problem!.related?.() ?? []).map(({ at }) => `also ${shown(at as Span)}`)
  expect(`${shown(problem!)} ${related.join(' ')}`).toBe(places)
})

test('a comment suppresses a rule', () => {
  expectNoProblems(
    '# recline-disable-next-line rule/in-order -- known\n@TRIP started:ts=2026-05-02 | ended:ts=2026-05-01\n',
    rule({}),
  )
})

test('a rule of a configuration is about one tag', () => {
  const ruleSettings = ruleSettingsOf(
    [
      {
        tag: 'FINDING',
        id: 'ours',
        message: 'A critical finding needs a date.',
        expression: 'severity != "critical" || has(remediation_due)',
      },
    ],
    { 'rule/ours': 'warning' },
  )
  const file = checkFile(parse('@FINDING rid=FND-1 | severity="critical"\n@CONTROL rid=CTL-1\n'), {
    registry: builtinRegistry,
    fileName: '',
    settingDomains: [],
    ruleSettings,
  })
  expect(problemsOf(file).map(({ code, severity, entry }) => [code, severity, entry])).toEqual([
    ['rule/ours', 'warning', 0],
  ])
  expect(problemsOf(check('@FINDING rid=FND-1 | severity="critical"\n'))).toEqual([])
})

test('a rule that follows references finds problems in other files', () => {
  const policy = (limit: number): string => `@POLICY rid=POL-1 | premium:float=9 | coverage_limit:float=${limit}\n`
  const text = `
@COVERAGE policy_ref="POL-1" | limit:float=2500000
#                                          ^^^^^^^ rule/coverage-limit-within-policy
`
  expectProblems(text, { others: { 'a.rec': policy(500000) } })
  expectNoProblems(text.split('\n#')[0]!.trimStart(), { others: { 'a.rec': policy(5000000) } })
})

test('a change in one file affects the open files whose rules read it', () => {
  const index = new WorkspaceIndex()
  const coverage = check('@COVERAGE policy_ref="POL-1" | limit:float=2500000\n')
  const codes = (): string[] => checkIntegrity('file:///b.rec', coverage, index).problems.map(({ code }) => code)
  const write = (text: string): string[] => [...index.update('file:///a.rec', check(text))]
  index.update('file:///b.rec', coverage)
  write('@POLICY rid=POL-1 | premium:float=9 | coverage_limit:float=500000\n')
  expect(codes()).toEqual(['rule/coverage-limit-within-policy'])
  expect(write('@POLICY rid=POL-1 | premium:float=10 | coverage_limit:float=500000\n')).toEqual([])
  expect(write('@POLICY rid=POL-1 | premium:float=10 | coverage_limit:float=5000000\n')).toContain('file:///b.rec')
  expect(codes()).toEqual([])
})

test('the enum and the pattern of a list are those of its items', () => {
  const fields: FieldDescriptor[] = [
    { name: 'days', type: 'string', list: true, enum: ['Mon', 'Tue'] },
    { name: 'codes', type: 'string', list: true, pattern: '[A-Z]{2}' },
  ]
  const records = [{ tag: 'TRIP', fields }]
  expectProblems(
    `
@TRIP days="Mon, Tue" | codes="DE,FR"
@TRIP days="Mon, Tuesday"
#                ^^^^^^^ not-in-enum: TRIP.days has the item "Tuesday"; an item must be Mon or Tue.
@TRIP codes="DE, fr"
#                ^^ pattern-mismatch: TRIP.codes has the item "fr"; it must match the pattern [A-Z]{2}.
`,
    { settingDomains: ['acme.fleet'], descriptors: [{ domain: 'acme.fleet', version: '1', description: '', records }] },
  )
})

test('a fix gives fields new values', () => {
  expectFix(
    '@TRIP started:ts=2026-05-02 | ended:ts=2026-05-01\n',
    'Set ended to 2026-05-03 and status to driven',
    '@TRIP started:ts=2026-05-02 | ended:ts=2026-05-03 | status="driven"\n',
    rule({ fix: { ended: 'started + duration("1d")', status: '"driven"' } }),
  )
})

test('a fix writes the first fields of a record', () => {
  expectFix(
    '@TRIP\n',
    'Set started to 2026-05-01 and status to driven',
    '@TRIP started:ts=2026-05-01 | status="driven"\n',
    rule({ expression: 'has(started)', fix: { started: 'timestamp("2026-05-01")', status: '"driven"' } }),
  )
})

describe('a rule of a configuration about a tag that is extended', () => {
  const field = (name: string): FieldDescriptor => ({ name, type: 'int' })
  const base: Descriptor = {
    domain: 'core.pay',
    version: '1',
    description: '',
    records: [{ tag: 'BILL', fields: [field('sum')] }],
  }
  const own: Descriptor = {
    ...base,
    domain: 'acme.pay',
    extends: 'core.pay',
    records: [{ tag: 'BILL', fields: [field('tax')] }],
  }
  const registry = createRegistry([base, own])
  /** The domains in which a rule about a tag runs. */
  const runsIn = (tag: string, expression: string): string[] => {
    const rule = { id: 'a', tag, message: 'm', expression }
    const settings = { registry, ruleSettings: { rules: [rule], severity: {} } }
    return ['core.pay.BILL', 'acme.pay.BILL'].filter(
      path => declaredRules(registry.tags.get(path)!, settings).own.length > 0,
    )
  }

  test.each([
    ['BILL', 'sum > 1', ['core.pay.BILL', 'acme.pay.BILL']],
    ['BILL', 'tax > 1', ['acme.pay.BILL']],
    ['core.pay.BILL', 'sum > 1', ['core.pay.BILL', 'acme.pay.BILL']],
    ['acme.pay.BILL', 'sum > 1', ['acme.pay.BILL']],
  ])('%s: %s runs for %s', (tag, expression, domains) => expect(runsIn(tag, expression)).toEqual(domains))
})
