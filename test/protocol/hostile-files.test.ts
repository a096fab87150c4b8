import { execFile } from 'node:child_process'
import { mkdir, open, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, start, recline, expectRun } = commandLine()

const control = '@CONTROL rid=C-1\n'

test('a folder, a pipe, a socket and links in a circle hide no other file', async () => {
  await files({ 'in/a.rec': control })
  await mkdir(join(folder(), 'in/folder.rec'))
  await promisify(execFile)('mkfifo', [join(folder(), 'in/pipe.rec')])
  await symlink('one.rec', join(folder(), 'in/other.rec'))
  await symlink('other.rec', join(folder(), 'in/one.rec'))
  await symlink('.', join(folder(), 'in/self'))
  const socket = createServer().listen(join(folder(), 'in/socket.rec'))
  try {
    await expectRun(
      'check in',
      `
      ! recline: in/one.rec could not be read: too many symbolic links encountered.
      ! recline: in/other.rec could not be read: too many symbolic links encountered.
      ! 1 file, 1 record: no problems. The result is incomplete: see the messages above.
      exit 2`,
    )
  } finally {
    socket.close()
  }
})

describe('a link to a folder with records outside', () => {
  beforeEach(async () => {
    await files({ 'in/a.rec': control, 'out/deep/b.rec': '@CONTROL rid=C-2\n', 'docs/x.txt': '' })
    await symlink('../out', join(folder(), 'in/shared'))
    await symlink('../docs', join(folder(), 'in/docs'))
    await symlink('../out', join(folder(), 'in/node_modules'))
  })
  const told = (links: string, files: string): string => `
      ! recline: ${links} is a link to a folder with files that are not among those of this run; name the link to read them.
      ! ${files}: no problems. The result is incomplete: see the message above.
      exit 2`
  const clean = (files: string): string => `! ${files}: no problems.\nexit 0`

  test.each([
    ['in', told('in/shared', '1 file, 1 record')],
    ['in/**/*.rec', told('in/shared', '1 file, 1 record')],
    ['in/a.rec in/*/*/b.rec', told('in/shared', '1 file, 1 record')],
    ['in/*.rec', clean('1 file, 1 record')],
    ['in in/shared', clean('2 files, 2 records')],
    ['.', clean('2 files, 2 records')],
    ['in --exclude in/shared', clean('1 file, 1 record')],
    ['in --exclude b.rec', clean('1 file, 1 record')],
  ])('check %s', (paths, expected) => expectRun(`check ${paths}`, expected))

  test('goes by the configuration above the link, and not by one behind it', async () => {
    await files({ 'in/recline.json': '{ "files": { "exclude": ["shared/**"] } }', 'out/recline.json': '{ x' })
    await expectRun('check in', clean('1 file, 1 record'))
    await files({ 'in/recline.json': '{ "files": { "include": ["*.rec"] } }' })
    await expectRun('check in', clean('1 file, 1 record'))
    await files({ 'in/recline.json': '{ "files": { "include": ["**/b.rec", "a.rec"] } }' })
    await expectRun('check in', told('in/shared', '1 file, 1 record'))
  })
})

test('a link to a file outside is no failure if another path leads to it', async () => {
  await files({ 'in/a.rec': control, 'b.rec': '@CONTROL rid=C-2\n' })
  await symlink('../b.rec', join(folder(), 'in/link.rec'))
  expect((await recline(['check', 'in'])).code).toBe(2)
  for (const other of ['in/link.rec', 'b.rec'])
    await expectRun(`check in ${other}`, '! 2 files, 2 records: no problems.\nexit 0')
})

test('a pipe that is named is read when a program writes to it, and Ctrl-C ends the wait', async () => {
  await files({ 'a.rec': control })
  await promisify(execFile)('mkfifo', [join(folder(), 'pipe.rec')])
  const { ended } = start(['check', 'pipe.rec'])
  await writeFile(join(folder(), 'pipe.rec'), control)
  expect((await ended).stderr).toBe('1 file, 1 record: no problems.\n')
  const substituted = { through: ['bash', '-c', 'exec "$@" <(cat a.rec)', '-'] }
  expect((await recline(['check'], substituted)).stderr).toBe('1 file, 1 record: no problems.\n')
  // It reports the missing file first, then waits for the pipe.
  const waiting = start(['check', 'missing.rec', 'pipe.rec'])
  await waiting.said(/missing\.rec/)
  waiting.child.kill('SIGINT')
  expect((await waiting.ended).signal).toBe('SIGINT')
})

