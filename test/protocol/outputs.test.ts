import { linkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commands } from '../../cli/all-commands.ts'
import { commandLine } from './command-line.ts'

const { files, folder, paths, read, recline } = commandLine()

/** For each option that names a file for results: a run with it, where `OUT` is the file. */
const runs: Readonly<Record<string, readonly string[]>> = {
  'check --output': ['check a.compliance.rec c.txt --output OUT'],
  'check --report': ['check a.compliance.rec c.txt --report json=OUT'],
  'check --write-baseline': ['check a.compliance.rec c.txt --write-baseline OUT'],
  'due --output': ['due . c.txt --output OUT', 'due . c.txt --format ics --output OUT'],
  'query --output': [
    'query a.compliance.rec c.txt --tag CONTROL --output OUT',
    'query . c.txt --tag CONTROL --format json --output OUT',
    'query a.compliance.rec c.txt --tag CONTROL --count-by owner --output OUT',
    'query a.compliance.rec c.txt --tag CONTROL --format parquet --output OUT',
  ],
  'report --output': ['report a.compliance.rec c.txt --output OUT', 'report . c.txt --to markdown --output OUT'],
  'convert --output': ['convert a.compliance.rec c.txt --from rec --to json --force --output OUT'],
  'convert --save-mapping': ['convert c.csv --tag CONTROL --force --save-mapping OUT'],
  'import --save-mapping': ['import c.csv --tag CONTROL --into {a.compliance.rec,c.txt} --force --save-mapping OUT'],
  'diff --output': ['diff a.compliance.rec c.txt --format patch -o OUT'],
  'descriptors check --output': ['descriptors check own.domain.json c.txt --output OUT'],
  'descriptors breaking --output': [
    'descriptors breaking own.domain.json --against fleet.json --records c.txt --output OUT',
  ],
  'descriptors export --output': [
    'descriptors export acme.fleet --to sql --descriptors own.domain.json --descriptors c.txt --force --output OUT',
  ],
  // These have tests of their own below, or write a folder: see site.test.ts.
  'site --output': [],
  'merge --output': [],
  'descriptors draft --output': [],
}

const isForResults = /--(?:output|report|save-mapping|write-baseline)$/

test('each option that names a file for results is tried here', () => {
  const program = new Command()
  for (const define of commands) define(program)
  const found: string[] = []
  const collect = (command: Command, name: string): void => {
    for (const { long } of command.options) if (isForResults.test(long ?? '')) found.push(`${name} ${long}`)
    for (const below of command.commands) collect(below, `${name} ${below.name()}`)
  }
  for (const command of program.commands) collect(command, command.name())
  expect(Object.keys(runs).sort()).toEqual(found.sort())
})

const control = '@CONTROL rid=CTL-1 | title="Access" | owner="CISO"\n'
const fleet = (version: string): string =>
  `${JSON.stringify({ domain: 'acme.fleet', version, description: 'Cars.', records: [] })}\n`

async function project(): Promise<readonly string[]> {
  await files({
    'a.compliance.rec': control,
    'c.txt': control.replace('CTL-1', 'CTL-2'),
    'c.csv': 'rid,owner\nCTL-3,CISO\n',
    'recline.json': '{}\n',
    'recline.lock': '{ "lockVersion": 1, "domains": {} }\n',
    'own.domain.json': fleet('1.1'),
    'fleet.json': fleet('1.0'),
    'registry/index.json': '{ "version": 1, "namespaces": {} }\n',
    'other/b.rec': control,
  })
  symlinkSync('a.compliance.rec', join(folder(), 'link.txt'))
  linkSync(join(folder(), 'a.compliance.rec'), join(folder(), 'hard.txt'))
  return paths()
}

const contents = async (names: readonly string[]): Promise<string[]> => Promise.all(names.map(name => read(name)))

