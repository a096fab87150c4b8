import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../property-values.ts'
import { commandLine, shown } from './command-line.ts'
import { expectText } from './expectations.ts'
import { gitIn } from './git.ts'

const { folder, files, read, recline } = commandLine()
let date = ''
const { git } = gitIn(folder, () => ({ GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date }))

const cache = (): string => join(folder(), '.git/cache/recline/counts')
const env = (): Readonly<Record<string, string>> => ({ XDG_CACHE_HOME: join(folder(), '.git/cache') })

/** Commits all files at a time; a file without a content is removed. */
async function commitAt(time: string, contents: Readonly<Record<string, string | Buffer | undefined>>): Promise<void> {
  date = time.length === 10 ? `${time}T12:00:00Z` : time
  for (const [name, content] of Object.entries(contents))
    if (content === undefined) await rm(join(folder(), name))
    else await files({ [name]: content })
  await git('add', '-A')
  await git('commit', '-q', '--allow-empty', '-m', 'Records')
}

/** What `recline query` says, with the names of commits taken out. */
async function said(args: string, now = '2026-06-30T12:00:00Z'): Promise<string> {
  const run = await recline(['query', ...args.split(' '), '--now', now], { env: env() })
  return shown(run)
    .replace(/\b[0-9a-f]{40}\b/g, '<commit>')
    .replace(/\b[0-9a-f]{10}\b/g, '<commit>')
}

const told =
  '! recline: Each row counts the last commit of its day, with the descriptors and recline.json of today; what is not committed does not count.\n'

/** The rows and the exit code, without the sentence that all results have. */
const rows = async (args: string, now?: string): Promise<string> => (await said(args, now)).replace(told, '')

const finding = (id: number, status: string, more = ''): string =>
  `@FINDING rid=F-${id} | severity="high" | status="${status}"${more}\n`

async function audit(): Promise<void> {
  await git('init', '-q')
  await commitAt('2026-02-10', { 'audit/a.compliance.rec': finding(1, 'open') + finding(2, 'open') })
  await commitAt('2026-02-28T23:30:00-01:00', { 'audit/a.compliance.rec': finding(1, 'closed') + finding(2, 'open') })
  await commitAt('2026-03-31T23:59:59Z', { 'audit/b.compliance.rec': finding(3, 'open') + finding(4, 'draft') })
  await files({ 'audit/a.compliance.rec': '' })
}

test('a query over time counts the last commit of each day, and no days before the first', async () => {
  await audit()
  expectText(
    await said('audit --tag FINDING --count-by status --every month --since 2026-01 --until 2026-04'),
    `
      day         commit      closed  draft  open
      2026-01-31
      2026-02-28  <commit>       0      0     2
      2026-03-31  <commit>       1      1     2
      2026-04-30  <commit>       1      1     2
      ! recline: Each row counts the last commit of its day, with the descriptors and recline.json of today; what is not committed does not count.
      ! recline: 2026-01-31: There is no commit yet, so the row is empty.
      exit 0`,
  )
})

test('the formats for programs have the whole id of the commit, and leave out what is not known', async () => {
  await audit()
  const asked = 'audit --tag FINDING --every quarter --since 2025-12'
  expect(await rows(`${asked} --format json`)).toBe(`[
{"day":"2025-12-31"},
{"day":"2026-03-31","commit":"<commit>","count":4},
{"day":"2026-06-30","commit":"<commit>","count":4}
]
! recline: 2025-12-31: There is no commit yet, so the row is empty.
exit 0`)
  expect(await rows(`${asked} --format csv --where severity=="low"`)).toBe(`day,commit,count
2025-12-31,,
2026-03-31,<commit>,0
2026-06-30,<commit>,0
! recline: 2025-12-31: There is no commit yet, so the row is empty.
exit 0`)
  expect(
    await rows(`${asked} --format markdown --count-by status --until 2026-03`),
  ).toBe(`| day | commit | closed | draft | open |
| --- | --- | --- | --- | --- |
| 2025-12-31 |  |  |  |  |
| 2026-03-31 | <commit> | 1 | 1 | 2 |
! recline: 2025-12-31: There is no commit yet, so the row is empty.
exit 0`)
  const output = join(folder(), 'n.csv')
  expect(await rows(`${asked} --format csv --output ${output} --until 2026-03`)).toMatch(/^! .*\nexit 0$/)
  expect(await read('n.csv')).toMatch(/^day,commit,count\n2025-12-31,,\n2026-03-31,[0-9a-f]{40},4\n$/)
})

