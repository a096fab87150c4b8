import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json'
import { cli, commandLine, type Run } from './command-line.ts'

/**
 * How other tools run Recline: pre-commit, GitHub, npm. What their files say is run on records, as they would run it.
 */
const { folder, files, recline } = commandLine()
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const read = (name: string): unknown => parse(readFileSync(join(root, name), 'utf8'))

/** Runs a program in the test's folder. */
const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> =>
  new Promise(resolve => {
    execFile(program, [...args], { cwd: folder(), env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : null
      resolve({ stdout, stderr, code: error ? code : 0 })
    })
  })

const wrong = '@CONTROL rid=CTL-1|maturity:int=9\n'

describe('the hooks for pre-commit', () => {
  interface Hook {
    readonly id: string
    readonly entry: string
    readonly args?: readonly string[]
    readonly language: string
    readonly files: string
    readonly pass_filenames?: boolean
  }
  const hooks = read('.pre-commit-hooks.yaml') as Hook[]
  const hook = (id: string): Hook => hooks.find(hook => hook.id === id)!

  /** Runs a hook as pre-commit does where these files are part of a commit. */
  function runHook({ entry, args = [], files, pass_filenames = true }: Hook, changed: readonly string[]): Promise<Run> {
    const [program, ...words] = entry.split(' ')
    expect(program).toBe('recline')
    const matching = changed.filter(name => new RegExp(files).test(name))
    expect(matching).not.toEqual([])
    return recline([...words, ...args, ...(pass_filenames ? matching : [])])
  }

  test('are built when they are installed, by the script that npm runs then', () => {
    expect(hooks.map(({ language }) => language)).toEqual(hooks.map(() => 'node'))
    expect(manifest.scripts.prepare).toBe('node scripts/prepare.mjs')
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^foreground-scripts=false$/m)
  })

  test('check all records when one changes, or what they are read by', async () => {
    await files({
      'a.rec': '@FINDING rid=F-1 | control_ref="CTL-1"\n',
      'b.rec': '@CONTROL rid=CTL-1\n',
      'recline.json': '{}',
    })
    for (const changed of ['a.rec', 'recline.json', 'x/fleet.domain.json'])
      expect((await runHook(hook('recline-check'), [changed])).code).toBe(0)
    await files({ 'b.rec': wrong })
    expect((await runHook(hook('recline-check'), ['a.rec'])).code).toBe(1)
    for (const name of ['notes.md', 'precline.json', 'a.rec.txt'])
      expect(name).not.toMatch(new RegExp(hook('recline-check').files))
  })

  test('format the records of the commit', async () => {
    await files({ 'a.rec': wrong, 'b.rec': wrong })
    expect((await runHook(hook('recline-format'), ['a.rec', 'notes.md'])).code).toBe(0)
    expect(await readFile(join(folder(), 'a.rec'), 'utf8')).toBe('@CONTROL rid=CTL-1 | maturity:int=9\n')
    expect(await readFile(join(folder(), 'b.rec'), 'utf8')).toBe(wrong)
  })

  test('leave out the files that a configuration excludes', async () => {
    await files({ 'a.rec': wrong, 'old/b.rec': wrong, 'recline.json': '{"files":{"exclude":["old/**"]}}' })
    expect((await runHook(hook('recline-format'), ['a.rec', 'old/b.rec'])).code).toBe(0)
    expect(await readFile(join(folder(), 'a.rec'), 'utf8')).not.toBe(wrong)
    expect(await readFile(join(folder(), 'old/b.rec'), 'utf8')).toBe(wrong)
    expect(await recline(['format', '--write', '--force-exclude', 'old/b.rec'])).toEqual({
      stdout: '',
      stderr: '',
      code: 0,
    })
  })

  test('check the records also after a deletion', () => {
    expect(hook('recline-check')).toMatchObject({ always_run: true, pass_filenames: false })
  })

  test('check descriptors', async () => {
    await files({ 'fleet.domain.json': '{' })
    expect((await runHook(hook('recline-descriptors'), ['fleet.domain.json'])).code).toBe(1)
  })
})