test.each(Object.entries(runs).flatMap(([option, all]) => all.map(run => [option, run] as const)))(
  '%s replaces no records, no settings and nothing that the run reads: %s',
  async (option, run) => {
    const names = await project()
    const before = await contents(names)
    const targets: Record<string, RegExp> = {
      'a.compliance.rec': /is a file of records/,
      './other/../a.compliance.rec': /is a file of records/,
      'other/b.rec': /is a file of records/,
      'link.txt': /is a file of records/,
      'recline.json': /is a configuration/,
      'recline.lock': /is a lock/,
      'own.domain.json': /is a descriptor/,
      'fleet.json': /is a descriptor|is read by this run/,
      'registry/index.json': /is the index of a registry/,
      ...(!/convert --save/.test(option) && { 'c.txt': /is read by this run/ }),
      ...(!/convert --save|descriptors/.test(option) && { 'hard.txt': /is read by this run/ }),
      ...(/convert --save/.test(option) && { 'c.csv': /is read by this run/ }),
    }
    for (const [target, kind] of Object.entries(targets)) {
      const { stderr, code } = await recline(run.replace('OUT', target).split(' '))
      expect(stderr, target).toMatch(kind)
      expect(stderr, target).toMatch(/, so the results are not written to it; choose another name\.$/m)
      expect(code, target).toBe(2)
    }
    expect(await contents(names)).toEqual(before)
    expect(await paths()).toEqual(names)
    expect((await recline(run.replace('OUT', 'new.txt').split(' '))).stderr).not.toMatch(
      /is not written|not written to/,
    )
    expect(await paths()).toContain('new.txt')
  },
)

test('records of a query may replace records that it does not read', async () => {
  await project()
  const run = (target: string) =>
    recline(['query', 'a.compliance.rec', '--tag=CONTROL', '--format=rec', '--output', target])
  expect(await run('other/b.rec')).toMatchObject({ code: 0 })
  expect(await read('other/b.rec')).toBe(control)
  expect((await run('hard.txt')).stderr).toMatch(/hard\.txt is read by this run/)
})

test('a merge writes to our version, and replaces neither of the others', async () => {
  await project()
  const merge = (target: string) => recline(['merge', 'c.txt', 'a.compliance.rec', 'other/b.rec', '--output', target])
  for (const [target, kind] of [
    ['c.txt', /c\.txt is read by this run/],
    ['./other/b.rec', /other\/b\.rec is read by this run/],
    ['recline.json', /is a configuration/],
    ['fleet.json', /is a descriptor/],
  ] as const)
    expect(await merge(target)).toMatchObject({ code: 2, stderr: expect.stringMatching(kind) })
  expect(await merge('hard.txt')).toMatchObject({ code: 0 })
})

test('a draft replaces a descriptor, and no other settings or data', async () => {
  await project()
  for (const [target, kind] of [
    ['a.compliance.rec', /is a file of records/],
    ['recline.json', /is a configuration/],
    ['c.csv', /is read by this run/],
    ['registry/index.json', /is the index of a registry/],
  ] as const) {
    const run = `descriptors draft c.csv --force --output ${target}`
    expect(await recline(run.split(' '))).toMatchObject({ code: 2, stderr: expect.stringMatching(kind) })
  }
  expect(await recline('descriptors draft c.csv --force --output own.domain.json'.split(' '))).toMatchObject({
    code: 0,
  })
  expect(await read('own.domain.json')).toContain('"name": "owner"')
})

test.each([
  'convert a.compliance.rec --to json --output OUT',
  'descriptors draft c.csv --output OUT',
  'descriptors export compliance --to sql --output OUT',
])('an existing file is replaced only with --force: %s', async words => {
  await files({ 'a.compliance.rec': control, 'c.csv': 'rid,owner\nCTL-3,CISO\n', 'old.txt': 'old' })
  const run = words.replace('OUT', 'old.txt').split(' ')
  expect(await recline(run)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'recline: old.txt already exists; add --force to replace it.\n',
  })
  expect(await read('old.txt')).toBe('old')
  expect(await recline([...run, '--force'])).toMatchObject({ code: 0 })
  expect(await read('old.txt')).not.toBe('old')
})

test('two results are two files', async () => {
  await project()
  for (const run of [
    'check a.compliance.rec --output x.txt --report json=./x.txt',
    'check a.compliance.rec --report lines=x.txt --report json=other/../x.txt',
    'convert c.csv --tag CONTROL --to json --output x.txt --save-mapping ./x.txt',
  ])
    expect(await recline(run.split(' '))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/x\.txt is named for two results; choose another name\.$/m),
    })
})
