import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asAnyone, commandLine, shown } from './command-line.ts'

const { folder, files, read, recline, expectRun } = commandLine()

const audit = `@DOC domain=core.compliance
@CONTROL rid=CTL-1 | title="Access" | owner="CISO"
@FINDING rid=FND-1 | control_ref="CTL-1" | severity="high" | status="open"
@FINDING rid=FND-2 | control_ref="CTL-1" | severity="low" | status="closed"
`

const complaint = async (...args: string[]): Promise<string> => {
  const { stdout, stderr, code } = await recline(['query', 'a.rec', ...args])
  return `${stdout}${stderr}exit ${code}`
}

test('a query without a tag lists the tags that are there, and needs one for all else', async () => {
  await files({ 'a.rec': audit })
  expect(await complaint()).toMatchInlineSnapshot(`
    "tag      count  domain
    FINDING      2  core.compliance
    CONTROL      1  core.compliance
    recline: Choose one with --tag, such as --tag FINDING. Records whose tag no domain defines are not counted.
    exit 0"
  `)
  expect(await complaint('--fail-if-any')).toBe("recline: required option '--tag <tag>' not specified.\nexit 2")
})

test('an option without its value does not take the next option for it', async () => {
  await files({ 'a.rec': audit })
  expect(await complaint('--tag', 'FINDING', '--output', '--format', 'json')).toBe(
    "recline: option '-o, --output <path>' needs a value, but --format follows.\nexit 2",
  )
  expect(await complaint('--tag', '-f', 'json')).toBe(
    "recline: option '--tag <tag>' needs a value, but -f follows.\nexit 2",
  )
})

