import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { checkFile, problemsOf } from '../../shared/check/check.ts'
import { declaredRules } from '../../shared/check/declared/declared-rules.ts'
import { ruleSettingsOf } from '../../shared/check/declared/rule-settings.ts'
import { type Severities, withSeverities } from '../../shared/check/problem.ts'
import { codesAcrossRecords } from '../../shared/check/rules/index.ts'
import type { RuleSettings } from '../../shared/domains/descriptor.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { checkIntegrity } from '../../shared/index/integrity.ts'
import { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import { isHeader } from '../../shared/syntax/nodes.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import {
  checkRuled,
  isOfRule,
  naiveRuleProblems,
  ruledDomains,
  ruledFiles,
  ruledRegistry,
  ruleSettings,
} from '../../test/ruled-files.ts'
import { readText } from '../files/read-text.ts'
import type { Details, PlacedProblem } from '../output/file-result.ts'
import { placedProblems } from '../output/placed-problems.ts'
import type { Plan } from '../plan/plan.ts'
import { checkFiles } from './check-files.ts'
import { type PartRunner, runHere } from './parts/runner.ts'

const folder = mkdtempSync(join(tmpdir(), 'recline-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Setting {
  readonly severity: Severities
  readonly settingDomains: readonly string[]
  readonly details: Details
  readonly partSize: number
  /** How many problems are kept; parts with more are checked again. */
  readonly keptProblems: number
  /** How many parts are checked at a time; more than one are checked below a guessed state. */
  readonly ahead: number
}

interface Ruled {
  readonly registry: Registry
  readonly ruleSettings: RuleSettings
}

interface Result {
  readonly file: string
  readonly records: number
  readonly problems: readonly PlacedProblem[]
}

const planOf = (files: Plan['files'], registry = builtinRegistry): Plan => ({
  files,
  registry,
  failures: [],
  warnings: [],
  origins: [],
  isComplete: true,
})

/** What is found in files that are read part by part. */
async function checkInParts(
  texts: readonly string[],
  { severity, settingDomains, details, partSize, keptProblems, ahead }: Setting,
  { registry, ruleSettings }: Ruled = { registry: builtinRegistry, ruleSettings: ruleSettingsOf([], severity) },
): Promise<Result[]> {
  const files: Plan['files'] = texts.map((text, index) => {
    const path = join(folder, `${index}.rec`)
    writeFileSync(path, text)
    return { source: { file: `${index}.rec`, path }, settings: { severity, settingDomains, format: {}, ruleSettings } }
  })
  const startRunner = async (): Promise<PartRunner> => ({ ...runHere(registry), ahead })
  const results: Result[] = []
  for await (const result of checkFiles(planOf(files, registry), details, { partSize, keptProblems, startRunner })) {
    if ('failure' in result) throw new Error(result.failure)
    const problems: PlacedProblem[] = []
    for await (const some of result.problems) for (const problem of some) problems.push(problem)
    results.push({ file: result.file, records: result.records, problems })
  }
  return results
}

/** What is found in files that are each read as one text. */
function checkWhole(texts: readonly string[], { severity, settingDomains, details }: Setting): Result[] {
  const index = new WorkspaceIndex()
  const checked = texts.map((text, number) => {
    const file = `${number}.rec`
    const whole = checkFile(parse(text.replace(/^\ufeff/, '')), {
      registry: builtinRegistry,
      fileName: file,
      settingDomains,
      ruleSettings: ruleSettingsOf([], severity),
    })
    index.update(file, whole)
    return { file, whole }
  })
  return checked.map(({ file, whole }) => {
    // Where the rules among all records are off, nobody knows what they would find.
    const across = severity['duplicate-rid'] === 'off' ? 'unknown' : checkIntegrity(file, whole, index).problems
    return {
      file,
      records: whole.tree.entries.filter(entry => entry.kind === 'record' && !isHeader(entry)).length,
      problems: placedProblems(file, whole, withSeverities(problemsOf(whole, across), severity), details),
    }
  })
}

/** Without these too, nothing is checked among all records. */
const acrossOff: Severities = Object.fromEntries([
  ...[...codesAcrossRecords].map(code => [code, 'off' as const]),
  ...[...builtinRegistry.tags.values()].flatMap(tag =>
    declaredRules(tag, { registry: builtinRegistry }).across.map(({ code }) => [code, 'off' as const]),
  ),
])

const settings = fc.record({
  severity: fc.constantFrom<Severities>({}, { notation: 'off', syntax: 'warning' }, acrossOff),
  settingDomains: fc.constantFrom([], ['core.compliance'], ['core.compliance', 'core.insurance']),
  details: fc.constantFrom<Details>(
    {},
    { related: true, excerpts: true, fixability: true, identities: true },
    { fixes: true },
  ),
  partSize: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(2 ** 20)),
  keptProblems: fc.constantFrom(0, 3, 100_000),
  ahead: fc.constantFrom(1, 4),
})

