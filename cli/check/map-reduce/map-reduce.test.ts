import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile, problemsOf } from '../../../shared/check/check.ts'
import { type Severities, withSeverities } from '../../../shared/check/problem.ts'
import type { RuleSettings } from '../../../shared/domains/descriptor.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { checkIntegrity } from '../../../shared/index/integrity.ts'
import { WorkspaceIndex } from '../../../shared/index/workspace-index.ts'
import { parse } from '../../../shared/syntax/tree.ts'
import { damagedFiles } from '../../../test/damaged.ts'
import { runs } from '../../../test/property-values.ts'
import { builtinRegistry } from '../../../test/records.ts'
import {
  checkRuled,
  isOfRule,
  naiveRuleProblems,
  ruledDomains,
  ruledFiles,
  ruledRegistry,
  ruleSettings,
} from '../../../test/ruled-files.ts'
import type { Details, PlacedProblem } from '../../output/file-result.ts'
import { placedProblems } from '../../output/placed-problems.ts'
import { type ByteRange, PartReader } from '../parts/part-reader.ts'
import { type Fact, factOf } from './facts.ts'
import { fileMapper } from './map-file.ts'
import { reduceFacts } from './reduce-facts.ts'

interface Setting {
  readonly severity: Severities
  readonly settingDomains: readonly string[]
  readonly details: Details
  /** With which rules and definitions; without it, the built-in ones. */
  readonly ruled?: Ruled
  /** Numbers that say where files are cut into ranges and parts, and how their facts are shuffled. */
  readonly random: readonly number[]
}

interface Result {
  readonly file: string
  readonly records: number
  readonly bytes: number
  readonly problems: readonly PlacedProblem[]
}

const nameOf = (index: number): string => `${index}.rec`

/** Ranges that meet at any bytes, and cover a file. */
function rangesOf(size: number, random: readonly number[]): ByteRange[] {
  const cuts = size === 0 ? [] : random.map(number => 1 + (number % size)).sort((one, other) => one - other)
  return [0, ...cuts].map((start, index) => ({ start, end: cuts[index] ?? size }))
}

interface Ruled {
  readonly registry: Registry
  readonly ruleSettings?: RuleSettings
}

const builtIn: Ruled = { registry: builtinRegistry }

/** The facts of files of which each range is mapped by itself, in parts of any size. */
function mapAll(
  texts: readonly string[],
  { settingDomains, random, ruled: { registry, ...rules } = builtIn }: Setting,
  partSize?: number,
): Fact[] {
  const mapFile = fileMapper(registry, new PartReader())
  const facts = texts.flatMap((text, index) => {
    const bytes = Buffer.from(text)
    const source = { file: nameOf(index), path: nameOf(index) }
    const planned = { source, settings: { severity: {}, settingDomains, format: {}, ...rules } }
    return rangesOf(bytes.length, random).flatMap((range, index) => [
      ...mapFile(planned, { bytes, size: bytes.length }, range, partSize ?? 1 + (random[index % random.length]! % 300)),
    ])
  })
  return facts
    .map(facts => ('failure' in facts ? expect.unreachable(facts.failure) : facts))
    .toSorted((one, other) => random[one.length % random.length]! - random[other.length % random.length]!)
    .flat()
    .map(fact => {
      const read = factOf(JSON.parse(JSON.stringify(fact)))
      return read && read.kind !== 'end' ? read : expect.unreachable(`No fact: ${JSON.stringify(fact)}`)
    })
}

async function reduceAll(
  facts: readonly Fact[],
  texts: readonly string[],
  { severity, settingDomains, details, ruled: { registry, ...rules } = builtIn }: Setting,
): Promise<Result[]> {
  const results: Result[] = []
  const reduced = reduceFacts(
    {
      facts: async function* () {
        yield* facts
      },
      plan: async files => ({
        files: files.map(file => ({
          source: { file, path: file },
          settings: { severity, settingDomains, format: {}, ...rules },
        })),
        registry,
        origins: [],
        isComplete: true,
        failures: [],
        warnings: [],
      }),
      lineOf: ({ file }, line) => texts[parseInt(file, 10)]!.split(/\r\n|\r|\n/)[line - 1]!,
    },
    details,
  )
  for await (const result of reduced) {
    if ('failure' in result) throw new Error(result.failure)
    const problems: PlacedProblem[] = []
    for await (const some of result.problems) problems.push(...some)
    results.push({ ...result, problems })
  }
  return results
}

const withoutByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '')

/** What is found in files that are each read as one text. */
function checkWhole(texts: readonly string[], { severity, settingDomains, details }: Setting): Result[] {
  const index = new WorkspaceIndex()
  const checked = texts.map((text, number) => {
    const file = nameOf(number)
    const whole = checkFile(parse(withoutByteOrderMark(text)), {
      registry: builtinRegistry,
      fileName: file,
      settingDomains,
    })
    index.update(file, whole)
    return { file, whole, bytes: Buffer.byteLength(text) }
  })
  return checked.map(({ file, whole, bytes }) => ({
    file,
    records: whole.tree.entries.filter(({ kind }) => kind === 'record').length,
    bytes,
    problems: placedProblems(
      file,
      whole,
      withSeverities(problemsOf(whole, checkIntegrity(file, whole, index).problems), severity),
      details,
    ),
  }))
}

const settings: fc.Arbitrary<Setting> = fc.record({
  severity: fc.constantFrom<Severities>(
    {},
    { notation: 'off', syntax: 'warning' },
    { 'duplicate-rid': 'off', 'dangling-reference': 'information' },
  ),
  settingDomains: fc.constantFrom([], ['core.compliance'], ['core.compliance', 'core.insurance']),
  details: fc.constantFrom<Details>(
    {},
    { related: true, excerpts: true, fixability: true, identities: true },
    { fixes: true },
  ),
  random: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
})

/** A file as a disk holds it, where half a surrogate pair cannot be. */
const stored = (text: string): string => Buffer.from(text).toString()

test(
  'of damaged files, the parts give what the whole gives',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(damagedFiles().map(stored), { minLength: 1, maxLength: 3 }),
        settings,
        async (texts, setting) => {
          expect(await reduceAll(mapAll(texts, setting), texts, setting)).toEqual(checkWhole(texts, setting))
        },
      ),
      {
        numRuns: runs(150),
        examples: [
          [['@CONTROL tags=[a, [b\n\n@END\n'], { severity: {}, settingDomains: [], details: {}, random: [1] }],
        ],
      },
    ),
  600_000,
)

const digit = fc.integer({ min: 1, max: 5 })

/** Lines of which most are records in which nothing is wrong, but for what is among all of them. */
const usualLines = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(digit, fc.constantFrom('', ' | maturity:int=9'))
      .map(([id, more]) => `@CONTROL rid=CTL-${id} | title="é 🙂"${more}\n`),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(digit, digit)
      .map(([id, control]) => `@FINDING rid=FND-${id}\n  | control_ref="CTL-${control}" | status="open"\n`),
  },
  { weight: 2, arbitrary: digit.map(id => `@POLICY rid=POL-${id} | status="draft"\n`) },
  digit.map(id => `@POLICY rid=POL-${id} | premium:float=5\n`),
  digit.map(id => `@SERVICE rid=SVC-${id} | dependencies="SVC-1, CTL-1,SVC-${id}"\n`),
  fc.constantFrom(
    '@DOC domain=compliance\n',
    '@DOC domain=core.insurance | title="x"\n',
    '@DOC title="all"\n',
    '@BEGIN x\n',
    '@END\n',
    '\n',
    '# a comment\n',
    '# recline-disable-next-line dangling-reference out-of-range\n',
    '# recline-disable duplicate-rid\n',
    '# recline-enable\n',
    'stray\n',
  ),
  fc.constantFrom('{\n', '  "a": [1,\n', '  }\n', '\n', ' \t\r\n', '@POLICY rid=POL-1 | title=[a,\n', 'a b\n'),
)

