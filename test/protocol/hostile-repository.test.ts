import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli } from './run.ts'

const { folder, files, recline } = commandLine()
const { git, commit } = gitIn(folder)

/** Settings of a repository that name a program. */
const settings = [
  'core.alternateRefsCommand',
  'core.askPass',
  'core.editor',
  'core.fsmonitor',
  'core.gitProxy',
  'core.pager',
  'core.sshCommand',
  'credential.helper',
  'diff.external',
  'diff.x.command',
  'diff.x.textconv',
  'filter.x.clean',
  'filter.x.process',
  'filter.x.smudge',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.x509.program',
  'merge.x.driver',
  'pager.log',
  'uploadpack.packObjectsHook',
]

/** The setting or hook of each program that was started. */
const started = async (): Promise<string[]> => {
  const text = await readFile(join(folder(), '.git/started'), 'utf8').catch(() => '')
  return [...new Set(text.split('\n').filter(line => line !== ''))].sort()
}

/** A program that only notes its start. */
async function program(path: string, name: string): Promise<string> {
  const full = join(folder(), '.git', path)
  await mkdir(join(full, '..'), { recursive: true })
  await writeFile(full, `#!/bin/sh\necho ${name} >> '${folder()}/.git/started'\n`)
  await chmod(full, 0o755)
  return full
}

/** Commits what is staged as a commit that carries a signature, so that git may verify it. */
async function commitSigned(): Promise<void> {
  const [tree, parent] = [await git('write-tree'), await git('rev-parse', 'HEAD')]
  const person = 'Nobody <nobody@example.com> 1700000000 +0000'
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----'
  const object = `tree ${tree}parent ${parent}author ${person}\ncommitter ${person}\n${signature}\n\nSigned\n`
  await writeFile(join(folder(), '.git/signed'), object)
  await git('update-ref', 'HEAD', (await git('hash-object', '-t', 'commit', '-w', '.git/signed')).trim())
}

describe('no program that a repository names is started', () => {
  beforeEach(async () => {
    await git('init', '-q')
    await commit({ '.gitattributes': '*.rec filter=x diff=x merge=x\n', 'a.rec': '@CONTROL rid=C-1 | title="a"\n' })
    await files({ 'a.rec': '@CONTROL rid=C-1 | title="b"\n' })
    await git('add', 'a.rec')
    await commitSigned()
    await files({ 'a.rec': '@CONTROL rid=C-1 | title="c"\n' })
    for (const name of settings) await git('config', name, await program(`programs/${name}`, name))
    await git('config', 'log.showSignature', 'true')
    await git('config', 'color.ui', 'always')
    for (const hook of ['post-index-change', 'pre-merge-commit', 'reference-transaction'])
      await program(`hooks/${hook}`, hook)
    await rm(join(folder(), '.git/started'), { force: true })
  })

  test('but git itself starts them', async () => {
    // Some of them fail, as the programs do nothing. A filter that ends at once can end git, too.
    const diff = ['-c', 'filter.x.process=', 'diff', 'HEAD^', 'HEAD']
    for (const args of [['status'], ['log', '-1'], diff]) await git(...args).catch(() => undefined)
    expect(await started()).toEqual(
      expect.arrayContaining(['core.fsmonitor', 'diff.x.command', 'filter.x.process', 'gpg.program']),
    )
  })

  test.each<[string, number, string]>([
    ['log C-1', 0, 'CONTROL C-1 changed\n    title  a -> b\n'],
    ['check --since HEAD .', 0, ''],
    ['diff --since HEAD .', 0, 'title  b -> c\n'],
    ['diff HEAD^:a.rec HEAD:a.rec', 0, 'title  a -> b\n'],
    ['merge a.rec a.rec a.rec', 0, 'title="c"'],
    ['merge text.txt a.rec other.txt', 1, '<<<<<<<'],
    ['git check', 2, ''],
    ['git status', 1, 'merge driver'],
    ['git install --hook', 0, 'pre-merge-commit exists'],
    ['git uninstall', 0, 'Removed merge.recline'],
    ['init --domain compliance', 0, ''],
  ])('recline %s', async (command, expected, part) => {
    await files({ 'text.txt': 'x\n', 'other.txt': 'y\n', '.bin/recline': `#!/bin/sh\nexec node '${cli}' "$@"\n` })
    await chmod(join(folder(), '.bin/recline'), 0o755)
    const PATH = `${join(folder(), '.bin')}:${process.env.PATH}`
    const env = { XDG_CACHE_HOME: join(folder(), '.git/cache'), PATH }
    if (command === 'git uninstall') await recline(['git', 'install'], { env })
    const { stdout, stderr, code } = await recline(command.split(' '), { env })
    expect(code, stderr).toBe(expected)
    expect(stdout).toContain(part)
    expect(await started()).toEqual([])
  })
})

test.each(['a merge in progress', 'a merge commit'])('git check of %s starts no program either', async state => {
  await git('init', '-q')
  await commit({ '.gitattributes': '*.rec filter=x diff=x merge=x\n', 'a.rec': '@CONTROL rid=C-1\n' })
  await git('checkout', '-q', '-b', 'other')
  await commit({ 'b.rec': '@CONTROL rid=C-2\n' })
  await git('checkout', '-q', '-')
  await commit({ 'c.rec': '@CONTROL rid=C-2\n' })
  await git('merge', '-q', '--no-ff', ...(state === 'a merge commit' ? [] : ['--no-commit']), 'other')
  for (const name of settings) await git('config', name, await program(`programs/${name}`, name))
  await files({ 'a.rec': '@CONTROL rid=C-3\n' })
  await rm(join(folder(), '.git/started'), { force: true })
  const { stdout, stderr, code } = await recline(['git', 'check'])
  expect([code, stdout.match(/duplicate-rid/g)?.length], stderr).toEqual([1, 2])
  expect(stderr).toContain('a.rec has changes')
  expect(await started()).toEqual([])
})

test.each(['--output=x', '-p', '--exec=touch x', '^HEAD', '@{upload', '', '--upload-pack=touch x'])(
  'the revision %j is not an option of git',
  async revision => {
    await git('init', '-q')
    await commit({ 'a.rec': '@CONTROL rid=C-1\n' })
    for (const args of [
      ['check', `--since=${revision}`, 'a.rec'],
      ['diff', `--since=${revision}`, 'a.rec'],
      ['diff', '--', `${revision}:a.rec`, 'a.rec'],
    ]) {
      const { stderr, stdout, code } = await recline(args)
      expect([stdout, code]).toEqual(['', 2])
      expect(stderr).toMatch(/^recline: (There is no commit|:a\.rec could not be read)/)
    }
    const { stdout } = await promisify(execFile)('ls', [folder()])
    expect(stdout).toBe('a.rec\n')
  },
)
