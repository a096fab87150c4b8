import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, recline, expectRun } = commandLine()

const contents = {
  'a.rec': '@CONTROL rid=CTL-1 | title="x"\n# c\n@CONTROL rid=CTL-2\n  | title="y"\n',
  'sub/b.rec': '\ufeff@FINDING rid=F-1 | control_ref="CTL-1" | status="open" | remediation_due:ts=2026-05-31\r\n',
}

const read = async (): Promise<string[]> =>
  Promise.all(Object.keys(contents).map(name => readFile(join(folder(), name), 'utf8')))

const edit = async (...args: string[]): Promise<string> => {
  const { stdout, stderr, code } = await recline(['edit', ...args])
  return `${stdout}${stderr}exit ${code}`
}

test('the changes are printed as a diff, and --write writes them', async () => {
  await files(contents)
  const args = ['--tag', 'FINDING', '--where', 'remediation_due < now', '--set', 'status="closed"', '--now=2026-06-01']
  expect(await edit(...args)).toBe(
    `--- a/sub/b.rec
+++ b/sub/b.rec
@@ -1,1 +1,1 @@
-\ufeff@FINDING rid=F-1 | control_ref="CTL-1" | status="open" | remediation_due:ts=2026-05-31\r
+\ufeff@FINDING rid=F-1 | control_ref="CTL-1" | status="closed" | remediation_due:ts=2026-05-31\r
Would edit 1 record in 1 file; --write writes the changes.
exit 0`,
  )
  expect(await read()).toEqual(Object.values(contents))
  expect(await edit(...args, '--check')).toMatch(/^sub\/b\.rec\nWould edit 1 record in 1 file; [^]*exit 1$/)
  expect(await edit(...args, '--write')).toBe('Changed sub/b.rec.\nEdited 1 record in 1 file.\nexit 0')
  expect(await read()).toEqual([contents['a.rec'], contents['sub/b.rec'].replace('open', 'closed')])
  expect(await edit(...args, '--write')).toBe('1 record already has these values.\nexit 0')
})

test('a record whose new value would lose digits is skipped with a message', async () => {
  await files({ 'a.rec': '# c\n@FINDING rid=F-1 | remediation_due:ts=2026-05-31T10:00:00.123456Z\n' })
  expect(await edit('--tag', 'FINDING', '--set', 'remediation_due=remediation_due + duration("1d")')).toBe(
    'Skipped 1 record, the first in a.rec:2, because a new value would lose digits: times are calculated in milliseconds, and numbers with 15 digits; change it in the text.\nexit 0',
  )
})

test('records that the expressions miss are told', async () => {
  await files(contents)
  const args = ['--tag', 'FINDING', '--where', 'control_ref.title == "x"', '--set', 'status="closed"', '--write']
  expect(await edit('sub', ...args)).toBe(
    'recline: References lead to 1 record that these files do not have, from sub/b.rec:1; name all files that the expressions read, or correct the references.\nNo record was found.\nexit 0',
  )
})

test('an edit that misses referring records of the project is only written with --force', async () => {
  await files({ ...contents, 'recline.json': '{}' })
  const none = ['--tag', 'CONTROL', '--where', 'referrers("FINDING", "control_ref").size() == 0', '--delete']
  const missed =
    'recline: referrers misses FINDING records of 1 file of the project, sub/b.rec, because this run does not read it; name it too, or . for the whole project.'
  expect(await edit('a.rec', ...none)).toMatch(
    new RegExp(`\\n${missed}\nWould delete 2 .* The edit can be wrong, so --write needs --force.\nexit 2$`),
  )
  expect(await edit('a.rec', ...none, '--write')).toBe(
    `${missed}\nrecline: Nothing was written, because the edit can be wrong; add --force to write it.\nexit 2`,
  )
  expect(await read()).toEqual(Object.values(contents))
  expect(await edit(...none)).toMatch(/Would delete 1 record .*\nexit 0$/)
  expect(await edit('a.rec', ...none, '--write', '--force')).toMatch(/Deleted 2 records in 1 file\.\nexit 0$/)
})

test('a record whose new list would have other items is skipped with a message', async () => {
  const fields = [{ name: 'title' }, { name: 'labels', list: true }].map(field => ({ type: 'string', ...field }))
  await files({
    'work.json': JSON.stringify({
      domain: 'acme.work',
      version: '1.0',
      description: 'Work.',
      records: [{ tag: 'TASK', description: 'Task.', fields }],
    }),
    'a.rec': '@DOC domain=acme.work\n@TASK title="a, b"\n@TASK title="c"\n',
  })
  expect(await edit('--descriptors', 'work.json', '--tag', 'TASK', '--set', 'labels=[title]', '--write')).toBe(
    'Changed a.rec.\nEdited 1 record in 1 file. Skipped 1 record, the first in a.rec:2, because an item of a new list is empty, has blanks around it, or a comma, a quote or a bracket in it; change it in the text.\nexit 0',
  )
})

test('an edit that adds problems is only written with --force', async () => {
  await files(contents)
  const args = ['--tag', 'CONTROL', '--where', 'rid == "CTL-1"', '--delete']
  const problem = /sub\/b\.rec:1: new warning dangling-reference: .*\n/.source
  expect(await edit(...args)).toMatch(
    new RegExp(`${problem}Would delete .* The edit would add 1 problem, so --write needs --force.\nexit 1$`),
  )
  expect(await edit(...args, '--write')).toMatch(
    new RegExp(`^${problem}recline: Nothing was written, because the edit would add 1 problem; .*\nexit 1$`),
  )
  expect(await read()).toEqual(Object.values(contents))
  expect(await edit(...args, '--write', '--force')).toMatch(/Changed a\.rec\.\nDeleted 1 record in 1 file\.\nexit 0$/)
  expect(await read()).toEqual(['# c\n@CONTROL rid=CTL-2\n  | title="y"\n', contents['sub/b.rec']])
})

