import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { cleanFolder, root } from './clean-folder.ts'

/** The recipes of `docs/ci.md`, whose lines run in fresh clones of a repository with one old and one new problem. */
const { at, run, tryRun, files } = cleanFolder()

const page = readFileSync(join(root, 'docs/ci.md'), 'utf8')

/** The text of the recipe below a heading. */
const recipe = (heading: string): string =>
  new RegExp(`^## ${heading}$[^]*?^\`\`\`\\w+\\n([^]*?)^\`\`\`$`, 'm').exec(page)![1]!

let archive: string
const git = (folder: string, ...args: string[]): Promise<string> =>
  run('git', ['-C', at(folder), '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args])

beforeAll(async () => {
  archive = at((await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])).trim())
  await files({ 'work/old.rec': '@CONTROL rid=CTL-1|maturity:int=9\n' })
  await git('work', 'init', '--quiet', '--initial-branch=main')
  await git('work', 'add', '.')
  await git('work', 'commit', '--quiet', '--message', 'Old')
  await git('work', 'checkout', '--quiet', '-b', 'change')
  await files({ 'work/new.rec': '@CONTROL rid=CTL-2|maturity:int=8\n' })
  await git('work', 'add', '.')
  await git('work', 'commit', '--quiet', '--message', 'New')
  await git('work', 'checkout', '--quiet', 'main')
})

/**
 * Runs lines in a fresh clone of the change, until one fails.
 *
 * @param depth how many commits are fetched; 0 for all
 * @returns what the last line printed and its exit code
 */
async function runIn(
  folder: string,
  depth: unknown,
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number }> {
  const depths = depth === 0 ? [] : [`--depth=${depth}`]
  await run('git', ['clone', '--quiet', ...depths, '--branch', 'change', `file://${at('work')}`, folder])
  let last = { stdout: '', stderr: '', code: 0 }
  for (const line of lines) {
    expect(last.code, last.stderr).toBe(0)
    const variables = {
      ...env,
      RECLINE_PACKAGE: archive,
      WORKSPACE: at(folder),
      npm_config_prefix: at(`${folder}-npm`),
    }
    last = await tryRun('bash', ['-e', '-o', 'pipefail', '-c', line], {
      cwd: at(folder),
      env: { ...variables, PATH: `${at(`${folder}-npm/bin`)}:${process.env.PATH}` },
    })
  }
  return last
}

test('GitHub', async () => {
  const { jobs, env } = parse(recipe('GitHub'))
  const { steps } = jobs.records
  expect(env.RECLINE_PACKAGE).toMatch(/^git\+https:.*#/)
  const lines = steps.flatMap(({ run: line }: { run?: string }) => line ?? [])
  const { stdout, code } = await runIn('github', steps[0].with['fetch-depth'], lines, { GITHUB_BASE_REF: 'main' })
  expect([stdout.match(/^::error file=.*?,/gm), code]).toEqual([['::error file=new.rec,'], 1])
})

test('GitLab', async () => {
  const { script, variables, artifacts } = parse(recipe('GitLab')).records
  const base = (await git('work', 'rev-parse', 'main')).trim()
  const { code } = await runIn('gitlab', variables.GIT_DEPTH, script, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })
  expect(code).toBe(1)
  const report = JSON.parse(await readFile(join(at('gitlab'), artifacts.reports.codequality), 'utf8'))
  const paths = report.map(({ location }: { location: { path: string } }) => location.path)
  expect([...new Set(paths)]).toEqual(['new.rec'])
})

test('Jenkins', async () => {
  const lines = Array.from(recipe('Jenkins').matchAll(/^ *sh '(.*)'$/gm), ([, line]) => line!)
  expect(lines).toHaveLength(3)
  const { code } = await runIn('jenkins', 0, lines, { CHANGE_TARGET: 'main' })
  expect(code).toBe(1)
  const [, results] = /junit testResults: '(.*?)'/.exec(recipe('Jenkins'))!
  const report = await readFile(join(at('jenkins'), results!), 'utf8')
  expect(report.match(/<testsuite name=.*? failures="\d+"/g)).toEqual([
    '<testsuite name="new.rec" tests="1" failures="1"',
    '<testsuite name="old.rec" tests="1" failures="0"',
  ])
})

test('Azure Pipelines', async () => {
  const { steps } = parse(recipe('Azure Pipelines'))
  const lines = steps.flatMap(({ bash }: { bash?: string }) => bash ?? [])
  const env = { SYSTEM_PULLREQUEST_TARGETBRANCHNAME: 'main' }
  const { code } = await runIn('azure', steps[0].fetchDepth, lines, env)
  expect(code).toBe(1)
  const report = await readFile(join(at('azure'), steps.at(-1).inputs.testResultsFiles), 'utf8')
  expect(report).toContain('new.rec')
})

test('a clone without its history says what to fetch', async () => {
  const { script } = parse(recipe('GitLab')).records
  const base = (await git('work', 'rev-parse', 'main')).trim()
  const { stderr, code } = await runIn('shallow', 1, script, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })
  expect(stderr).toContain('which is shallow; fetch it first')
  expect(code).toBe(2)
})
