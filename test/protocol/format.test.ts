import { spawnSync } from 'node:child_process'
import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { vehicleWith } from '../descriptor-files.ts'
import { commandLine } from './command-line.ts'

const { folder, files, recline, expectRun, read } = commandLine()

const wild = '@control  rid="CTL-1"|maturity="3"\n'
const tame = '@CONTROL rid=CTL-1 | maturity:int=3\n'

describe('without an option', () => {
  test('the text of standard input goes to standard output', async () => {
    await expectRun('format -', `${tame}exit 0`, wild)
    await expectRun('format -', 'exit 0', '')
  })

  test('the changes are shown, in a form that patch and git take', async () => {
    await files({ 'a.rec': `# one\n# two\n# three\n# four\n${wild}# five\n`, 'b.rec': tame })
    const shown = `
      --- a/a.rec
      +++ b/a.rec
      @@ -2,5 +2,5 @@
       # two
       # three
       # four
      -@control  rid="CTL-1"|maturity="3"
      +@CONTROL rid=CTL-1 | maturity:int=3
       # five
      `
    const found = '! 1 file of 2 is not formatted; --write formats it.\n'
    await expectRun('format', `${shown}${found}exit 0`)
    const { stdout } = await recline(['format', '.'])
    await expectRun(
      'format --diff .',
      `${shown}! recline: The changes are shown without --diff too; --check tells by its exit code if there are any.\n${found}exit 1`,
    )
    const applied = spawnSync('git', ['apply'], { cwd: folder(), input: stdout })
    expect(String(applied.stderr)).toBe('')
    await expectRun(
      'format --check .',
      `
      ! All 2 files are already formatted.
      exit 0`,
    )
  })

  test('every byte that has nothing to do with the form stays', async () => {
    const run = await recline(['format', '-'], {
      input: '\ufeff@control rid=CTL-1\r\n\r\n# note\r@CONTROL  rid="x"y\n@BEGIN\n  @x\n@END',
    })
    expect(run.stdout).toBe('\ufeff@CONTROL rid=CTL-1\r\n\r\n# note\r@CONTROL  rid="x"y\n@BEGIN\n  @x\n@END\n')
  })

  test.each([
    ['@CONTROL rid=1', '@CONTROL rid=1\n'],
    ['@CONTROL  rid=1', '@CONTROL rid=1\n'],
    ['# one\r\n@CONTROL rid=1', '# one\r\n@CONTROL rid=1\r\n'],
    ['@CONTROL rid=1\n# note', '@CONTROL rid=1\n# note\n'],
    ['@CONTROL rid=1\n  ', '@CONTROL rid=1\n  '],
    ['\ufeff', '\ufeff'],
    ['', ''],
  ])('the last line of %j ends as editors end it', async (input, output) => {
    expect((await recline(['format', '-'], { input })).stdout).toBe(output)
    expect((await recline(['format', '-', '--check'], { input: output })).code).toBe(0)
  })

  test('the name of standard input decides its domain and its configuration', async () => {
    await files({ 'law/recline.json': '{ "format": { "wrapColumn": 20 } }' })
    const run = (name: string) =>
      recline(['format', '-', '--stdin-filename', name], {
        input: '@CLAUSE rid=1 | title="of a contract"\n@control rid=2\n',
      })
    expect((await run('a.rec')).stdout).toBe('@CLAUSE rid=1 | title="of a contract"\n@CONTROL rid=2\n')
    expect((await run('law/a.legal.rec')).stdout).toBe('@CLAUSE rid=1\n  | title="of a contract"\n@control rid=2\n')
  })
})

test('--check lists the files that are not formatted, and fails', async () => {
  await files({ 'a.rec': wild, 'b.rec': tame, 'sub/c.rec': wild })
  await expectRun(
    'format --check .',
    `
      a.rec
      sub/c.rec
      ! 2 files of 3 are not formatted; --write formats them.
      exit 1`,
  )
  await expectRun(
    'format --check b.rec',
    `
      ! 1 file is already formatted.
      exit 0`,
  )
  await expectRun(
    'format --check -',
    `
      -
      ! 1 file of 1 is not formatted.
      exit 1`,
    wild,
  )
  expect(await read('a.rec')).toBe(wild)
})

