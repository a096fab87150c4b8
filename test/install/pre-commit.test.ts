import { readFile, rm } from 'node:fs/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { installPreCommit } from '../../scripts/pre-commit.mjs'
import { cleanFolder, root } from './clean-folder.ts'

/** The hooks, installed and run by pre-commit in a repository of records. This needs the registry of npm. */
const { at, run, tryRun, files } = cleanFolder()

const right = '@CONTROL rid=CTL-1\n'
const wrong = '@CONTROL rid=CTL-1|maturity:int=9\n'

let preCommit: string
beforeAll(async () => {
  preCommit = await installPreCommit()
  await run('git', ['clone', '--quiet', '--bare', root, 'recline.git'])
})

beforeEach(async () => {
  await rm(at('records'), { recursive: true, force: true })
  await files({ 'records/.pre-commit-config.yaml': configuration(await head()) })
  await git('init', '--quiet')
})

const head = async (): Promise<string> => (await run('git', ['-C', 'recline.git', 'rev-parse', 'HEAD'])).trim()

const configuration = (commit: string): string => `repos:
  - repo: file://${at('recline.git')}
    rev: ${commit}
    hooks: [{ id: recline-check, args: [--max-warnings=0, .] }, { id: recline-format }, { id: recline-descriptors }]
`

const git = (...args: string[]): Promise<string> =>
  run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: at('records') })

/** Stages the changes and runs the hooks, as a commit does. The result names the hooks that failed. */
async function failedHooks(contents: Readonly<Record<string, string>> = {}): Promise<string[]> {
  await files(Object.fromEntries(Object.entries(contents).map(([name, text]) => [`records/${name}`, text])))
  await git('add', '--all')
  const env = { PRE_COMMIT_HOME: at('pre-commit') }
  const { stdout } = await tryRun(preCommit, ['run', '--color=never'], { cwd: at('records'), env })
  expect(stdout).toContain('check records')
  return [...stdout.matchAll(/^([^.\n]+?)\.+Failed$/gm)].map(([, hook]) => hook!)
}

test('right records pass', async () => {
  expect(await failedHooks({ 'a.rec': right })).toEqual([])
})

test('all records are checked, also after a deletion', async () => {
  expect(await failedHooks({ 'a.rec': right, 'b.rec': '@FINDING rid=F-1 | control_ref="CTL-1"\n' })).toEqual([])
  await git('commit', '--quiet', '--message', 'Two records')
  await rm(at('records/a.rec'))
  expect(await failedHooks()).toEqual(['check records'])
})

test('a repository without records passes', async () => {
  expect(await failedHooks({ 'notes.md': 'None yet.\n' })).toEqual([])
})

test('the records of the commit are formatted, except excluded ones', async () => {
  const unformatted = right.replace(' rid', '   rid')
  const excluding = '{"files":{"exclude":["old/**"]}}'
  expect(await failedHooks({ 'a.rec': unformatted, 'old/b.rec': wrong, 'recline.json': excluding })).toEqual([
    'format records',
  ])
  expect(await readFile(at('records/a.rec'), 'utf8')).toBe(right)
  expect(await readFile(at('records/old/b.rec'), 'utf8')).toBe(wrong)
})

test('descriptors are checked', async () => {
  expect(await failedHooks({ 'a.rec': right, 'fleet.domain.json': '{' })).toContain('check descriptors')
})