test('days stay whole where a table has more columns than room', async () => {
  await git('init', '-q')
  const records = Array.from({ length: 7 }, (_, index) => finding(index, `a long status ${index}`)).join('')
  await commitAt('2026-01-05', { 'a.compliance.rec': records })
  const table = await rows('. --tag FINDING --count-by status --every month --since 2026-01 --until 2026-01')
  expect(table).toBe(
    `day         commit    ${'a long …  '.repeat(7).trimEnd()}
2026-01-31  <commit>  ${'       1  '.repeat(7).trimEnd()}
exit 0`.replace('<commit>', table.slice(table.indexOf('2026-01-31') + 12).slice(0, 8)),
  )
})

test('now is the end of each day, and a commit after now does not count', async () => {
  await git('init', '-q')
  const due = (id: number, day: string): string => finding(id, 'open', ` | remediation_due:ts=${day}`)
  await commitAt('2026-01-01', { 'a.compliance.rec': due(1, '2026-01-31') + due(2, '2026-02-10') })
  await commitAt('2026-03-10T13:00:00Z', { 'a.compliance.rec': '' })
  const asked = '. --tag FINDING --every month --since 2026-01 --where remediation_due<now --format csv'
  expect(await rows(asked, '2026-03-10T12:00:00Z')).toBe(
    'day,commit,count\n2026-01-31,<commit>,0\n2026-02-28,<commit>,2\n2026-03-10,<commit>,2\nexit 0',
  )
  expect(await rows(asked, '2026-03-10T13:00:00Z')).toContain('2026-03-10,<commit>,0\n')
})

test('a merged branch counts from its merge on', async () => {
  await git('init', '-q', '-b', 'main')
  await commitAt('2026-01-05', { 'a.compliance.rec': finding(1, 'open') })
  await git('checkout', '-q', '-b', 'side')
  await commitAt('2026-01-20', { 'b.compliance.rec': finding(2, 'open') })
  await git('checkout', '-q', 'main')
  date = '2026-02-20T12:00:00Z'
  await git('merge', '-q', '--no-ff', '-m', 'Merge', 'side')
  expect(await rows('. --tag FINDING --every month --since 2026-01 --until 2026-02 --format csv')).toBe(
    'day,commit,count\n2026-01-31,<commit>,1\n2026-02-28,<commit>,2\nexit 0',
  )
})

test('what a commit has in other places counts as today: settings, excluded files and paths that are gone', async () => {
  await git('init', '-q')
  const node = '@NODE rid=N-1 | status="running"\n'
  await commitAt('2026-01-05', { 'old/a.rec': node, 'x/skip.rec': node, 'x/.gitignore': '' })
  await commitAt('2026-02-05', { 'old/a.rec': undefined, 'x/b.rec': node + node.replace('1', '2') })
  await files({
    'recline.json': '{ "domains": { "**/*.rec": "infrastructure" }, "files": { "exclude": ["**/skip.rec"] } }',
  })
  const asked = '--tag NODE --every month --since 2026-01 --until 2026-02 --format csv'
  const head = 'day,commit,count\n'
  expect(await rows(`. ${asked}`)).toBe(`${head}2026-01-31,<commit>,1\n2026-02-28,<commit>,2\nexit 0`)
  expect(await rows(`x/skip.rec ${asked}`)).toBe(`${head}2026-01-31,<commit>,1\n2026-02-28,<commit>,1\nexit 0`)
  expect(await rows(`x/*.rec ${asked} --exclude b.rec`)).toBe(`${head}2026-01-31,<commit>,\n2026-02-28,<commit>,
! recline: 2026-01-31 and 1 more day: The commit has no file at these paths, so the row is empty.
! recline: x/*.rec has no files with records in the commits of these days.
exit 2`)
  expect(await rows(`old ${asked}`)).toBe(`${head}2026-01-31,<commit>,1
2026-02-28,<commit>,
! recline: 2026-02-28: The commit has no file at these paths, so the row is empty.
exit 0`)
})

