import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { cli } from './run.ts'

const { files, folder, read, recline, startInTerminal, expectRun } = commandLine()

test('problems stand file by file, each above its line with a mark', async () => {
  await files({
    'audit/a.rec':
      '@CONTROL rid=CTL-1 | title="Access" | maturity:int=9\n# Next\n\n@FINDING rid=F-1\n  | control_ref="CTL-2" | severity=\n',
    'b.rec': '@CONTROL rid=CTL-1\n',
    'clean.rec': '@CONTROL rid=CTL-3\n',
  })
  await expectRun(
    'check audit b.rec clean.rec',
    `
      audit/a.rec
        1:14  error  duplicate-rid  CONTROL "CTL-1" exists twice; an id must be unique among the records of its tag, so change one of them.
              @CONTROL rid=CTL-1 | title="Access" | maturity:int=9
                           ^^^^^
              b.rec:1  Another CONTROL "CTL-1".
        1:52  error  out-of-range  CONTROL.maturity is 9; it must be from 1 to 5.
              @CONTROL rid=CTL-1 | title="Access" | maturity:int=9
                                                                 ^
        5:18  warning  dangling-reference  FINDING.control_ref is "CTL-2", but no CONTROL has that id; write an existing id, or add the record.
                | control_ref="CTL-2" | severity=
                               ^^^^^
        5:27  error  missing-value  FINDING.severity has no value; write severity="…" or remove the field.
                | control_ref="CTL-2" | severity=
                                        ^^^^^^^^^

      b.rec
        1:14  error  duplicate-rid  CONTROL "CTL-1" exists twice; an id must be unique among the records of its tag, so change one of them.
              @CONTROL rid=CTL-1
                           ^^^^^
              audit/a.rec:1  Another CONTROL "CTL-1".
      ! 3 files, 4 records: 4 errors, 1 warning.
      exit 1`,
  )
})

test('behind references to nothing stands how many files of the project were not read', async () => {
  const unread = async (...args: string[]): Promise<string | undefined> =>
    (await recline(['check', ...args])).stderr.split('\n').find(line => line.includes('of the project'))
  const references = { 'audit/f.rec': '@FINDING rid=F-1 | control_ref="CTL-2"\n', 'g.rec': '@CONTROL rid=CTL-1\n' }
  const advice = 'and may have the records that references lead to; name'
  await files({ ...references, 'old/h.rec': '@CONTROL rid=CTL-3\n' })
  expect(await unread('audit')).toBeUndefined()
  await files({ 'recline.json': '{}' })
  expect(await unread('audit')).toBe(
    `recline: 2 files of the project were not read, the first g.rec, ${advice} them too, or . for the whole project.`,
  )
  expect(await unread('audit', '--exclude', 'old')).toBe(
    `recline: 1 file of the project was not read, g.rec, ${advice} it too, or . for the whole project.`,
  )
  for (const args of [
    ['.'],
    ['audit', 'g.rec', 'old'],
    ['g.rec'],
    ['audit', '--quiet'],
    ['audit', '--format', 'lines'],
  ])
    expect(await unread(...args), args.join(' ')).toBeUndefined()
})

test('a mark stands under what it marks, however wide the characters before it are', async () => {
  await files({
    'a.rec':
      '@CONTROL rid=CTL-1 |\towner="田中 😀 é" | status="良い"\n@CONTROL rid=CTL-2 |\towner="Ωмéga “ – ” €" | status="prüf…"\n',
  })
  await expectRun(
    'check a.rec',
    `
      a.rec
        1:46  error  not-in-enum  CONTROL.status is "良い"; it must be not-started, in-progress, implemented, tested, effective or ineffective.
              @CONTROL rid=CTL-1 | owner="田中 😀 é" | status="良い"
                                                              ^^^^^^
        2:53  error  not-in-enum  CONTROL.status is "prüf…"; it must be not-started, in-progress, implemented, tested, effective or ineffective.
              @CONTROL rid=CTL-2 | owner="Ωмéga “ – ” €" | status="prüf…"
                                                                  ^^^^^^^
      ! 1 file, 2 records: 2 errors.
      exit 1`,
  )
})

test('of a long line the part around the problem is shown', async () => {
  const long = 'word '.repeat(40)
  await files({
    'a.rec': `@CONTROL rid=CTL-1 | title="${long}" | maturity:int=9 | owner="${long}"\n`,
    'b.rec': `${'x'.repeat(500)}\n`,
  })
  await expectRun(
    'check a.rec b.rec --quiet',
    `
      a.rec
        1:246  error  out-of-range  CONTROL.maturity is 9; it must be from 1 to 5.
               …rd word word word word word word word word " | maturity:int=9 | owner="word word word word word word word word word word…
                                                                            ^

      b.rec
        1:1  error  syntax  "${'x'.repeat(39)}…" is neither a record, which starts with @, nor a comment, which starts with #.
             ${'x'.repeat(120)}…
             ${'^'.repeat(120)}
      ! 2 files, 1 record: 2 errors.
      exit 1`,
  )
})

