import type { Log } from 'sarif'
import { SaxesParser } from 'saxes'
import { beforeEach, expect, test } from 'vitest'
import { quote } from '../../shared/syntax/nodes.ts'
import { hostileValues } from '../hostile-values.ts'
import { someOf } from '../property-values.ts'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import type { Run } from './run.ts'

/** What records, descriptors, commits and names of files hold reaches no output as something else than text. */

const { folder, files, recline, startInTerminal } = commandLine()
const { git } = gitIn(folder)

const values = Object.values(hostileValues)
const all = values.join(' ')
/** For arguments and what has no room for more. */
const short = '\u001b[31m\u009b\u202e'

/** The name of a file that would be markup, an escape, and two commands of a workflow. */
const hostileName = `::error::${short}%0A::error::\n::error::<img>"'&$(zap)\`.fleet.rec`

const described = { description: all }
const descriptor = {
  domain: 'acme.fleet',
  version: '1.0',
  description: all,
  records: [
    {
      tag: 'VEHICLE',
      ...described,
      fields: [
        { name: 'rid', type: 'string', required: true, example: all, ...described },
        { name: 'title', type: 'string', unit: all, ...described },
        {
          name: 'kind',
          type: 'string',
          enum: values,
          enumDescriptions: Object.fromEntries(values.map(value => [value, value])),
          ...described,
        },
        { name: 'code', type: 'string', pattern: 'x\u001b\u202e', ...described },
        { name: 'vehicle_ref', type: 'string', ref: 'VEHICLE', ...described },
        { name: 'wheels', type: 'int', range: [0, 9], unit: all, ...described },
      ],
      rules: [
        {
          id: 'hostile-rule',
          message: all.replaceAll(/[{}]/g, ''),
          expression: `title != "${short}"\n  || wheels < 3`,
          standard: all,
          examples: { right: `@VEHICLE rid=1 | title="${short}"`, wrong: `::error::${short}` },
          ...described,
        },
      ],
    },
  ],
  meta: {
    tagline: all,
    tag_context: { VEHICLE: { purpose: all, when_to_use: all, related_standards: [all] } },
    use_cases: [{ id: 'x', title: all, ...described, tags: [all], tags_used: ['VEHICLE'], steps: [all], example: all }],
  },
}

/** Each value in canonical notation and as it is, in fields with and without problems. */
const records = [
  ...values.map(value => `@VEHICLE rid=${quote(value)} | title=${quote(value)} | kind=${quote(value)}`),
  ...Object.entries(hostileValues).map(
    ([key, value]) =>
      `@VEHICLE rid=${key} | title="${value.replaceAll(/["\\\r\n]/g, '')}" | kind=${short} | code="${short}" | wheels:int=${short} | vehicle_ref=${quote(value)} | ${short}=1 | a${short}b="x"`,
  ),
  `@${short} x=1`,
  `# recline-disable-next-line ${short}`,
  `::error::stray ${short}`,
  '',
].join('\n')

beforeEach(async () => {
  await git('init', '-q')
  await files({
    'fleet.domain.json': JSON.stringify(descriptor),
    'recline.json': JSON.stringify({ descriptors: ['fleet.domain.json'] }),
    [hostileName]: records,
    'b.fleet.rec': records.replaceAll('title=', 'wheels:int=4 | title='),
  })
  await git('add', '-A')
  await git('-c', `user.name=${short}`, 'commit', '-q', '-m', `${short} ${all}`)
  await files({
    [hostileName]:
      records.replaceAll('title="', `title="::error::new ${short}${' ::error::'.repeat(9)}`) +
      // All others have the same ids in several files, so that none can be renamed.
      `@VEHICLE rid=only | title="${short}"\n`,
    'c.fleet.rec': records.replaceAll('title=', 'title= '),
    'broken/a.rec': `@VEHICLE rid=1 | title="${short}"\n`,
    'broken/recline.json': JSON.stringify({
      // Otherwise most commands would end before they print records.
      severity: { [all]: 'off', 'config-glob': 'warning' },
      [all]: 1,
      descriptors: [short],
    }),
    'broken/a.domain.json': JSON.stringify({
      domain: all,
      [all]: 1,
      records: [{ tag: all, fields: [{ name: all, type: all }] }],
    }),
  })
})