test.each(['.', 'x', '**/*.rec', 'x/arch', 'build y', 'x/../y', 'build/a.compliance.rec . --exclude z.compliance.rec'])(
  'what counts below %s is what a search of the work tree finds',
  async paths => {
    await git('init', '-q')
    const names = ['a', 'x/b', 'x/arch/c', 'x/node_modules/p/d', 'build/a', 'x/build/e', 'y/f', 'y/z', 'y/deep/er/g']
    await files({
      '.gitignore': 'build/\n',
      'recline.json': '{ "files": { "exclude": ["x/arch", "y/deep/**"] } }',
      'x/arch/recline.json': '{}',
      ...Object.fromEntries(names.map((name, index) => [`${name}.compliance.rec`, finding(index, 'open')])),
      'y/h.txt': finding(20, 'open'),
    })
    await git('add', '-A', '-f')
    await commitAt('2026-01-05', {})
    const plain = await recline(['query', ...paths.split(' '), '--tag', 'FINDING', '--count-by', 'rid'])
    const found = await recline(
      [
        'query',
        ...paths.split(' '),
        ...'--tag FINDING --count-by rid --every day --since 2026-01-05 --format json'.split(' '),
      ].concat('--until', '2026-01-05'),
      { env: env() },
    )
    const ids = (text: string): string[] => [...new Set(text.match(/F-\d+/g))].sort()
    expect(ids(plain.stdout)).not.toEqual([])
    expect(ids(found.stdout)).toEqual(ids(plain.stdout))
    expect(found.stderr.replace(told.slice(2), '')).toBe(plain.stderr)
  },
)

test('a link to a folder with records that are not read is told', async () => {
  await git('init', '-q')
  await files({ 'x/a.compliance.rec': finding(1, 'open'), 'y/b.compliance.rec': finding(2, 'open') })
  await symlink('../y', join(folder(), 'x/more'))
  await symlink('../x', join(folder(), 'y/back'))
  await commitAt('2026-01-05', {})
  const asked = '--tag FINDING --every month --since 2026-01 --until 2026-01 --format csv'
  expect(await rows(`. ${asked}`)).toBe('day,commit,count\n2026-01-31,<commit>,2\nexit 0')
  expect(await rows(`x ${asked}`)).toBe(`day,commit,count,unread
2026-01-31,<commit>,1,1
! recline: 2026-01-31: The number can be wrong: x/more is a symbolic link, which is not followed.
exit 2`)
})

