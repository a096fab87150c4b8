import { linkSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkIn, newCheckCommand } from '../../test/check-command.ts'
import { factRowsIn, fileOfRows } from '../../test/mapped-files.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { gitIn } from '../../test/protocol/git.ts'

const folder = ownFolder()
const { at, names, read, write, written } = folder
const check = checkIn(folder)

const wrong = '@CONTROL rid=C-1 | maturity:int=9 | status=tested\n'
const outOfRange = 'a.rec:1:33 error out-of-range CONTROL.maturity is 9; it must be from 1 to 5.'
const notation =
  'a.rec:1:37 information notation CONTROL.status is written without quotes; the canonical notation is status="tested".'

describe('a check', () => {
  test('lists problems as text, or in the format that is chosen', async () => {
    write({ 'a.rec': wrong })
    expect(await check(at('a.rec'))).toBe(
      `a.rec
  1:33  error  out-of-range  CONTROL.maturity is 9; it must be from 1 to 5.
        @CONTROL rid=C-1 | maturity:int=9 | status=tested
                                        ^
  1:37  information  notation  CONTROL.status is written without quotes; the canonical notation is status="tested".
        @CONTROL rid=C-1 | maturity:int=9 | status=tested
                                            ^^^^^^^^^^^^^
! 1 file, 1 record: 1 error, 1 information. --fix can fix 1 of them.
exit 1`,
    )
    expect(await check('--format', 'lines', at('a.rec'))).toBe(
      `${outOfRange}\n${notation}\n! 1 file, 1 record: 1 error, 1 information.\nexit 1`,
    )
  })

  test('goes by severities, and by the number of warnings that is allowed', async () => {
    write({ 'a.rec': wrong })
    const warnings = ['--format=lines', '--rule=out-of-range=warning', '--rule=notation=warning', '--quiet']
    expect(await check(...warnings, '--max-warnings=1', at('a.rec'))).toBe(
      '! 1 file, 1 record: 2 warnings.\n! recline: There are 2 warnings, but --max-warnings allows 1.\nexit 1',
    )
    expect(
      await check('--rule=out-of-range=warning', '--rule=notation=off', '--max-warnings=0', at('a.rec')),
    ).toContain('There is 1 warning, but --max-warnings allows 0.\nexit 1')
    expect(await check(...warnings, '--max-warnings=2', at('a.rec'))).toBe('! 1 file, 1 record: 2 warnings.\nexit 0')
  })

  test('fixes what it can first, and lists the rest; a file that cannot be fixed is told once', async () => {
    write({ 'a.rec': wrong, 'b.rec': Buffer.from('"\xe9"', 'latin1') })
    expect(await check('--fix', '--format=lines', at())).toBe(
      `${outOfRange}
! Fixed a.rec: 1 notation.
! recline: b.rec is not UTF-8 on line 1; save it as UTF-8.
! 1 file, 1 record: 1 error. The result is incomplete: see the message above.
exit 2`,
    )
    expect(read('a.rec')).toBe(wrong.replace('tested', '"tested"'))
  })

  test('fixes only the codes that are chosen, or shows what it would change', async () => {
    write({ 'a.rec': '@control rid=C-1 | status=tested\n' })
    const dry = await check('--fix-dry-run', '--fix-only=tag-case', at('a.rec'))
    expect(dry).toContain('-@control rid=C-1 | status=tested\n+@CONTROL rid=C-1 | status=tested\n')
    expect(dry).toContain('! --fix would change 1 file: 1 tag-case.\nexit 1')
    expect(read('a.rec')).toBe('@control rid=C-1 | status=tested\n')
    await check('--fix', '--fix-only=tag-case', '--fix-only=syntax', at('a.rec'))
    expect(read('a.rec')).toBe('@CONTROL rid=C-1 | status=tested\n')
  })

  test.each<[string, string, string]>([
    ['--report=json=', 'a.rec', 'a file of records'],
    ['--output=', 'a.rec', 'a file of records'],
    ['--report=json=', 'new.REC', 'a file of records'],
    ['--report=json=', 'link.json', 'a file of records'],
    ['--report=sarif=', 'recline.json', 'a configuration'],
    ['--report=json=', 'own.domain.json', 'a descriptor'],
    ['--report=json=', 'others/fleet.json', 'read by this run'],
    ['--report=json=', 'known.json', 'read by this run'],
    ['--report=json=', 'b.txt', 'read by this run'],
    ['--report=json=', 'hard.json', 'read by this run'],
    ['--write-baseline=', 'a.rec', 'a file of records'],
    ['--write-baseline=', 'b.txt', 'read by this run'],
  ])('does not replace what it reads by its results: %s%s', async (option, target, kind) => {
    const known = '{ "version": 1, "problems": [] }'
    write({ 'a.rec': '@A\n', 'b.txt': '@B\n', 'recline.json': '{}', 'own.domain.json': '{}', 'known.json': known })
    write({ 'others/fleet.json': { domain: 'acme.fleet', version: '1.0', description: 'x', records: [] } })
    symlinkSync('a.rec', at('link.json'))
    linkSync(at('b.txt'), at('hard.json'))
    const before = names().map(read)
    const baseline = option === '--write-baseline=' ? [] : [`--baseline=${at('known.json')}`]
    const args = [...baseline, `--descriptors=${at('others/*.json')}`, at('b.txt'), at('a.rec')]
    expect(await check(`${option}${at(target)}`, ...args)).toBe(
      `! error: ${target} is ${kind}, so the results are not written to it; choose another name.\nexit 2`,
    )
    expect(names().map(read)).toEqual(before)
  })

  test('writes its results to files too, and statistics', async () => {
    write({ 'a.rec': wrong })
    const text = await check(
      '--quiet',
      '--stats',
      `--report=lines=${at('a.txt')}`,
      `--report=ndjson=${at('a.ndjson')}`,
      at('a.rec'),
    )
    expect(text).toMatch(/^! Files +1$/m)
    expect(text).toMatch(/^! Time +[0-9]+\.[0-9]+ s$/m)
    expect(read('a.txt')).toMatch(/ error out-of-range CONTROL.maturity is 9; it must be from 1 to 5\.\n$/)
    expect(read('a.txt').split('\n')).toHaveLength(2)
    expect(JSON.parse(read('a.ndjson').split('\n')[0]!)).toMatchObject({ code: 'out-of-range', line: 1 })
  })

  test('tells the warnings of its plan', async () => {
    write({ 'a.rec': '' })
    expect(await check('--rule=rule/nope=off', at('a.rec'))).toBe(
      '! recline: There is no rule with the code rule/nope.\n! 1 file, 0 records: no problems.\nexit 0',
    )
  })

  test('of a folder without records fails, unless it may be empty', async () => {
    const text = await check(at())
    expect(text).toMatch(/^! recline: .* has no \.rec file\.\nexit 2$/)
    expect(await check('--pass-with-no-files', at())).toBe('exit 0')
  })
})