test(
  'of usual files, the parts give what the whole gives',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(usualLines, { maxLength: 30 }).map(lines => lines.join('')),
          { minLength: 1, maxLength: 3 },
        ),
        settings,
        async (texts, setting) => {
          expect(await reduceAll(mapAll(texts, setting), texts, setting)).toEqual(checkWhole(texts, setting))
        },
      ),
      { numRuns: runs(150) },
    ),
  600_000,
)

test('the names and values of usual records need no fact each', () => {
  const lines = Array.from(
    { length: 500 },
    (_, number) =>
      `@CONTROL rid=CTL-${number} | status="effective" | title="é"\n@FINDING rid=FND-${number}\n  | control_ref="CTL-${number}" | severity="low" | status="open"\n`,
  )
  const setting: Setting = { severity: {}, settingDomains: [], details: {}, random: [0] }
  const facts = mapAll([`@DOC domain=compliance\n${lines.join('')}`], setting, 1_000_000)
  const kinds = facts.map(({ kind }) => kind).filter(kind => kind !== 'part')
  expect(kinds).toEqual(['definitions', 'definitions', 'references', 'records', 'records'])
})

test('rules about several records find the same as with all records in memory', () =>
  fc.assert(
    fc.asyncProperty(ruledFiles, settings, async (texts, { random, details: { fixes, ...details } }) => {
      const ruled = { registry: ruledRegistry, ruleSettings }
      const setting: Setting = { severity: {}, settingDomains: ruledDomains, details, random, ruled }
      const files = texts.map((text, index) => checkRuled(text, nameOf(index)))
      const problems = naiveRuleProblems(files)
      // The facts say what now means, whenever the reduce runs.
      const later = { ...setting, ruled: { ...ruled, ruleSettings: { ...ruleSettings, now: 0 } } }
      const found = await reduceAll(mapAll(texts, setting), texts, later)
      expect(found.map(({ problems }) => problems.filter(isOfRule))).toEqual(
        files.map((file, index) => placedProblems(nameOf(index), file, problems[index]!, details)),
      )
    }),
    { numRuns: runs(150) },
  ))

const date = fc.constantFrom(
  '2026-01-05',
  '2026-06-30T12:00:00Z',
  '2027-02-01',
  '2026-02-31',
  '2025-01-01T01:00:00+02:00',
)
const number = fc.constantFrom('5', '70000', '5.25', '1e3', '-1', '900719925474099100.5', '005')
const policy = digit.map(id => `policy_ref="POL-${id}"`)
const optional = (field: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(field, fc.constant(''))

/** Lines of records that rules of the built-in domains compare, by their numbers, times, words and references. */
const comparedLines = fc
  .tuple(
    fc.oneof(
      fc.tuple(
        digit.map(id => `@POLICY rid=POL-${id}`),
        optional(number.map(value => `coverage_limit:float=${value}`)),
        date.map(value => `effective_date:ts=${value}`),
        date.map(value => `expiry_date:ts=${value}`),
      ),
      fc.tuple(
        digit.map(id => `@CLAIM rid=CLM-${id}`),
        optional(fc.constantFrom('loss_type="fire"', 'loss_type="é"', 'loss_type="a\\"b"')),
        date.map(value => `loss_date:ts=${value}`),
        policy,
      ),
      fc.tuple(
        digit.map(id => `@COVERAGE rid=COV-${id}`),
        policy,
        number.map(value => `limit:float=${value}`),
      ),
      fc.tuple(
        digit.map(id => `@EMPLOYEE rid=EMP-${id}`),
        optional(digit.map(id => `manager_ref="EMP-${id}"`)),
      ),
    ),
    fc.constantFrom(' | ', ' | ', ' | ', '\n  | '),
    fc.constantFrom('', '', '', ' | nothing="é"'),
  )
  .map(([fields, glue, more]) => `${fields.filter(field => field !== '').join(glue)}${more}\n`)

test('built-in rules about several records find the same, of usual records in columns too', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(comparedLines, { maxLength: 25 }).map(lines => lines.join('')),
        { minLength: 1, maxLength: 3 },
      ),
      settings,
      async (texts, { random, details: { fixes, ...details } }) => {
        const settingDomains = ['core.insurance', 'core.hr']
        const setting: Setting = { severity: {}, settingDomains, details, random }
        const files = texts.map((text, index) =>
          checkFile(parse(text), { registry: builtinRegistry, fileName: nameOf(index), settingDomains }),
        )
        const problems = naiveRuleProblems(files)
        const found = await reduceAll(mapAll(texts, setting, 1000), texts, setting)
        expect(found.map(({ problems }) => problems.filter(isOfRule))).toEqual(
          files.map((file, index) => placedProblems(nameOf(index), file, problems[index]!, details)),
        )
      },
    ),
    { numRuns: runs(150) },
  ))

