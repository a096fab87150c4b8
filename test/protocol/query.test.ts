import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, recline, expectRun } = commandLine()

const audit = `@DOC domain=core.compliance
@CONTROL rid=CTL-1 | title="Access" | owner="CISO"
@FINDING rid=FND-1 | control_ref="CTL-1" | severity="high" | status="open"
@FINDING rid=FND-2 | control_ref="CTL-1" | severity="low" | status="closed"
`

const complaint = async (...args: string[]): Promise<string> => {
  const { stdout, stderr, code } = await recline(['query', 'a.rec', ...args])
  return `${stdout}${stderr}exit ${code}`
}

test('an option that is given twice is an error, unless it can be repeated', async () => {
  await files({ 'a.rec': audit })
  expect(await complaint('--tag', 'FINDING', '--where', 'status == "closed"', '--where', 'severity == "high"')).toBe(
    "recline: option '--where <expression>' can be given only once; join the conditions with &&\nexit 2",
  )
  expect(await complaint('--tag', 'FINDING', '--select', 'rid', '--select=status')).toBe(
    "recline: option '--select <expressions>' can be given only once; separate the expressions with commas\nexit 2",
  )
  expect(await complaint('--tag', 'FINDING', '--tag', 'CONTROL')).toBe(
    "recline: option '--tag <tag>' can be given only once; leave one of them out\nexit 2",
  )
  await expectRun(
    'descriptors list --format text --format json',
    `
      ! recline: option '--format <format>' can be given only once; leave one of them out
      exit 2`,
  )
  await expectRun(
    'query --tag FINDING --select rid --domain fintech --domain hr --exclude b.rec --exclude c.rec a.rec',
    `
      rid
      FND-1
      FND-2
      exit 0`,
  )
})

test('--fail-if-any and --fail-if-none exclude each other', async () => {
  await files({ 'a.rec': audit })
  expect(await complaint('--tag', 'FINDING', '--fail-if-any', '--fail-if-none')).toBe(
    "recline: option '--fail-if-any' cannot be used with option '--fail-if-none'\nexit 2",
  )
})