describe('the action for GitHub', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>
    readonly runs: {
      readonly using: string
      readonly steps: readonly {
        readonly shell: string
        readonly run: string
        readonly env?: Readonly<Record<string, string>>
      }[]
    }
  }
  const { inputs, runs } = read('action.yml') as Action
  const [install, check] = runs.steps

  /** Runs the action's check with these inputs, the others as they are by default. */
  function runAction(given: Readonly<Record<string, string>> = {}): Promise<Run> {
    const value = (expression: string): string =>
      expression.replace(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
        if (name === 'github.action_path') return root
        const input = inputs[name.replace('inputs.', '')]
        if (!input) throw new Error(`The action has no ${name}.`)
        return given[name.replace('inputs.', '')] ?? input.default
      })
    const env = Object.fromEntries(Object.entries(check!.env!).map(([name, expression]) => [name, value(expression)]))
    return run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', check!.run], env)
  }

  test('builds what it runs, and puts no input into a script', () => {
    expect(runs.using).toBe('composite')
    expect(install!.run).toBe('npm ci')
    expect(manifest.scripts.prepare).toBe('node scripts/prepare.mjs')
    for (const { run, shell } of runs.steps) {
      expect(run).not.toContain('${{')
      expect(shell).toBe('bash')
    }
  })

  test('shows problems as annotations, and fails where there are errors', async () => {
    await files({ 'a.rec': wrong, 'b.rec': '@CONTROL rid=CTL-2 | color="red"\n' })
    const { stdout, code } = await runAction()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^::error file=a\.rec,line=1,/m)
    expect(stdout).toMatch(/^::warning file=b\.rec,line=1,/m)
    expect((await runAction({ paths: 'b.rec' })).code).toBe(0)
    expect((await runAction({ paths: 'b.rec', 'max-warnings': '0' })).code).toBe(1)
  })

  test('writes SARIF where it is asked to', async () => {
    await files({ 'a.rec': wrong })
    const { stdout, code } = await runAction({ sarif: 'problems.sarif' })
    expect([stdout, code]).toEqual(['', 1])
    expect(JSON.parse(await readFile(join(folder(), 'problems.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'out-of-range' }] }],
    })
  })

  test('takes paths by the line, whatever they are', async () => {
    await files({ 'my file.rec': wrong, '$(touch run).rec': '@CONTROL rid=CTL-2\n', '-a.rec': '@CONTROL rid=CTL-3\n' })
    const { stdout, stderr } = await runAction({ paths: 'my file.rec\n\n$(touch run).rec\n-a.rec\n' })
    expect(stdout).toMatch(/^::error file=my file\.rec,line=1,/m)
    expect(stderr).toMatch(/^3 files, 3 records: 1 error/m)
    expect(await readdir(folder())).not.toContain('run')
  })
})

test('the package for npm has all that the command needs', async () => {
  const packed = await run('npm', ['pack', root, '--ignore-scripts', '--pack-destination', '.'])
  // pre-commit takes what is printed for the archive's name.
  expect(packed).toMatchObject({ code: 0, stdout: `recline-${manifest.version}.tgz\n` })
  expect((await run('npm', ['install', '--global', '--offline', '--prefix', '.', packed.stdout.trim()])).code).toBe(0)
  const installed = (...args: string[]): Promise<Run> => run(join(folder(), 'bin/recline'), args)
  expect((await installed('--version')).stdout).toBe(`${manifest.version}\n`)
  expect((await installed('explain', 'notation')).stdout).toMatch(/^notation/)
  await files({ 'a.rec': wrong })
  expect((await installed('check', 'a.rec')).code).toBe(1)
  expect(readFileSync(join(folder(), 'lib/node_modules/recline/dist/cli.js'))).toEqual(readFileSync(cli))
})
