import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../../test/damaged.ts'
import { check } from '../../../test/records.ts'
import { problemsOf } from '../../check/check.ts'
import type { Bar } from '../../protocol/overview.ts'
import { OverviewCounts } from './overview.ts'

const now = new Date('2026-06-30T12:00:00Z')

test('records are counted by tag, those of no known tag too; headers, comments and blocks are none', () => {
  const { files, records, tags } = counted(
    '@DOC domain=compliance\n@CONTROL rid=1\n# x\n@CONTROL rid=2\n@BEGIN\n@CONTROL\n@END\n@NOTAG a=1\n@FINDING rid=3\n',
    '@CONTROL rid=9',
  ).overview()
  expect({ files, records }).toEqual({ files: 2, records: 5 })
  expect(tags.map(({ domain, label, count }) => `${domain} ${label} ${count}`)).toEqual([
    ' NOTAG 1',
    'core.compliance CONTROL 3',
    'core.compliance FINDING 1',
  ])
})

test('the values of a field stand in its order, none of them left out', () => {
  const { lifecycles } = counted(
    '@CONTROL status="tested"\n@CONTROL status="tested"\n@CONTROL status="nonsense"\n',
  ).overview()
  expect(lifecycles.map(({ title, bars }) => `${title}: ${print(bars)}`)).toEqual([
    'CONTROL.status: not-started 0, in-progress 0, implemented 0, tested 2, effective 0, ineffective 0',
  ])
})

test('numbers are counted by their place in the range, those outside it apart', () => {
  const { numbers } = counted(
    '@CONTROL maturity:int=3\n@CONTROL maturity:int=9\n@CONTROL maturity:int=0\n@CONTROL maturity="x"\n',
  ).overview()
  expect(numbers.map(({ title, bars }) => `${title}: ${print(bars)}`)).toEqual([
    'CONTROL.maturity: below 1 1, 1 0, 2 0, 3 1, 4 0, 5 0, above 5 1',
  ])
  const twice = counted('@CONTROL maturity:int=3 | maturity:int=4\n').overview().numbers
  expect(twice.map(({ bars }) => print(bars))).toEqual(['below 1 0, 1 0, 2 0, 3 1, 4 0, 5 0, above 5 0'])
})

test('what is due is counted by when, unless the record is over', () => {
  const due = (status: string, time: string): string =>
    `@FINDING rid=x | status="${status}" | remediation_due:ts=${time}\n`
  expect(
    print(
      counted(
        due('open', '2026-06-29') +
          due('closed', '2026-06-29') +
          due('open', '2026-06-30') +
          due('open', '2026-07-20T00:00:00Z'),
      ).overview().due,
    ),
  ).toBe('overdue 1, within 7 days 1, within 30 days 1, later 0')
  expect(counted('@CONTROL rid=1').overview().due).toEqual([])
})

test('what is overdue or due soon is counted by owner, each record once', () => {
  const policy = (owner: string, day: string): string =>
    `@POLICY rid=x | status="approved" | next_review:ts=${day}${owner === '' ? '' : ` | owner="${owner}"`}\n`
  const counts = counted(
    policy('Kim', '2026-07-20') +
      policy('Lee', '2026-06-29') +
      policy('Lee', '2026-07-10') +
      policy('Lee', '2027-07-10') +
      policy('', '2026-06-29') +
      policy('Sam', '2027-06-29'),
  )
  const { owners, otherOwners } = counts.overview()
  expect(owners.map(({ label, count, overdue }) => `${label} ${count} ${overdue}`)).toEqual([
    'Lee 2 1',
    'Kim 1 0',
    'without owner 1 1',
  ])
  expect(otherOwners).toBe(0)
  expect(counts.listed(owners[0]!.key).map(({ detail }) => detail)).toEqual(['2026-06-29', '2026-07-10'])
  expect(counted(policy('', '2026-06-29')).overview().owners).toEqual([])
})

test('owners above 200 are counted together', () => {
  const all = Array.from(
    { length: 203 },
    (_, index) => `@POLICY rid=x | owner="o${index}" | next_review:ts=2026-06-29\n`,
  )
  const { owners, otherOwners } = counted(all.join('')).overview()
  expect([owners.length, otherOwners]).toEqual([200, 3])
})

test('a problem is counted once, by its code, tag and field, and says in words what is wrong', () => {
  const { severities, problems } = counted(
    '@CONTROL rid=1 | a=1 | b=1\n@CONTROL rid=2 | maturity:int=9 | a=2\n@CONTROL rid=3 | maturity:int=8\nwhat\n',
  ).overview()
  expect(severities).toEqual({ error: 3, warning: 3, information: 0 })
  expect(problems.map(({ detail, severity, count }) => `${detail} ${severity} ${count}`)).toEqual([
    'CONTROL.maturity: out-of-range error 2',
    'syntax error 1',
    'CONTROL.a: unknown-field warning 2',
    'CONTROL.b: unknown-field warning 1',
  ])
  expect(problems[0]!.label).toBe('A number is outside the range of its field; both ends of the range are allowed.')
  expect(problems[1]!.label).toMatch(/neither a record/)
})

