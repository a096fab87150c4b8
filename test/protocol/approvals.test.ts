import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, files, recline, expectRun } = commandLine()
const { git, commit } = gitIn(folder)

const descriptor = JSON.stringify({
  domain: 'acme.risk',
  version: '1.0',
  description: 'Risks.',
  records: [
    {
      tag: 'RISK',
      approval: { status: { accepted: ['risk-owner', 'ciso'], closed: ['auditor'] }, secret: { yes: ['ciso'] } },
      fields: [
        { name: 'rid', type: 'string', required: true },
        { name: 'title', type: 'string' },
        { name: 'status', type: 'string', enum: ['open', 'accepted', 'closed'] },
        { name: 'secret', type: 'string', sensitive: 'secret' },
      ],
    },
  ],
})

const settings = JSON.stringify({ roles: { 'risk-owner': ['@kim', '@lee'], ciso: ['Sam'] } })

const risk = (id: string, status: string, more = ''): string =>
  `@RISK rid=${id} | title="A | <b> risk" | status="${status}"${more}\n`

/** A branch with five changes, of which three need approval; main goes on without it. */
beforeEach(async () => {
  await git('init', '-q', '-b', 'main')
  await commit({
    'risk.domain.json': descriptor,
    'recline.json': settings,
    'a.rec': risk('R-1', 'open') + risk('R-2', 'accepted') + risk('R-3', 'accepted') + risk('R-4', 'open'),
  })
  await git('switch', '-qc', 'branch')
  await commit({
    'a.rec': `# A comment\n${risk('R-1', 'accepted')}${risk('R-2', 'open')}${risk('R-3', 'accepted').replace('A |', 'The')}${risk('R-4', 'closed')}`,
    'b.rec': risk('R-5', 'accepted'),
  })
  await git('switch', '-q', 'main')
  await commit({ 'c.rec': risk('R-9', 'accepted') })
  await git('switch', '-q', 'branch')
})