test.each<[string, (path: string) => Promise<void>]>([
  ['is deleted', rm],
  ['shrinks', path => truncate(path, 5)],
  ['becomes a folder', path => rm(path).then(() => mkdir(path))],
])('a file that %s while it is checked is reported, and the others are checked', async (_, change) => {
  await files({ 'a.rec': `${control}@CONTROL rid=A-1\n`, 'b.rec': `${control}@CONTROL rid=B-1 | maturity:int=9\n` })
  await promisify(execFile)('mkfifo', [join(folder(), 'pipe.rec')])
  const { ended } = start(['check', '--format', 'lines', 'a.rec', 'b.rec', 'pipe.rec'])
  // The pipe opens when the files before it are read.
  const pipe = await open(join(folder(), 'pipe.rec'), 'w')
  await change(join(folder(), 'a.rec'))
  await pipe.writeFile(control)
  await pipe.close()
  const { stdout, stderr, code } = await ended
  expect(stdout).toMatch(/^b\.rec:2:\d+ error out-of-range .*$/m)
  expect(stderr).toMatch(/^recline: a\.rec was changed while it was checked; check it again\.\n2 files, 3 records: /)
  expect(code).toBe(2)
})

test('names of the prototype of an object are names as all others', async () => {
  const names = ['__proto__', 'constructor', 'toString']
  await files({
    'a.compliance.rec': names.map(name => `@CONTROL rid="${name}" | ${name}="x"\n`).join(''),
    'b.compliance.rec': names.map(name => `@FINDING rid="F${name}" | control_ref="${name}"\n`).join(''),
    'c.rec': '@DOC domain=__proto__\n@DOC domain=constructor\n',
  })
  const { stdout } = await recline(['check', '--format', 'ndjson', '.'])
  const codes = stdout
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { code?: string }).code)
  expect(codes.filter(code => code !== 'notation')).toEqual([
    ...names.map(() => 'unknown-field'),
    'unknown-domain',
    'unknown-domain',
  ])
})

test('references in a circle are no problem', async () => {
  await files({
    'a.infrastructure.rec':
      '@SERVICE rid=A | dependencies="B"\n@SERVICE rid=B | dependencies="A"\n@SERVICE rid=C | dependencies="A"\n',
  })
  expect((await recline(['check', '.'])).stderr).toBe('1 file, 3 records: no problems.\n')
})

test('a configuration of 100,000 levels is one problem, and the files are still checked', async () => {
  await files({ 'recline.json': '['.repeat(100_000) + ']'.repeat(100_000), 'a.rec': control })
  await expectRun(
    'check a.rec',
    `
      ! recline: recline.json:1:1: This is not JSON: it is nested too deeply to be read; it needs no more than ten levels.
      ! 1 file, 1 record: no problems. The result is incomplete: see the message above.
      exit 2`,
  )
})

test('ranges, patterns and enums that cannot be used are a problem each, and the rest of the descriptor counts', async () => {
  const field = (name: string, more: object) => ({ name, type: 'string', description: 'x', ...more })
  const fields = [
    field('rid', {}),
    field('texts', { type: 'int', range: ['NaN', 1] }),
    field('reversed', { type: 'int', range: [5, 1] }),
    field('long', { pattern: '(a|b)*'.repeat(16_000) }),
    field('large', { pattern: '((a{1,1000}){1,1000}){1,1000}' }),
    field('slow', { pattern: '^(a+)+$' }),
    field('many', { enum: Array.from({ length: 100_000 }, (_, number) => `v${number}`) }),
    field('moving', { enum: ['a\n\u001b[31mb\u202ec'] }),
  ]
  const descriptor = { domain: 'acme.fleet', version: '1.0', description: 'x', records: [{ tag: 'VEHICLE', fields }] }
  await files({
    'a.domain.json': JSON.stringify(descriptor),
    'a.rec': `@VEHICLE rid=1 | slow="${'a'.repeat(40)}!" | many="x" | moving="y"\n`,
  })
  const { stdout, stderr, code } = await recline(['check', '--format', 'lines', '.'], { isProcess: true })
  expect(stdout.match(/(?<=error )[a-z-]+/g)).toEqual(['pattern-mismatch', 'not-in-enum', 'not-in-enum'])
  expect(stderr.match(/(?<=: )(Item|The (range|pattern)) .*?VEHICLE\.\w+/g)).toHaveLength(4)
  expect(stdout + stderr).not.toMatch(/[\u001b\u202e]/)
  expect(code).toBe(2)
})
