import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import configSchema from '../schemas/recline.schema.json'
import { checkFile, problemsOf } from '../shared/check/check.ts'
import { readDescriptorFile } from '../shared/config/descriptors/descriptor-file.ts'
import { descriptorRuleProblems, foreignReferenceProblems } from '../shared/config/descriptors/descriptor-set.ts'
import { extensionProblems } from '../shared/config/descriptors/extension-problems.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import { canonicalField } from '../shared/domains/notation.ts'
import { practiceDescriptors, practiceOf, withBuiltIn } from '../shared/domains/practice.ts'
import { createRegistry } from '../shared/domains/registry.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { parse } from '../shared/syntax/tree.ts'
import { builtinRegistry } from './records.ts'

/**
 * The extensions that come with Recline: they pass the checks of descriptors, say of each field what it is, and change
 * nothing where nobody asks for them.
 */
const folder = new URL('../descriptors/practice/', import.meta.url)
const names = readdirSync(folder)
  .filter(name => name !== 'index.json')
  .sort()
const paths = practiceDescriptors.map(({ domain }) => domain)
const registry = createRegistry(withBuiltIn([], paths))
const extensionsOf = (base: string): Record<string, string> => ({ [base]: practiceOf(base)!.domain })

test('each built-in domain has one, in a file of its own', () => {
  expect(builtinDescriptors.map(({ domain }) => practiceOf(domain)?.domain)).toEqual(paths)
  expect(names).toEqual(paths.map(path => `${path.replace('practice.', '')}.json`))
})

test('the schema of recline.json proposes each of them', () => {
  const { extensions } = configSchema.properties
  expect(Object.entries(extensions.properties).map(([base, { examples }]) => [base, ...examples])).toEqual(
    practiceDescriptors.map(({ domain }) => [domain.replace('practice', 'core'), domain]),
  )
})

test.each(names)('%s passes the checks of descriptors', name => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const { descriptor } = readDescriptorFile(text)
  const withFile = createRegistry(withBuiltIn([descriptor!]))
  const file = readDescriptorFile(text)
  const problems = [
    ...file.problems,
    ...foreignReferenceProblems(file, withFile),
    ...descriptorRuleProblems(file, withFile),
    ...extensionProblems(file, withFile),
  ]
  // More values of DNS.type and DATASET.license than the specification has are meant.
  expect(problems.filter(({ code }) => code !== 'descriptor-widens').map(({ message }) => message)).toEqual([])
})

const changes = practiceDescriptors.flatMap(({ domain, records }) =>
  records.map(record => ({ domain, record, path: `${domain}.${record.tag}` })),
)
const fields = changes.flatMap(({ domain, record, path }) =>
  record.fields.map(field => ({ domain, tag: record.tag, field, path: `${path}.${field.name}` })),
)

