import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../../test/damaged.ts'
import { checkWhole, mapAll, type Result, reduceAll, type Setting, settings } from '../../../test/mapped-files.ts'
import { runs } from '../../../test/property-values.ts'
import type { Fact } from './facts.ts'

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

test('each name and the values of each record are one fact', async () => {
  const lines = Array.from(
    { length: 3 },
    (_, number) =>
      `@CONTROL rid=CTL-${number} | status="effective" | title="é"\n@FINDING rid=FND-${number}\n  | control_ref="CTL-${number}" | severity="low" | status="open"\n`,
  )
  const setting: Setting = { severity: {}, settingDomains: [], details: {}, random: [0] }
  const facts = mapAll([`@DOC domain=compliance\n${lines.join('')}`], setting, 1_000_000)
  const counts: Record<string, number> = {}
  for (const { kind } of facts) counts[kind] = (counts[kind] ?? 0) + 1
  expect(counts).toEqual({ part: 2, definition: 6, reference: 3, values: 6 })
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