test('files that could not be read are counted in the row and told, and the exit code is 2', async () => {
  await git('init', '-q')
  const conflict = `<<<<<<< ours\n${finding(2, 'open')}=======\n${finding(2, 'closed')}>>>>>>> theirs\n`
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`
  await commitAt('2026-01-05', { 'a.compliance.rec': finding(1, 'open') })
  await commitAt('2026-02-05', {
    'b.compliance.rec': Buffer.from('@FINDING rid="F-\xe9"\n', 'latin1'),
    'c.compliance.rec': conflict,
    'd.compliance.rec': pointer,
  })
  await symlink('../elsewhere.rec', join(folder(), 'e.rec'))
  await symlink('a.compliance.rec', join(folder(), 'f.rec'))
  await commitAt('2026-03-05', {
    'b.compliance.rec': finding(2, 'open'),
    'c.compliance.rec': undefined,
    'd.compliance.rec': undefined,
  })
  await rm(join(folder(), 'e.rec'))
  await commitAt('2026-04-05', {})
  for (const _ of ['first', 'cached'])
    expectText(
      await rows('. --tag FINDING --every month --since 2026-01 --until 2026-04'),
      `
      day         commit      count  unread
      2026-01-31  <commit>      1       0
      2026-02-28  <commit>      3       3
      2026-03-31  <commit>      2       1
      2026-04-30  <commit>      2       0
      ! recline: 2026-02-28: The number can be wrong because of 3 files; the first one: b.compliance.rec is not UTF-8 on line 1; save it as UTF-8.
      ! recline: 2026-03-31: The number can be wrong: e.rec is a symbolic link, which is not followed.
      exit 2`,
    )
})

test('values that a total leaves out are told for their days', async () => {
  await git('init', '-q')
  await commitAt('2026-01-05', {
    'a.compliance.rec': '@CONTROL rid=C-1 | maturity="three"\n@CONTROL rid=C-2 | maturity:int=2\n',
  })
  await commitAt('2026-03-05', { 'a.compliance.rec': '@CONTROL rid=C-1 | maturity:int=3\n' })
  expect(await rows('. --tag CONTROL --sum maturity --every month --since 2026-01 --until 2026-03 --format csv')).toBe(
    `day,commit,count,sum(maturity)
2026-01-31,<commit>,2,2
2026-02-28,<commit>,2,2
2026-03-31,<commit>,1,3
! recline: 2026-01-31 and 1 more day: 1 value of maturity is no whole number, so the totals leave it out; it is at a.compliance.rec:1.
exit 0`,
  )
})

test('sensitive values are withheld in all commits', async () => {
  await git('init', '-q')
  await commitAt('2026-01-05', { 'a.health.rec': '@PATIENT rid=P-1 | mrn="M-1" | name="Ann Case"\n' })
  const asked = '. --tag PATIENT --count-by mrn --every month --since 2026-01 --until 2026-02 --format csv'
  expect((await rows(asked)).split('\n')[0]).toBe('day,commit,M-1')
  const redacted = await rows(`${asked} --redact`)
  expect(redacted).toMatch(/^day,commit,\[withheld\]\n/)
  expect(redacted).not.toContain('M-1')
  expect(redacted).toContain('value of sensitive fields is withheld')
})

test('what an earlier run counted is not read again, and a damaged or foreign entry does not count', async () => {
  await audit()
  const asked = 'audit --tag FINDING --count-by status --every month --since 2026-02 --until 2026-03 --format csv'
  const first = await said(asked)
  const entries = (): string[] => readdirSync(cache()).sort()
  expect(entries()).toHaveLength(2)
  const [one, other] = entries().map(name => join(cache(), name)) as [string, string]
  const kept = readFileSync(one, 'utf8')
  // Without the contents, only the entries can answer.
  const listed = await git('rev-list', '--objects', '--all')
  const blobs = listed.split('\n').flatMap(line => (/ audit\/.+/.test(line) ? line.slice(0, 40) : []))
  await mkdir(join(folder(), '.git/kept'))
  const placeOf = (id: string): string => join(folder(), '.git/objects', id.slice(0, 2), id.slice(2))
  const aside = (id: string): string => join(folder(), '.git/kept', id)
  for (const id of blobs) renameSync(placeOf(id), aside(id))
  expect(await said(asked)).toBe(first)
  expect(await said(asked.replace('status', 'severity'))).toMatch(
    /2 files; the first one: git does not have[^]*exit 2$/,
  )
  for (const id of blobs) renameSync(aside(id), placeOf(id))
  for (const broken of [
    '',
    '{',
    kept.replace('"open"', '"lost"'),
    kept.replace(/\d\]/, '9]'),
    readFileSync(other, 'utf8'),
  ]) {
    expect(broken).not.toBe(kept)
    writeFileSync(one, broken)
    expect(await said(asked)).toBe(first)
    expect(readFileSync(one, 'utf8')).toBe(kept)
  }
  await commitAt('2026-03-31T23:59:59Z', {
    'audit/a.compliance.rec': finding(1, 'closed') + finding(2, 'open'),
    'notes.txt': 'no records',
  })
  expect(await said(asked)).toBe(first)
  expect(entries()).toHaveLength(2)
})

test('a shallow clone says what it lacks', async () => {
  await audit()
  const clone = join(folder(), '.git/clone')
  await git('clone', '-q', '--depth', '1', `file://${folder()}`, clone)
  const args = 'query --tag FINDING --every month --since 2026-02 --until 2026-03 --format csv'.split(' ')
  const { stdout, stderr, code } = await recline(args, { cwd: clone, env: env() })
  expect(stdout).toMatch(/^day,commit,count\n2026-02-28,,\n2026-03-31,[0-9a-f]{40},4\n$/)
  expect([stderr.split('\n')[1], code]).toEqual([
    'recline: This clone is shallow and lacks older commits, so rows are empty; "git fetch --unshallow" fetches them.',
    2,
  ])
})