test('facts of a map that did not write the values of all rules are refused', async () => {
  const text = '@TASK rid=T-1 | parent="T-1"\n'
  const setting: Setting = { severity: {}, settingDomains: ruledDomains, details: {}, random: [0] }
  const ruled = { registry: ruledRegistry, ruleSettings }
  const severity = { 'rule/kept': 'error' } as const
  const facts = mapAll([text], { ...setting, ruled })
  const stricter = { ...ruled, ruleSettings: { ...ruleSettings, severity } }
  await expect(reduceAll(facts, [text], { ...setting, ruled: stricter })).rejects.toThrow(
    '0.rec was mapped with fewer rules than this reduce has; use the same configuration, --descriptors and --rule for --map and --reduce.',
  )
})

test.each([
  ['one record', 'rule/own-level'],
  ['several records', 'rule/level-below-five'],
] as const)('facts of a map in which a rule about %s was off are refused', async (_, code) => {
  const text = '@TASK rid=T-1 | level:int=5\n'
  const setting: Setting = { severity: {}, settingDomains: ruledDomains, details: {}, random: [0] }
  const ruled = { registry: ruledRegistry, ruleSettings }
  const off = { ...ruled, ruleSettings: { ...ruleSettings, severity: { [code]: 'off' } as const } }
  await expect(reduceAll(mapAll([text], { ...setting, ruled: off }), [text], { ...setting, ruled })).rejects.toThrow(
    '0.rec was mapped with fewer rules than this reduce has',
  )
  const [{ problems } = { problems: [] }] = await reduceAll(mapAll([text], { ...setting, ruled }), [text], {
    ...setting,
    severity: { 'rule/level-below-five': 'off', 'rule/own-level': 'off' },
    ruled: off,
  })
  expect(problems.map(({ code }) => code)).not.toContain(code)
})

test('parts that are missing, given twice or of another state of the file are told', async () => {
  const text = '@CONTROL rid=a\n@CONTROL rid=b\n@CONTROL rid=c\n'
  const setting: Setting = { severity: {}, settingDomains: [], details: {}, random: [0] }
  const facts = mapAll([text], setting, 15)
  const ofPart = (start: number): Fact[] => facts.filter(({ part }) => part === start)
  const reduced = (some: readonly Fact[]): Promise<Result[]> => reduceAll(some, [text], setting)
  await expect(reduced([...ofPart(0), ...ofPart(30)])).rejects.toThrow(
    '0.rec has no facts for the bytes from 15 to 30; run --map for this range too.',
  )
  await expect(reduced([...ofPart(0), ...ofPart(15)])).rejects.toThrow(
    '0.rec has no facts for the bytes from 30 on; run --map --range 30- too.',
  )
  await expect(reduced([...facts, ...ofPart(15)])).rejects.toThrow(
    '0.rec has facts for the bytes from 15 to 30 twice; pass the facts of each range once.',
  )
  const changed = mapAll([`\n${text.slice(1)}`], setting, 15)
  await expect(reduced([...changed.filter(({ part }) => part === 0), ...ofPart(15), ...ofPart(30)])).rejects.toThrow(
    '0.rec changed between two runs of --map, before byte 15; run --map for the file again.',
  )
})
