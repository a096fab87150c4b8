import { createHash } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli } from './run.ts'

// Working trees that are not all of a revision. What Recline says of them must agree with `git status`.

const { folder, files, recline, read } = commandLine()
const { git, commit } = gitIn(folder)

const control = '@CONTROL rid=C-1 | framework="ISO" | title="x" | status="tested"\n'
const finding = '@FINDING rid=F-1 | title="x" | severity="high" | status="open"\n'

beforeEach(async () => {
  await git('init', '-q')
})

/** What a command prints, and its code. */
async function said(args: string, cwd = '.'): Promise<string> {
  const { stdout, stderr, code } = await recline(args.split(' '), { cwd: join(folder(), cwd) })
  return `${stdout}${stderr}${code}`
}

const fileStatus = (): Promise<string> => git('status', '--porcelain')

describe('a sparse checkout', () => {
  beforeEach(async () => {
    await commit({
      'a/a.compliance.rec': finding,
      'b/b.compliance.rec': `${control}@CONTROL rid=C-9 | maturity:int=9\n`,
    })
    await git('sparse-checkout', 'set', 'a')
  })

  test('files that are not there are not deleted', async () => {
    expect(await fileStatus()).toBe('')
    expect(await said('diff --since HEAD .')).toBe('No changes.\n0')
    expect(await said('diff --since HEAD .', 'a')).toBe('No changes.\n0')
    expect(await said('diff HEAD:. .')).toBe('No changes.\n0')
    expect(await said('diff . HEAD:.')).toBe('No changes.\n0')
    expect(await said('log C-1')).toMatch(/^\w{10} .*\n {4}CONTROL C-1 added\n0$/)
    expect(await said('check --since HEAD .')).toBe('2 files, 3 records: no problems that HEAD did not have.\n0')
  })

  test('records may refer to those that are not there, and break them', async () => {
    await files({ 'a/a.compliance.rec': finding.replace('\n', ' | control_ref="C-1"\n') })
    expect(await said('check --since HEAD .')).toBe('2 files, 3 records: no problems that HEAD did not have.\n0')
    await files({ 'a/a.compliance.rec': finding.replace('\n', ' | control_ref="C-2"\n') + control })
    const shown = await said('check --format lines --since HEAD .')
    expect(shown.match(/^[ab]\/.*? (duplicate-rid|dangling-reference)/gm)).toEqual([
      'a/a.compliance.rec:1:79 warning dangling-reference',
      'a/a.compliance.rec:2:14 error duplicate-rid',
      'b/b.compliance.rec:1:14 error duplicate-rid',
    ])
  })

  test('a change that is staged, but not there, counts', async () => {
    await git('sparse-checkout', 'disable')
    await files({ 'b/b.compliance.rec': control.replace('tested', 'draft') })
    await git('add', '-A')
    await git('update-index', '--skip-worktree', 'b/b.compliance.rec')
    await rm(join(folder(), 'b'), { recursive: true })
    expect(await fileStatus()).toBe('M  b/b.compliance.rec\n')
    expect(await said('diff --since HEAD .')).toContain('status  tested -> draft')
    expect(await said('log C-1')).toContain('not committed yet\n    CONTROL C-1 changed')
  })

  test('a file that is removed there is deleted', async () => {
    await rm(join(folder(), 'a/a.compliance.rec'))
    expect(await said('diff --since HEAD .')).toContain('1 removed.\n0')
  })

  test('the check of a merge names no file that is not there', async () => {
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'a/a.compliance.rec': finding.replace('open', 'closed') })
    await git('checkout', '-q', 'main')
    await commit({ 'a/c.compliance.rec': '' })
    await git('merge', '-q', '-m', 'Merge', 'other')
    expect(await said('git check')).toBe('3 files, 3 records: no problems that neither side had.\n0')
  })
})

describe('a submodule', () => {
  const inside = '@CONTROL rid=S-1 | maturity:int=9\n'

  beforeEach(async () => {
    const library = gitIn(() => join(folder(), '.git/library'))
    await mkdir(join(folder(), '.git/library'))
    await library.git('init', '-q')
    await library.commit({ 's.compliance.rec': inside })
    await git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `${folder()}/.git/library/.git`, 'lib')
    await commit({ 'a.compliance.rec': control })
  })

  test('is compared with its own revision', async () => {
    expect(await fileStatus()).toBe('')
    expect(await said('diff --since HEAD .')).toBe('No changes.\n0')
    expect(await said('check --since HEAD .')).toBe('2 files, 2 records: no problems that HEAD did not have.\n0')
    await files({ 'lib/s.compliance.rec': inside.replace('9', '8') })
    expect(await fileStatus()).toBe(' M lib\n')
    expect(await said('diff --since HEAD .')).toContain('lib/s.compliance.rec\n~ CONTROL S-1\n    maturity  9 -> 8\n')
    expect(await said('check --since HEAD .')).toContain('1 error that HEAD did not have')
  })

  test('a commit that it does not have is a failure', async () => {
    await git('update-index', '--cacheinfo', `160000,${'1'.repeat(40)},lib`)
    await git('commit', '-q', '-m', 'Unknown')
    expect(await said('check --since HEAD .')).toBe(
      'recline: The submodule lib does not have the commit 1111111111 of this revision; "git -C lib fetch" fetches it.\n2',
    )
  })

  test('one that is not checked out has no files, and is not deleted', async () => {
    await git('submodule', '--quiet', 'deinit', '-f', 'lib')
    expect(await fileStatus()).toBe('')
    expect(await said('diff --since HEAD .')).toBe('No changes.\n0')
  })

  test('is checked in a merge', async () => {
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'b.compliance.rec': finding })
    await git('checkout', '-q', 'main')
    await commit({ 'a.compliance.rec': control.replace('tested', 'draft') })
    await git('merge', '-q', '--no-commit', 'other')
    expect(await said('git check')).toBe('3 files, 3 records: no problems that neither side had.\n0')
  })
})