test.each([
  ['- --tag FINDING --every month --since 2026', 'Standard input has no history; name files of a git repository.'],
  ['--tag FINDING --every month --since 2026 .', 'This repository has no commit yet.'],
  ['--tag FINDING --since 2026', '--since needs --every, such as --every month, to count at the end of each period.'],
  ['--tag FINDING --every month', '--every needs --since, such as --since 2026-01.'],
  ['--every month --since 2026', "required option '--tag <tag>' not specified."],
  [
    '--tag FINDING --every moth --since 2026',
    /Allowed choices are day, week, month, quarter, year\.\n! \(Did you mean month\?/,
  ],
  [
    '--tag FINDING --every month --since 2026 --fail-if-any',
    '--fail-if-any is about the records of now; leave out --every or --fail-if-any.',
  ],
])('recline query %s', async (args, problem) => {
  await git('init', '-q')
  const all = await said(args)
  if (typeof problem === 'string') expect(all).toBe(`! recline: ${problem}\nexit 2`)
  else expect(all).toMatch(problem)
})

test('without a repository there is nothing to count', async () => {
  await files({ 'a.compliance.rec': finding(1, 'open') })
  expect(await said('--tag FINDING --every month --since 2026')).toBe(
    '! recline: This needs a git repository, but neither the working directory nor the files are in one.\nexit 2',
  )
})

test('the page shows what a run prints', async () => {
  await git('init', '-q')
  const records = (open: number, closed: number): string =>
    Array.from({ length: open + closed }, (_, index) => finding(index, index < open ? 'open' : 'closed')).join('')
  await commitAt('2026-02-03', { 'audit/2026.compliance.rec': records(12, 0) })
  await commitAt('2026-03-27', { 'audit/2026.compliance.rec': records(9, 5) })
  await commitAt('2026-04-21', { 'audit/2026.compliance.rec': records(4, 13) })
  const page = readFileSync(fileURLToPath(new URL('../../docs/query.md', import.meta.url)), 'utf8')
  const [, args, output] = /```console\n\$ recline (query .*--every.*)\n([^]*?)```/.exec(page)!
  const run = await recline(args!.split(' '), { env: env() })
  expect(run.stdout).toBe(output)
})

interface PastFinding {
  readonly id: number
  readonly status: string
  readonly control: number
  readonly due: number
}

const pastFinding = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  status: fc.constantFrom('open', 'closed', 'in-progress', 'Open', 'no value', 'day', ''),
  control: fc.integer({ min: 1, max: 3 }),
  due: fc.integer({ min: 1, max: 28 }),
})

const textOf = (findings: readonly PastFinding[]): string =>
  findings
    .map(
      ({ id, status, control, due }) =>
        `@FINDING rid=F-${id} | control_ref="C-${control}" | status="${status}" | remediation_due:ts=2026-01-${String(due).padStart(2, '0')}\n@CONTROL rid=C-${control} | maturity:int=${id} | owner="${status}"\n`,
    )
    .join('')

/** The files of a commit: those without a content are removed. */
const changedFiles = fc.dictionary(
  fc.constantFrom('a.compliance.rec', 'b/c.rec', 'b/d.compliance.rec', 'readme.txt'),
  fc.option(fc.array(pastFinding, { maxLength: 4 }), { nil: undefined }),
  { maxKeys: 3 },
)
const history = fc.array(fc.record({ days: fc.integer({ min: 0, max: 12 }), changed: changedFiles }), {
  minLength: 1,
  maxLength: 4,
})
const askedQuery = fc.constantFrom<readonly string[]>(
  ['--tag', 'FINDING'],
  ['--tag', 'FINDING', '--count-by', 'status'],
  ['--tag', 'FINDING', '--count-by', 'status,control_ref', '--where', 'remediation_due < now'],
  ['--tag', 'FINDING', '--count-by', 'control_ref.owner'],
  ['--tag', 'CONTROL', '--sum', 'maturity', '--avg', 'maturity'],
  ['--tag', 'CONTROL', '--where', 'referrers("FINDING", "control_ref").size() > 1'],
)

const dayAt = (days: number): string => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)

