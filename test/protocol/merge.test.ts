import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { asAnyone, commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli } from './run.ts'

const { folder, files, recline, expectRun, read, paths } = commandLine()

/** Git finds recline on the PATH, as after an installation. */
const environment = (): Record<string, string> => ({ PATH: `${folder()}/.bin:${process.env.PATH}` })
const { git, commit } = gitIn(folder, environment)

const base = '@CONTROL rid=C-1 | status="draft" | owner="Ann"\n@CONTROL rid=C-2\n'
const ours = base.replace('draft', 'tested')
const theirs = base.replace('Ann', 'Bob')
const both = ours.replace('Ann', 'Bob')

describe('recline merge', () => {
  test('prints the merged file, and writes it with --output', async () => {
    await files({ base, ours, theirs })
    await expectRun('merge base ours theirs', `${both}exit 0`)
    await expectRun('merge --output ours base ours theirs', 'exit 0')
    expect(await read('ours')).toBe(both)
  })

  test('a conflict has markers around whole records', async () => {
    await files({ base, ours, theirs: base.replace('draft', 'closed') })
    await expectRun(
      'merge --marker-size 9 --path a.rec --theirs-label x base ours theirs',
      `
      <<<<<<<<< ours: status
      @CONTROL rid=C-1 | status="tested" | owner="Ann"
      =========
      @CONTROL rid=C-1 | status="closed" | owner="Ann"
      >>>>>>>>> x: status
      @CONTROL rid=C-2
      ! recline: a.rec has 1 conflict.
      exit 1`,
    )
  })

  test('a side can decide about conflicts', async () => {
    await files({ base, ours, theirs: base.replace('draft', 'closed').replace('Ann', 'Bob') })
    const said = '! recline: The result had 1 conflict, decided by --favor'
    const closed = both.replace('tested', 'closed')
    await expectRun('merge --favor ours base ours theirs', `${both}${said} ours.\nexit 0`)
    await expectRun('merge --favor theirs base ours theirs', `${closed}${said} theirs.\nexit 0`)
    const [first, second] = [both, closed].map(text => text.split('\n')[0])
    await expectRun(
      'merge --favor union base ours theirs',
      `${first}\n${second}\n@CONTROL rid=C-2\n${said} union, so both versions of a record are there, one below the other; recline check reports the ids that are there twice.\nexit 0`,
    )
    expect(await recline(['merge', '--favor', 'our', 'base', 'ours', 'theirs'])).toMatchObject({ code: 2 })
    await files({ latin: Buffer.from(ours.replace('Ann', 'José'), 'latin1') })
    const run = await recline(['merge', '--favor', 'theirs', 'base', 'latin', 'theirs'])
    expect([run.code, run.stdout.includes('<<<')]).toEqual([1, false])
  })

  test('what is no text of records is merged as git merges it, and is never clean', async () => {
    const latin = Buffer.from(ours.replace('Ann', 'José'), 'latin1')
    await files({ base, ours: latin, theirs, binary: Buffer.from([0, 1, 2]), crlf: theirs.replaceAll('\n', '\r\n') })
    const run = await recline(['merge', 'base', 'ours', 'theirs'])
    expect([run.code, run.stderr]).toEqual([
      1,
      'recline: The result: a version is not UTF-8 or too large, so it was merged line by line.\n',
    ])
    expect(run.stdout).toContain('<<<<<<< ours\n@CONTROL rid=C-1')
    await files({ ours })
    expect(await recline(['merge', 'base', 'ours', 'crlf'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('owner="Bob"\r\n'),
      stderr: expect.stringContaining('different line ends'),
    })
    expect(await recline(['merge', 'base', 'ours', 'binary'])).toMatchObject({
      code: 1,
      stdout: ours,
      stderr:
        'recline: The result: a version is binary, so it has our version now; its lines cannot be merged either.\n',
    })
    expect(await recline(['merge', 'base', 'ours', 'none'])).toMatchObject({ code: 2, stdout: '' })
  })

  test('a conflict is told of the result, and not of our version', async () => {
    await files({ base, ours, theirs: base.replace('draft', 'closed') })
    await expectRun('merge --output res.rec base ours theirs', '! recline: res.rec has 1 conflict.\nexit 1')
    expect((await recline(['merge', 'base', 'ours', 'theirs'])).stderr).toBe('recline: The result has 1 conflict.\n')
  })

  test.each([
    ['a b none', 'none does not exist; name a file or folder that exists.'],
    ['a b base.rec', 'a is a folder, but base.rec is a file; name three files or three folders.'],
    ['base.rec base.rec base.rec --output a', 'a is a folder; name a file for the result with --output.'],
    ['a b c --output base.rec', 'base.rec is a file; name a new folder for the result with --output.'],
    ['a b c --output base.rec/out', 'base.rec/out could not be written: not a directory.'],
  ])('%s: %s', async (args, sentence) => {
    await files({ 'base.rec': base, 'a/a.rec': base, 'b/a.rec': ours, 'c/a.rec': theirs })
    await expectRun(`merge ${args}`, `! recline: ${sentence}\nexit 2`)
    expect(await paths()).toEqual(['a/a.rec', 'b/a.rec', 'base.rec', 'c/a.rec'])
  })

  test('a file in a folder that cannot be read is named, and nothing is left', async () => {
    await files({ 'a/a.rec': base, 'b/a.rec': ours, 'c/a.rec': theirs })
    await chmod(join(folder(), 'c/a.rec'), 0)
    const args = ['merge', 'a', 'b', 'c', '--output', 'results/of/today']
    expect(await recline(args, { through: asAnyone })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'recline: c/a.rec could not be read: permission denied.\n',
    })
    expect(await readdir(folder())).toEqual(['a', 'b', 'c'])
  })

  test('a file that one side removed and the other changed is a conflict', async () => {
    const [other, changed] = [base, theirs].map(text => text.replaceAll('C-', 'D-')) as [string, string]
    await files({ 'a/a.rec': base, 'a/b.rec': other, 'b/a.rec': ours, 'c/b.rec': changed })
    await expectRun(
      'merge a b c --output out',
      `
      ! recline: out/a.rec has a conflict: c removed it and b changed it, so it was kept; delete it if nobody needs it.
      ! recline: out/b.rec has a conflict: b removed it and c changed it, so it was kept; delete it if nobody needs it.
      ! 2 files, 4 records: no problems that neither side had.
      exit 1`,
    )
  })

  test('a record that one side moved to another file has the changes of the other side there', async () => {
    const [one, two] = ['@CONTROL rid=C-1 | status="draft"\n', '@CONTROL rid=C-2 | owner="Ann"\n']
    const changed = two.replace('Ann', 'Bob')
    await files({ 'a/x.rec': one + two, 'b/x.rec': one + changed, 'c/x.rec': one, 'c/y.rec': two })
    const [old, ours] = [theirs, both].map(text => text.replaceAll('C-', 'D-')) as [string, string]
    await files({ 'a/z.rec': old, 'b/z.rec': ours, 'c/new.rec': old })
    await expectRun('merge a b c --output out', '! 3 files, 4 records: no problems that neither side had.\nexit 0')
    expect([await read('out/x.rec'), await read('out/y.rec')]).toEqual([one, changed])
    expect(await read('out/new.rec')).toBe(ours)
    await expect(read('out/z.rec')).rejects.toThrow('ENOENT')
  })

  test('a moved record in a file that cannot be merged by record is merged in each file', async () => {
    const [one, two] = ['@CONTROL rid=C-1 | status="draft"\n', '@CONTROL rid=C-2 | owner="Ann"\n']
    await files({ 'a/x.rec': one + two, 'b/x.rec': one + two.replace('Ann', 'Bob'), 'c/x.rec': one })
    await files({ 'a/y.rec': one, 'b/y.rec': one.replace('draft', 'tested'), 'c/y.rec': `${one}${two}\r\n` })
    expect(await recline(['merge', 'a', 'b', 'c', '--output', 'out'])).toMatchObject({ code: 1 })
    expect(await read('out/x.rec')).toContain('Bob')
  })

  test('folders are merged file by file, and the result is checked', async () => {
    const control = '@CONTROL rid=C-1 | framework="ISO" | title="x" | status="tested"\n'
    const finding = '@FINDING rid=F-1 | title="x" | severity="high" | status="open"'
    const name = (side: string, file: string): string => `${side}/${file}.compliance.rec`
    await files({
      [name('base', 'a')]: control,
      [name('base', 'b')]: `${finding}\n`,
      [name('ours', 'b')]: `${finding} | owner="Ann"\n`,
      [name('theirs', 'a')]: control,
      [name('theirs', 'b')]: `${finding} | control_ref="C-1"\n`,
      [name('theirs', 'c')]: control.replace('C-1', 'C-2'),
    })
    const { code, stdout, stderr } = await recline(['merge', '--output', 'new', 'base', 'ours', 'theirs'])
    expect([code, stderr]).toEqual([1, '2 files, 2 records: 1 warning that neither side had.\n'])
    expect(stdout).toContain('dangling-reference')
    expect(await read(name('new', 'b'))).toBe(`${finding} | owner="Ann" | control_ref="C-1"\n`)
    expect(await read(name('new', 'c'))).toContain('C-2')
    await expect(read(name('new', 'a'))).rejects.toThrow('ENOENT')
    await expectRun(
      'merge --output new base ours theirs',
      '! recline: new is not empty; name a new folder for the result.\nexit 2',
    )
  })

  test.each([
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ])('a file that %s renamed gets all changes of %s', async (renamer, changer) => {
    const control = (id: number, title = 'x'): string => `@CONTROL rid=C-${id} | framework="ISO" | title="${title}"\n`
    const evidence = '@EVIDENCE control_ref="C-1" | type="log" | collected_at:ts=2026-06-30\n'
    const added = evidence.replace('log', 'config') + control(3)
    await files({
      'base/x.compliance.rec': control(1) + control(2) + evidence,
      [`${changer}/x.compliance.rec`]: control(1) + control(2) + added,
      [`${renamer}/w.compliance.rec`]: control(1) + control(2, 'y') + evidence,
    })
    expect(await recline(['merge', 'base', 'ours', 'theirs', '--output', 'out'])).toMatchObject({ code: 0 })
    expect(await read('out/w.compliance.rec')).toBe(control(1) + control(2, 'y') + added)
    await expect(read('out/x.compliance.rec')).rejects.toThrow('ENOENT')
  })

  test('a link in a folder is not followed', async () => {
    await files({ 'base/a.rec': base, 'ours/a.rec': base, 'outside.rec': theirs, 'theirs/b.rec': theirs })
    await symlink(join(folder(), 'outside.rec'), join(folder(), 'theirs/a.rec'))
    expect(await recline(['merge', '--output', 'new', 'base', 'ours', 'theirs'])).toMatchObject({ code: 0 })
    await expect(read('new/a.rec')).rejects.toThrow('ENOENT')
    expect(await read('new/b.rec')).toBe(theirs)
  })

  test('the order is that of our version, or of theirs', async () => {
    const control = (id: string, more = '') => `@CONTROL rid=${id} | title="${id}"${more}\n`
    await files({
      'base.rec': control('c') + control('b') + control('a'),
      'ours.rec': control('a') + control('b', ' | owner="CISO"') + control('c'),
      'theirs.rec': control('c', ' | maturity:int=3') + control('new') + control('b') + control('a'),
    })
    const changed = control('c', ' | maturity:int=3') + control('new')
    expect(await recline(['merge', 'base.rec', 'ours.rec', 'theirs.rec'])).toMatchObject({
      stdout: control('a') + control('b', ' | owner="CISO"') + changed,
      stderr:
        'recline: The result has the order of our version; 2 records have another place in the other one, which --order theirs takes.\n',
      code: 0,
    })
    expect(await recline(['merge', 'base.rec', 'ours.rec', 'theirs.rec', '--order', 'theirs'])).toMatchObject({
      stdout: changed + control('b', ' | owner="CISO"') + control('a'),
      code: 0,
    })
  })

  test('a byte order mark that one side adds stays', async () => {
    await files({ base, ours, theirs: `\ufeff${theirs}` })
    expect((await recline(['merge', 'base', 'ours', 'theirs'])).stdout).toBe(`\ufeff${both}`)
  })
})

