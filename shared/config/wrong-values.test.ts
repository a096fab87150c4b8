import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { createRegistry } from '../domains/registry.ts'
import { readConfigFile } from './config-file.ts'
import { domainProblems, configRuleProblems as problemsOfConfiguredRules } from './config-problems.ts'
import { readDescriptorFile } from './descriptors/descriptor-file.ts'
import { descriptorRuleProblems } from './descriptors/descriptor-set.ts'
import { writtenRules } from './written-expressions.ts'

/** Texts without problems, in which each value in turn becomes one of another type. */

const rule = {
  id: 'own-rule',
  message: 'm',
  expression: 'status == "a"',
  severity: 'off',
  field: 'status',
  description: 'd',
  standard: 's',
  examples: { right: '@TASK status="a"', wrong: '@TASK status="b"' },
  fix: { status: '"a"' },
}
const descriptor = {
  domain: 'acme.work',
  version: '1.0',
  description: 'd',
  recordCount: 1,
  totalFieldCount: 2,
  records: [
    {
      tag: 'TASK',
      description: 'd',
      fields: [
        {
          name: 'status',
          type: 'string',
          required: true,
          enum: ['a', 'b'],
          enumDescriptions: { a: 'One', b: 'Other' },
          transitions: { a: ['b'] },
          example: 'a',
        },
        { name: 'parent', type: 'string', ref: 'TASK', list: true, pattern: 'T-\\d', unit: 'u', description: 'd' },
      ],
      rules: [rule],
    },
  ],
  meta: {
    highlights: ['TASK'],
    links: [{ url: 'https://example.com', type: 'standard', label: 'l' }],
    related: [{ domain: 'core.hr', reason: 'r', relationship: 'often paired' }],
    tag_context: { TASK: { purpose: 'p', related_standards: ['s'] } },
    use_cases: [
      {
        id: 'u',
        title: 't',
        description: 'd',
        tags: ['TASK'],
        tags_used: ['TASK'],
        steps: ['s'],
        example: '@TASK status="a"',
      },
    ],
  },
  owner: { name: 'n' },
  registry: { domain: { path: 'acme.work', owner: { name: 'n' } }, namespace: { path: 'acme' } },
}
const config = {
  severity: { notation: 'off', 'rule/own-rule': 'error' },
  domains: { 'a/**': ['hr', 'core.legal'] },
  descriptors: ['*.json'],
  files: { include: ['*.rec'], exclude: ['old/**'] },
  format: { wrapColumn: 100, alignColumns: true },
  rules: [
    {
      ...rule,
      tag: 'CONTROL',
      expression: 'has(owner)',
      field: 'owner',
      examples: { right: '@CONTROL owner="a"', wrong: '@CONTROL' },
      fix: { owner: '"a"' },
    },
  ],
}

test('a value of a wrong type is a problem of the descriptor, and does no harm', () =>
  expectProblemsIn(descriptor, text => {
    const file = readDescriptorFile(text)
    const registry = createRegistry(file.descriptor ? [file.descriptor] : [])
    writtenRules(text, registry)
    return [...file.problems, ...descriptorRuleProblems(file, registry)]
  }))

test('a value of a wrong type is a problem of the configuration, and does no harm', () =>
  expectProblemsIn(config, text => {
    const file = readConfigFile(text)
    writtenRules(text, builtinRegistry)
    return [
      ...file.problems,
      ...domainProblems(file, builtinRegistry),
      ...problemsOfConfiguredRules(file, builtinRegistry),
    ]
  }))

/** Expects that the value has no problems, and that it has some whenever a part of it is of another type. */
function expectProblemsIn(value: object, problemsOf: (text: string) => readonly object[]): void {
  expect(problemsOf(JSON.stringify(value))).toEqual([])
  const texts = withOthers(value).map(other => JSON.stringify(other))
  expect(texts.filter(text => problemsOf(text).length === 0)).toEqual([])
}

/** Copies of a value, in each of which one part is replaced by a value of another type. */
function withOthers(value: unknown): unknown[] {
  const replaced = others.filter(other => typeOf(other) !== typeOf(value))
  if (Array.isArray(value))
    return [...replaced, ...value.flatMap((item, index) => withOthers(item).map(other => value.with(index, other)))]
  if (typeof value !== 'object' || value === null) return replaced
  const parts = Object.entries(value).flatMap(([key, part]) =>
    withOthers(part).map(other => ({ ...value, [key]: other })),
  )
  return [...replaced, ...parts]
}

const others: readonly unknown[] = [null, 5, true, 'x', [], ['x'], [['id', 'x']], {}, { id: 'x' }]

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
