import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { bytes, files, folder, recline, expectRun } = commandLine()
const { git, commit } = gitIn(folder)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const domain = JSON.stringify({
  domain: 'acme.audit',
  version: '1.0',
  description: 'Audits.',
  records: [
    {
      tag: 'PROOF',
      fields: [
        { name: 'rid', type: 'string', required: true, example: 'P-1', description: 'The id.' },
        { name: 'file', type: 'string', file: true, example: 'a.pdf', description: 'The file.' },
        { name: 'hash', type: 'string', hashOf: 'file', example: 'sha256:00', description: 'Its hash.' },
        { name: 'more', type: 'string', file: true, list: true, example: 'a.pdf', description: 'More files.' },
      ],
    },
  ],
})

const workspace = (records: string, others: Readonly<Record<string, string>> = {}): Promise<void> =>
  files({
    'audit.domain.json': domain,
    'recline.json': '{ "descriptors": ["*.domain.json"] }',
    'sub/a.rec': records,
    ...others,
  })

test('files that are not there, and paths that lead nowhere', async () => {
  await workspace(
    '@PROOF rid=P-1 | file="report.pfd"\n' +
      '@PROOF rid=P-2 | file="../../../etc/passwd"\n' +
      '@PROOF rid=P-3 | file="/etc/passwd"\n' +
      '@PROOF rid=P-4 | file="scans" | more="report.pdf, scans/b.pdf, ../top.txt"\n' +
      '@PROOF rid=P-5 | file="./scans/../report.pdf"\n',
    { 'sub/report.pdf': 'x', 'sub/scans/a.pdf': 'x', 'top.txt': '' },
  )
  await expectRun(
    'check --format lines sub',
    `
      sub/a.rec:1:24 warning missing-file PROOF.file is "report.pfd", but there is no such file; correct the path, or add the file.
      sub/a.rec:2:24 warning missing-file PROOF.file is "../../../etc/passwd", which leads out of the workspace, so it is not read; put the file into the workspace.
      sub/a.rec:3:24 warning missing-file PROOF.file is "/etc/passwd", which is no path from the folder of this file; write one with "/" between its names.
      sub/a.rec:4:24 warning missing-file PROOF.file is "scans", which is a folder; write the path of a file.
      sub/a.rec:4:51 warning missing-file PROOF.more has the item "scans/b.pdf", but there is no such file; correct the path, or add the file.
      ! 1 file, 5 records: 5 warnings.
      exit 0`,
  )
})

test('the hash of a file that was changed is told, with the new one', async () => {
  await workspace(
    `@PROOF rid=P-1 | file="a.txt" | hash="sha256:${sha256('old')}"\n` +
      `@PROOF rid=P-2 | file="a.txt" | hash="sha256:${sha256('new')}"\n` +
      `@PROOF rid=P-3 | file="a.txt" | hash="${sha256('new').toUpperCase()}"\n` +
      `# recline-disable-next-line changed-file -- signed again\n` +
      `@PROOF rid=P-4 | file="a.txt" | hash="${sha256('old')}"\n` +
      '# recline-disable-next-line missing-file\n' +
      '@PROOF rid=P-5 | file="a.txt"\n',
    { 'sub/a.txt': 'new' },
  )
  await expectRun(
    'check --format lines sub',
    `
      sub/a.rec:1:38 warning changed-file PROOF.hash is "sha256:${sha256('old').slice(0, 32)}…", but the SHA-256 hash of "a.txt" is sha256:${sha256('new')}; restore the file, or write its new hash.
      ! 1 file, 5 records: 1 warning.
      exit 0`,
  )
  await expectRun(
    'check --format lines --rule changed-file=error --quiet sub',
    `
      sub/a.rec:1:38 error changed-file PROOF.hash is "sha256:${sha256('old').slice(0, 32)}…", but the SHA-256 hash of "a.txt" is sha256:${sha256('new')}; restore the file, or write its new hash.
      ! 1 file, 5 records: 1 error.
      exit 1`,
  )
  await expectRun(
    'check --format lines --rule changed-file=off sub',
    `
      ! 1 file, 5 records: no problems.
      exit 0`,
  )
})

