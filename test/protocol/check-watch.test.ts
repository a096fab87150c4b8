import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, recline, start, startInTerminal, expectRun } = commandLine()

/** Both streams as one, so that what is written first is read first. */
const asOne = { through: ['bash', '-c', 'exec "$@" 2>&1', '-'] }

const waiting = /Waiting for changes\. Press Ctrl-C to stop\.\r?\n/

describe('--watch', () => {
  test('checks again when a file changes, comes, goes or is replaced, or a recline.json does', async () => {
    await files({
      'a.rec': '@FINDING rid=F-1 | control_ref="CTL-1"\n',
      'sub/b.rec': '@CONTROL rid=CTL-1 | status=tested\n',
      'notes.md': '',
    })
    const { child, ended, said } = start(['check', '--format', 'lines', '--watch', '.'], asOne)
    const next = async (): Promise<string[]> =>
      (await said(waiting))
        .split('\n')
        .slice(0, -2)
        .map(line => line.split(' ').slice(0, 3).join(' ').replace(/,.*/, ''))
    /** Waits for a check with these lines. A change can come in several steps, each of them followed by a check. */
    const until = async (...lines: string[]): Promise<void> => {
      while ((await next()).join('\n') !== lines.join('\n'));
    }
    await until('sub/b.rec:1:22 information notation', '2 files')
    await files({ 'sub/b.rec': '@CONTROL rid=CTL-2\n' })
    await until('a.rec:1:33 warning dangling-reference', '2 files')
    await files({ 'c.rec': '@CONTROL rid=CTL-1\n', 'notes.md': 'No record' })
    await until('3 files')
    await rename(join(folder(), 'c.rec'), join(folder(), 'sub/b.rec'))
    await until('2 files')
    await rm(join(folder(), 'sub/b.rec'))
    await until('a.rec:1:33 warning dangling-reference', '1 file')
    await files({ 'recline.json': '{ "severity": { "dangling-reference": "error" } }' })
    await until('a.rec:1:33 error dangling-reference', '1 file')
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
  })

  test('follows globs, and descriptors that are named', async () => {
    await files({ 'a.txt': '@VEHICLE seats:int=2\n', 'fleet.json': '{}' })
    const { child, ended, said } = start(
      ['check', '--quiet', '--format', 'lines', '--watch', '--descriptors', 'fleet.json', '*.txt'],
      asOne,
    )
    expect(await said(waiting)).toContain('fleet.json:1:1: The descriptor has no domain; ')
    await files({
      'fleet.json':
        '{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [{ "tag": "VEHICLE", "fields": [{ "name": "seats", "type": "int", "range": [4, 9] }] }] }',
    })
    expect(await said(waiting)).toMatch(/^a\.txt:1:20 error out-of-range /)
    await files({ 'b.txt': '@VEHICLE seats:int=3\n' })
    expect(await said(waiting)).toMatch(/^a\.txt:1:20 .*\nb\.txt:1:20 /)
    child.kill('SIGINT')
    await ended
  })

  test('goes on when folders and files go away and come back, and sees a new recline.json above', async () => {
    const record = '@CONTROL rid=CTL-1 | status=tested\n'
    await files({ 'a/records/a.rec': record, 'b.rec': '# b\n' })
    const { child, ended, said } = start(['check', '--format', 'lines', '--watch', 'records', '../b.rec'], {
      ...asOne,
      cwd: join(folder(), 'a'),
    })
    const next = async (): Promise<string> => (await said(waiting)).replace(/, .*/s, '')
    const found = 'records/a.rec:1:22 information notation CONTROL.status is written without quotes; the canonical'
    expect(await next()).toContain(found)
    await rm(join(folder(), 'a/records'), { recursive: true })
    expect(await next()).toContain('records could not be read')
    await files({ 'a/records/a.rec': record })
    while (!(await next()).includes(found));
    await rm(join(folder(), 'b.rec'))
    while (!(await next()).includes('b.rec could not be read'));
    await files({ 'b.rec': record.replace('CTL-1', 'CTL-2') })
    while (!(await next()).includes('b.rec:1:22 information'));
    await files({ 'recline.json': '{ "severity": { "notation": "off" } }' })
    while ((await next()).includes('information'));
    await files({ 'recline.json': '{ "severity": { "notation": "error" } }' })
    while (!(await next()).includes('error notation'));
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
  })

  test('clears a terminal before each check', async () => {
    await files({ 'a.rec': 'x\n' })
    const { child, ended, said } = startInTerminal(['check', '--watch', 'a.rec'])
    expect(await said(waiting)).toMatch(/^\u001b\[1;1H\u001b\[0J\u001b\[4ma\.rec/)
    await files({ 'a.rec': '\n' })
    expect(await said(waiting)).toMatch(/^\u001b\[1;1H\u001b\[0J1 file, 0 records/)
    child.stdin.write('\u0003')
    expect((await ended).code).toBe(0)
  })

  test('needs files', async () => {
    await expectRun(
      'check --watch -',
      `
      ! recline: --watch cannot watch standard input; give the paths of files.
      exit 2`,
    )
  })
})

test('--stats says what the run did', async () => {
  await files({
    'a.rec': '@CONTROL rid=CTL-1 | status=tested\n@CONTROL rid=CTL-2 | status=tested | maturity:int=9\n',
    'b.rec': '@CONTROL rid=CTL-3\n',
  })
  const { stderr } = await recline(['check', '--stats', '--quiet', '.'])
  const measured = stderr
    .replace(/[\d,.]+(?= s\n| records\/s| [kM]?B\/s| [MG]B at most)/g, '#')
    .replace(/ kB\/s| B\/s/, ' MB/s')
    // All tests of this process have run in it.
    .replace('# GB at most', '# MB at most')
  expect(measured).toBe(`2 files, 3 records: 1 error, 2 information. --fix can fix 2 of them.
Files         2
Records       3
Size          106 B
Time          # s
Processor     # s
Speed         # records/s, # MB/s
Memory        # MB at most
notation      2
out-of-range  1
`)
})

test('a terminal shows how far a long check is, until it is done', async () => {
  await files({ 'a.rec': `# ${'a'.repeat(97)}\n`, 'c.rec': `# ${'c'.repeat(297)}\n` })
  await promisify(execFile)('mkfifo', ['b.rec'], { cwd: folder() })
  const { ended, said } = startInTerminal(['check', 'a.rec', 'b.rec', 'c.rec'])
  expect(await said(/Reading .* left/)).toMatch(/█ *░.* 25 % {2}100 B of 400 B, /)
  createWriteStream(join(folder(), 'b.rec')).end('@CONTROL rid=CTL-1\n')
  const { stdout, code } = await ended
  expect(stdout.split('left').at(-1)).toMatch(/^\S*\u001b\[0K\S*3 files, 1 record: /)
  expect(code).toBe(0)
})

test('Ctrl-C stops a check with a progress bar, and the terminal stays as it was', async () => {
  await promisify(execFile)('mkfifo', ['a.rec'], { cwd: folder() })
  const { child, ended, said } = startInTerminal(['check', 'a.rec'])
  await said(/Reading .* left/)
  child.stdin.write('\u0003')
  const { stdout, code } = await ended
  expect(stdout).not.toContain('\u001b[?')
  expect(code).toBe(130)
})
