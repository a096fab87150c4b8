import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli } from './run.ts'

/** The register of a small company in `samples/register/`: it has all that a register needs, and no problem. */
const { folder, files, read, recline } = commandLine()
const { git } = gitIn(folder)
const sample = join(cli, '../../samples/register')
const now = ['--now', '2026-11-29']
const copy = (): void => cpSync(sample, folder(), { recursive: true })
const inSample = (...args: string[]): ReturnType<typeof recline> => recline(args, { cwd: sample })
const sampleText = (name: string): string => readFileSync(join(sample, name), 'utf8')

test('the register has no problem, with its page', async () => {
  expect(await inSample('check', ...now, '.')).toEqual({
    code: 0,
    stdout: '',
    stderr: '8 files, 97 records: no problems.\n',
  })
  expect((await inSample('query', '--tag', 'CONTROL', '--count-by', 'framework', '--format', 'csv')).stdout).toBe(
    'framework,count\nISO/IEC 27001:2022,40\nPCI DSS v4.0.1,12\n',
  )
})

test('its report and its calendar are what the records say, without the names of people', async () => {
  const report = 'report . --template report.md --redact --output report.html --check'
  expect(await inSample(...report.split(' '))).toMatchObject({ code: 0, stdout: '' })
  expect(sampleText('report.html')).not.toMatch(/Kim Adler|Noor Haddad/)
  expect(sampleText('report.html')).toContain('[withheld]')
  const { stdout } = await inSample('due', '.', '--format', 'ics', ...now)
  expect(sampleText('due.ics')).toBe(stdout)
  expect(stdout.match(/^BEGIN:VEVENT/gm)!.length).toBeGreaterThan(20)
})

test('a changed file of evidence, and a requirement that nothing is mapped to, are told', async () => {
  copy()
  await files({
    'evidence/key-settings.txt': 'none\n',
    'mappings.rec': sampleText('mappings.rec').replace(/^@MAPPING .*RG-PCI-9\.4\.7.*\n/m, ''),
  })
  const { stdout } = await recline(['check', '--format', 'lines', ...now, '.'])
  expect(
    stdout.split('\n').map(line =>
      line
        .replace(/:\d+:\d+ /, ' ')
        .split(' ')
        .slice(0, 3)
        .join(' '),
    ),
  ).toEqual(['evidence.rec warning changed-file', 'pci-dss.rec warning rule/pci-requirement-has-mapping', ''])
})

test('a new finding gets its defaults, and an accepted one needs the risk owner', async () => {
  copy()
  await git('init', '-q', '-b', 'main')
  await git('add', '-A')
  await git('commit', '-qm', 'Register')
  await files({ 'new.csv': 'rid,control_ref,found_date\nRG-F-08,RG-A5.9,2026-11-02\n' })
  await recline(['import', 'new.csv', '--tag', 'FINDING', '--into', '.', '--write'])
  expect(await read('findings.rec')).toMatch(
    /^@FINDING rid=RG-F-08 .*(?=.*status="open")(?=.*remediation_due:ts=2027-11-02)/m,
  )
  await recline(['edit', '--tag', 'FINDING', '--where', 'rid == "RG-F-05"', '--set', 'status="accepted"', '--write'])
  expect((await recline(['git', 'approvals'])).stdout).toMatch(
    /FINDING RG-F-05.*\n {2}status: open -> accepted needs risk-owner \(@mara\)\n/,
  )
  expect((await recline(['git', 'approvals', '--approved', '@joel'])).code).toBe(1)
  expect((await recline(['git', 'approvals', '--approved', '@mara'])).code).toBe(0)
})