test('every field says what it is, and every value has a phrase', () => {
  const wrong = fields.filter(({ field: { type, description = '', example, enum: values = [], enumDescriptions } }) => {
    const isNew = type !== undefined
    const says = description.length >= 35 && description.length <= 260 && description.endsWith('.')
    const phrases = Object.entries(enumDescriptions ?? {})
    const isExplained = phrases.map(([value]) => value).join() === values.join()
    return (isNew && (!says || example === undefined)) || !isExplained
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('no field of the specification is changed, but for two lists of values and an interval', () => {
  const changed = fields.filter(({ domain, tag, field }) =>
    builtinRegistry.tags.get(`${domain.replace('practice', 'core')}.${tag}`)?.fields.has(field.name),
  )
  expect(changed.map(({ path }) => path)).toEqual([
    'practice.compliance.POLICY.next_review',
    'practice.infrastructure.DNS.type',
    'practice.research.DATASET.license',
  ])
})

test('a new tag says what it is and when it is written, and why', () => {
  const added = changes.filter(
    ({ domain, record }) => !builtinRegistry.tags.has(`${domain.replace('practice', 'core')}.${record.tag}`),
  )
  expect(added.map(({ record }) => record.tag).sort()).toEqual([
    'ATTENDANCE',
    'BACKUP',
    'CONSENT',
    'CONTRACT',
    'CUSTOMER',
    'EXCEPTION',
    'IMMUNIZATION',
    'INCIDENT',
    'LEGAL_HOLD',
    'MAPPING',
    'TIMESHEET',
    'TRAINING',
    'VEHICLE',
  ])
  for (const { domain, record } of added) {
    expect(record.description, record.tag).toMatch(/^.{15,}[.] Write one .*[.]$/)
    const context = practiceDescriptors.find(one => one.domain === domain)!.meta!.tag_context![record.tag]
    expect(context?.purpose?.length, record.tag).toBeGreaterThan(20)
    expect(context?.when_to_use?.length, record.tag).toBeGreaterThan(20)
  }
})

test('the examples of a tag make one record in which nothing is found', () => {
  for (const { domain, record, path } of changes) {
    const all = [...registry.tags.get(path)!.fields.values()]
    const line = `@${record.tag} ${all.map(field => canonicalField(field, field.example ?? '')).join(' | ')}`
    expect({ path, problems: problemsIn(line, domain.replace('practice', 'core')) }).toEqual({ path, problems: [] })
  }
})

test.each(practiceDescriptors.map(({ domain, meta }) => ({ domain, cases: meta!.use_cases! })))(
  'the use cases of $domain have no problem, in themselves and among their records',
  ({ domain, cases }) => {
    expect(cases.length).toBeGreaterThan(0)
    for (const { example, tags } of cases) {
      expect(problemsIn(example, domain.replace('practice', 'core'))).toEqual([])
      expect([...new Set(example.match(/^@\w+/gm))].sort()).toEqual(tags.map(tag => `@${tag}`).sort())
    }
  },
)

function problemsIn(text: string, base: string): string[] {
  const file = checkFile(parse(text), {
    registry,
    fileName: 'test.rec',
    settingDomains: [base],
    extensions: extensionsOf(base),
    ruleSettings: { rules: [], severity: {}, now: Date.UTC(2026, 5, 30) },
  })
  const index = new WorkspaceIndex()
  index.update('file:///test.rec', file)
  const across = text.includes('\n') ? checkIntegrity('file:///test.rec', file, index).problems : []
  return problemsOf(file, across).map(({ code, message }) => `${code}: ${message}`)
}

test('nothing changes where nobody asks for them', () => {
  const text = '@LAB name="Troponin T" | comparator="<" | value:float=0.01 | unit="ug/L"'
  const found = (settings: { settingDomains: string[]; extensions?: Record<string, string> }): string[] =>
    problemsOf(checkFile(parse(text), { registry, fileName: 'test.rec', ...settings })).map(({ code }) => code)
  expect(found({ settingDomains: [] })).toContain('unknown-field')
  expect(found({ settingDomains: ['core.health'] })).toContain('unknown-field')
  expect(found({ settingDomains: [], extensions: extensionsOf('core.health') })).not.toContain('unknown-field')
  expect(found({ settingDomains: ['health'], extensions: extensionsOf('core.health') })).not.toContain('unknown-field')
  expect(found({ settingDomains: [], extensions: extensionsOf('core.hr') })).toContain('unknown-field')
  expect(registry.inForceByDefault.map(({ path }) => path)).toEqual(
    builtinRegistry.inForceByDefault.map(({ path }) => path),
  )
})

test('an own extension of one of them counts as any other', () => {
  const own = { domain: 'acme.health', version: '1.0', description: '', extends: 'practice.health', records: [] }
  const domains = createRegistry(withBuiltIn([own])).inForceByDefault.map(({ path }) => path)
  expect(domains).toContain('acme.health')
  expect(domains).not.toContain('core.health')
})
