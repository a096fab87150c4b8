import type { Fact } from '../cli/check/map-reduce/facts.ts'
import { reduceFacts } from '../cli/check/map-reduce/reduce-facts.ts'
import type { Details } from '../cli/output/file-result.ts'
import { createRegistry } from '../shared/domains/registry.ts'
import { someFacts } from './mapped-files.ts'

/** Facts as test data: about cars and their owners. CAR is in two domains, so that some records are undecided. */
const text = (name: string) => ({ name, type: 'string' }) as const
const registry = createRegistry([
  {
    domain: 'acme.fleet',
    version: '1.0',
    description: 'Cars.',
    records: [
      {
        tag: 'CAR',
        fields: [text('rid'), { name: 'seats', type: 'int' }, { ...text('owner'), ref: 'OWNER' }, text('model')],
        rules: [
          { id: 'few-seats', expression: 'seats <= owner.most', message: '{seats} are more than {owner.most}.' },
          { id: 'has-model', expression: 'has(model) || !has(owner.most)', message: 'No model.', severity: 'warning' },
        ],
      },
      {
        tag: 'OWNER',
        fields: [text('rid'), { name: 'most', type: 'int' }],
        rules: [{ id: 'few-cars', expression: 'referrers("CAR", "owner").size() < 9', message: 'Many cars.' }],
      },
    ],
  },
  {
    domain: 'acme.harbour',
    version: '1.0',
    description: 'Boats.',
    records: [{ tag: 'CAR', fields: [text('rid'), { name: 'seats', type: 'int' }, text('owner'), text('model')] }],
  },
])

export const place = { part: 0, domain: 'acme.fleet' }
export const followed = { 'acme.fleet.CAR': ['rid', 'seats', 'owner', 'model'], 'acme.fleet.OWNER': ['rid', 'most'] }
export const rules = { 'acme.fleet.CAR': ['rule/few-seats', 'rule/has-model'], 'acme.fleet.OWNER': ['rule/few-cars'] }

export type PartData = Extract<Fact, { kind: 'part' }>['data']

/** The fact about a file of one part, which ran all rules if nothing else is said. */
export const part = (file: string, data: Partial<PartData> = {}): Fact => ({
  kind: 'part',
  file,
  part: 0,
  data: {
    version: 3,
    end: 100,
    isLast: true,
    records: 3,
    before: { isInBlock: false, line: 0 },
    after: { isInBlock: false, line: 9 },
    counts: { 'acme.fleet': 3 },
    now: 0,
    followed,
    rules,
    ...data,
  },
})

/** What a reduce finds: a line for each file, each problem and each failure. */
export async function reduced(
  facts: readonly Fact[],
  details: Details = {},
  ruleSettings?: { severity: { [code: string]: 'off' } },
) {
  const found: string[] = []
  const reduce = reduceFacts(
    {
      facts: wanted => someFacts(facts, wanted),
      plan: async files => ({
        files: files.map(file => ({
          source: { file, path: file },
          settings: {
            severity: ruleSettings?.severity ?? {},
            settingDomains: [],
            format: {},
            ruleSettings: { rules: [], severity: {}, ...ruleSettings },
          },
        })),
        registry,
        origins: [],
        isComplete: true,
        failures: [],
        warnings: [],
      }),
      tellUnchecked: () => undefined,
      lineOf: ({ file }, line) => `${file} ${line}`,
    },
    details,
  )
  for await (const result of reduce) {
    if ('failure' in result) {
      found.push(result.failure)
      continue
    }
    found.push(`${result.file}: ${result.records} records, ${result.bytes} bytes`)
    for await (const problems of result.problems)
      for (const problem of problems) {
        const { line, column, endLine, endColumn, severity, message, field, related, identity, excerpt } = problem
        const more = [
          related?.map(one => `${one.file}:${one.line} ${one.message}`),
          identity,
          excerpt?.text,
          problem.isFixable,
          problem.fixes?.[0],
        ]
        const details = more.filter(Boolean).map(one => ` ${JSON.stringify(one)}`)
        found.push(`${line}:${column}-${endLine}:${endColumn} ${severity} ${field} ${message}${details.join('')}`)
      }
  }
  return found
}

/** The line for a file in which `part` is all. */
export const heading = (file: string): string => `${file}: 3 records, 100 bytes`