test('the closing line has no number of messages, as others than failures can stand above it', async () => {
  write({
    'recline.json': { severty: {}, descriptors: ['a/*.json', 'b/*.json'] },
    'a.rec': '',
  })
  expect(await check(at('a.rec'))).toBe(
    `! recline: recline.json:1:2: The configuration has "severty", which is not known; "severity" may be meant.
! recline: recline.json:1:30: The glob "a/*.json" matches no descriptor; correct it, or remove it.
! recline: recline.json:1:41: The glob "b/*.json" matches no descriptor; correct it, or remove it.
! 1 file, 0 records: no problems. The result is incomplete: see the messages above.
exit 2`,
  )
})

describe('a baseline', () => {
  test('is written instead of a list, and what it has is not listed any more', async () => {
    write({ 'a.rec': wrong })
    expect(await check('--write-baseline', at('known.json'), at('a.rec'))).toBe(
      '! 2 known problems in known.json.\nexit 0',
    )
    write({ 'a.rec': `# moved\n${wrong.replace('status', 'owner="x" | status')}stray\n` })
    const compared = await check('--format=lines', '--baseline', at('known.json'), at('a.rec'))
    expect(compared).toMatch(
      /^a\.rec:3:1 error syntax .*\n! 1 file, 1 record: 1 error that .*known\.json does not have\.\nexit 1$/,
    )
    write({ 'a.rec': wrong.replace('=tested', '="tested"') })
    expect(await check('--baseline', at('known.json'), '--rule=out-of-range=off', at('a.rec'))).toMatch(
      /no problems that .*known\.json does not have\.\n! recline: A known problem is gone: .*: notation of .*\n! recline: 1 known problem of .*\nexit 0$/,
    )
  })

  test('that cannot be read ends the check', async () => {
    write({ 'a.rec': wrong })
    expect(await check('--baseline', at('known.json'), at('a.rec'))).toBe(
      '! error: known.json could not be read: no such file or directory. Create it with --write-baseline known.json.\nexit 2',
    )
  })
})