describe('recline git approvals', () => {
  test('lists the records that come into a state, with the people of each role', () =>
    expectRun(
      'git approvals main...',
      `
      a.rec:2  RISK R-1: A | <b> risk
        status: open -> accepted needs risk-owner (@kim, @lee) or ciso (Sam)
      a.rec:5  RISK R-4: A | <b> risk
        status: open -> closed needs auditor (nobody)
      b.rec:1  RISK R-5: A | <b> risk
        status: accepted needs risk-owner (@kim, @lee) or ciso (Sam)
      ! recline: Nobody has the role auditor, which a.rec:5 needs; write people into "roles" of the recline.json of that file.
      exit 0`,
    ))

  test('compares with a revision, the work tree, and only some files', async () => {
    await expectRun('git approvals', 'No change needs approval.\nexit 0')
    await files({ 'b.rec': risk('R-5', 'accepted') + risk('R-6', 'accepted') })
    const r6 = 'b.rec:2  RISK R-6: A | <b> risk\n  status: accepted needs risk-owner (@kim, @lee) or ciso (Sam)\nexit 0'
    await expectRun('git approvals', r6)
    await expectRun('git approvals HEAD b.rec', r6)
    expect((await recline(['git', 'approvals', 'main...', 'b.rec'])).stdout).toMatch(/R-5[^]*R-6/)
    // What main has since then is no change of the branch.
    expect((await recline(['git', 'approvals', 'main...HEAD'])).stdout).not.toMatch(/R-6|R-9/)
    await expectRun(
      'git approvals a.rec b.rec',
      '! recline: Approvals are of changes since a revision; write it before the paths, such as HEAD.\nexit 2',
    )
  })

  test('a record with another id is another record, also if all else is the same', async () => {
    await files({ 'b.rec': risk('R-55', 'accepted') })
    expect((await recline(['git', 'approvals', 'HEAD'])).stdout).toContain('b.rec:1  RISK R-55')
  })

  test('names make it a check, in which one of the roles is enough', async () => {
    await expectRun(
      'git approvals main... --approved @KIM,nobody',
      `
      a.rec:2  RISK R-1: A | <b> risk
        status: open -> accepted needs risk-owner (@kim, @lee) or ciso (Sam); approved by @kim
      a.rec:5  RISK R-4: A | <b> risk
        status: open -> closed needs auditor (nobody); missing
      b.rec:1  RISK R-5: A | <b> risk
        status: accepted needs risk-owner (@kim, @lee) or ciso (Sam); approved by @kim
      ! recline: Nobody has the role auditor, which a.rec:5 needs; write people into "roles" of the recline.json of that file.
      ! recline: 3 approvals needed, 1 missing.
      exit 1`,
    )
    expect((await recline(['git', 'approvals', 'main...', 'b.rec', '--approved', 'sam'])).code).toBe(0)
    expect((await recline(['git', 'approvals', 'main...', 'b.rec', '--approved', ''])).code).toBe(1)
  })

  const review = (login: string, state: string, day: string): object => ({
    author: { login },
    state,
    submittedAt: `2026-06-${day}T08:00:00Z`,
    body: 'Fine',
  })

  /** The exit code of a check with a file of reviews, and what it says of the record. */
  async function checked(content: unknown): Promise<string> {
    await files({ 'reviews.json': typeof content === 'string' ? content : JSON.stringify(content) })
    const { code, stdout, stderr } = await recline([
      'git',
      'approvals',
      'main...',
      'b.rec',
      '--reviews',
      'reviews.json',
    ])
    return `${code} ${/(?<=; ).*/.exec(stdout)?.[0] ?? stderr.trim()}`
  }

  test('the last review of each person counts, and not that of the author', async () => {
    const approved = review('lee', 'APPROVED', '10')
    expect(await checked({ reviews: [approved, review('lee', 'COMMENTED', '11')] })).toBe('0 approved by @lee')
    expect(await checked({ reviews: [review('lee', 'CHANGES_REQUESTED', '11'), approved] })).toBe('1 missing')
    expect(await checked({ reviews: [approved, review('lee', 'DISMISSED', '11')] })).toBe('1 missing')
    expect(await checked({ reviews: [approved], author: { login: 'lee' } })).toBe('1 missing')
    expect(await checked({ reviews: [review('else', 'APPROVED', '10')] })).toBe('1 missing')
    expect(await checked({ approved_by: [{ user: { username: 'sam', name: 'Sam' } }] })).toBe('0 approved by Sam')
  })

  test('an approval of an older commit is stale and does not count, where the reviews say so', async () => {
    const of = (commit: object | null): object => ({ ...review('lee', 'APPROVED', '10'), commit })
    const [old, head] = ['a'.repeat(40), 'b'.repeat(40)]
    expect(await checked({ reviews: [of({ oid: head })], headRefOid: head })).toBe('0 approved by @lee')
    expect(await checked({ reviews: [of({ oid: old })] })).toBe('0 approved by @lee')
    expect(await checked({ reviews: [of(null)], headRefOid: head })).toBe('0 approved by @lee')
    expect(await checked({ reviews: [of({ oid: old })], headRefOid: head })).toBe('1 missing')
    const { stderr } = await recline('git approvals main... b.rec --reviews reviews.json'.split(' '))
    expect(stderr).toContain(
      'recline: The approval of lee is stale: it is for aaaaaaaaaa, and the last commit is bbbbbbbbbb; ask for another review.\n',
    )
  })

  const told = (...names: string[]): string =>
    `recline: What decides who must look is changed too: ${names.join(', ')}; look at that first.\n`

  test('a change of roles or of a descriptor is told', async () => {
    const run = async (...more: string[]): Promise<string> =>
      (await recline(['git', 'approvals', 'main...', 'b.rec', ...more])).stderr
    expect(await run()).toBe('')
    await files({ 'recline.json': JSON.stringify({ ...JSON.parse(settings), severity: { notation: 'off' } }) })
    expect(await run()).toBe('')
    await files({ 'recline.json': settings.replace('@lee', '@new') })
    expect(await run()).toBe(told('recline.json'))
    await files({ 'risk.domain.json': descriptor.replace('"auditor"', '"ciso"') })
    expect(await run()).toBe(told('recline.json', 'risk.domain.json'))
    const { stdout } = await recline(['git', 'approvals', 'main...', 'b.rec', '--format', 'markdown'])
    expect(stdout).toMatch(/\n\n\*What decides who must look is changed too: [^*]*; look at that first\.\*\n$/)
    await files({ 'recline.json': settings, 'risk.domain.json': descriptor })
    expect(await run()).toBe('')
  })

  test('a recline.json that a change takes away is told', async () => {
    await rm(join(folder(), 'recline.json'))
    const { stderr } = await recline(['git', 'approvals', 'main...', 'b.rec'])
    expect(stderr).toContain(told('recline.json'))
  })

  test('a file that is none of reviews is refused', async () => {
    const refused = (reason: string): string => `2 recline: reviews.json is no file of reviews: ${reason}.`
    expect(await checked('{')).toBe(refused('it is not JSON'))
    expect(await checked([])).toBe(refused('it has no list "reviews" or "approved_by"'))
    expect(await checked({ reviews: [review('lee', 'approved', '10')] })).toBe(
      refused('reviews.0.state is missing or wrong'),
    )
    expect(await checked({ reviews: [{ state: 'APPROVED' }] })).toBe(refused('reviews.0.author is missing or wrong'))
  })

  test('as JSON', () =>
    expectRun(
      'git approvals main... b.rec --format json --approved lee',
      `
      {"missing":0,"approvals":[
      {"tag":"RISK","id":"R-5","title":"A | <b> risk","file":"b.rec","line":1,"field":"status","before":null,"value":"accepted","roles":[{"role":"risk-owner","people":["@kim","@lee"]},{"role":"ciso","people":["Sam"]}],"approvedBy":["@lee"]}
      ]}
      ! recline: 1 approval needed, 0 missing.
      exit 0`,
    ))

  test('as Markdown, with texts of records as they are, and without sensitive values', async () => {
    await files({ 'b.rec': risk('R-5', 'open') + risk('R-6', 'open', ' | secret="yes"') })
    await expectRun(
      'git approvals HEAD --format markdown --approved sam',
      `
      **1 change needs approval, 0 missing**

      | record | change | needs | approval | place |
      | --- | --- | --- | --- | --- |
      | RISK R-6 | secret: \\[withheld\\] | ciso (Sam) | approved by Sam | b.rec:2 |
      ! recline: 1 approval needed, 0 missing.
      exit 0`,
    )
    expect((await recline(['git', 'approvals', 'main...', 'a.rec', '--format', 'markdown'])).stdout).toContain(
      '| RISK R-1 A \\| \\<b\\> risk | status: open → accepted | risk-owner (@kim, @lee) or ciso (Sam) | a.rec:2 |',
    )
  })

  test('the domain in force decides, and the nearest recline.json says who', async () => {
    await commit({
      'sub/recline.json': JSON.stringify({ descriptors: ['*.json'], roles: { cfo: ['@pat'], auditor: [], ciso: [] } }),
      'sub/own.domain.json': descriptor.replace('acme.risk', 'acme.money').replace('"risk-owner","ciso"', '"cfo"'),
      'sub/c.rec': `@DOC domain=acme.money\n${risk('R-1', 'accepted')}@DOC domain=core.compliance\n${risk('R-2', 'accepted')}`,
    })
    await expectRun(
      'git approvals HEAD~1... sub',
      `
      sub/c.rec:2  RISK R-1: A | <b> risk
        status: accepted needs cfo (@pat)
      ! recline: What decides who must look is changed too: sub/own.domain.json, sub/recline.json; look at that first.
      exit 0`,
    )
  })
})