test('the row of each day is what the query says in a checkout of the last commit of that day', async () => {
  await fc.assert(
    fc.asyncProperty(history, askedQuery, async (commits, asked) => {
      await rm(join(folder(), '.git'), { recursive: true, force: true })
      for (const name of readdirSync(folder())) await rm(join(folder(), name), { recursive: true })
      await git('init', '-q', '-b', 'main')
      const made: { readonly day: string; readonly id: string }[] = []
      const present = new Set<string>()
      let days = 2
      for (const commit of commits) {
        days += commit.days
        const contents = Object.entries(commit.changed)
          .filter(([name, findings]) => findings || present.has(name))
          .map(([name, findings]) => [name, findings && textOf(findings)] as const)
        for (const [name, content] of contents) content === undefined ? present.delete(name) : present.add(name)
        await commitAt(dayAt(days), Object.fromEntries(contents))
        made.push({ day: dayAt(days), id: (await git('rev-parse', 'HEAD')).trim() })
      }
      const span = ['--every', 'day', '--since', dayAt(0), '--until', dayAt(days + 1)]
      const { stdout } = await recline(['query', '.', ...asked, ...span, '--format', 'json'], { env: env() })
      const found = JSON.parse(stdout) as Record<string, unknown>[]
      expect(found.map(({ day }) => day)).toEqual(Array.from({ length: days + 2 }, (_, index) => dayAt(index)))
      for (const { day, commit, ...numbers } of found) {
        const last = made.findLast(one => one.day <= (day as string))
        expect(commit).toBe(last?.id)
        const plain = last && (await inCheckout(last.id, asked, `${day as string}T23:59:59.999Z`))
        expect(withoutZeros(numbers), `${day as string} ${asked.join(' ')}`).toEqual(withoutZeros(plain ?? {}))
        if (plain) expect(Object.keys(numbers)).toEqual(expect.arrayContaining(Object.keys(plain)))
        else expect(numbers).toEqual({})
      }
    }),
    { numRuns: Math.max(3, runs(40)) },
  )
}, 600_000)

const withoutZeros = (numbers: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== 0))

/** What a query says in the files of a commit, by the names of the columns over time; undefined without files. */
async function inCheckout(
  commit: string,
  asked: readonly string[],
  now: string,
): Promise<Record<string, unknown> | undefined> {
  await git('checkout', '-q', commit)
  const { stdout, stderr } = await recline(['query', '.', ...asked, '--now', now, '--format', 'json'])
  await git('checkout', '-q', 'main')
  if (stderr.includes('has no .rec file')) return undefined
  const groups = JSON.parse(stdout) as Record<string, unknown>[]
  const by = asked[asked.indexOf('--count-by') + 1]!.split(',')
  if (!asked.includes('--count-by')) return asked.includes('--sum') ? groups[0]! : { count: groups.length }
  return Object.fromEntries(
    groups.map(group => [by.map(name => nameOfValue(group[name] as string | undefined)).join(' · '), group.count]),
  )
}

const nameOfValue = (value: string | undefined): string => {
  if (value === undefined) return 'no value'
  return ['', 'day', 'no value'].includes(value) ? JSON.stringify(value) : value
}

test('the cache forgets what was not used for the longest time, and nothing else', async () => {
  await audit()
  await mkdir(cache(), { recursive: true })
  const add = (name: string, size: number, daysAgo: number): string => {
    const path = join(cache(), name)
    writeFileSync(path, '')
    truncateSync(path, size)
    const time = Date.now() / 1000 - daysAgo * 86_400
    utimesSync(path, time, time)
    return path
  }
  const name = (index: number): string => `${String(index).padStart(64, '0')}.json`
  const old = Array.from({ length: 60 }, (_, index) => add(name(index), 2 ** 20, 100 - index))
  const unfinished = add(`${name(70)}.123`, 10, 2)
  const fresh = add(`${name(71)}.123`, 10, 0)
  const foreign = add('notes.txt', 2 ** 20, 200)
  const asked = 'audit --tag FINDING --count-by status --every month --since 2026-01 --until 2026-04'
  const first = await rows(asked)
  const left = readdirSync(cache()).filter(each => /^[0-9a-f]{64}\.json$/.test(each))
  const bytes = left.reduce((sum, each) => sum + statSync(join(cache(), each)).size, 0)
  expect(bytes).toBeLessThanOrEqual(0.8 * 50 * 2 ** 20)
  expect(bytes).toBeGreaterThan(0.75 * 50 * 2 ** 20)
  expect(old.map(path => existsSync(path)).lastIndexOf(false)).toBe(old.filter(path => !existsSync(path)).length - 1)
  expect([unfinished, fresh, foreign].map(path => existsSync(path))).toEqual([false, true, true])
  expect(await rows(asked)).toBe(first)
})

test('an entry of the cache that is used is kept for longer', async () => {
  await audit()
  const asked = 'audit --tag FINDING --count-by status --every month --since 2026-03 --until 2026-03'
  await rows(asked)
  const [entry = ''] = readdirSync(cache()).map(each => join(cache(), each))
  utimesSync(entry, 1, 1)
  await rows(asked)
  expect(Date.now() - statSync(entry).mtimeMs).toBeLessThan(60_000)
})