test('a check since a revision that is not there ends with a word', async () => {
  write({ 'a.rec': wrong })
  const { git, commit } = gitIn(() => at())
  await git('init', '-q')
  await commit({ 'b.rec': '' })
  expect(await check('--since=nope', at('a.rec'))).toBe(
    '! error: There is no commit nope in this repository; fetch it first, or use another one.\nexit 2',
  )
})

describe('a map and its reduce', () => {
  /** Maps a file, and writes the facts to another one. */
  const mapped = async (facts: string, ...args: readonly string[]): Promise<void> =>
    write({ [facts]: await written(() => newCheckCommand().parseAsync(['--map', ...args], { from: 'user' })) })

  test('give what a check gives', async () => {
    write({ 'a.rec': `${wrong}${wrong}` })
    await mapped('1.parquet', '--range=0-10', at('a.rec'))
    await mapped('2.parquet', '--range=10-', '--facts-format=parquet', at('a.rec'))
    expect(read('1.parquet')).not.toBe(read('2.parquet'))
    const options = ['--format=lines', '--rule=notation=off']
    const reduced = await check('--reduce', ...options, at('1.parquet'), at('2.parquet'))
    expect(reduced).toContain('error duplicate-rid')
    expect(reduced).toBe((await check(...options, at('a.rec'))).replaceAll('a.rec', /\S*a\.rec/.exec(reduced)![0]))
  })

  test('go by the options for facts', async () => {
    write({ 'a.rec': wrong, 'files.txt': 'gone.rec' })
    await mapped('1.parquet', at('a.rec'))
    expect(await check('--reduce', '--quiet', '--expect', at('files.txt'), at('1.parquet'))).toContain(
      '! recline: gone.rec is expected, but has no facts; run --map for it too.\n',
    )
    const rows = await factRowsIn(at('1.parquet'))
    const first = rows.findIndex(({ kind }) => kind === 'definition')
    write({ '1.parquet': await fileOfRows(rows.toSpliced(first, 1)) })
    expect(await check('--reduce', at('1.parquet'))).toContain(
      '1.parquet has 4 of the 5 facts of a.rec, so its map failed',
    )
    expect(await check('--reduce', '--suspects', '--format=lines', at('1.parquet'))).toMatch(/\nexit 1$/)
  })

  test.each([
    ['two files', ['a.rec', 'b.rec']],
    ['standard input', ['-']],
  ])('have no range of %s', async (_, names) => {
    write({ 'a.rec': wrong, 'b.rec': wrong })
    const paths = names.map(name => (name === '-' ? name : at(name)))
    expect(await check('--map', '--range=0-9', ...paths)).toBe(
      '! error: --range works with one file; give its path\nexit 2',
    )
  })
})
