import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { ruledLine, ruledRegistry, ruleSettings } from '../../test/ruled-files.ts'
import { checkSome } from '../check/check-some.ts'
import type { FollowedFields } from '../check/declared/followed-records.ts'
import { objectionsOf } from '../check/objections.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { utf8Of } from './bytes/utf8.ts'
import { NameHasher } from './names.ts'
import { startOfFile } from './part.ts'
import { readPart } from './read-part.ts'
import { type RulesOfRun, tablesMaker } from './tables.ts'

const hasher = new NameHasher({ low: 1, high: 2 })
const context: FileContext = {
  registry: ruledRegistry,
  fileName: 'a.rec',
  settingDomains: ['acme.work'],
  ruleSettings,
}
const rules: RulesOfRun = { registry: ruledRegistry, ruleSettings, objections: objectionsOf([]) }

/** What is noted of the records of a text, and how many of them the check has to look at. */
function noted(text: string, made: ReturnType<typeof tablesMaker>, followed?: FollowedFields) {
  const bytes = utf8Of(text, 4)
  const end = bytes.length - 4
  const decode = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString()
  let checked = 0
  const reading = readPart(
    { bytes, end, textEnd: end, decode },
    startOfFile,
    context,
    { tablesOf: made, hasher, hasNames: true, followed },
    {
      check: ({ entries, places }) => {
        checked += entries.length
        return checkSome(
          [],
          entries,
          places.map(({ line }) => line),
          context,
        ).entries
      },
      // A query has every record with a doubtful field parsed.
      ...(!followed && { checkDoubts: () => true }),
    },
  )
  const { records, counts, names, rows, followed: values, after } = reading
  return { checked, noted: { records, counts: [...counts], names, rows, values, line: after.line } }
}

/** Expects that the same is noted of records that are skipped as of records that the check looks at. */
function expectSame(text: string, of: RulesOfRun = rules): number {
  const made = tablesMaker(hasher, of)
  const scanned = noted(text, made, of.followed)
  const unscanned = noted(
    text,
    domains => ({ ...made(domains), tagAt: () => undefined, latestTag: undefined }),
    of.followed,
  )
  // Of a record whose own fields decide all of its rules, no row is needed.
  const isUndecided = scanned.noted.rows.length > 0
  expect(scanned.noted).toEqual({ ...unscanned.noted, rows: isUndecided ? unscanned.noted.rows : [] })
  return unscanned.checked - scanned.checked
}

const all: FollowedFields = new Map(
  [...ruledRegistry.domainNamed('acme.work')!.tags.values()].map(tag => [tag, [...tag.fields.values()]]),
)

const records = [
  '@TASK rid=T-1 | level:int=3 | status="open" | parent="T-2" | title="b"\n',
  '@TASK rid="T 1" | level:int=-3 | parent="T 2" | end:ts=2026-06-29\n',
  '@TASK rid=T-1 | end:ts=2026-06-29T10:00:00Z | needs="T-2, T-3" | title="é \\"x\\""\n',
  '@TASK rid=T-1\n  | level:int=4 | end:ts=2026-06-29T10:00:00.5+02:00 | owner_ref="P-1"\n',
  '@TASK rid=T-1 | parent="" | owner_ref="P-1" | urgent:bool=true | cost:float=-1.5 | labels=[a, b]\n',
  '@TASK rid=T-1 | status="opened" | title=""\n',
  '@PERSON rid=P-1 | name="Ada" | boss="P-2"\n',
  '@PERSON rid=P-2\n',
  '@NOTE rid=N-1 | about="T-1" | kind="new" | pages:int=2\n',
]

/** Records with a value that is not allowed, which rules take as absent and a query shows: for that it is parsed. */
const notAllowed = records.filter(record => /level:int=-3|"opened"/.test(record))

test.each(records)('of %s, the same is noted whether it is skipped or checked', record => {
  expect(expectSame(record)).toBe(1)
  expect(expectSame(record, { ...rules, followed: all })).toBe(notAllowed.includes(record) ? 0 : 1)
})

test('of several records, each has its own values', () => {
  const text = records.concat('# x\n', records).join('')
  expect(expectSame(text)).toBe(2 * records.length)
  const allowed = records.filter(record => !notAllowed.includes(record))
  const skipped = allowed.concat('# x\n', allowed).join('')
  expect(expectSame(skipped, { ...rules, followed: all })).toBe(2 * allowed.length)
})

test('a record has a row only if its own fields do not decide all of its rules', () => {
  const rowsOf = (fields: string): number =>
    noted(`@NOTE rid=N-1${fields}\n`, tablesMaker(hasher, rules)).noted.rows.reduce(
      (sum, { length }) => sum + length,
      0,
    )
  expect(rowsOf(' | about="T-1" | kind="new" | pages:int=2')).toBe(1)
  expect(rowsOf(' | about="T-1" | kind="old" | pages:int=2')).toBe(0)
  expect(rowsOf(' | about="T-1" | pages:int=9')).toBe(1)
  expect(rowsOf(' | about="T-1"')).toBe(0)
})

test('of any records that are skipped, the same is noted', () => {
  let skipped = 0
  fc.assert(
    fc.property(ruledLine, line => {
      skipped += expectSame(line) + expectSame(line, { ...rules, followed: all })
    }),
    { numRuns: runs(300) },
  )
  expect(skipped).toBeGreaterThan(runs(100))
})
