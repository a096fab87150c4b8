import { execFile } from 'node:child_process'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, recline, expectRun } = commandLine()

/** Runs git in the test's folder, as nobody in particular. */
const git = async (...args: string[]): Promise<void> => {
  const identity = [
    '-c',
    'user.name=Nobody',
    '-c',
    'user.email=nobody@example.com',
    '-c',
    'init.defaultBranch=main',
    '-c',
    'commit.gpgsign=false',
  ]
  await promisify(execFile)('git', [...identity, ...args], {
    cwd: folder(),
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  })
}

const commit = async (contents: Readonly<Record<string, string>>): Promise<void> => {
  await files(contents)
  await git('add', '-A')
  await git('commit', '-q', '-m', 'Records')
}

const old = '@CONTROL rid=CTL-1 | maturity:int=9\n'
const fresh = '@CONTROL rid=CTL-2 | maturity:int=8\n'

/** The lines that a check lists, each as file and line. */
async function listed(...args: string[]): Promise<string[]> {
  const { stdout } = await recline(['check', '--format', 'lines', '--rule', 'duplicate-rid=off', ...args])
  return [...stdout.matchAll(/^(.*?:\d+):\d+ /gm)].map(([, place]) => place!)
}

describe('in a repository', () => {
  beforeEach(() => git('init', '-q'))

  test('a known problem that the revision had too is not gone', async () => {
    await commit({ 'a.compliance.rec': old })
    await recline(['check', '--write-baseline', 'known.json', '.'])
    await expectRun(
      'check --since HEAD --baseline known.json .',
      `
      ! 1 file, 1 record: no problems that HEAD did not have and known.json does not have.
      exit 0`,
    )
    await files({ 'a.compliance.rec': fresh })
    await expectRun(
      'check --format lines --since HEAD --baseline known.json .',
      `
      a.compliance.rec:1:35 error out-of-range CONTROL.maturity is 8; it must be from 1 to 5.
      ! 1 file, 1 record: 1 error that HEAD did not have and known.json does not have.
      ! recline: A known problem is gone: a.compliance.rec: out-of-range of core.compliance.CONTROL CTL-1 maturity: 9
      ! recline: 1 known problem of known.json is gone; update it with --write-baseline known.json.
      exit 1`,
    )
  })

  test('a state that cannot follow the one before is a problem, also of a record that was moved', async () => {
    await files({ 'b.rec': '@NODE rid=N-3 | status="terminated"\n' })
    await commit({
      'a.rec': '@NODE rid=N-1 | status="terminated"\n@NODE rid=N-2 | status="running"\n',
      'same.rec': '@NODE rid=N-4 | status="terminated"\n',
    })
    const nodes = '@NODE rid=N-2 | status="terminated"\n@NODE rid=N-3 | status="stopped"\n'
    const suppressed = '# recline-disable-next-line lifecycle -- restored\n@NODE rid=N-1 | status="running"\n'
    await files({ 'a.rec': nodes + suppressed, 'b.rec': '' })
    await expectRun(
      'check --format lines --since HEAD .',
      `
      a.rec:2:24 warning lifecycle NODE.status changed from "terminated" to "stopped"; after "terminated", no other state can follow.
      ! 3 files, 4 records: 1 warning that HEAD did not have.
      exit 0`,
    )
    await expectRun(
      'check --format lines --rule lifecycle=off --since HEAD a.rec',
      '! 1 file, 3 records: no problems that HEAD did not have.\nexit 0',
    )
    expect((await recline(['check', 'a.rec'])).stdout).toBe('')
  })

  test('only problems that are new are listed, in files that are changed, staged or new', async () => {
    await commit({ 'same.rec': old, 'changed.rec': old, 'staged.rec': old, '.gitignore': 'ignored.rec' })
    await files({
      'changed.rec': `# more\n${fresh}${old}`,
      'staged.rec': `${old}${fresh}`,
      'a new ü.rec': fresh,
      'ignored.rec': fresh,
    })
    await git('add', 'staged.rec')
    await expectRun(
      'check --format lines --rule duplicate-rid=off --since HEAD changed.rec',
      `
      changed.rec:2:35 error out-of-range CONTROL.maturity is 8; it must be from 1 to 5.
      ! 1 file, 2 records: 1 error that HEAD did not have.
      exit 1`,
    )
    expect(await listed('--since', 'HEAD', '.')).toEqual(['a new ü.rec:1', 'changed.rec:2', 'staged.rec:2'])
  })

  test('the fences of pages are compared, each page whose ids count in it only with itself', async () => {
    const fenced = (text: string): string => `\`\`\`rec\n${text}\`\`\`\n`
    const node = (status: string, id = 'N-1'): string => `@NODE rid=${id} | status="${status}"\n`
    await commit({
      'a.rec': '',
      'old.md': fenced(old),
      'one.md': fenced(node('terminated')),
      'two.md': fenced(node('running')),
      'three.md': fenced(node('terminated', 'N-2')),
      'gone.md': fenced(node('terminated', 'N-4')),
    })
    await rm(join(folder(), 'gone.md'))
    await files({
      'a.rec': node('stopped', 'N-4'),
      'old.md': `# Controls\n\n${fenced(old + fresh)}`,
      'one.md': fenced(node('stopped')),
      // N-2 of this page is another record than that of the other one, which is gone.
      'two.md': fenced(node('stopped') + node('stopped', 'N-2')),
      'three.md': fenced(node('running', 'N-3')),
    })
    await expectRun(
      'check --format lines --markdown --since HEAD .',
      `
      old.md:5:35 error out-of-range CONTROL.maturity is 8; it must be from 1 to 5.
      one.md:2:24 warning lifecycle NODE.status changed from "terminated" to "stopped"; after "terminated", no other state can follow.
      ! 5 files, 7 records: 1 error, 1 warning that HEAD did not have.
      exit 1`,
    )
  })

  test('references to records of all files are known', async () => {
    await commit({ 'a.rec': '@CONTROL rid=CTL-1\n', 'b.rec': '' })
    await files({ 'b.rec': '@FINDING rid=F-1 | control_ref="CTL-1"\n@FINDING rid=F-2 | control_ref="CTL-9"\n' })
    expect(await listed('--since', 'HEAD', '.')).toEqual(['b.rec:2'])
  })

  test('of a renamed file only what changed is listed', async () => {
    await commit({ 'old/a.rec': `${old}@CONTROL rid=CTL-3 | maturity:int=7\n` })
    await mkdir(join(folder(), 'new'))
    await rename(join(folder(), 'old/a.rec'), join(folder(), 'new/b.rec'))
    await files({ 'new/b.rec': `${fresh}${old}` })
    expect(await listed('--since', 'HEAD', '.')).toEqual(['new/b.rec:1'])
  })

  test('problems that a change causes elsewhere are listed', async () => {
    const finding = '@FINDING rid=F-1 | control_ref="CTL-1"\n'
    await commit({ 'a.rec': '@CONTROL rid=CTL-1\n', 'b.rec': `${finding}${finding.replace('F-1', 'F-2')}` })
    const problems = async (): Promise<string[]> => {
      const { stdout } = await recline(['check', '--format', 'lines', '--since', 'HEAD', '.'])
      return [...stdout.matchAll(/^(.*?:\d+):\d+ \w+ (\S+)/gm)].map(([, place, code]) => `${place!} ${code!}`)
    }
    expect(await problems()).toEqual([])
    // The second half of a duplicate is above the first one, in a file of its own.
    await files({ 'a-0.rec': '@CONTROL rid=CTL-1\n' })
    expect(await problems()).toEqual(['a-0.rec:1 duplicate-rid', 'a.rec:1 duplicate-rid'])
    await rm(join(folder(), 'a-0.rec'))
    await files({ 'a.rec': '@CONTROL rid=CTL-2\n' })
    expect(await problems()).toEqual(['b.rec:1 dangling-reference', 'b.rec:2 dangling-reference'])
    await rm(join(folder(), 'a.rec'))
    expect(await problems()).toEqual(['b.rec:1 dangling-reference', 'b.rec:2 dangling-reference'])
  })

  test('each state is checked with its own names, configuration and descriptors', async () => {
    const fleet = (most: number): string =>
      JSON.stringify({
        domain: 'acme.fleet',
        version: '1.0',
        description: 'Vehicles.',
        records: [{ tag: 'VEHICLE', fields: [{ name: 'seats', type: 'int', range: [1, most] }] }],
      })
    await commit({
      'fleet.domain.json': fleet(9),
      'a.rec': '@VEHICLE seats:int=8\n@VEHICLE seats:int=12\n',
      'b.compliance.rec': '@CONTROL rid=CTL-1 | maturity:int=9\n',
      'recline.json': '{ "severity": { "notation": "off" } }',
      'c.rec': '@CONTROL rid=CTL-3 | status=tested\n',
    })
    expect(await listed('--since', 'HEAD', '.')).toEqual([])
    await files({ 'fleet.domain.json': fleet(7) })
    expect(await listed('--since', 'HEAD', '.')).toEqual(['a.rec:1'])
    await git('checkout', '-q', '.')
    await files({ 'recline.json': '{}' })
    expect(await listed('--since', 'HEAD', '.')).toEqual(['c.rec:1'])
    await git('checkout', '-q', '.')
    await rename(join(folder(), 'b.compliance.rec'), join(folder(), 'b.legal.rec'))
    expect(await listed('--since', 'HEAD', '.')).toEqual(['b.legal.rec:1'])
    expect(await listed('--since', 'HEAD', 'b.legal.rec')).toEqual(['b.legal.rec:1'])
  })

  test('a recline.json above the repository counts for both states', async () => {
    await files({ 'recline.json': '{ "severity": { "notation": "off" } }', 'inner/a.rec': '' })
    const inner = join(folder(), 'inner')
    const run = { cwd: inner }
    await promisify(execFile)('git', ['init', '-q'], run)
    await git('-C', inner, 'commit', '-q', '--allow-empty', '-m', 'Nothing')
    await files({ 'inner/a.rec': '@CONTROL rid=CTL-1 | status=tested | maturity:int=9\n' })
    const { stdout } = await recline(['check', '--format', 'lines', '--since', 'HEAD', '.'], run)
    expect(stdout.match(/^a\.rec:1:\d+ \w+ \S+/gm)).toEqual(['a.rec:1:51 error out-of-range'])
  })

  test('a link of the revision leads nowhere outside of it', async () => {
    await commit({ 'a.rec': old })
    await symlink('/etc', join(folder(), 'etc'))
    await symlink('a.rec', join(folder(), 'b.rec'))
    await git('add', '-A')
    await git('commit', '-q', '-m', 'Links')
    await files({ 'a.rec': fresh })
    expect(await listed('--since', 'HEAD', 'a.rec')).toEqual(['a.rec:1'])
  })

  test('a revision of another branch stands for where the branches part', async () => {
    await commit({ 'a.rec': `${old}@CONTROL rid=CTL-3 | maturity:int=7\n` })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'a.rec': '' })
    await git('checkout', '-q', '-')
    await files({ 'a.rec': `${old}@CONTROL rid=CTL-3 | maturity:int=7\n${fresh}` })
    expect(await listed('--since', 'other', '.')).toEqual(['a.rec:3'])
  })

  test('it works from a folder of the repository, and for files outside of it', async () => {
    await commit({ 'sub/a.rec': old, 'b.rec': old })
    await files({ 'sub/a.rec': `${fresh}${old}` })
    const outside = `${folder()}.rec`
    try {
      await files({ [`../${outside.split('/').at(-1)!}`]: old })
      const { stdout } = await recline(
        ['check', '--format', 'lines', '--rule', 'duplicate-rid=off', '--since', 'HEAD', '.', '..', outside],
        { cwd: join(folder(), 'sub') },
      )
      expect(stdout.match(/^.*?:\d+/gm)).toEqual(['a.rec:1', `../../${outside.split('/').at(-1)!}:1`])
    } finally {
      await rm(outside)
    }
  })

  test.each(['mian', '$(touch x)', '--output=x', 'HEAD:a.rec', '-p'])('%s is no revision', async revision => {
    await commit({ 'a.rec': old })
    await git('branch', '-M', 'main')
    const { stdout, stderr, code } = await recline(['check', 'a.rec', `--since=${revision}`])
    const meant = revision === 'mian' ? '\n(Did you mean main?)' : ''
    expect([stdout, stderr, code]).toEqual([
      '',
      `recline: There is no commit ${revision} in this repository; fetch it first, or use another one.${meant}\n`,
      2,
    ])
  })

  test('a program that the repository names is not started', async () => {
    await commit({ 'a.rec': old })
    for (const setting of ['core.fsmonitor', 'diff.external', 'core.pager', 'filter.x.clean', 'filter.x.smudge'])
      await git('config', setting, `touch ${folder()}/started`)
    await files({ '.gitattributes': '*.rec filter=x', 'a.rec': fresh })
    expect(await listed('--since', 'HEAD', 'a.rec')).toEqual(['a.rec:1'])
    expect(await listed('.', 'started')).not.toContain('started:1')
    expect((await recline(['check', 'started'])).stderr).toContain('no such file')
  })

  test.each(['ext', 'file'])('a partial clone fetches nothing by its promisor remote (%s)', async protocol => {
    await commit({ 'a.rec': old })
    await commit({ 'a.rec': fresh })
    const script = join(folder(), 'script.sh')
    await files({ 'script.sh': `touch ${folder()}/started\n` })
    const settings = {
      'remote.origin.url': protocol === 'ext' ? `ext::sh ${script}` : folder(),
      'remote.origin.uploadpack': `sh ${script}`,
      'remote.origin.promisor': 'true',
      'remote.origin.partialclonefilter': 'blob:none',
      'core.repositoryformatversion': '1',
      'extensions.partialclone': 'origin',
      [`protocol.${protocol}.allow`]: 'always',
    }
    for (const [name, value] of Object.entries(settings)) await git('config', name, value)
    const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD^:a.rec'], { cwd: folder() })
    await rm(join(folder(), '.git/objects', stdout.slice(0, 2), stdout.slice(2).trim()))
    const { code } = await recline(['check', '--since', 'HEAD^', 'a.rec'])
    expect(code).not.toBe(0)
    expect((await recline(['check', 'started'])).stderr).toContain('no such file')
  })
})