/** The codes of the problems of records, by the lines of their file. It runs here, as a test sets the clock. */
async function found(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { stdout } = await recline(['check', '--format', 'lines', ...args, 'sub'], { env, isProcess: false })
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.replace(/^sub\/a\.rec:(\d+):\d+ \w+ (\S+) .*$/, '$1 $2'))
}

test('links, pipes and devices are not read where they lead out or may block', async () => {
  await workspace(
    ['out', 'folder-out/x', 'pipe', 'zero', 'in', 'gone', 'circle']
      .map((name, index) => `@PROOF rid=P-${index} | file="${name}" | hash="sha256:${sha256('in')}"\n`)
      .join(''),
    { 'sub/in.txt': 'in', '.git/HEAD': '', '../secret-of-recline/x': 'secret' },
  )
  const at = (name: string): string => join(folder(), 'sub', name)
  await symlink('../../secret-of-recline/x', at('out'))
  await symlink('../../secret-of-recline', at('folder-out'))
  execFileSync('mkfifo', [at('pipe')])
  await symlink('/dev/zero', at('zero'))
  await symlink('in.txt', at('in'))
  await symlink('nowhere', at('gone'))
  await symlink('circle', at('circle'))
  const { stdout } = await recline(['check', '--format', 'lines', 'sub'])
  await rm(join(folder(), '../secret-of-recline'), { recursive: true })
  expect(stdout.split('\n').map(line => line.replace(/^.*PROOF\.file is ([^;]*).*$/, '$1'))).toEqual([
    '"out", which leads out of the workspace, so it is not read',
    '"folder-out/x", which leads out of the workspace, so it is not read',
    '"pipe", which is no regular file, so it is not read',
    '"zero", which leads out of the workspace, so it is not read',
    '"gone", but there is no such file',
    '"circle", which cannot be read: its links lead in a circle',
    '',
  ])
})