test('an option that is given twice is an error, unless it can be repeated', async () => {
  await files({ 'a.rec': audit })
  expect(await complaint('--tag', 'FINDING', '--where', 'status == "closed"', '--where', 'severity == "high"')).toBe(
    "recline: option '--where <expression>' can be given only once; join the conditions with &&.\nexit 2",
  )
  expect(await complaint('--tag', 'FINDING', '--select', 'rid', '--select=status')).toBe(
    "recline: option '--select <expressions>' can be given only once; separate the expressions with commas.\nexit 2",
  )
  expect(await complaint('--tag', 'FINDING', '--tag', 'CONTROL')).toBe(
    "recline: option '--tag <tag>' can be given only once; leave one of them out.\nexit 2",
  )
  await expectRun(
    'descriptors list --format text --format json',
    `
      ! recline: option '-f, --format <format>' can be given only once; leave one of them out.
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

test('records that the expressions miss are told, and the exit code stays', async () => {
  const padding = '# The record is not in the first part of the file.\n'.repeat(40_000)
  const missed = `@FINDING rid=FND-3 | control_ref="CTL-3"\n`
  await files({ 'a.rec': audit, 'b.rec': padding + missed + missed.replace('3', '4').replace('CTL-3', 'CTL-4') })
  const where = ['--where', 'control_ref.owner == "x"', '--select', 'rid', '--fail-if-any']
  expect(shown(await recline(['query', '.', '--tag', 'FINDING', ...where]))).toBe(
    'rid\n! recline: References lead to 2 records that these files do not have, the first from b.rec:40001; name all files that the expressions read, or correct the references.\nexit 0',
  )
  expect(shown(await recline(['query', 'a.rec', '--tag', 'FINDING', ...where]))).toBe('rid\nexit 0')
})

test('values that are no numbers are told with the place of the first one', async () => {
  await files({
    'a.rec': `@DOC domain=core.insurance
@CLAIM rid=C-1 | amount_paid:float=100
@CLAIM rid=C-2 | amount_paid="1,000"
@CLAIM rid=C-3 | amount_paid="$500"
`,
  })
  await expectRun(
    'query a.rec --tag CLAIM --sum amount_paid',
    `
      count  sum(amount_paid)
          3               100
      ! recline: 2 values of amount_paid are no numbers, so the totals leave them out; the first one is at a.rec:3.
      exit 0`,
  )
})

test('a total says how many records it leaves out because their references lead to no record, or to several', async () => {
  const refer = (id: number, ref: string): string => `@FINDING rid=FND-${id} | control_ref="${ref}"\n`
  const control = (id: string, maturity: number): string => `@CONTROL rid=${id} | maturity:int=${maturity}\n`
  await files({
    'a.rec': `@DOC domain=core.compliance\n${control('C-1', 3)}${control('C-2', 4)}${control('C-2', 5)}`,
    'b.rec': `@DOC domain=core.compliance\n${refer(1, 'C-1')}${refer(2, 'C-9')}${refer(3, 'C-2')}${refer(4, 'C-9')}@FINDING rid=FND-5\n`,
  })
  for (const total of ['control_ref.maturity', '2 * control_ref.maturity']) {
    const { stdout, stderr } = await recline(['query', '.', '--tag', 'FINDING', '--sum', total, '--format', 'csv'])
    expect([stdout, stderr]).toEqual([
      `count,sum(${total})\n5,${total.startsWith('2') ? 6 : 3}\n`,
      `recline: 3 records have references that lead to no record, so sum(${total}) leaves them out; the first one is at b.rec:3.
recline: References lead to 1 record that these files do not have, from b.rec:3; name all files that the expressions read, or correct the references.
recline: References lead to 1 id that several records have, such as "C-2", so they count as absent, from b.rec:4; give each record an id of its own.
`,
    ])
  }
})

test('fields that no record has, and those that one has twice, are told', async () => {
  await files({
    'a.rec':
      '@CONTROL rid=C-1 | title="a" | vendor="x"\n@CONTROL rid=C-2 | title="b" | title="c" | owner="d" | owner="d" | room="e"\n',
  })
  await expectRun(
    'query a.rec --tag CONTROL --select rid,title,vendor,ownr',
    `
      rid  title  vendor  ownr
      C-1  a      x
      C-2  b
      ! recline: No CONTROL record has a field ownr; owner may be meant.
      ! recline: 1 record has title twice, and the first value counts; it is at a.rec:2.
      exit 0`,
  )
  for (const [limit, row] of [
    [0, ''],
    [1, '      C-1,,\n'],
  ] as const)
    await expectRun(
      `query a.rec --tag CONTROL --select rid,room,ownr --limit ${limit} --format csv`,
      `\n      rid,room,ownr\n${row}      ! recline: No CONTROL record has a field ownr; owner may be meant.\n      exit 0`,
    )
})

test('a tag of several domains needs no domain if the files have it of one only', async () => {
  const compliance = '@DOC domain=core.compliance\n@POLICY rid=P-1 | title="Access"\n'
  const insurance = '@DOC domain=core.insurance\n@POLICY rid=P-2 | status="active"\n'
  await files({ 'a.rec': compliance, 'b.rec': insurance })
  await expectRun('query a.rec --tag POLICY --select rid', '\n      rid\n      P-1\n      exit 0')
  await expectRun('query b.rec --tag POLICY --select rid', '\n      rid\n      P-2\n      exit 0')
  const stdin = await recline(['query', '-', '--tag', 'POLICY', '--select', 'rid'], { input: insurance })
  expect(shown(stdin)).toBe('rid\nP-2\nexit 0')
  const several = 'Several domains have the tag POLICY; write core.compliance.POLICY or core.insurance.POLICY.\nexit 2'
  expect(shown(await recline(['query', '.', '--tag', 'POLICY']))).toContain(several)
})

test('referring records of the project that the query does not read are told', async () => {
  const where = ['--where', 'referrers("FINDING", "control_ref").size() == 0', '--select', 'rid']
  const query = async (...args: string[]): Promise<string> =>
    shown(await recline(['query', ...args, '--tag', 'CONTROL', ...where], { cwd: join(folder(), 'sub') }))
  const missed = 'recline: referrers misses FINDING records of'
  const advice = 'name them too, or .. for the whole project.'
  await files({
    'sub/c.rec': '@CONTROL rid=CTL-1\n',
    'f.rec': '@finding control_ref="CTL-1"\n',
    'g.rec': '@FINDING control_ref="CTL-1"\n',
    'e.rec': '@EVIDENCE control_ref="CTL-1"\n@FINDINGS\n',
  })
  expect(await query('.')).toBe(
    'rid\nCTL-1\n! recline: These files have no FINDING record, so referrers finds none; name all files that the expressions read.\nexit 0',
  )
  await files({ 'recline.json': '{ "files": { "exclude": ["g.rec"] } }' })
  expect(await query('c.rec')).toBe(
    `rid\nCTL-1\n! ${missed} 1 file of the project, ../f.rec, because this run does not read it; ${advice.replace('them', 'it')}\nexit 0`,
  )
  for (const args of [['..'], ['.', '../f.rec']]) expect(await query(...args)).toBe('rid\nexit 0')
  const excluded = await recline(['query', 'sub', '--exclude', 'f.rec', '--tag', 'CONTROL', ...where])
  expect(shown(excluded)).toBe('rid\nCTL-1\nexit 0')
  await rm(join(folder(), 'recline.json'))
  await files({ '.git/HEAD': '' })
  expect(await query('.')).toBe(
    `rid\nCTL-1\n! ${missed} 2 files of the project, the first ../f.rec, because this run does not read them; ${advice}\nexit 0`,
  )
})

test.each([
  ['--order-by', 'write --sort'],
  ['--group-by', 'write --count-by'],
  ['--distinct', 'to list each value once, write --count-by'],
  [
    '--offset',
    'rows cannot be skipped; sort the other way with --sort, or leave out --limit and skip rows of the result',
  ],
  ['--having', 'groups cannot be filtered; print them with --format json, csv or parquet, and filter the result'],
])('%s of SQL is answered with what to do instead', async (option, advice) => {
  await files({ 'a.rec': audit })
  const answer = `recline: there is no option ${option}; ${advice}.\nexit 2`
  for (const args of [[option], [option, 'rid'], [`${option}=rid`]])
    expect(await complaint('--tag', 'FINDING', ...args)).toBe(answer)
  expect((await recline(['query', '--help'])).stdout).not.toContain(option)
})

test('--fail-if-any and --fail-if-none exclude each other', async () => {
  await files({ 'a.rec': audit })
  expect(await complaint('--tag', 'FINDING', '--fail-if-any', '--fail-if-none')).toBe(
    "recline: option '--fail-if-any' cannot be used with option '--fail-if-none'.\nexit 2",
  )
})

test('a file that must not be read is told, and the others are still read', async () => {
  await files({ 'a.rec': audit, 'b.rec': audit })
  await chmod(join(folder(), 'a.rec'), 0o000)
  const query = ['query', '.', '--tag', 'FINDING', '--select', 'rid', '--fail-if-any']
  expect(shown(await recline(query, { through: asAnyone }))).toBe(
    'rid\nFND-1\nFND-2\n! recline: a.rec could not be read: permission denied.\nexit 2',
  )
})

test('a merge conflict is told, because both sides are counted', async () => {
  const [header, control, finding] = audit.split('\n') as [string, string, string]
  const other = finding.replace('high', 'low')
  const lines = [header, control, '<<<<<<< HEAD', finding, '=======', other, '>>>>>>> b', '<<<<<<< HEAD', '=======']
  await files({ 'a.rec': `${lines.join('\n')}\n>>>>>>> b\n` })
  await expectRun(
    'query --tag FINDING --count-by severity a.rec',
    `
      severity  count
      high          1
      low           1
      ! recline: a.rec has a merge conflict on line 3, so the result can have records of both sides; resolve it first.
      exit 2`,
  )
  // A conflict between the lines of a record.
  await files({ 'b.rec': '@CONTROL rid=C\n<<<<<<< HEAD\n  | title="a"\n=======\n  | title="b"\n>>>>>>> b\n' })
  const { stderr, code } = await recline(['query', '--tag', 'CONTROL', '--select', 'rid', 'b.rec'])
  expect([stderr, code]).toEqual([expect.stringContaining('b.rec has a merge conflict on line 2,'), 2])
})

test('cells of CSV that a spreadsheet would run are told', async () => {
  await files({ 'a.rec': '@CONTROL rid=CTL-1 | title="=1+1" | owner="@x" | maturity:int=3\n' })
  await expectRun(
    'query --tag CONTROL --format csv a.rec --select title,owner,maturity',
    `
      title,owner,maturity
      =1+1,@x,3
      ! recline: 2 cells can run as formulas in a spreadsheet; add --escape-formulas.
      exit 0`,
  )
  await expectRun(
    'query --tag CONTROL --format csv a.rec --select title --escape-formulas',
    `
      title
      '=1+1
      exit 0`,
  )
})

test('a table tells that it leaves out fields', async () => {
  await files({ 'a.rec': audit })
  await expectRun(
    'query --tag FINDING a.rec --limit 1',
    `
      rid    control_ref  severity  description  remediation_due
      FND-1  CTL-1        high
      ! recline: The table shows 5 of the 6 fields of FINDING; choose others with --select, or see all with --format json.
      exit 0`,
  )
  for (const args of ['--tag FINDING --format csv', '--tag FINDING --count-by status', '--tag EVIDENCE'])
    expect((await recline(['query', 'a.rec', ...args.split(' ')])).stderr).toBe('')
})

test('--output writes the result to a file, or says why it cannot', async () => {
  await files({ 'a.rec': audit, 'out.csv': 'old' })
  const query = 'query a.rec --tag FINDING --select rid,status --output'
  await expectRun(`${query} out.csv --format csv`, 'exit 0')
  expect(await read('out.csv')).toBe('rid,status\nFND-1,open\nFND-2,closed\n')
  await expectRun(`${query} out.parquet --format parquet`, 'exit 0')
  expect((await read('out.parquet')).slice(0, 4)).toBe('PAR1')
  await expectRun(
    `${query} a.rec/out.csv`,
    `
      ! recline: a.rec/out.csv could not be written: not a directory.
      exit 2`,
  )
})
