import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, recline, expectRun, read } = commandLine()

test('a folder gets a first file, a configuration and a workflow, and all is right with them', async () => {
  await expectRun(
    'init records --domain compliance --yes',
    `
      Written: records/first.rec
      Written: records/recline.json
      Written: records/.github/workflows/recline.yml
      Before the workflow can run, set RECLINE_PACKAGE in records/.github/workflows/recline.yml to the package of Recline that npm installs.
      exit 0`,
  )
  await expectRun(
    'check --format lines records',
    `
      ! 1 file, 3 records: no problems.
      exit 0`,
  )
  await expectRun(
    'format --check records',
    `
      ! 1 file is already formatted.
      exit 0`,
  )
  expect(JSON.parse(await read('records/recline.json'))).toEqual({ domains: { '*.rec': 'core.compliance' } })
})

test('nothing is written through a link that leads out of the folder', async () => {
  await mkdir(join(folder(), 'outside'))
  await files({ 'records/x': '' })
  await symlink('../outside', join(folder(), 'records/.github'))
  await symlink('../outside/new.json', join(folder(), 'records/recline.json'))
  await expectRun(
    'init records --domain compliance --yes',
    `
      Written: records/first.rec
      ! recline: records/recline.json is a link that leads out of the folder, so it is not written; delete the link first.
      ! recline: records/.github/workflows/recline.yml is a link that leads out of the folder, so it is not written; delete the link first.
      exit 2`,
  )
  expect(await readdir(join(folder(), 'outside'))).toEqual([])
})

test('nothing that is there is changed', async () => {
  await files({ 'recline.json': 'mine', 'sub/mine.rec': '@CONTROL rid=1\n' })
  await expectRun(
    'init --domain core.legal --yes',
    `
      Already exists, not changed: recline.json
      Written: .github/workflows/recline.yml
      Before the workflow can run, set RECLINE_PACKAGE in .github/workflows/recline.yml to the package of Recline that npm installs.
      exit 0`,
  )
  expect(await read('recline.json')).toBe('mine')
  expect((await readdir(folder())).sort()).toEqual(['.github', 'recline.json', 'sub'])
  await expectRun(
    'init --domain core.legal --yes',
    `
      Already exists, not changed: recline.json
      Already exists, not changed: .github/workflows/recline.yml
      exit 0`,
  )
})

test('the workflow goes to the root of the repository, and checks the folder', async () => {
  await mkdir(join(folder(), '.git'))
  await recline(['init', 'audit', '--domain', 'compliance', '--yes'])
  expect(await read('.github/workflows/recline.yml')).toMatch(/run: recline check --format github -- audit\n$/)
})

test('where nobody can be asked, the options have to say it', async () => {
  await expectRun(
    'init',
    `
      ! recline: the domain is missing; add --domain <name>, such as --domain compliance.
      exit 2`,
  )
  await expectRun(
    'init --yes --domain complianse',
    `
      ! recline: option '--domain <name>' argument 'complianse' is invalid. "recline descriptors list" lists the domains.
      ! (Did you mean compliance?)
      exit 2`,
  )
  expect(await readdir(folder())).toEqual([])
})

test('what cannot be written is said, and the rest is written', async () => {
  await files({ '.github': 'a file, not a folder' })
  await expectRun(
    'init --domain hr --yes',
    `
      Written: first.rec
      Written: recline.json
      ! recline: .github/workflows/recline.yml could not be written: not a directory.
      exit 2`,
  )
})

test('agents get a section and their tools if that is asked for', async () => {
  const init = ['init', 'records', '--domain', 'compliance', '--yes', '--agents']
  // An extension of the user would offer the tools.
  const env = { HOME: folder() }
  await recline(init, { env })
  expect(await read('records/AGENTS.md')).toMatch(/^## Records\n\nThe records in this folder are /)
  expect(JSON.parse(await read('records/.vscode/mcp.json'))).toEqual({
    servers: { recline: { type: 'stdio', command: 'recline', args: ['mcp', '${workspaceFolder}'] } },
  })
  const again = await recline(init, { env })
  expect(again.stdout).toContain('Add this section to records/AGENTS.md:\n\n## Records\n')
})

test('the workflow for due days is written if that is asked for', async () => {
  await expectRun(
    'init --domain hr --yes --due',
    `
      Written: first.rec
      Written: recline.json
      Written: .github/workflows/recline.yml
      Written: .github/workflows/recline-due.yml
      Before the workflow can run, set RECLINE_PACKAGE in .github/workflows/recline.yml to the package of Recline that npm installs.
      Before the workflow can run, set RECLINE_PACKAGE in .github/workflows/recline-due.yml to the package of Recline that npm installs.
      exit 0`,
  )
})

test.each([
  ['home/.vscode/extensions/recline.recline-0.2.0/package.json', '{}'],
  ['.vscode/extensions.json', '{\n  // for records\n  "recommendations": ["Recline.recline"]\n}'],
])('the tools are not written where the extension offers them: %s', async (name, text) => {
  await files({ [name]: text, 'home/x': '' })
  const run = await recline(['init', '--domain', 'compliance', '--yes', '--agents'], {
    env: { HOME: join(folder(), 'home') },
  })
  expect([run.code, run.stdout]).toEqual([
    0,
    `Written: first.rec
Written: recline.json
Written: .github/workflows/recline.yml
Written: AGENTS.md
Before the workflow can run, set RECLINE_PACKAGE in .github/workflows/recline.yml to the package of Recline that npm installs.
Not written: .vscode/mcp.json, as the extension of Recline gives agents in VS Code the tools.
`,
  ])
})