test('a pointer of Git LFS has the hash that it names', async () => {
  const content = sha256('large')
  await workspace(
    `@PROOF rid=P-1 | file="a.bin" | hash="sha256:${content}"\n@PROOF rid=P-2 | file="a.bin" | hash="sha256:${sha256('')}"\n`,
    { 'sub/a.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${content}\nsize 5\n` },
  )
  expect(await found()).toEqual(['2 changed-file'])
})

test('what a sparse checkout leaves out is there, and its hash is told as not checked', async () => {
  const hash = `sha256:${sha256('x')}`
  await git('init', '-q')
  await commit({
    'audit.domain.json': domain,
    'recline.json': '{ "descriptors": ["*.domain.json"] }',
    'sub/a.rec': `@PROOF rid=P-1 | file="../scans/a.txt" | hash="${hash}"\n@PROOF rid=P-2 | file="../scans/b.txt"\n`,
    'scans/a.txt': 'y',
  })
  await git('sparse-checkout', 'set', '--cone', 'sub')
  await expectRun(
    'check --format lines sub',
    `
      sub/a.rec:2:24 warning missing-file PROOF.file is "../scans/b.txt", but there is no such file; correct the path, or add the file.
      ! 1 file, 2 records: 1 warning.
      ! recline: 1 file is not read, because a sparse checkout leaves it out, so its hash is not compared, such as that of scans/a.txt.
      exit 0`,
  )
})

test('a file that did not change is not read a second time, and one that did is', async () => {
  const env = { XDG_CACHE_HOME: join(folder(), '.cache') }
  await workspace(`@PROOF rid=P-1 | file="a.txt" | hash="sha256:${sha256('one')}"\n`, { 'sub/a.txt': 'one' })
  const path = join(folder(), 'sub/a.txt')
  // The cache keeps no file that was changed in the last seconds, so the change must seem older than it is.
  const now = Date.now
  Date.now = () => now() + 10_000
  try {
    expect(await found([], env)).toEqual([])
    const [name] = await readdir(join(folder(), '.cache/recline/files'))
    const cache = join(folder(), '.cache/recline/files', name!)
    await writeFile(cache, (await readFile(cache, 'utf8')).replace(sha256('one'), sha256('two')))
    expect(await found([], env)).toEqual(['1 changed-file'])
    // The same size and time of modification: only the time of the change tells.
    const { atime, mtime } = await stat(path)
    await writeFile(path, 'two')
    await utimes(path, atime, mtime)
    await writeFile(join(folder(), 'sub/a.rec'), `@PROOF rid=P-1 | file="a.txt" | hash="sha256:${sha256('two')}"\n`)
    expect(await found([], env)).toEqual([])
    await writeFile(path, 'one')
    await utimes(path, atime, mtime)
    expect(await found([], env)).toEqual(['1 changed-file'])
    await writeFile(cache, '{ "broken": ')
    expect(await found([], env)).toEqual(['1 changed-file'])
  } finally {
    Date.now = now
  }
})

test('standard input, blocks, other spellings of tags, and parts of a large file', async () => {
  const filler = '@CONTROL rid=C-1 | title="A long title to fill the part with text"\n'.repeat(12_000)
  await workspace(
    `@BEGIN x\n@PROOF rid=P-0 | file="no.txt"\n@END\n${filler}@ proof rid=P-1 | title="x"\n  | file="no.txt"\n@PROOFS rid=P-2\n${filler}@PROOF rid=P-3 | file="no.txt"\n`,
  )
  expect((await found(['--select', 'missing-file'])).map(line => line.split(' ')[0])).toEqual(['12005', '24007'])
  const { stdout } = await recline(['check', '--format', 'lines', '--stdin-filename', 'sub/b.rec', '-'], {
    input: '@PROOF rid=P-1 | file="no.txt" | more="a.rec"\n',
  })
  expect(stdout).toContain('sub/b.rec:1:24 warning missing-file')
  expect(stdout.match(/missing-file/g)).toHaveLength(1)
})

test('--since lists problems of files only if the revision did not have them, by what git has of the files', async () => {
  await git('init', '-q')
  await workspace(
    `@PROOF rid=P-1 | file="gone.pdf"\n@PROOF rid=P-2 | file="b.pdf" | hash="sha256:${'0'.repeat(64)}"\n` +
      `@PROOF rid=P-3 | file="c.pdf" | hash="sha256:${sha256('c')}"\n@PROOF rid=P-4 | file="scans/d.pdf"\n`,
    { 'sub/b.pdf': 'b', 'sub/c.pdf': 'c', 'sub/scans/d.pdf': 'd' },
  )
  await git('add', '-A')
  await commit({})
  await expectRun(
    'check --format lines --since HEAD sub',
    '! 1 file, 4 records: no problems that HEAD did not have.\nexit 0',
  )
  await files({ 'sub/c.pdf': 'changed' })
  await rm(join(folder(), 'sub/scans/d.pdf'))
  const { stdout } = await recline('check --format lines --since HEAD sub'.split(' '))
  expect(stdout.match(/rec:\d+:\d+ \w+ [\w-]+/g)).toEqual([
    'rec:3:38 warning changed-file',
    'rec:4:24 warning missing-file',
  ])
})

test('--reduce says how many records name files, which facts do not check', async () => {
  await workspace('@PROOF rid=P-1 | file="gone.pdf" | more="a.pdf, b.pdf"\n@PROOF rid=P-2\n@PROOF rid=P-3 | file="x"\n')
  await writeFile(join(folder(), 'facts.parquet'), await bytes(['check', '--map', 'sub/a.rec']))
  const { stdout, stderr } = await recline(['check', '--reduce', 'facts.parquet', '--format', 'lines'])
  expect(stdout).toBe('')
  expect(stderr).toContain(
    'recline: 2 records name files, which --map and --reduce do not check: whether they are there, and their hashes. Run "recline check" where the files are.\n',
  )
  const off = ['--rule', 'missing-file=off', '--rule', 'changed-file=off']
  expect((await recline(['check', '--reduce', 'facts.parquet', ...off])).stderr).not.toContain('name files')
})