/** A file as a disk holds it, where half a surrogate pair cannot be. */
const stored = (text: string): string => Buffer.from(text).toString()

test(
  'of damaged files, the same is found in parts of any size as in the whole',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(damagedFiles().map(stored), { minLength: 1, maxLength: 3 }),
        settings,
        async (texts, setting) => {
          expect(await checkInParts(texts, setting)).toEqual(checkWhole(texts, setting))
        },
      ),
      { numRuns: runs(100) },
    ),
  600_000,
)

test('a line that is not UTF-8 is named, in whatever part it is', async () => {
  const path = join(folder, 'foreign.rec')
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from('@CONTROL rid=CTL-1\n\n@CONTROL rid=CTL-2\r\n# a\r@CONTROL rid="'),
      Buffer.from([0xe9]),
      Buffer.from('"\n@CONTROL\n'),
    ]),
  )
  const files: Plan['files'] = [
    { source: { file: 'foreign.rec', path }, settings: { severity: {}, settingDomains: [], format: {} } },
  ]
  const results = checkFiles(planOf(files), {}, { partSize: 8 })
  expect((await results.next()).value).toEqual({ failure: 'foreign.rec is not UTF-8 on line 5; save it as UTF-8.' })
  expect((await results.next()).done).toBe(true)
})

test.each(['utf16le', 'latin1'] as const)('a file in UTF-16 is named as such: %s', async encoding => {
  const path = join(folder, 'wide.rec')
  const wide = { utf16le: '@CONTROL rid=CTL-1\n', latin1: '\u00fe\u00ff\0@\0A\0\n' }
  writeFileSync(path, Buffer.from(wide[encoding], encoding))
  const files: Plan['files'] = [
    { source: { file: 'wide.rec', path }, settings: { severity: {}, settingDomains: [], format: {} } },
  ]
  const failure = 'wide.rec looks like UTF-16; save it as UTF-8.'
  expect((await checkFiles(planOf(files), {}).next()).value).toEqual({ failure })
  expect(await readText(files[0]!.source)).toEqual({ failure })
})

const digit = fc.integer({ min: 1, max: 5 })

/** Lines of which most are records in which nothing is wrong, but for what is among all of them. */
const usualLines = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(digit, fc.constantFrom('', ' | maturity:int=3', ' | maturity:int=9'))
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
  digit.map(id => ` \t@CONTROL rid=CTL-${id}\n`),
  { weight: 2, arbitrary: fc.constant('# recline-disable-next-line dangling-reference out-of-range\n') },
  digit.map(id => `@SERVICE rid=SVC-${id} | dependencies="SVC-1, CTL-1,SVC-${id}"\n`),
  fc.constantFrom(
    '@DOC domain=compliance\n',
    '@DOC domain=core.insurance | title="x"\n',
    '@DOC title="all"\n',
    '@BEGIN x\n',
    '@END\n',
    '\n',
    '# a comment\n',
    '# recline-disable duplicate-rid\n',
    '# recline-enable\n',
    'stray\n',
  ),
  fc.constantFrom('{\n', '  "a": [1,\n', '  }\n', '\n', ' \t\r\n', '@POLICY rid=POL-1 | title=[a,\n', 'a b\n'),
)