test('an edit that makes a suppression unused is written, and says so', async () => {
  const comment = '# recline-disable-next-line out-of-range -- old\n'
  await files({ 'a.rec': `${comment}@CONTROL rid=CTL-1 | maturity:int=9\n` })
  expect(await edit('--tag', 'CONTROL', '--set', 'maturity=3', '--write')).toBe(
    'Changed a.rec.\nEdited 1 record in 1 file. Replaced 1 value that is written but not allowed, the first in a.rec:2. The edit makes 1 suppression unused, the first in a.rec:1; "recline check" says what to remove.\nexit 0',
  )
})

test('values that are not allowed are replaced by what is written, fields are renamed, and the summary tells both', async () => {
  await files({
    'a.rec': `@DOC domain=core.compliance
@FINDING rid=F-1 | severity="High" | status="open" | due="2026-01-31"
@FINDING rid=F-2 | severity="Moderate" | status="open" | due="soon" | remediation_due:ts=2026-01-31
@FINDING rid=F-3 | severity="high" | status="open" | vendor="Acme"
`,
  })
  const changed = 'Would edit 2 records in 1 file; --write writes the changes. 1 record already has these values.'
  const args = ['--tag', 'FINDING', '--map-value', 'severity:High=high,Moderate=medium']
  expect(await edit(...args)).toMatch(
    `${changed} It would replace 2 values that are written but not allowed, the first in a.rec:2.`,
  )
  expect(
    await edit('--tag', 'FINDING', '--rename-field', 'due=remediation_due', '--unset', 'vendor,vendr', '--write'),
  ).toBe(
    'a.rec:2: new information rule/finding-remediation-overdue: The finding has the status open, but its remediation was due on 2026-01-31.\nChanged a.rec.\nEdited 2 records in 1 file. Skipped 1 record, the first in a.rec:3, because it has remediation_due already; change it in the text. No FINDING record has a field vendr.\nexit 0',
  )
  expect(await edit('--tag', 'FINDING', '--map-value', 'severity:High=hgih')).toMatch(
    /^recline: severity has no value "hgih"; .*\n {2}severity:High=hgih\n {11}\^+\nexit 2$/,
  )
})

test('rules and severities of recline.json count', async () => {
  const rule = { id: 'named', tag: 'CONTROL', expression: 'title != "z"', message: 'No.' }
  await files({ ...contents, 'recline.json': JSON.stringify({ rules: [rule] }) })
  const args = ['--tag', 'CONTROL', '--set', 'title="z"']
  expect(await edit(...args, '--write')).toMatch(/^a\.rec:1: new error rule\/named: No\.[^]*exit 1$/)
  await files({ 'recline.json': JSON.stringify({ rules: [rule], severity: { 'rule/named': 'off' } }) })
  expect(await edit(...args, '--write')).toMatch(/Edited 2 records in 1 file\.\nexit 0$/)
})

test('nothing is written if a file is in conflict, cannot be read, or the edit has a mistake', async () => {
  const conflict = '<<<<<<< a\n@CONTROL rid=CTL-8\n=======\n@CONTROL rid=CTL-9\n>>>>>>> b\n'
  await files({ ...contents, 'c.rec': conflict })
  const args = ['--tag', 'CONTROL', '--set', 'title="z"', '--write', '--force']
  expect(await edit(...args)).toBe(
    'recline: c.rec has a merge conflict on line 1; resolve it first.\nrecline: Nothing was edited.\nexit 2',
  )
  expect(await edit('a.rec', 'nowhere.rec', ...args)).toMatch(/Nothing was edited; see the message above\./)
  expect(await edit('--tag', 'CONTROL', '--set', 'titel="z"')).toBe(
    'recline: CONTROL has no field titel; title may be meant.\n  titel="z"\n  ^^^^^\nexit 2',
  )
  expect(await edit('-', ...args)).toMatch(/--write cannot write to standard input.*\nexit 2$/)
  expect(await edit('--tag', 'CONTROL', '--set', 'title="z"', '--delete')).toMatch(/cannot be used with.*\nexit 2$/)
  expect(await read()).toEqual(Object.values(contents))
})

test('standard input is only read for the diff', async () =>
  expectRun(
    'edit - --tag CONTROL --unset title',
    `
      --- a/-
      +++ b/-
      @@ -1,1 +1,1 @@
      -@CONTROL rid=CTL-1 | title="x"
      +@CONTROL rid=CTL-1
      ! Would edit 1 record in 1 file; --write writes the changes.
      exit 0`,
    '@CONTROL rid=CTL-1 | title="x"\n',
  ))

test('the tag of several domains is the one that the files have records of', async () => {
  await files({ 'a.rec': '@DOC domain=core.hr\n@POSITION rid=P-1\n' })
  await recline(['edit', '--tag', 'POSITION', '--set', 'title="Clerk"', '--write'])
  expect(await readFile(join(folder(), 'a.rec'), 'utf8')).toBe(
    '@DOC domain=core.hr\n@POSITION rid=P-1 | title="Clerk"\n',
  )
  await files({ 'b.rec': '@DOC domain=core.fintech\n@POSITION rid=P-2\n' })
  const { stderr, code } = await recline(['edit', '--tag', 'POSITION', '--set', 'title="Clerk"'])
  expect([stderr, code]).toEqual([
    'recline: Several domains have the tag POSITION; write core.fintech.POSITION or core.hr.POSITION.\n',
    2,
  ])
})
