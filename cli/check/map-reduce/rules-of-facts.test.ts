import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile } from '../../../shared/check/check.ts'
import { parse } from '../../../shared/syntax/tree.ts'
import { mapAll, nameOf, reduceAll, type Setting, settings } from '../../../test/mapped-files.ts'
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
import { placedProblems } from '../../output/placed-problems.ts'

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

const digit = fc.integer({ min: 1, max: 5 })

const date = fc.constantFrom(
  '2026-01-05',
  '2026-06-30T12:00:00Z',
  '2027-02-01',
  '2026-02-31',
  '2025-01-01T01:00:00+02:00',
)
const number = fc.constantFrom(
  '5',
  '70000',
  '5.25',
  '1e3',
  '-1',
  '900719925474099100.5',
  '9007199254740993',
  '9007199254740992',
  '005',
)
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
  const text = '@DOC domain=acme.work\n@TASK rid=T-1 | level:int=5\n'
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