test(
  'of usual files, the same is found in parts of any size as in the whole',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(usualLines, { maxLength: 30 }).map(lines => lines.join('')),
          { minLength: 1, maxLength: 3 },
        ),
        settings,
        async (texts, setting) => {
          expect(await checkInParts(texts, setting)).toEqual(checkWhole(texts, setting))
        },
      ),
      { numRuns: runs(100) },
    ),
  600_000,
)

test('rules about several records find the same as with all records in memory', () =>
  fc.assert(
    fc.asyncProperty(ruledFiles, settings, async (texts, { details: { fixes, ...details }, ...setting }) => {
      const ruled = { registry: ruledRegistry, ruleSettings }
      const found = await checkInParts(
        texts,
        { ...setting, severity: {}, settingDomains: ruledDomains, details },
        ruled,
      )
      const files = texts.map((text, index) => checkRuled(text, `${index}.rec`))
      const problems = naiveRuleProblems(files)
      expect(found.map(({ problems }) => problems.filter(isOfRule))).toEqual(
        files.map((file, index) => placedProblems(`${index}.rec`, file, problems[index]!, details)),
      )
    }),
    { numRuns: runs(100) },
  ))

test('of more wrong records than are checked at once, the same is found in parts as in the whole', async () => {
  const wrong = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) =>
        `@CONTROL rid=CTL-${index % 150}\n  | status="unheard-of" status=tested\n@CONTROL rid=x-${index} | maturity:int=9\n`,
    ).join('')
  const text = `${wrong(200)}@DOC domain=insurance\n${wrong(100)}@DOC domain=compliance\n# recline-disable-next-line not-in-enum\n${wrong(200)}`
  for (const details of [{}, { fixes: true }]) {
    const setting: Setting = {
      severity: {},
      settingDomains: [],
      details,
      partSize: 10_000,
      keptProblems: 200,
      ahead: 1,
    }
    expect(await checkInParts([text], setting)).toEqual(checkWhole([text], setting))
  }
})

test('of more suspects than are read again at once, each is checked below its own header', async () => {
  const some = (count: number, first: number): string =>
    Array.from(
      { length: count },
      (_, index) =>
        `@FINDING rid=FND-${(first + index) % 200} | control_ref="${index % 2 === 0 ? 'CTL' : 'FND'}-${index}"\n@POLICY rid=POL-${index % 70} | title="x"\n`,
    ).join('')
  const text = `@DOC domain=compliance\n${some(200, 0)}@DOC domain=insurance\n${some(300, 200)}@DOC domain=compliance\n${some(90, 300)}`
  const setting: Setting = {
    severity: {},
    settingDomains: [],
    details: { related: true, identities: true },
    partSize: 2 ** 20,
    keptProblems: 10_000,
    ahead: 1,
  }
  const found = await checkInParts([text], setting)
  expect(new Set(found[0]!.problems.map(({ code }) => code))).toEqual(
    new Set(['duplicate-rid', 'dangling-reference', 'wrong-reference', 'unknown-tag', 'unknown-field']),
  )
  expect(found).toEqual(checkWhole([text], setting))
})

test('records with the same id are found, wherever the line with their id starts', async () => {
  // Of records with equal names, so many bytes are read first.
  for (let length = 2 ** 12 - 7; length <= 2 ** 12; length++) {
    const record = `@CONTROL title="${'x'.repeat(length - 17)}"\n      | rid=C-1\n`
    const setting: Setting = {
      severity: {},
      settingDomains: [],
      details: { related: true },
      partSize: 2 ** 20,
      keptProblems: 10,
      ahead: 1,
    }
    const text = `${record}${record}@CONTROL rid=C-2\n`
    expect(await checkInParts([text], setting)).toEqual(checkWhole([text], setting))
  }
})
