import { expect, test } from 'vitest'
import { vehicleWith } from '../descriptor-files.ts'
import { commandLine } from './command-line.ts'

const { files, recline, expectRun } = commandLine()

const mixed = '@CONTROL rid=CTL-1 | maturity:int=9 | status=tested | color="red"\n'

test('--rule gives codes other severities, or switches them off', async () => {
  await files({ 'a.rec': mixed })
  await expectRun(
    'check --format lines --rule out-of-range=warning --rule notation=off --rule unknown-field=error a.rec',
    `
      a.rec:1:35 warning out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      a.rec:1:55 error unknown-field color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
      ! 1 file, 1 record: 1 error, 1 warning.
      exit 1`,
  )
})

test('--domain decides for files without a header, and may be repeated', async () => {
  await files({ 'a.compliance.rec': '@POLICY rid=P-1 | premium:float=1\n@DOC domain=compliance\n@CONTROL rid=CTL-1\n' })
  const codes = async (...domains: string[]): Promise<string[]> => {
    const { stdout } = await recline([
      'check',
      '--format',
      'lines',
      'a.compliance.rec',
      ...domains.flatMap(name => ['--domain', name]),
    ])
    return [...stdout.matchAll(/^\S+ \S+ (\S+)/gm)].map(([, code]) => code!)
  }
  expect(await codes()).toEqual(['unknown-field'])
  expect(await codes('core.insurance')).toEqual([])
  expect(await codes('legal')).toEqual(['unknown-tag'])
  expect(await codes('legal', 'insurance')).toEqual([])
})

test('--quiet lists errors only, and counts all', async () => {
  await files({ 'a.rec': mixed })
  await expectRun(
    'check --format lines --quiet a.rec',
    `
      a.rec:1:35 error out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      ! 1 file, 1 record: 1 error, 1 warning, 1 information.
      exit 1`,
  )
})

test('--max-warnings fails where there are more, also where none is listed', async () => {
  await files({ 'a.rec': '@CONTROL rid=CTL-1 | color="red" | shape="round"\n' })
  await expectRun(
    'check --quiet --max-warnings 1 a.rec',
    `
      ! 1 file, 1 record: 2 warnings.
      ! recline: There are 2 warnings, but --max-warnings allows 1.
      exit 1`,
  )
  await expectRun(
    'check --quiet --max-warnings 2 a.rec',
    `
      ! 1 file, 1 record: 2 warnings.
      exit 0`,
  )
})

test('a recline.json counts for the files below it, and options win over it', async () => {
  await files({
    'recline.json':
      '{ "severity": { "notation": "off", "unknown-field": "error" }, "domains": { "law/*": "legal" }, "files": { "exclude": ["old/**"] }, "descriptors": ["fleet.json"] }',
    'fleet.json': vehicleWith('{ "name": "seats", "type": "int" }'),
    'a.rec': mixed,
    'fleet.rec': '@VEHICLE seats:int=x\n',
    'law/b.rec': '@CONTROL rid=CTL-2\n',
    'old/c.rec': 'x',
  })
  await expectRun(
    'check --format lines .',
    `
      a.rec:1:35 error out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      a.rec:1:55 error unknown-field color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
      fleet.rec:1:20 error invalid-value VEHICLE.seats is "x", not a whole number; write digits only, such as 5.
      law/b.rec:1:2 warning unknown-tag CONTROL is not a tag of core.legal; it is one of core.compliance, which is not in force here.
      ! 3 files, 3 records: 3 errors, 1 warning.
      exit 1`,
  )
  await expectRun(
    'check --format lines --rule unknown-field=off --rule notation=warning --domain compliance --descriptors fleet.json a.rec law',
    `
      a.rec:1:35 error out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      a.rec:1:39 warning notation CONTROL.status is written without quotes; the canonical notation is status="tested".
      ! 2 files, 2 records: 1 error, 1 warning.
      exit 1`,
  )
})

test('a mistake in a recline.json is told with its place, and the rest of it counts', async () => {
  await files({
    'recline.json': '{\n  "severity": { "notation": "of", "unknown-field": "off" }\n}',
    'a.rec': '@CONTROL rid=CTL-1 | color="red" | status=tested\n',
  })
  await expectRun(
    'check --format lines a.rec',
    `
      a.rec:1:36 information notation CONTROL.status is written without quotes; the canonical notation is status="tested".
      ! recline: recline.json:2:29: The severity of notation is "of"; it must be error, warning, information or off.
      ! 1 file, 1 record: 1 information. The result is incomplete: see the message above.
      exit 2`,
  )
})