describe('--write', () => {
  test('writes the files that change, and keeps line ends, byte order mark, mode and symbolic links', async () => {
    await files({
      'crlf.rec': `\ufeff# one\r\n${wild.replace('\n', '\r\n')}`,
      'cr.rec': wild.replace('\n', '\r'),
      'b.rec': tame,
    })
    await chmod(join(folder(), 'crlf.rec'), 0o640)
    await symlink('crlf.rec', join(folder(), 'link.rec'))
    const { mtimeMs } = await stat(join(folder(), 'b.rec'))
    await expectRun(
      'format --write link.rec cr.rec b.rec',
      `
      ! Formatted link.rec.
      ! Formatted cr.rec.
      ! Formatted 2 files of 3.
      exit 0`,
    )
    expect(await read('crlf.rec')).toBe(`\ufeff# one\r\n${tame.replace('\n', '\r\n')}`)
    expect(await read('cr.rec')).toBe(tame.replace('\n', '\r'))
    expect((await stat(join(folder(), 'crlf.rec'))).mode & 0o777).toBe(0o640)
    expect((await lstat(join(folder(), 'link.rec'))).isSymbolicLink()).toBe(true)
    expect((await stat(join(folder(), 'b.rec'))).mtimeMs).toBe(mtimeMs)
    expect((await readdir(folder())).sort()).toEqual(['b.rec', 'cr.rec', 'crlf.rec', 'link.rec'])
  })

  test('leaves alone what cannot be read whole, and formats the rest', async () => {
    const latin = Buffer.from('@control rid="CTL-1" | owner="Jos\xe9"\n', 'latin1')
    await files({ 'a.rec': wild, 'latin.rec': latin })
    await expectRun(
      'format --write . nowhere.rec',
      `
      ! recline: nowhere.rec could not be read: no such file or directory.
      ! Formatted a.rec.
      ! recline: latin.rec is not UTF-8 on line 1; save it as UTF-8.
      ! Formatted 1 file of 1.
      exit 2`,
    )
    expect(await readFile(join(folder(), 'latin.rec'))).toEqual(latin)
  })

  test('is not for standard input, and does not go with --check', async () => {
    await expectRun(
      'format --write -',
      `
      ! recline: --write cannot write to standard input; omit it to print the result.
      exit 2`,
      wild,
    )
    await files({ 'a.rec': wild })
    expect(await recline(['format', '--write', '--check', 'a.rec'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be used with') as string,
    })
    expect(await read('a.rec')).toBe(wild)
  })
})

test('the configuration says how and which files, and options go before it', async () => {
  await files({
    'recline.json':
      '{ "format": { "wrapColumn": 20, "alignColumns": true }, "files": { "exclude": ["old/**"] }, "descriptors": ["fleet.json"], "domains": { "fleet/*": "acme.fleet" } }',
    'fleet.json': vehicleWith('{ "name": "seats", "type": "int" }'),
    'a.rec': '@CONTROL rid=1 | title="one"\n',
    'fleet/b.rec': '@VEHICLE seats=4\n',
    'old/c.rec': wild,
  })
  await expectRun(
    'format --check .',
    `
      a.rec
      fleet/b.rec
      ! 2 files of 2 are not formatted; --write formats them.
      exit 1`,
  )
  const formatted = async (name: string, ...options: string[]): Promise<string> =>
    (await recline(['format', '-', '--stdin-filename', name, ...options], { input: await read(name) })).stdout
  expect(await formatted('fleet/b.rec')).toBe('@VEHICLE seats:int=4\n')
  expect(await formatted('a.rec')).toBe('@CONTROL rid=1\n  | title="one"\n')
  expect(await formatted('a.rec', '--wrap-column', '0')).toBe('@CONTROL rid=1 | title="one"\n')
  const two = '@CONTROL rid=1 | title="a"\n@CONTROL rid=10 | title="b"\n'
  await files({ 'two.rec': two })
  const aligned = '@CONTROL rid=1  | title="a"\n@CONTROL rid=10 | title="b"\n'
  expect(await formatted('two.rec', '--wrap-column', '0')).toBe(aligned)
  expect(await formatted('two.rec', '--wrap-column', '0', '--no-align-columns')).toBe(two)
  await expectRun(
    'format --wrap-column wide a.rec',
    `
      ! recline: option '--wrap-column <column>' argument 'wide' is invalid. It must be a whole number, 0 or more.
      exit 2`,
  )
})

test('a mistake in the configuration is told, and nothing is formatted', async () => {
  await files({ 'recline.json': '{ "format": { "wrapColumn": "20", "alignColumns": true } }', 'a.rec': wild })
  const refusal = `
      ! recline: recline.json:1:29: "format.wrapColumn" is "20"; it must be a whole number without quotes.
      ! recline: No file was formatted, because a descriptor or a recline.json is missing or has errors.
      exit 2`
  await expectRun('format a.rec', refusal)
  await expectRun('format --write a.rec', refusal)
  expect(await read('a.rec')).toBe(wild)
})

test.each(['--check', '--exclude x', '--write'])(
  '%s names a file with a merge conflict, and does the others',
  async option => {
    await files({ 'a.rec': `<<<<<<< ours\n${tame}=======\n>>>>>>> theirs\n`, 'b.rec': tame })
    await expectRun(
      `format ${option} .`,
      `
      ! recline: a.rec has a merge conflict on line 1; resolve it first.
      ! 1 file is already formatted.
      exit 2`,
    )
  },
)
