import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { firstWorkflow } from '../../cli/init/first-files.ts'
import { cleanFolder, root } from './clean-folder.ts'

/** The steps of the action and of the workflow of `recline init`, run as GitHub runs them. */
const { at, run, tryRun, files } = cleanFolder()

/** A step that runs a script. */
interface Step {
  readonly shell?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly 'working-directory'?: string
}

const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c']
const wrong = '@CONTROL rid=CTL-1|maturity:int=9\n'

describe('the action', () => {
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>
    readonly runs: { readonly using: string; readonly steps: readonly Step[] }
  }
  const [install, check] = runs.steps as [Step, Step]

  beforeAll(async () => {
    await run('git', ['clone', '--quiet', root, 'action'])
    const folder = evaluate(install['working-directory']!, {})
    await run('bash', [...bash, install.run!], { cwd: folder })
  })

  /** The folder with the records of a test. */
  let records: string
  beforeEach(async () => {
    await mkdir(at('records'), { recursive: true })
    records = await mkdtemp(at('records/'))
  })
  const write = (contents: Readonly<Record<string, string>>): Promise<void> =>
    files(Object.fromEntries(Object.entries(contents).map(([name, text]) => [inRecords(name), text])))
  const inRecords = (name: string): string => `records/${basename(records)}/${name}`

  /** The value of an expression such as `${{ inputs.paths }}` where these inputs are given. */
  const evaluate = (expression: string, given: Readonly<Record<string, string>>): string =>
    expression.replace(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
      if (name === 'github.action_path') return at('action')
      const input = inputs[name.replace('inputs.', '')]
      if (!input) throw new Error(`The action has no ${name}.`)
      return given[name.replace('inputs.', '')] ?? input.default
    })

  /** Runs the check of the action with these inputs, the others as they are by default. */
  function runAction(given: Readonly<Record<string, string>> = {}) {
    const env = Object.fromEntries(Object.entries(check.env!).map(([name, value]) => [name, evaluate(value, given)]))
    return tryRun('bash', [...bash, check.run!], { cwd: records, env })
  }

  test('installs no packages that are for development only', async () => {
    const installed = await readdir(at('action/node_modules'))
    expect(installed).toContain('commander')
    for (const name of ['vitest', 'typescript', 'playwright-core', '@vscode', '@types', '@biomejs', '@duckdb'])
      expect(installed).not.toContain(name)
    expect(await run('git', ['status', '--short'], { cwd: at('action') })).toBe('')
  })

  test('puts no input into a script', () => {
    expect(runs.using).toBe('composite')
    for (const { run, shell } of runs.steps) {
      expect(run).not.toContain('${{')
      expect(shell).toBe('bash')
    }
  })

  test('shows problems as annotations, and fails if there are errors', async () => {
    await write({ 'a.rec': wrong, 'b.rec': '@CONTROL rid=CTL-2 | color="red"\n' })
    const { stdout, code } = await runAction()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^::error file=a\.rec,line=1,/m)
    expect(stdout).toMatch(/^::warning file=b\.rec,line=1,/m)
    expect((await runAction({ paths: 'b.rec' })).code).toBe(0)
    expect((await runAction({ paths: 'b.rec', 'max-warnings': '0' })).code).toBe(1)
  })

  test('writes SARIF too', async () => {
    await write({ 'a.rec': wrong })
    const { stdout, code } = await runAction({ sarif: 'problems.sarif' })
    expect(stdout).toMatch(/^::error file=a\.rec,line=1,/m)
    expect(code).toBe(1)
    expect(JSON.parse(await readFile(join(records, 'problems.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'out-of-range' }] }],
    })
  })

  test('takes each line as a path, and does not run it', async () => {
    await write({ 'my file.rec': wrong, '$(touch run).rec': '@CONTROL rid=CTL-2\n', '-a.rec': '@CONTROL rid=CTL-3\n' })
    const { stdout, stderr } = await runAction({ paths: 'my file.rec\n\n$(touch run).rec\n-a.rec\n' })
    expect(stdout).toMatch(/^::error file=my file\.rec,line=1,/m)
    expect(stderr).toMatch(/^3 files, 3 records: 1 error/m)
    expect(await readdir(records)).not.toContain('run')
  })
})

test('the workflow of "recline init" installs the archive and checks', async () => {
  const archive = (await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])).trim()
  await files({ 'workflow/a.rec': '@CONTROL rid=CTL-1\n' })
  const { steps } = parse(firstWorkflow('.', undefined).text).jobs.check as { readonly steps: readonly Step[] }
  const scripts = steps.flatMap(({ run: script }) => script ?? [])
  expect(scripts).toHaveLength(2)
  const options = { cwd: at('workflow'), env: { RECLINE_PACKAGE: at(archive) } }
  for (const script of scripts) await run('bash', ['-e', '-c', script], options)
  await files({ 'workflow/a.rec': wrong })
  expect((await tryRun('bash', ['-e', '-c', scripts[1]!], options)).stdout).toMatch(/^::error file=a\.rec/)
  expect((await tryRun('bash', ['-e', '-c', scripts[0]!], { cwd: at('workflow') })).code).toBe(1)
})
