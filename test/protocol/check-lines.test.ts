import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, recline, expectRun } = commandLine()

const clean = '@CONTROL rid=CTL-1 | status="tested"\n'
// A record without an id, so that it can stand in many files.
const wrong = '@RECOMMENDATION priority:int=9\n'
const outOfRange = 'error out-of-range RECOMMENDATION.priority is 9; it must be from 1 to 5.'
const stray = (line: string): string =>
  `error syntax "${line}" is neither a record, which starts with @, nor a comment, which starts with #.`

describe('recline check --format lines', () => {
  test('prints a line for each problem, and counts them', async () => {
    await files({
      'a.rec': `# Controls\n${wrong}@DOC domain=compliance\n@CONTROL rid=CTL-2 | color="red"\n  | status=tested\n`,
    })
    await expectRun(
      'check --format lines a.rec',
      `
      a.rec:2:30 ${outOfRange}
      a.rec:4:22 warning unknown-field color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
      a.rec:5:5 information notation CONTROL.status is written without quotes; the canonical notation is status="tested".
      ! 1 file, 2 records: 1 error, 1 warning, 1 information.
      exit 1`,
    )
  })

  test('has nothing to print for a file without problems', async () => {
    await files({ 'a.rec': clean })
    await expectRun(
      'check --format lines a.rec',
      `
      ! 1 file, 1 record: no problems.
      exit 0`,
    )
  })

  test('exits with 0 where there are only warnings', async () => {
    await files({ 'a.rec': '@CONTROL rid=CTL-1 | color="red"\n' })
    expect((await recline(['check', 'a.rec'])).code).toBe(0)
  })

  test('counts columns in characters', async () => {
    await files({ 'a.rec': '@CONTROL rid=CTL-1 | title="😀é𝒳"\n  | owner="😀" | maturity:int=9 | status="😀"\n' })
    await expectRun(
      'check --format lines a.rec',
      `
      a.rec:2:30 error out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      a.rec:2:41 error not-in-enum CONTROL.status is "😀"; it must be not-started, in-progress, implemented, tested, effective or ineffective.
      ! 1 file, 1 record: 2 errors.
      exit 1`,
    )
  })

  test("knows domains of the user's own, and says so where they cannot be read", async () => {
    const descriptor = {
      domain: 'acme.fleet',
      version: '1.0',
      description: 'Vehicles.',
      records: [{ tag: 'VEHICLE', fields: [{ name: 'seats', type: 'int', range: [1, 9] }] }],
    }
    await files({
      'a.rec': '@DOC domain=acme.fleet\n@VEHICLE seats:int=12\n',
      'acme.domain.json': JSON.stringify(descriptor),
    })
    await expectRun(
      'check --format lines a.rec --descriptors acme.domain.json',
      `
      a.rec:2:20 error out-of-range VEHICLE.seats is 12; it must be from 1 to 9.
      ! 1 file, 1 record: 1 error.
      exit 1`,
    )
    const { stderr, code } = await recline(['check', 'a.rec', '--descriptors', 'missing.json'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('missing.json')])
  })

  test('fails if a descriptor has an error', async () => {
    const seats = { name: 'seats', type: 'int', range: [9, 1], requird: true }
    const descriptor = (field: object): string =>
      JSON.stringify({
        domain: 'acme.fleet',
        version: '1.0',
        description: 'Vehicles.',
        records: [{ tag: 'VEHICLE', fields: [field, { name: 'plate', type: 'string', pattern: '(' }] }],
      })
    await files({ 'a.rec': '@VEHICLE plate="x"\n', 'a.domain.json': descriptor(seats) })
    await expectRun(
      'check --format lines a.rec',
      `
      ! recline: a.domain.json:1:141: The range of VEHICLE.seats goes from 9 down to 1; write the least value first.
      ! recline: a.domain.json:1:147: VEHICLE.seats has "requird", which is not known; "required" may be meant.
      ! recline: a.domain.json:1:205: The pattern of VEHICLE.plate cannot be used: missing closing ) at (; correct the regular expression.
      ! 1 file, 1 record: no problems. The result is incomplete: see the messages above.
      exit 2`,
    )
    await files({
      'a.domain.json': descriptor({ name: 'wheels' }).replace('(', 'x'),
      'b.domain.json': descriptor(seats),
    })
    const { stderr, code } = await recline(['check', 'a.rec'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('acme.fleet is defined in b.domain.json too')])
  })

  test('finds descriptors without a recline.json', async () => {
    const descriptor = {
      domain: 'acme.fleet',
      version: '1.0',
      description: 'Vehicles.',
      records: [{ tag: 'VEHICLE', fields: [{ name: 'seats', type: 'int', range: [1, 9] }] }],
    }
    await files({ 'domains/acme.domain.json': JSON.stringify(descriptor), 'trips/a.rec': '@VEHICLE seats:int=12\n' })
    expect((await recline(['check', '.'])).code).toBe(1)
    expect((await recline(['check', 'trips'])).code).toBe(0)
    await files({ 'acme.domain.json': JSON.stringify(descriptor) })
    expect((await recline(['check', 'trips/a.rec'])).code).toBe(1)
  })

  test('follows references from file to file', async () => {
    await files({
      'a.rec': '@FINDING rid=F-1 | control_ref="CTL-1"\n@FINDING rid=F-2 | control_ref="CTL-2"\n',
      'b.rec': clean,
      'c.rec': clean,
    })
    await expectRun(
      'check --format lines .',
      `
      a.rec:2:33 warning dangling-reference FINDING.control_ref is "CTL-2", but no CONTROL has that id; write an existing id, or add the record.
      b.rec:1:14 error duplicate-rid CONTROL "CTL-1" exists twice; an id must be unique among the records of its tag, so change one of them. See c.rec:1.
      c.rec:1:14 error duplicate-rid CONTROL "CTL-1" exists twice; an id must be unique among the records of its tag, so change one of them. See b.rec:1.
      ! 3 files, 4 records: 2 errors, 1 warning.
      exit 1`,
    )
  })

  test('leaves out what a comment suppresses', async () => {
    await files({ 'a.rec': `# recline-disable-next-line out-of-range\n${wrong}` })
    expect((await recline(['check', 'a.rec'])).code).toBe(0)
  })

  test('takes files, folders, globs and standard input, each file once, in a stable order', async () => {
    await files({
      'b.rec': wrong,
      'a.rec': wrong,
      'notes.txt': 'x',
      'sub/d.rec': wrong,
      'sub/c.REC': wrong,
      'sub/.hidden/e.rec': wrong,
      'sub/[x]/f.rec': wrong,
      'sub/node_modules/no.rec': wrong,
      'sub/.git/no.rec': wrong,
    })
    await expectRun(
      'check --format lines b.rec sub *.{rec,txt} ./b.rec . - -',
      `
      b.rec:1:30 ${outOfRange}
      sub/.hidden/e.rec:1:30 ${outOfRange}
      sub/[x]/f.rec:1:30 ${outOfRange}
      sub/c.REC:1:30 ${outOfRange}
      sub/d.rec:1:30 ${outOfRange}
      a.rec:1:30 ${outOfRange}
      notes.txt:1:1 ${stray('x')}
      -:1:1 ${stray('y')}
      ! 8 files, 6 records: 8 errors.
      exit 1`,
      'y',
    )
  })

  test('prints paths relative to the working directory', async () => {
    await files({ 'a.rec': wrong, 'sub/b.rec': wrong })
    const expected = `../a.rec:1:30 ${outOfRange}\nb.rec:1:30 ${outOfRange}\n`
    const cwd = join(folder(), 'sub')
    const check = ['check', '--format', 'lines']
    expect(await recline([...check, '..'], { cwd })).toMatchObject({ stdout: expected })
    expect(await recline([...check, folder()], { cwd })).toMatchObject({ stdout: expected })
    expect(await recline([...check, '../**/*.rec'], { cwd })).toMatchObject({ stdout: expected })
  })

  test('takes a file whose name is also a glob', async () => {
    await files({ '[a].rec': wrong, 'a.rec': wrong })
    await expectRun(
      'check --format lines [a].rec',
      `
      [a].rec:1:30 ${outOfRange}
      ! 1 file, 1 record: 1 error.
      exit 1`,
    )
    await expectRun(
      'check --format lines \\[?].*',
      `
      [a].rec:1:30 ${outOfRange}
      ! 1 file, 1 record: 1 error.
      exit 1`,
    )
  })

  test('decides the domain by the name that standard input is given', async () => {
    const args = ['check', '--format', 'lines', '-', '--stdin-filename', 'q1/audit.legal.rec']
    expect((await recline(args, { input: clean })).stdout).toBe(
      'q1/audit.legal.rec:1:2 warning unknown-tag CONTROL is not a tag of core.legal; it is one of core.compliance, which is not in force here.\n',
    )
  })

  test('reads a byte order mark, every kind of line end, and an empty file', async () => {
    await files({
      'bom.rec': `\ufeff${wrong}`,
      'cr.rec': `# one\r# two\r${wrong}`,
      'crlf.rec': `# one\r\n${wrong}`,
      'empty.rec': '',
    })
    await expectRun(
      'check --format lines .',
      `
      bom.rec:1:30 ${outOfRange}
      cr.rec:3:30 ${outOfRange}
      crlf.rec:2:30 ${outOfRange}
      ! 4 files, 3 records: 3 errors.
      exit 1`,
    )
  })

  test('keeps a problem on one line, whatever the file says and whatever it is called', async () => {
    await files({ 'a\n\u001b[2J.rec': 'a\0b\u001b[2J\u2028c\n@CONTROL rid=CTL-1 | maturity="\\n\\ud800"\n' })
    const { stdout } = await recline(['check', '.', '--format', 'lines'])
    expect(stdout).toMatch(
      /^a\\u000a\\u001b\[2J\.rec:1:1 error syntax .*\na\\u000a\\u001b\[2J\.rec:2:31 error invalid-value .*\n$/,
    )
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}]/u)
  })
})