test('problems in too many groups are counted together', () => {
  const fields = Array.from({ length: 203 }, (_, index) => `x${index}=1`)
  const { severities, problems, otherProblems } = counted(`@CONTROL rid=1 | ${fields.join(' | ')}`).overview()
  expect([severities.warning, problems.length, otherProblems]).toEqual([203, 200, 3])
})

test('each group of problems has the filter of a table that shows its records', () => {
  const { problems } = counted(
    '@CONTROL rid=1 | note="x" | status="High"\n@CONTROL rid=2 | note="y" | due-date="z"\n@CONTROL title="x"\n@NOTAG a=1\nwhat\n',
  ).overview()
  expect(problems.map(({ detail, count, filter }) => [`${detail} ${count}`, filter?.where])).toEqual([
    ['missing-field 1', ''],
    ['not-in-enum 1', 'has(status) && !valid(status)'],
    ['syntax 1', undefined],
    ['CONTROL.note: unknown-field 2', 'has(this["note"])'],
    ['CONTROL.due-date: unknown-field 1', 'has(this["due-date"])'],
    ['unknown-tag 1', undefined],
  ])
  expect(problems[1]!.label).toMatch(/^CONTROL\.status is "High"/)
  expect(problems[0]!.filter).toMatchObject({ table: 'core.compliance.CONTROL', hasProblem: true })
})

test('the records behind a number are those that it counts', () => {
  const counts = counted('\n@CONTROL rid=C-1 | title="Reviews" | status="tested"\n@CONTROL status="tested"\nwhat\n')
  const bar = counts.overview().lifecycles[0]!.bars.find(({ label }) => label === 'tested')!
  expect(counts.listed(bar.key)).toEqual([
    { uri: 'file:///1.compliance.rec', line: 1, label: 'CONTROL C-1', title: 'Reviews' },
    { uri: 'file:///1.compliance.rec', line: 2, label: 'CONTROL', title: 'tested' },
  ])
  expect(counts.listed(counts.overview().problems.at(-1)!.key)).toEqual([
    {
      uri: 'file:///1.compliance.rec',
      line: 3,
      label: 'Line',
      title: 'what',
      detail: expect.stringContaining('neither a record'),
    },
  ])
  expect(counts.listed('tag nothing')).toEqual([])
})

test('lists say why each record is there: the earliest date first, the number with its unit', () => {
  const counts = counted(
    '@FINDING rid=F-1 | remediation_due:ts=2026-06-20\n@FINDING rid=F-2 | remediation_due:ts=2026-05-01T08:00:00Z\n@CONTROL rid=C-1 | maturity:int=9\n',
  )
  const overview = counts.overview()
  const details = (key: string): string[] => counts.listed(key).map(({ label, detail }) => `${label}: ${detail}`)
  expect(details(overview.due[0]!.key)).toEqual(['FINDING F-2: 2026-05-01T08:00:00Z', 'FINDING F-1: 2026-06-20'])
  expect(details(overview.numbers[0]!.bars.at(-1)!.key)).toEqual(['CONTROL C-1: 9'])
})

test('every record counts in one tag, and no number has more records than there are', () =>
  fc.assert(
    fc.property(fc.array(damagedFiles(), { maxLength: 3 }), texts => {
      const { records, tags, lifecycles, numbers, problems, due } = counted(...texts).overview()
      expect(tags.reduce((sum, { count }) => sum + count, 0)).toBe(records)
      for (const bars of [due, ...lifecycles.map(chart => chart.bars), ...numbers.map(chart => chart.bars)]) {
        for (const { count } of bars) expect(count).toBeLessThanOrEqual(records)
      }
      for (const { count } of problems) expect(count).toBeGreaterThan(0)
    }),
    { numRuns: 50 },
  ))

/** The counts of files of core.compliance. */
function counted(...texts: readonly string[]): OverviewCounts {
  const counts = new OverviewCounts(now)
  texts.forEach((text, index) => {
    const file = check(text, { fileName: `${index + 1}.compliance.rec` })
    counts.add(`file:///${index + 1}.compliance.rec`, file, problemsOf(file, 'unknown'))
  })
  return counts
}

const print = (bars: readonly Bar[]): string => bars.map(({ label, count }) => `${label} ${count}`).join(', ')
