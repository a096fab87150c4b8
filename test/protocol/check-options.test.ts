import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, recline, expectRun } = commandLine()

const mixed = '@CONTROL rid=CTL-1 | maturity:int=9 | status=tested | color="red"\n'

test('--rule gives codes other severities, or switches them off', async () => {
  await files({ 'a.rec': mixed })
  await expectRun('check --format lines --rule out-of-range=warning --rule notation=off --rule unknown-field=error a.rec', `
      a.rec:1:35 warning out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      a.rec:1:55 error unknown-field color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
      ! 1 file, 1 record: 1 error, 1 warning.
      exit 1`)
})

test('--domain decides for files without a header, and may be repeated', async () => {
  await files({ 'a.compliance.rec': '@POLICY rid=P-1 | premium:float=1\n@DOC domain=compliance\n@CONTROL rid=CTL-1\n' })
  const codes = async (...domains: string[]): Promise<string[]> => {
    const { stdout } = await recline(['check', '--format', 'lines', 'a.compliance.rec', ...domains.flatMap(name => ['--domain', name])])
    return [...stdout.matchAll(/^\S+ \S+ (\S+)/gm)].map(([, code]) => code!)
  }
  expect(await codes()).toEqual(['unknown-field'])
  expect(await codes('core.insurance')).toEqual([])
  expect(await codes('legal')).toEqual(['unknown-tag'])
  expect(await codes('legal', 'insurance')).toEqual([])
})

test('--quiet lists errors only, and counts all', async () => {
  await files({ 'a.rec': mixed })
  await expectRun('check --format lines --quiet a.rec', `
      a.rec:1:35 error out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      ! 1 file, 1 record: 1 error, 1 warning, 1 information.
      exit 1`)
})

test('--max-warnings fails where there are more, also where none is listed', async () => {
  await files({ 'a.rec': '@CONTROL rid=CTL-1 | color="red" | shape="round"\n' })
  await expectRun('check --quiet --max-warnings 1 a.rec', `
      ! 1 file, 1 record: 2 warnings.
      ! recline: There are 2 warnings, and --max-warnings allows 1.
      exit 1`)
  await expectRun('check --quiet --max-warnings 2 a.rec', `
      ! 1 file, 1 record: 2 warnings.
      exit 0`)
})