test('what would steer the terminal is not written to it', async () => {
  await files({ 'a\u001b[2J.rec': '@CONTROL rid=CTL-1 | title="\u001b[2J\u202e\u2028" | shape=\0\n' })
  const { stdout } = await recline(['check', '.'])
  expect(stdout).toMatch(/^a\\u001b\[2J\.rec\n/)
  expect(stdout).toContain('\n        @CONTROL rid=CTL-1 | title="�[2J��" | shape=�\n')
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u)
})

test('what would be a command to GitHub is none', async () => {
  await files({ '::warning::a.rec': '  ::stop-commands::x\n' })
  await expectRun(
    'check .',
    `
      ./::warning::a.rec
        1:3  error  syntax  "::stop-commands::x" is neither a record, which starts with @, nor a comment, which starts with #.
             …  ::stop-commands::x
                ^^^^^^^^^^^^^^^^^^
      ! 1 file, 0 records: 1 error.
      exit 1`,
  )
  expect((await recline(['check', '--format', 'lines', '.'])).stdout).toMatch(/^\.\/::warning::a\.rec:1:3 error /)
})

test('a terminal shows it in colors, a pipe the same without them', async () => {
  await files({ 'a.rec': '@CONTROL rid=CTL-1 | maturity:int=9 | status=tested | color="red"\n' })
  const args = ['check', 'a.rec']
  const plain = await recline(args)
  const colored = await recline(args, { env: { FORCE_COLOR: '1' } })
  const line = '@CONTROL rid=CTL-1 | maturity:int=9 | status=tested | color="red"'
  expect(colored.stdout).toBe(
    [
      '\u001b[4ma.rec\u001b[24m',
      '  1:35  \u001b[31merror\u001b[39m  \u001b[1mout-of-range\u001b[22m  CONTROL.maturity is 9; it must be from 1 to 5.',
      `        ${line}`,
      `        ${' '.repeat(34)}\u001b[31m^\u001b[39m`,
      '  1:39  \u001b[36minformation\u001b[39m  \u001b[1mnotation\u001b[22m  CONTROL.status is written without quotes; the canonical notation is status="tested".',
      `        ${line}`,
      `        ${' '.repeat(38)}\u001b[36m^^^^^^^^^^^^^\u001b[39m`,
      '  1:55  \u001b[33mwarning\u001b[39m  \u001b[1munknown-field\u001b[22m  color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.',
      `        ${line}`,
      `        ${' '.repeat(54)}\u001b[33m^^^^^\u001b[39m`,
      '',
    ].join('\n'),
  )
  expect(colored.stderr).toBe(
    '1 file, 1 record: \u001b[31m1 error, 1 warning, 1 information\u001b[39m. --fix can fix 1 of them.\n',
  )
  expect(stripVTControlCharacters(colored.stdout)).toBe(plain.stdout)
  expect(await recline(args, { env: { FORCE_COLOR: '0' } })).toEqual(plain)
  const inTerminal = `${colored.stdout}${colored.stderr}`.replaceAll('\n', '\r\n')
  expect((await startInTerminal(args).ended).stdout).toBe(inTerminal)
  // A variable that is set and empty is none, and the option goes before all.
  expect((await startInTerminal(args, { env: { NO_COLOR: '' } }).ended).stdout).toBe(inTerminal)
  const withColors = await recline([...args, '--color', 'always'], { env: { NO_COLOR: '1' } })
  expect(withColors.stdout + withColors.stderr).toContain('\u001b[')
  expect((await startInTerminal([...args, '--color', 'never']).ended).stdout).not.toContain('\u001b[')
  expect((await startInTerminal(args, { env: { NO_COLOR: '1' } }).ended).stdout).toBe(
    stripVTControlCharacters(inTerminal),
  )
})

test('a program gets a hundred problems and the number of the others, and a file all of them', async () => {
  const record = '@CONTROL maturity:int=9\n'
  await files({
    'a.compliance.rec': record.repeat(60),
    'b.compliance.rec': record.repeat(60),
    'c.compliance.rec': record,
  })
  const listed = (text: string): number => text.split('\n').filter(line => line.includes('  out-of-range  ')).length
  const { stdout, stderr, code } = await recline(['check', '.', '--select', 'out-of-range'])
  expect([listed(stdout), code]).toEqual([100, 1])
  expect(stdout).toContain(
    '\n…and 21 more problems; a terminal lists all of them, and so does --output <file>.\n\n121 problems\n',
  )
  expect(stdout).not.toContain('c.compliance.rec\n')
  expect(stderr).toContain('121 errors')
  const colored = await recline(['check', '.', '--select', 'out-of-range', '--color', 'always'])
  expect(colored.stdout).not.toContain('more problems')
  await recline(['check', '.', '--select', 'out-of-range', '--output', 'all.txt', '--report', 'text=too.txt'])
  expect([listed(await read('all.txt')), listed(await read('too.txt'))]).toEqual([121, 121])
  const file = openSync(join(folder(), 'shell.txt'), 'w')
  spawnSync(process.execPath, [cli, 'check', '.', '--select', 'out-of-range'], { cwd: folder(), stdio: [0, file, 2] })
  closeSync(file)
  expect(listed(await read('shell.txt'))).toBe(121)
  const lines = await recline(['check', '.', '--select', 'out-of-range', '--format', 'lines'])
  expect(lines.stdout.trim().split('\n').length).toBe(121)
})
