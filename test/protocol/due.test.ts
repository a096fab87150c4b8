import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, read, recline, expectRun } = commandLine()

const records = {
  'a.compliance.rec':
    '@FINDING rid=F-1 | description="No log" | status="open" | remediation_due:ts=2026-06-12\n' +
    '@FINDING rid=F-2 | description="Old | accounts" | status="open" | remediation_due:ts=2026-07-10 | owner="Kim"\n' +
    '@FINDING rid=F-3 | status="remediated" | remediation_due:ts=2026-06-01\n',
  'sub/b.compliance.rec': '@POLICY rid=P-1 | title="Access" | status="approved" | next_review:ts=2027-01-15\n',
}

test('what is overdue and due soon in all tags, the earliest first', async () => {
  await files(records)
  await expectRun(
    'due . --now 2026-06-30',
    `
      2026-06-12  overdue  a.compliance.rec:1  FINDING F-1: No log
      2026-07-10  month    a.compliance.rec:2  FINDING F-2: Old | accounts
      ! recline: 1 overdue, 1 due soon; 1 day after that is not listed, see --within.
      exit 0`,
  )
})

test('by a field, of one tag, and further ahead', async () => {
  await files(records)
  await expectRun(
    'due . --now 2026-06-30 --by owner --within 300d --tag FINDING --format csv --fail-if-overdue',
    `
      owner,day,due,tag,id,title,field,place
      ,2026-06-12,overdue,FINDING,F-1,No log,remediation_due,a.compliance.rec:1
      Kim,2026-07-10,month,FINDING,F-2,Old | accounts,remediation_due,a.compliance.rec:2
      ! recline: 1 overdue, 1 due soon.
      exit 1`,
  )
})

test('below the values of a field', async () => {
  await files(records)
  await expectRun(
    'due . --now 2026-06-30 --by owner',
    `
      without owner
      2026-06-12  overdue  a.compliance.rec:1  FINDING F-1: No log
      Kim
      2026-07-10  month    a.compliance.rec:2  FINDING F-2: Old | accounts
      ! recline: 1 overdue, 1 due soon; 1 day after that is not listed, see --within.
      exit 0`,
  )
})

test('a calendar has all days', async () => {
  await files(records)
  const { code, stderr } = await recline(['due', '.', '--now', '2026-06-30', '--format', 'ics', '--output', 'due.ics'])
  expect([code, stderr]).toEqual([0, 'recline: 1 overdue, 2 due soon.\n'])
  const calendar = await read('due.ics')
  expect(calendar.match(/^SUMMARY:.*$/gm)).toEqual([
    'SUMMARY:FINDING F-1: No log',
    'SUMMARY:FINDING F-2: Old | accounts',
    'SUMMARY:POLICY P-1: Access',
  ])
})

test('a field that no record has, a tag that does not exist, and a wrong duration', async () => {
  await files(records)
  expect((await recline(['due', '.', '--by', 'ownr'])).stderr).toContain(
    'None of the records with a due day has the field ownr.',
  )
  const { code, stderr } = await recline(['due', '.', '--tag', 'FINDNG'])
  expect([code, stderr]).toEqual([2, 'recline: There is no tag FINDNG; FINDING may be meant.\n'])
  for (const within of ['soon', '3m'])
    expect((await recline(['due', '.', '--within', within])).stderr).toContain(
      'Write days and hours, such as 90d, 12h or 1d12h; months and minutes have no unit.',
    )
})