const run = (args: readonly string[]): Promise<Run> =>
  recline(args, { env: { XDG_CACHE_HOME: `${folder()}/.cache`, XDG_CONFIG_HOME: folder() } })

/** Characters that control a terminal or the direction of text, but for the ends of lines. */
const control = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const workflowCommand = /^\s*(::|##\[).*/m

const query = ['query', '--tag', 'VEHICLE', '--select', 'title,rid,kind']

test.each<[string, ...(readonly string[])[]]>([
  [
    'checks',
    ['check', '--stats', '--since', 'HEAD', '.'],
    ['check', '--format', 'lines', '.', `missing ${short}`],
    ['check', '--write-baseline', short, '.'],
    ['check', '--since', short, '.'],
    ['check', '--rule', `${short}=error`, '.'],
    ['check', '--domain', short, '.'],
    ['check', `--${short}`],
    ['descriptors', 'check', '.'],
    ['git', 'check'],
    ['config', hostileName],
    ['explain', 'rule/hostile-rule'],
    ['check', 'broken'],
    ['descriptors', 'check', 'broken'],
    ['explain', short],
    [short],
  ],
  [
    'descriptors',
    ['descriptors', 'list'],
    ['descriptors', 'show', 'acme.fleet'],
    ['descriptors', 'show', 'acme.fleet', 'VEHICLE'],
    ['descriptors', 'show', short],
    ['descriptors', 'search', 'first'],
    ['descriptors', 'search', short],
    ['descriptors', 'site', short],
    ['init', '--domain', short, 'new'],
    ['init', '--yes', '--domain', 'compliance', short],
  ],
  [
    'records',
    ['format', '--check', '.'],
    ['format', '--write', hostileName, 'missing'],
    ['convert', '--to', 'markdown', '--tag', 'VEHICLE', '.'],
    ['convert', '--to', 'csv', '--tag', 'VEHICLE', '--output', short, '.'],
    [...query, '--format', 'table', '.'],
    [...query, '--format', 'markdown', '.'],
    ['query', '--tag', 'VEHICLE', '--count-by', 'title', '.'],
    ['query', '--tag', 'VEHICLE', '--where', `title == "${short}" && x`, '.'],
    ['query', '--tag', short, '.'],
    ['edit', '--tag', 'VEHICLE', '--set', `kind="${short}"`, '.'],
    ['edit', '--tag', 'VEHICLE', '--set', 'kind=title', '--write', '.'],
  ],
  [
    'history',
    ['diff', '--since', 'HEAD', '.'],
    ['diff', '--format', 'markdown', '--since', 'HEAD', '.'],
    ['diff', hostileName, 'b.fleet.rec'],
    ['diff', short, 'b.fleet.rec'],
    ['log', 'code'],
    ['log', short],
    ['rename', short, 'x'],
    ['rename', 'only', 'x', '--check'],
    ['patch', short],
  ],
])('text for people: %s', async (_, ...commands) => {
  for (const args of commands) {
    const { stdout, stderr } = await run(args)
    for (const output of [stdout, stderr]) {
      expect(control.exec(output)?.[0], `${args.join(' ')}\n${output}`).toBeUndefined()
      expect(workflowCommand.exec(output)?.[0], args.join(' ')).toBeUndefined()
    }
  }
})

test.each<[string, ...(readonly string[])[]]>([
  ['of a check', ['check', '--format', 'json', '.'], ['check', '--format', 'gitlab', '.']],
  ['of lines', ['check', '--format', 'ndjson', '.'], [...query, '--format', 'ndjson', '.']],
  [
    'of records',
    ['convert', '--to', 'json', 'b.fleet.rec'],
    [...query, '--format', 'json', '.'],
    ['diff', '--format', 'json', '--since', 'HEAD', '.'],
    ['log', '--format', 'json', 'code'],
  ],
  [
    'of descriptors',
    ['descriptors', 'list', '--format', 'json'],
    ['descriptors', 'show', '--format', 'json', 'acme.fleet'],
    ['descriptors', 'search', '--format', 'json', 'first'],
  ],
])('JSON %s', async (name, ...commands) => {
  for (const args of commands) {
    const { stdout, stderr } = await run(args)
    expect(stdout, `${args.join(' ')}\n${stderr}`).not.toBe('')
    expect(control.exec(stdout)?.[0], args.join(' ')).toBeUndefined()
    const texts = name === 'of lines' ? stdout.trim().split('\n') : [stdout]
    expect(JSON.stringify(texts.map(text => JSON.parse(text) as unknown)), args.join(' ')).toContain('\u202e')
  }
})

test('values in JSON are the same', async () => {
  const { stdout } = await run([...query, '--format', 'json', 'b.fleet.rec'])
  const found = JSON.parse(stdout) as { readonly title: string }[]
  expect(found.slice(0, values.length).map(({ title }) => title)).toEqual(values)
})

test('SARIF has no link and no argument in its messages', async () => {
  const { stdout } = await run(['check', '--format', 'sarif', '.', `missing ${short}`])
  expect(control.exec(stdout)?.[0]).toBeUndefined()
  const { results = [] } = (JSON.parse(stdout) as Log).runs[0]!
  const messages = results.map(({ message }) => message.text!)
  expect(messages.filter(message => message.includes('](')).length).toBeGreaterThan(3)
  for (const message of messages) {
    expect(message).not.toMatch(/(?<!\\)\[(?:\\.|[^\]])*\]\(/)
    expect(message.replaceAll(/\{\{|\}\}/g, '')).not.toMatch(/[{}]/)
  }
})

test('JUnit is XML with its own elements', async () => {
  const { stdout } = await run(['check', '--format', 'junit', '.', `missing ${short}`])
  expect(control.exec(stdout)?.[0]).toBeUndefined()
  const names = new Set<string>()
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    for (const attribute of Object.keys(attributes)) names.add(`${name}.${attribute}`)
  })
  for (const event of ['comment', 'cdata', 'processinginstruction', 'doctype'] as const)
    parser.on(event, () => names.add(event))
  parser.write(stdout).close()
  expect([...names].sort()).toEqual([
    'error.message',
    'error.type',
    'failure.message',
    'failure.type',
    'testcase.classname',
    'testcase.file',
    'testcase.line',
    'testcase.name',
    'testsuite.errors',
    'testsuite.failures',
    'testsuite.name',
    'testsuite.skipped',
    'testsuite.tests',
    'testsuites.name',
  ])
})