describe('recline git', () => {
  beforeEach(async () => {
    await mkdir(join(folder(), '.bin'))
    await writeFile(join(folder(), '.bin/recline'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`)
    await chmod(join(folder(), '.bin/recline'), 0o755)
    await git('init', '-q')
    await files({ '.gitignore': '.bin\n' })
  })

  const run = (...args: string[]): ReturnType<typeof recline> => recline(args, { env: environment() })

  test('install, status and uninstall', async () => {
    expect(await run('git', 'status')).toMatchObject({ code: 1, stdout: expect.stringContaining('line by line') })
    const { stdout, code } = await run('git', 'install', '--hook')
    expect(code).toBe(0)
    expect(stdout).toContain('Set merge.recline.driver in the local git configuration.')
    expect(await read('.gitattributes')).toContain('\n*.rec merge=recline diff=recline\n')
    expect((await run('git', 'status')).code).toBe(0)
    expect((await run('git', 'install')).stdout).toContain('already has')
    expect((await run('git', 'uninstall')).stdout.split('\n').length).toBe(7)
    expect((await git('status', '--porcelain')).trim()).toBe('?? .gitignore')
    expect((await git('config', '--list', '--local')).includes('recline')).toBe(false)
    expect((await run('git', 'status')).code).toBe(1)
  })

  test('install and uninstall keep the other bytes of the attributes', async () => {
    const before = Buffer.from('# caf\xe9\n*.txt text\n', 'latin1')
    await writeFile(join(folder(), '.gitattributes'), before)
    await run('git', 'install')
    expect((await readFile(join(folder(), '.gitattributes'))).subarray(0, before.length)).toEqual(before)
    await run('git', 'uninstall')
    expect(await readFile(join(folder(), '.gitattributes'))).toEqual(before)
  })

  /** A repository in which two branches changed a file. */
  async function branches(before: string, main: string, other: string, name = 'a.rec'): Promise<void> {
    await run('git', 'install')
    await commit({ 'a.rec': before })
    await git('checkout', '-q', '-b', 'other')
    if (name !== 'a.rec') await git('mv', 'a.rec', name)
    await commit({ [name]: other })
    await git('checkout', '-q', 'main')
    await commit({ 'a.rec': main })
  }

  test.each(['merge', 'rebase', 'cherry-pick'])('%s uses the driver', async command => {
    await branches(base, ours, theirs)
    await git(command, 'other')
    expect(await read('a.rec')).toBe(both)
  })

  test('stash and renamed files use the driver', async () => {
    await branches(base, ours, theirs, 'b c.rec')
    await git('merge', '-q', '-X', 'find-renames=20%', 'other')
    expect(await read('b c.rec')).toBe(both)
    await files({ 'b c.rec': both.replace('Bob', 'Eve') })
    await git('stash', '-q')
    await commit({ 'b c.rec': both.replace('tested', 'effective') })
    await git('stash', 'pop', '-q')
    expect(await read('b c.rec')).toBe(both.replace('Bob', 'Eve').replace('tested', 'effective'))
  })

  test('a header of one branch does not decide about the records of the other', async () => {
    const [before, policy] = ['@DOC domain=compliance\n@POLICY rid=P-1\n', '@POLICY rid=P-9\n']
    const section = '@DOC domain=insurance\n@POLICY rid=Q-1\n'
    await branches(before, before + section, before + policy)
    await git('merge', '-q', 'other')
    expect(await read('a.rec')).toBe(before + policy + section)
    await git('reset', '-q', '--hard', 'HEAD~1')
    await commit({ 'a.rec': before.replace('compliance', 'insurance') })
    await expect(git('merge', 'other')).rejects.toThrow('a.rec')
    expect(await read('a.rec')).toContain('>>>>>>> theirs: added (together: core.insurance)\n')
  })

  test('a conflict stays for the user', async () => {
    await branches(base, ours, base.replace('draft', 'closed'))
    await expect(git('merge', 'other')).rejects.toThrow('a.rec')
    expect(await read('a.rec')).toContain('>>>>>>> theirs: status\n')
    expect(await git('diff', '--name-only', '--diff-filter=U')).toBe('a.rec\n')
  })

  test('if git cannot run recline, it merges by lines and leaves conflict markers', async () => {
    await branches(base, ours, base.replace('draft', 'closed'))
    await files({ '.bin/recline': '#!/bin/sh\nexec no-such-node\n' })
    const marked = base.replace(/^.*\n/, '<<<<<<< ours\n$&=======\n$&>>>>>>> theirs\n').replace('draft', 'tested')
    await expect(git('merge', 'other')).rejects.toThrow('no-such-node')
    expect(await read('a.rec')).toBe(marked.replace('draft', 'closed'))
    await git('merge', '--abort')
    await rm(join(folder(), '.bin/recline'))
    await expect(git('merge', 'other')).rejects.toThrow('recline')
    expect(await read('a.rec')).toBe(marked.replace('draft', 'closed'))
  })

  test('if the program that git runs is no longer there, it merges by lines', async () => {
    const copy = join(folder(), '.bin/cli.js')
    await symlink(cli, copy)
    await rm(join(folder(), '.bin/recline'))
    const node = { env: { ...environment(), PATH: process.env.PATH! } }
    await promisify(execFile)(process.execPath, [copy, 'git', 'install'], { cwd: folder(), ...node })
    await commit({ 'a.rec': base })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'a.rec': theirs })
    await git('checkout', '-q', 'main')
    await commit({ 'a.rec': ours })
    await expect(git('merge', 'other')).resolves.toContain('a.rec')
    expect(await read('a.rec')).toBe(both)
    await git('reset', '-q', '--hard', 'HEAD~1')
    await rm(copy)
    await expect(git('merge', 'other')).rejects.toThrow('merge other')
    expect(await read('a.rec')).toContain('>>>>>>> theirs\n')
  })

  test('if recline fails because its files are incomplete, git merges by lines', async () => {
    await branches(base, ours, base.replace('draft', 'closed'))
    await files({ '.bin/cli.js': await readFile(cli) })
    await files({ '.bin/recline': `#!/bin/sh\nexec '${process.execPath}' '${folder()}/.bin/cli.js' "$@"\n` })
    await expect(git('merge', 'other')).rejects.toThrow('The command failed: Error: Cannot find module')
    expect(await read('a.rec')).toContain('>>>>>>> theirs\n')
  })

  test('status and install know a driver of an older version', async () => {
    await run('git', 'install')
    await git('config', 'merge.recline.driver', 'recline merge --output %A --marker-size %L --path %P %O %A %B')
    const { code, stdout } = await run('git', 'status')
    expect([code, stdout.includes('older version; run "recline git install" again')]).toEqual([0, true])
    await run('git', 'install')
    expect((await run('git', 'status')).stdout).not.toContain('older version')
  })

  test('pointers of Git LFS and files that are not valid are not merged by record', async () => {
    const pointer = (hash: string): string => `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize 5\n`
    await branches(pointer('a'), pointer('b'), pointer('c'))
    await expect(git('merge', 'other')).rejects.toThrow('Git LFS')
    expect(await read('a.rec')).toBe(pointer('b'))
  })

  test('a second uninstall says that nothing is installed', async () => {
    await run('git', 'install', '--hook')
    await run('git', 'uninstall')
    expect(await run('git', 'uninstall')).toMatchObject({
      code: 0,
      stdout: 'There is nothing to remove: Recline is not installed in this clone.\n',
    })
  })

  const control = '@CONTROL rid=C-1 | framework="ISO" | title="x" | status="tested"\n'
  const finding = '@FINDING rid=F-1 | title="x" | severity="high" | status="open"\n'
  const referring = finding.replace('\n', ' | control_ref="C-1"\n')

  /** Two branches that fit together by their lines, but one removes the control to which the other one refers. */
  async function unfitBranches(): Promise<void> {
    await commit({ 'a.compliance.rec': control, 'b.compliance.rec': finding })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'b.compliance.rec': referring })
    await git('checkout', '-q', 'main')
    await commit({ 'a.compliance.rec': '' })
  }

  test('check tells problems that neither side had', async () => {
    await run('git', 'install')
    await unfitBranches()
    expect(await run('git', 'check')).toMatchObject({ code: 2, stderr: expect.stringContaining('no merge to check') })
    await git('merge', '-q', 'other')
    const { code, stdout, stderr } = await run('git', 'check')
    expect([code, stdout.includes('dangling-reference')]).toEqual([1, true])
    expect(stderr).toBe('2 files, 1 record: 1 warning that neither side had.\n')
    expect((await run('git', 'check', 'none')).code).toBe(2)
  })

  test('check of a merge commit in a shallow clone needs its parents', async () => {
    await unfitBranches()
    await git('merge', '-q', 'other')
    await git('clone', '-q', '--depth=1', `file://${folder()}`, '.bin/copy')
    const there = { cwd: `${folder()}/.bin/copy` }
    expect(await recline(['git', 'check'], there)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'recline: The last commit is a merge commit, but this clone is shallow and does not have its parents; "git fetch --deepen=1" fetches them.\n',
    })
    await git('-C', '.bin/copy', 'fetch', '-q', '--deepen=1')
    expect(await recline(['git', 'check'], there)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('dangling-reference'),
    })
  })

  test('check passes a merge without records', async () => {
    await commit({ a: '' })
    await git('checkout', '-q', '-b', 'other')
    await commit({ b: '' })
    await git('checkout', '-q', 'main')
    await commit({ c: '' })
    await git('merge', '-q', '-m', 'Merge', 'other')
    expect(await run('git', 'check')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('the hooks stop such a merge, and "git commit" after it', async () => {
    await run('git', 'install', '--hook')
    await unfitBranches()
    await expect(git('merge', 'other')).rejects.toThrow('dangling-reference')
    await expect(git('commit', '-m', 'Merge')).rejects.toThrow('dangling-reference')
    await git('commit', '-q', '--no-verify', '-m', 'Merge')
    // The hook of each commit is only for merges.
    await commit({ 'c.rec': base })
  })

  test('the hooks stop a merge whose conflict was resolved', async () => {
    await run('git', 'install', '--hook')
    await unfitBranches()
    await commit({ 'b.compliance.rec': finding.replace('open', 'closed') })
    await git('checkout', '-q', 'other')
    await commit({ 'b.compliance.rec': referring.replace('open', 'accepted') })
    await expect(git('merge', 'main')).rejects.toThrow('b.compliance.rec has 1 conflict')
    await files({ 'b.compliance.rec': referring })
    await git('add', '-A')
    await expect(git('commit', '-m', 'Merge')).rejects.toThrow('dangling-reference')
    await files({ 'b.compliance.rec': finding })
    await git('add', '-A')
    await git('commit', '-q', '-m', 'Merge')
    expect((await git('log', '-1', '--format=%P')).trim().split(' ')).toHaveLength(2)
  })

  const numbered = '@FINDING rid=F-1 | severity="low" | status="open"\n'
  const renumbered = numbered.replace('F-1', 'F-2')

  /** Two branches that each add a record with the same id, in different files. */
  async function sameIds(): Promise<void> {
    await commit({ 'a.compliance.rec': control })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'c.compliance.rec': numbered })
    await git('checkout', '-q', 'main')
    await commit({ 'b.compliance.rec': numbered })
  }

  test('the hooks check what is added, not what is only saved', async () => {
    await run('git', 'install', '--hook')
    await sameIds()
    await expect(git('merge', 'other')).rejects.toThrow('duplicate-rid')
    await files({ 'b.compliance.rec': renumbered })
    await expect(git('commit', '-m', 'Merge')).rejects.toThrow(
      'b.compliance.rec has changes that are not added, so they are not checked; add them first.',
    )
    await git('add', '-A')
    await git('commit', '-q', '-m', 'Merge')
    expect(await git('show', 'HEAD:b.compliance.rec')).toBe(renumbered)
  })

  test('check of a merge commit goes by the commit, whatever is saved since', async () => {
    await sameIds()
    await git('merge', '-q', '-m', 'Merge', 'other')
    await files({ 'b.compliance.rec': renumbered, 'a.compliance.rec': `${control}${control}` })
    const { code, stdout, stderr } = await run('git', 'check')
    expect([code, stdout.match(/duplicate-rid/g)?.length]).toEqual([1, 2])
    expect(stderr).toBe(
      '3 files, 3 records: 2 errors that neither side had.\nrecline: a.compliance.rec, b.compliance.rec have changes that are not committed, so they are not checked.\n',
    )
    await git('checkout', '-q', '.')
    await files({ 'b.compliance.rec': renumbered })
    await git('commit', '-q', '-a', '--amend', '-m', 'Merge')
    await files({ 'b.compliance.rec': numbered })
    expect((await run('git', 'check')).code).toBe(0)
    // Other line ends are no change.
    await files({ 'b.compliance.rec': renumbered.replace('\n', '\r\n') })
    expect((await run('git', 'check')).stderr).toBe('3 files, 3 records: no problems that neither side had.\n')
  })

  test('check during a merge takes a file with a conflict as it is saved', async () => {
    await commit({ 'a.compliance.rec': control })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'a.compliance.rec': control.replace('tested', 'draft') })
    await git('checkout', '-q', 'main')
    await commit({ 'a.compliance.rec': control.replace('tested', 'effective') })
    await expect(git('merge', 'other')).rejects.toThrow('merge other')
    const { code, stdout } = await run('git', 'check')
    expect([code, stdout.includes('merge-conflict')]).toEqual([1, true])
    await files({ 'a.compliance.rec': control })
    expect(await run('git', 'check')).toMatchObject({ code: 0 })
  })

  test('install, status and uninstall keep a hook of the user', async () => {
    const hook = join(folder(), '.git/hooks/pre-commit')
    await writeFile(hook, '#!/bin/sh\nexit 0\n')
    const { stdout } = await run('git', 'install', '--hook')
    const line = 'if git rev-parse -q --verify MERGE_HEAD >/dev/null; then recline git check || exit 1; fi'
    expect(stdout).toContain(`${hook} exists, so it was not changed; add this line to it: ${line}\n`)
    expect((await run('git', 'status')).stdout).toContain('no   The hook pre-commit')
    expect((await run('git', 'status')).stdout).toContain('yes  The hook pre-merge-commit')
    await writeFile(hook, `#!/bin/sh\n${line}\nexit 0\n`)
    expect((await run('git', 'install', '--hook')).stdout).toContain(`${hook} already runs "recline git check".`)
    expect((await run('git', 'status')).stdout).toContain('yes  The hook pre-commit')
    expect((await run('git', 'uninstall')).stdout).toContain(`${hook} has other lines too, so it was kept`)
    expect(await readFile(hook, 'utf8')).toContain(line)
    expect((await run('git', 'status')).stdout).toContain('no   The hook pre-merge-commit')
  })

  test('a hook to which the user added lines is kept', async () => {
    await run('git', 'install', '--hook')
    const hook = join(folder(), '.git/hooks/pre-commit')
    const more = `${await readFile(hook, 'utf8')}npm test\n`
    await writeFile(hook, more)
    await run('git', 'install', '--hook')
    await run('git', 'uninstall')
    expect(await readFile(hook, 'utf8')).toBe(more)
  })

  test('git diff shows records', async () => {
    await run('git', 'install')
    await commit({ 'a.rec': base })
    await files({ 'a.rec': both })
    expect(await git('diff')).toBe(
      'a.rec\n~ CONTROL C-1  Bob\n    status  draft -> tested\n    owner   Ann -> Bob\n\n1 changed.\n\n',
    )
  })

  test('git diff names a renamed file', async () => {
    await run('git', 'install')
    await commit({ 'a.rec': base })
    await git('mv', 'a.rec', 'b.rec')
    expect(await git('diff', '--cached')).toBe('b.rec  (renamed from a.rec)\nNo changes.\n\n')
  })

  test('git diff shows a file whose name starts with a hyphen', async () => {
    await run('git', 'install')
    await commit({ '-a.rec': base })
    await files({ '-a.rec': both })
    expect(await git('diff')).toContain('-a.rec\n~ CONTROL C-1  Bob\n')
  })

  test('git diff says nothing if its reader ends early', async () => {
    await run('git', 'install')
    const records = Array.from({ length: 3000 }, (_, index) => `@CONTROL rid=C-${index} | owner="Ann"\n`).join('')
    await commit({ 'a.rec': records, 'b.rec': base })
    await files({ 'a.rec': records.replaceAll('Ann', 'Bob'), 'b.rec': both })
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', 'git diff | head -1'], {
      cwd: folder(),
      env: { ...process.env, ...environment() },
    })
    expect([stdout, stderr]).toEqual(['a.rec\n', ''])
  })
})