test('it works from outside of the repository of the files', async () => {
  await files({
    'repo/recline.json': '{ "severity": { "notation": "off" } }',
    'repo/sub/a.rec': `${old}@NODE rid=N-1 | status="terminated"\n`,
    'elsewhere/b.rec': fresh,
    'elsewhere/there/c.rec': '',
  })
  const repo = join(folder(), 'repo')
  await git('init', '-q', repo)
  await git('-C', repo, 'add', '-A')
  await git('-C', repo, 'commit', '-q', '-m', 'Records')
  await files({ 'repo/sub/a.rec': `${fresh}${old}@NODE rid=N-1 | status=running\n` })
  const expected = ['warning lifecycle', 'error out-of-range']
  for (const [cwd, path] of [
    ['.', 'repo'],
    ['.', 'repo/sub/*.rec'],
    ['elsewhere/there', '../../repo/sub/a.rec'],
    ['elsewhere', repo],
  ] as const) {
    const args = ['--format', 'lines', '--since', 'HEAD', path]
    const { stdout } = await recline(['check', ...args], { cwd: join(folder(), cwd) })
    expect(
      stdout
        .match(/sub\/a\.rec:\d+:\d+ \w+ \S+/gm)
        ?.map(line => line.replace(/.*\d /, ''))
        .sort(),
    ).toEqual(expected.toSorted())
  }
  const { stdout } = await recline(['diff', '--since', 'HEAD', '../repo'], { cwd: join(folder(), 'elsewhere') })
  expect(stdout).toContain('CTL-2')
  expect(stdout).toContain('1 added, 1 changed')
})

test('where there is no repository, or no git, a sentence says so', async () => {
  await files({ 'a.rec': old })
  await expectRun(
    'check --since HEAD a.rec',
    `
      ! recline: This needs a git repository, but neither the working directory nor the files are in one.
      exit 2`,
  )
  const { stderr, code } = await recline(['check', '--since', 'HEAD', 'a.rec'], { env: { PATH: dirname(folder()) } })
  expect([stderr, code]).toEqual(['recline: This needs git, but git is not on the PATH.\n', 2])
})
