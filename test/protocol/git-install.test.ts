import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli } from './run.ts'

const { folder, files, recline, read, startInTerminal } = commandLine()

/** Git finds recline on the PATH, as after an installation. */
const environment = (): Record<string, string> => ({ PATH: `${folder()}/.bin:${process.env.PATH}` })
const { git, commit } = gitIn(folder, environment)
const run = (...args: string[]): ReturnType<typeof recline> => recline(args, { env: environment() })

const before = '@CONTROL rid=C-1 | status="draft" | owner="Ann"\n@CONTROL rid=C-2\n'
const after = before.replace('Ann', 'Bob')

const added = '@RISK rid=R-1 | title="New"\n'

const more = '@POLICY rid=P-1 | title="Retention of records" | status="approved" | owner="Eve"\n'.repeat(4)

const program = (): string => join(folder(), '.bin/recline')

beforeEach(async () => {
  await mkdir(join(folder(), '.bin'))
  await writeFile(program(), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`)
  await chmod(program(), 0o755)
  await git('init', '-q')
  await files({ '.gitignore': '.bin\n' })
})

describe('git diff where git cannot run recline', () => {
  /** Leaves a changed file, a new, a renamed and a removed one. */
  async function changes(): Promise<void> {
    await run('git', 'install')
    await commit({ 'a b.rec': before, 'old.rec': before + more, 'gone.rec': '@CONTROL rid=C-9\n' })
    await git('mv', 'old.rec', 'new.rec')
    await rm(join(folder(), 'gone.rec'))
    await files({ 'a b.rec': after, 'new.rec': after + more, '-added.rec': added })
    await git('add', '-A')
  }

  test('it shows a patch that git can apply', async () => {
    await changes()
    await rm(program())
    const patch = await git('diff', '--cached')
    expect(patch.split('\n').filter(line => /^(---|\+\+\+)/.test(line))).toEqual([
      '--- /dev/null',
      '+++ b/-added.rec',
      '--- a/a b.rec',
      '+++ b/a b.rec',
      '--- a/gone.rec',
      '+++ /dev/null',
      '--- a/old.rec',
      '+++ b/new.rec',
    ])
    expect(patch).toContain('\n-@CONTROL rid=C-1 | status="draft" | owner="Ann"\n+@CONTROL rid=C-1')
    await git('reset', '-q', '--hard')
    await files({ 'patch.txt': patch })
    await git('apply', 'patch.txt')
    expect(await read('a b.rec')).toBe(after)
    expect(await read('-added.rec')).toBe(added)
  })

  test('a file that is in conflict is named', async () => {
    await run('git', 'install')
    await commit({ 'a.rec': before })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'a.rec': before.replace('draft', 'closed') })
    await git('checkout', '-q', 'main')
    await commit({ 'a.rec': before.replace('draft', 'tested') })
    await expect(git('merge', 'other')).rejects.toThrow('a.rec')
    await rm(program())
    expect(await git('diff')).toContain('a.rec')
  })

  test('also if the program that was installed is gone, or fails', async () => {
    const copy = join(folder(), '.bin/cli.js')
    await writeFile(copy, `require('${cli}')\n`)
    await rm(program())
    await promisify(execFile)(process.execPath, [copy, 'git', 'install'], {
      cwd: folder(),
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    })
    await commit({ 'a.rec': before, 'b.rec': before })
    await files({ 'a.rec': after, 'b.rec': after })
    expect(await git('diff')).toContain('    owner  Ann -> Bob\n')
    await writeFile(copy, 'throw new Error("It is broken.")')
    expect(await git('diff')).toContain('+++ b/b.rec\n')
    await rm(copy)
    expect(await git('diff')).toContain('+++ b/b.rec\n')
  })

  test('a version that is no text of records is compared by lines', async () => {
    await run('git', 'install')
    await writeFile(join(folder(), 'a.rec'), '@CONTROL owner="Zo\xeb"\n', 'latin1')
    await commit({ 'b.rec': before })
    await files({ 'a.rec': '@CONTROL owner="Zoe"\n', 'b.rec': after })
    const shown = await git('diff')
    expect(shown).toContain('+@CONTROL owner="Zoe"\n')
    expect(shown).toContain('    owner  Ann -> Bob\n')
  })

  test('a descriptor that cannot be read leaves the records shown once', async () => {
    await run('git', 'install')
    await commit({ 'a.rec': before, 'recline.json': '{ "descriptors": ["none.domain.json"] }' })
    await files({ 'a.rec': after })
    const shown = await git('diff')
    expect([shown.includes('owner  Ann -> Bob'), shown.includes('+++')]).toEqual([true, false])
  })

  test('status knows a driver of an older version', async () => {
    await run('git', 'install')
    await git('config', 'diff.recline.command', 'recline git diff-driver --')
    expect((await run('git', 'status')).stdout).toContain('diff driver is of an older version')
    await run('git', 'install')
    expect((await run('git', 'status')).stdout).not.toContain('older version')
  })
})

test('git compares all files in one process as folders', async () => {
  await run('git', 'install')
  await commit({ 'a.rec': before, 'b/b.rec': before, 'c.txt': 'c' })
  await files({ 'a.rec': after, 'b/b.rec': after, 'c.txt': 'd' })
  await writeFile(program(), `${await readFile(program(), 'utf8')}`.replace('exec', `echo ran >> .bin/runs\nexec`))
  const shown = await git('difftool', '--dir-diff', '--no-symlinks', '--no-prompt', '--tool=recline')
  expect(shown).toContain('a.rec\n~ CONTROL C-1  Bob\n')
  expect(shown).toContain('b/b.rec\n~ CONTROL C-1  Bob\n')
  expect(await read('.bin/runs')).toBe('ran\n')
})

describe('git uninstall', () => {
  test('leaves a line of attributes that is committed, for the other clones', async () => {
    await run('git', 'install')
    await commit({ 'a.rec': before })
    const { stdout, code } = await run('git', 'uninstall')
    expect(stdout).toContain('.gitattributes is committed, for all clones, so it keeps')
    expect([code, await git('status', '--porcelain')]).toEqual([0, ''])
    expect((await run('git', 'uninstall')).stdout).toContain('There is nothing to remove')
    expect((await run('git', 'uninstall', '--attributes')).stdout).toContain('Removed ')
    expect(await git('status', '--porcelain')).toBe(' D .gitattributes\n')
    await git('add', '-A')
    await run('git', 'install')
    expect((await run('git', 'uninstall')).stdout).toContain('is committed')
  })

  test('removes a line that was never committed', async () => {
    await commit({ '.gitattributes': '*.txt text\n' })
    await run('git', 'install')
    await run('git', 'uninstall')
    expect(await git('status', '--porcelain')).toBe('')
  })
})

/** The hooks of husky 9: git runs those in `_`, which run the hook of the same name in the folder above. */
const husky: Readonly<Record<string, string>> = {
  '.husky/_/.gitignore': '*',
  '.husky/_/h':
    '#!/usr/bin/env sh\nn=$(basename "$0")\ns=$(dirname "$(dirname "$0")")/$n\n[ ! -f "$s" ] && exit 0\nsh -e "$s" "$@"\nexit $?\n',
  '.husky/_/pre-commit': '#!/usr/bin/env sh\n. "$(dirname "$0")/h"',
  '.husky/_/pre-merge-commit': '#!/usr/bin/env sh\n. "$(dirname "$0")/h"',
}

describe('hooks that are committed', () => {
  const control = '@CONTROL rid=C-1 | framework="ISO" | title="x" | status="tested"\n'
  const finding = '@FINDING rid=F-1 | title="x" | severity="high" | status="open"\n'

  /** Two branches that fit together by their lines, but one removes the control to which the other one refers. */
  async function unfitBranches(): Promise<void> {
    await commit({ 'a.compliance.rec': control, 'b.compliance.rec': finding })
    await git('checkout', '-q', '-b', 'other')
    await commit({ 'b.compliance.rec': finding.replace('\n', ' | control_ref="C-1"\n') })
    await git('checkout', '-q', 'main')
    await commit({ 'a.compliance.rec': '' })
  }

  async function withHusky(): Promise<void> {
    await files({ ...husky, '.husky/pre-commit': 'echo own >> .bin/own\nexit 0\n' })
    for (const name of ['pre-commit', 'pre-merge-commit']) await chmod(join(folder(), '.husky/_', name), 0o755)
    await git('config', 'core.hooksPath', '.husky/_')
  }

  test('are written only if the user says so', async () => {
    await withHusky()
    await mkdir(join(folder(), 'below'))
    const { stdout, code } = await recline(['git', 'install', '--hook'], {
      cwd: `${folder()}/below`,
      env: environment(),
    })
    expect(code).toBe(0)
    expect(stdout).toContain(
      '.husky/pre-commit was not written, because it is committed and runs in all clones; add --yes',
    )
    expect(await read('.husky/pre-commit')).toBe('echo own >> .bin/own\nexit 0\n')
  })

  test('are asked for on a terminal', async () => {
    await withHusky()
    const { child, said, ended } = startInTerminal(['git', 'install', '--hook'], { env: environment() })
    await said(/These hooks are committed/)
    child.stdin.write('y')
    expect((await ended).code).toBe(0)
    expect(await read('.husky/pre-commit')).toContain('recline git check')
  })

  test('of husky check a merge, keep their lines, and do nothing without recline', async () => {
    await withHusky()
    await run('git', 'install', '--hook', '--yes')
    expect(await read('.husky/pre-commit')).toMatch(/^if command -v recline .*\necho own >> .bin\/own\nexit 0\n$/)
    expect(await read('.husky/_/pre-commit')).toBe(husky['.husky/_/pre-commit'])
    expect((await run('git', 'install', '--hook', '--yes')).stdout.match(/already runs/g)).toHaveLength(2)
    expect((await run('git', 'status')).stdout.match(/^yes {2}The hook/gm)).toHaveLength(2)
    await unfitBranches()
    expect(await read('.bin/own')).toBe('own\nown\nown\n')
    await expect(git('merge', 'other')).rejects.toThrow('dangling-reference')
    await expect(git('commit', '-m', 'Merge')).rejects.toThrow('dangling-reference')
    await rm(program())
    await git('commit', '-q', '-m', 'Merge')
  })

  test('of a folder of the repository are written, and stay when one clone uninstalls', async () => {
    await files({ 'hooks/pre-commit': '#!/usr/bin/env python3\n' })
    await git('config', 'core.hooksPath', 'hooks')
    const { stdout } = await run('git', 'install', '--hook', '--yes')
    expect(stdout).toContain(
      'hooks/pre-commit exists, so it was not changed; add this line to it: if command -v recline',
    )
    expect((await stat(join(folder(), 'hooks/pre-merge-commit'))).mode & 0o111).toBe(0o111)
    expect(await read('hooks/pre-merge-commit')).toContain(
      'if command -v recline >/dev/null; then recline git check ||',
    )
    expect((await run('git', 'uninstall')).stdout).toContain('hooks/pre-merge-commit is committed, for all clones')
    expect(await read('hooks/pre-merge-commit')).toContain('recline git check')
  })
})
