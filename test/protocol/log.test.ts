import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, recline } = commandLine()
const { git, commit } = gitIn(folder)

const run = (...args: string[]): ReturnType<typeof recline> =>
  recline(['log', ...args], { env: { XDG_CACHE_HOME: `${folder()}/.cache` } })

test('recline log lists the commits that changed a record, not those that changed its line', async () => {
  await git('init', '-q')
  await commit({ '.gitignore': '.cache\n' })
  expect(await run('C-1')).toMatchObject({ code: 1, stderr: expect.stringContaining('No commit') })
  await commit({ 'a.rec': '@CONTROL rid=C-10\n@CONTROL title="not C-10" | rid=C-1\n  | status="draft"\n' })
  await commit({ 'a.rec': '@CONTROL rid=C-10\n', 'b.rec': '@CONTROL   rid="C-1" | status="draft"\n' })
  await commit({ 'b.rec': '@CONTROL rid=C-1 | status="draft" | owner="Ann"\n@FINDING rid=F-1 | control_ref="C-1"\n' })
  await commit({ 'b.rec': '@FINDING rid=C-1\n' })
  const { stdout, code } = await run('C-1')
  expect(code).toBe(0)
  const lines = stdout.split('\n').map(line => line.replace(/^[0-9a-f]{10} .*/, 'commit'))
  expect(lines).toEqual([
    'commit',
    '    CONTROL C-1 removed',
    'commit',
    '    FINDING C-1 added',
    'commit',
    '    CONTROL C-1 changed',
    '    owner  (none) -> Ann',
    'commit',
    '    CONTROL C-1 changed',
    '    title  not C-10 -> (none)',
    'commit',
    '    CONTROL C-1 added',
    '',
  ])
  expect((await run('C-1')).stdout).toBe(stdout)
  expect(JSON.parse((await run('--tag', 'finding', '--format', 'json', 'C-1')).stdout)).toMatchObject([
    { record: 'FINDING C-1', kind: 'added', fields: [] },
  ])
})

test('recline log says if a record with the id has another tag, and if there is no such tag', async () => {
  await git('init', '-q')
  await commit({ 'a.rec': '@CONTROL rid=C-1\n' })
  const complaint = async (...args: string[]): Promise<[number | null, string]> => {
    const { code, stderr } = await run(...args)
    return [code, stderr.replace('recline: ', '').trim()]
  }
  const none = 'No commit of the current branch has a'
  expect(await complaint('C-1', '--tag', 'FINDING')).toEqual([1, `${none} FINDING with the id C-1, only CONTROL C-1.`])
  expect(await complaint('C-2', '--tag', 'CONTROL')).toEqual([1, `${none} CONTROL with the id C-2.`])
  expect(await complaint('C-2')).toEqual([1, `${none} record with the id C-2.`])
  expect(await complaint('C-1', '--tag', 'CONTRL')).toEqual([2, '--tag: There is no tag CONTRL; CONTROL may be meant.'])
})

test('recline log starts with what is not committed yet', async () => {
  await git('init', '-q')
  const other = '@CONTROL rid=C-2 | title="x"\n'
  await commit({ '.gitignore': '.cache\n', 'a.rec': '@CONTROL rid=C-1 | status="draft"\n', 'b.rec': other })
  const [first] = JSON.parse((await run('--format', 'json', 'C-1')).stdout) as object[]
  await writeFile(join(folder(), 'a.rec'), '@CONTROL rid=C-1   |   status="tested"\n')
  await writeFile(join(folder(), 'b.rec'), `${other}${other.replace('C-2', 'C-3')}`)
  expect((await run('C-1')).stdout).toMatch(
    /^not committed yet\n {4}CONTROL C-1 changed\n {4}status {2}draft -> tested\n[0-9a-f]{10} .*\n {4}CONTROL C-1 added\n$/,
  )
  expect(JSON.parse((await run('--format', 'json', 'C-1')).stdout)).toEqual([
    { record: 'CONTROL C-1', kind: 'changed', fields: [{ name: 'status', before: 'draft', after: 'tested' }] },
    first,
  ])
  expect((await run('C-2')).stdout).not.toContain('not committed')
  expect((await run('C-3')).stdout).toBe('not committed yet\n    CONTROL C-3 added\n')
  await rm(join(folder(), 'a.rec'))
  expect((await run('C-1')).stdout).toMatch(/^not committed yet\n {4}CONTROL C-1 removed\n/)
})