test('a worktree is compared with its own revision, also in a hook', async () => {
  await commit({ 'a.compliance.rec': control, 'b/b.compliance.rec': '' })
  await git('worktree', 'add', '-q', '.tree', '-b', 'other')
  const changed = control.replace('tested', 'effective')
  await files({ '.tree/a.compliance.rec': changed })
  expect(await said('diff --since HEAD .', '.tree')).toContain('a.compliance.rec\n~ CONTROL C-1  x\n')
  expect(await said('log C-1', '.tree')).toContain('not committed yet')
  expect(await said('check --since main .', '.tree')).toContain('2 files, 1 record: no problems')
  // Git tells a hook of a worktree its folders in variables.
  const hook = `#!/bin/sh\ncd b\n'${process.execPath}' '${cli}' diff --since HEAD .. > ../shown.txt\n`
  await files({ '.git/hooks/pre-commit': hook })
  await chmod(join(folder(), '.git/hooks/pre-commit'), 0o755)
  await git('-C', '.tree', 'commit', '-q', '-a', '-m', 'Changed')
  expect(await read('.tree/shown.txt')).toContain('../a.compliance.rec\n~ CONTROL C-1  x\n')
})

describe('a shallow clone', () => {
  beforeEach(async () => {
    await commit({ 'a.compliance.rec': control })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'b.compliance.rec': finding })
    await git('checkout', '-q', 'main')
    await commit({ 'a.compliance.rec': control.replace('tested', 'draft') })
    await git('clone', '-q', '--depth=1', '--no-single-branch', '--branch=other', `file://${folder()}`, '.clone')
  })

  test('says that it cannot know where the branches part', async () => {
    const shown = await said('diff --since origin/main .', '.clone')
    expect(shown).toContain('This clone is shallow, so nobody knows where the branch left origin/main')
    expect(await said('check --since origin/main .', '.clone')).toContain('This clone is shallow')
    await git('-C', '.clone', 'fetch', '-q', '--unshallow')
    expect(await said('check --since origin/main .', '.clone')).not.toContain('shallow')
  })

  test('says how to fetch a commit', async () => {
    expect(await said('check --since HEAD~1 .', '.clone')).toBe(
      'recline: There is no commit HEAD~1 in this clone, which is shallow; fetch it first, for example with "git fetch --unshallow", or use another one.\n2',
    )
  })
})

test('a partial clone fetches nothing, and says how to', async () => {
  await git('config', 'uploadpack.allowFilter', 'true')
  await git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  await commit({ 'a.compliance.rec': control })
  await commit({ 'a.compliance.rec': control.replace('tested', 'draft') })
  await git('clone', '-q', '--filter=blob:none', `file://${folder()}`, '.clone')
  const advice =
    'recline: This clone is partial and does not have all contents that this needs; "git log -p > /dev/null" lets git fetch them.\n2'
  for (const args of ['diff --since HEAD~1 .', 'log C-1', 'check --since HEAD~1 .'])
    expect(await said(args, '.clone')).toBe(advice)
  await git('-C', '.clone', '-c', 'protocol.file.allow=always', 'log', '-p')
  expect(await said('diff --since HEAD~1 .', '.clone')).toContain('status  tested -> draft')
  expect(await said('log C-1', '.clone')).toContain('status  tested -> draft')
})

describe('Git LFS', () => {
  /** Git has the pointer, and the store of Git LFS the content, as after `git lfs checkout`. */
  async function stored(content: string): Promise<string> {
    const hash = createHash('sha256').update(content).digest('hex')
    await files({ [`.git/lfs/objects/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`]: content })
    return `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize ${content.length}\n`
  }

  test('a content that it keeps is read from there', async () => {
    await commit({ 'a.compliance.rec': await stored(control), 'b.compliance.rec': finding })
    await files({ 'a.compliance.rec': control })
    expect(await said('diff --since HEAD .')).toBe('No changes.\n0')
    expect(await said('check --since HEAD .')).toBe('2 files, 2 records: no problems that HEAD did not have.\n0')
    expect(await said('log C-1')).toMatch(/^\w{10} .*\n {4}CONTROL C-1 added\n0$/)
    await files({ 'a.compliance.rec': control.replace('tested', 'draft') })
    expect(await said('diff --since HEAD .')).toContain('status  tested -> draft')
  })

  test('one that is not there is a failure', async () => {
    await commit({ 'a.compliance.rec': await stored(control) })
    await files({ 'a.compliance.rec': control })
    await rm(join(folder(), '.git/lfs/objects'), { recursive: true })
    await stored(finding)
    expect(await said('diff --since HEAD .')).toBe(
      'recline: a.compliance.rec of this revision is in Git LFS; fetch it first, with "git lfs fetch".\n2',
    )
  })

  test('a clone without its files has pointers in both versions', async () => {
    await commit({ 'a.compliance.rec': await stored(control) })
    await rm(join(folder(), '.git/lfs'), { recursive: true })
    expect(await said('diff --since HEAD .')).toBe('No changes.\n0')
    expect(await read('a.compliance.rec')).toContain('git-lfs')
  })
})