test('GitHub gets one command for each problem', async () => {
  const counted = JSON.parse((await run(['check', '--format', 'json', '.'])).stdout) as {
    summary: Record<string, number>
  }
  const { error, warning, information } = counted.summary
  const { stdout, stderr } = await run(['check', '--format', 'github', '.', `missing ${short}`])
  expect(control.exec(stdout + stderr)?.[0]).toBeUndefined()
  expect(workflowCommand.exec(stderr)?.[0]).toBeUndefined()
  const lines = stdout.trim().split('\n')
  for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) (\w+=[^:,]*,?)+::/)
  expect(lines.filter(line => !line.includes('title=recline')).length).toBe(error! + warning! + information!)
})

test.each<readonly string[]>(
  someOf([
    ['format', 'c.fleet.rec'],
    ['format', '--diff', 'c.fleet.rec'],
    ['check', '--fix-dry-run', 'c.fleet.rec'],
    ['convert', '--to', 'rec', '--tag', 'VEHICLE', 'c.fleet.rec'],
    ['convert', '--to', 'csv', '--tag', 'VEHICLE', 'c.fleet.rec'],
    ['query', '--tag', 'VEHICLE', '--format', 'csv', 'c.fleet.rec'],
    ['query', '--tag', 'VEHICLE', '--format', 'rec', 'c.fleet.rec'],
    ['edit', '--tag', 'VEHICLE', '--set', 'wheels=5', 'c.fleet.rec'],
    ['rename', 'only', 'x'],
    ['diff', '--format', 'patch', 'b.fleet.rec', 'c.fleet.rec'],
    ['merge', 'b.fleet.rec', 'c.fleet.rec', 'c.fleet.rec'],
  ]),
)('data as it is for a program, without control characters on a terminal: recline %s %s', async (...args) => {
  const { stdout, stderr } = await run(args)
  expect(stdout, stderr).toContain('\u202e')
  const terminal = startInTerminal(args, { env: { NO_COLOR: '1', XDG_CACHE_HOME: `${folder()}/.cache` } })
  // The terminal ends lines with a carriage return of its own.
  const shown = (await terminal.ended).stdout.replaceAll(/\r+\n/g, '\n').replaceAll('\t', ' ')
  expect(shown).toContain('\ufffd')
  expect(control.exec(shown)?.[0], shown).toBeUndefined()
})