test('recline log in a folder finds the records of the whole repository', async () => {
  await git('init', '-q')
  const old = '@CONTROL rid=C-1 | status="draft"\n'
  await commit({ '.gitignore': '.cache\n', 'a.rec': old, 'sub/b.rec': '@CONTROL rid=C-2\n' })
  await commit({ 'a.rec': '', 'sub/deep/c.rec': old })
  await writeFile(join(folder(), 'sub/deep/c.rec'), '')
  await writeFile(join(folder(), 'a.rec'), old.replace('draft', 'tested'))
  const inFolder = async (cwd: string): Promise<string> =>
    (await recline(['log', 'C-1'], { cwd: join(folder(), cwd), env: { XDG_CACHE_HOME: `${folder()}/.cache` } })).stdout
  expect(await inFolder('sub')).toMatch(
    /^not committed yet\n {4}CONTROL C-1 changed\n {4}status {2}draft -> tested\n[0-9a-f]{10} .*\n {4}CONTROL C-1 added\n$/,
  )
  for (const cwd of ['.', 'sub/deep']) expect(await inFolder(cwd)).toBe(await inFolder('sub'))
})

test('recline log reads commits whatever their subjects have, and records between lone carriage returns', async () => {
  await git('init', '-q')
  await commit({ '.gitignore': '.cache\n', 'a.rec': '@CONTROL rid=C-2\r@CONTROL rid=C-1\r' })
  const subjects = ['a\u0001b', 'a\u0002b', 'commit x', ':100644 100644 a b M\ta.rec', '\rcommit y']
  for (const [index, subject] of subjects.entries()) {
    await writeFile(join(folder(), 'a.rec'), `@CONTROL rid=C-2\r@CONTROL rid=C-1 | maturity:int=${index}\r`)
    await git('commit', '-q', '--cleanup=verbatim', '-a', '-m', subject)
  }
  const changes = JSON.parse((await run('--format', 'json', 'C-1')).stdout) as { subject: string }[]
  expect(changes.slice(0, -1).map(({ subject }) => subject)).toEqual(subjects.reverse())
})

test('recline log reads the history again if descriptors or the commits of a shallow clone change', async () => {
  await git('init', '-q')
  const states = (...names: string[]): Promise<void> =>
    writeFile(
      join(folder(), 'x.json'),
      JSON.stringify({
        domain: 'acme.x',
        version: '1.0',
        description: 'X.',
        records: [
          {
            tag: 'X',
            fields: [
              { name: 'rid', type: 'string' },
              { name: 'status', type: 'string', enum: names },
            ],
          },
        ],
      }),
    )
  await states('a', 'b')
  await commit({ '.gitignore': '.cache\ncopy\n', 'recline.json': '{ "descriptors": ["x.json"] }' })
  await commit({ 'a.rec': '@X rid=1 | status="a"\n' })
  await commit({ 'a.rec': '@X rid=1 | status="b"\n' })
  expect((await run('1')).stdout).toContain('a -> b (forward)')
  await states('b', 'a')
  expect((await run('1')).stdout).toContain('a -> b (backward)')
  await git('clone', '-q', '--depth=1', `file://${folder()}`, 'copy')
  const inCopy = async (): Promise<string> =>
    (await recline(['log', '1'], { cwd: `${folder()}/copy`, env: { XDG_CACHE_HOME: `${folder()}/.cache` } })).stdout
  expect(await inCopy()).not.toContain('changed')
  await git('-C', 'copy', 'fetch', '-q', '--unshallow')
  expect(await inCopy()).toContain('X 1 changed')
})

test('recline log follows a record to the id that it had before', async () => {
  await git('init', '-q')
  const other = '@CONTROL rid=C-2 | title="Other"\n'
  await commit({ 'a.rec': `${other}@CONTROL rid=C-1 | title="Access review" | status="draft" | owner="Ann"\n` })
  await commit({ 'a.rec': `${other}@CONTROL rid=C-1 | title="Access review" | status="tested" | owner="Ann"\n` })
  await commit({ 'a.rec': `${other}@CONTROL rid=C-9 | title="Access review" | status="tested" | owner="Ann"\n` })
  const { stdout, stderr } = await run('C-9')
  expect(stderr).toBe('')
  expect(stdout.split('\n').filter(line => line.startsWith(' '))).toEqual([
    '    CONTROL C-9 changed',
    '    rid  C-1 -> C-9',
    '    CONTROL C-1 changed',
    '    status  draft -> tested',
    '    CONTROL C-1 added',
  ])
  expect((await run('C-9')).stdout).toBe(stdout)
  await git('clone', '-q', '--depth=1', `file://${folder()}`, 'copy')
  const shallow = await recline(['log', 'C-9'], {
    cwd: `${folder()}/copy`,
    env: { XDG_CACHE_HOME: `${folder()}/.cache` },
  })
  expect(shallow.stdout).toContain('CONTROL C-9 added')
  expect(shallow.stderr).toBe(
    'recline: This clone is shallow, so older commits are not listed; "git fetch --unshallow" fetches them.\n',
  )
})
