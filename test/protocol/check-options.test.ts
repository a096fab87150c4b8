import { join } from 'node:path'
import { expect, test } from 'vitest'
import { vehicleWith } from '../descriptor-files.ts'
import { commandLine, shown } from './command-line.ts'

const { files, folder, recline, expectRun, read } = commandLine()

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

test('a rule that does not exist is told, in options and in recline.json', async () => {
  await files({
    'a.rec': '@DOC domain=compliance\n',
    'recline.json': `{
      "severity": { "rule/matur": "off", "rule/mature": "warning" },
      "rules": [{ "id": "mature", "tag": "CONTROL", "message": "m", "expression": "maturity >= 3" }]
    }`,
  })
  const { stderr, code } = await recline(['check', 'a.rec', '--rule', 'rule/nope=off', '--rule', 'rule/mature=error'])
  expect([stderr, code]).toEqual([
    `recline: recline.json:2:21: There is no rule with the code rule/matur; rule/mature may be meant.
recline: There is no rule with the code rule/nope.
1 file, 0 records: no problems.
`,
    0,
  ])
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

test('--report writes the results to files too, in their own formats', async () => {
  await files({ 'a.rec': mixed, 'b.rec': '@CONTROL rid=CTL-2\n' })
  const alone = async (format: string): Promise<string> =>
    (await recline(['check', '.', '--quiet', '--format', format])).stdout
  const { stdout, code } = await recline(
    'check . --quiet --format lines --report json=out/r.json --report sarif=r.sarif --report lines=r.txt'.split(' '),
  )
  expect([stdout, code]).toEqual([await alone('lines'), 1])
  expect(await read('out/r.json')).toBe(await alone('json'))
  expect(await read('r.sarif')).toBe(await alone('sarif'))
  expect(await read('r.txt')).toBe(stdout)
  await expectRun(
    'check b.rec --report json=b.rec/r.json --report ndjson=all.ndjson',
    `
      ! recline: b.rec/r.json could not be written: not a directory.
      ! 1 file, 1 record: no problems. The result is incomplete: see the message above.
      exit 2`,
  )
  expect(await read('all.ndjson')).toBe('')
  await expectRun(
    'check b.rec --report json',
    `
      ! recline: option '--report <format=path>' argument 'json' is invalid. Write a format and a file, such as sarif=report.sarif.
      exit 2`,
  )
})

test('--output writes the results to a file, and nothing to standard output', async () => {
  await files({ 'a.rec': mixed })
  const { stdout } = await recline(['check', '-f', 'json'])
  await expectRun('check -f json -o out/r.json --report lines=r.txt', 'exit 1')
  expect(await read('out/r.json')).toBe(stdout)
  expect(await read('r.txt')).toContain('a.rec:1:35 error out-of-range ')
  await recline('check -f text --color always -o r.txt'.split(' '))
  expect(await read('r.txt')).not.toContain('\u001b')
  for (const [args, sentence] of [
    ['-o a.rec', 'a.rec is a file of records, so the results are not written to it; choose another name.'],
    ['-o -', "option '-o, --output <path>' argument '-' is invalid. Omit it to print to standard output."],
    ['-o json=r.json', '--output takes only the name of a file; write --report json=r.json.'],
  ])
    await expectRun(`check ${args}`, `! recline: ${sentence}\nexit 2`)
})

test('--select lists, counts and fixes only problems of some codes, also if they are off', async () => {
  await files({ 'a.rec': mixed, 'recline.json': '{ "severity": { "notation": "off" } }' })
  await expectRun(
    'check --format lines --select notation,syntax --select unknown-field a.rec',
    `
      a.rec:1:39 information notation CONTROL.status is written without quotes; the canonical notation is status="tested".
      a.rec:1:55 warning unknown-field color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
      ! 1 file, 1 record: 1 warning, 1 information of notation, syntax, unknown-field.
      exit 0`,
  )
  await expectRun(
    'check --select notation --rule notation=off a.rec',
    '! 1 file, 1 record: no problems of notation.\nexit 0',
  )
  await expectRun('check --quiet --select syntax --fix a.rec', '! 1 file, 1 record: no problems of syntax.\nexit 0')
  await recline(['check', '--fix', '--select', 'notation', 'a.rec'])
  expect(await read('a.rec')).toBe(mixed.replace('=tested', '="tested"'))
  await expectRun(
    'check --select notaton a.rec',
    `
      ! recline: option '--select <codes>' argument 'notaton' is invalid. There is no code notaton.
      ! (Did you mean notation?)
      exit 2`,
  )
  await expectRun(
    'check --select rule/cert-expire a.rec',
    `
      ! recline: There is no rule with the code rule/cert-expire. Did you mean rule/cert-expires-after-issue?
      ! 1 file, 1 record: no problems of rule/cert-expire. The result is incomplete: see the message above.
      exit 2`,
  )
})

test('--select tells and removes only known problems of its codes as gone', async () => {
  await files({ 'a.rec': mixed })
  await recline('check --write-baseline known.json'.split(' '))
  await files({ 'a.rec': '@CONTROL rid=CTL-1\n' })
  await expectRun(
    'check --select out-of-range --baseline known.json --prune-baseline',
    `
      ! 1 file, 1 record: no problems of out-of-range that known.json does not have.
      ! recline: A known problem is gone: a.rec: out-of-range of core.compliance.CONTROL CTL-1 maturity: 9
      ! recline: 1 known problem of known.json is gone, and was removed from it.
      exit 0`,
  )
  expect(await read('known.json')).toContain('"unknown-field"')
})

test('--config uses one recline.json for all files, with globs from the working directory', async () => {
  await files({
    'recline.json': '{ "severity": { "notation": "off" } }',
    'ci/strict.json':
      '{ "extends": "./more.json", "domains": { "law/**": "legal" }, "files": { "exclude": ["old/**"] } }',
    'ci/more.json': '{ "severity": { "unknown-field": "error" } }',
    'a.rec': mixed,
    'law/b.rec': '@CONTROL rid=CTL-2\n',
    'law/recline.json': '{ "severity": { "unknown-tag": "off" } }',
    'old/c.rec': 'x\n',
  })
  await expectRun(
    'check --format lines --config ci/strict.json',
    `
      a.rec:1:35 error out-of-range CONTROL.maturity is 9; it must be from 1 to 5.
      a.rec:1:39 information notation CONTROL.status is written without quotes; the canonical notation is status="tested".
      a.rec:1:55 error unknown-field color is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
      law/b.rec:1:2 warning unknown-tag CONTROL is not a tag of core.legal; it is one of core.compliance, which is not in force here.
      ! 2 files, 2 records: 2 errors, 1 warning, 1 information.
      exit 1`,
  )
  await expectRun(
    'check --config nowhere.json a.rec -q -f lines --select syntax',
    `
      ! recline: nowhere.json could not be read: no such file or directory.
      ! 1 file, 1 record: no problems of syntax. The result is incomplete: see the message above.
      exit 2`,
  )
  const { stdout } = await recline(['check', '--config', '../ci/strict.json', '-f', 'lines', '../a.rec', '.'], {
    cwd: join(folder(), 'law'),
  })
  // There, no glob is for b.rec.
  expect(stdout).toMatch(/^(\.\.\/a\.rec:.*\n){3}$/)
})

test('--show-files lists what would be read, and tells why the rest is not', async () => {
  await files({
    '.git/HEAD': '',
    '.gitignore': 'built/\nlocal.rec\n',
    'recline.json': '{ "files": { "exclude": ["old/**", "draft.rec"] } }',
    'some/recline.json': '{ "files": { "include": ["in/**"] } }',
    ...Object.fromEntries(
      ['a', 'b/c', 'b/local', 'built/d', 'draft', 'node_modules/x', 'old/e', 'some/in/f', 'some/g'].map(name => [
        `${name}.rec`,
        'x\n',
      ]),
    ),
  })
  const expected = `
      a.rec
      b/c.rec
      some/in/f.rec
      ! recline: draft.rec is left out: "files.exclude" of recline.json excludes it.
      ! recline: b/local.rec is left out: git ignores it.
      ! recline: built/ is left out: git ignores it.
      ! recline: old/ is left out: "files.exclude" of recline.json excludes it.
      ! recline: some/g.rec is left out: no glob of "files.include" of some/recline.json matches it.
      exit 0`
  const sorted = (text: string): string =>
    text
      .replace(/^ *(.*)$/gm, '$1')
      .trim()
      .split('\n')
      .sort()
      .join('\n')
  for (const args of ['check', 'format', 'format --write', 'convert', 'resolve --ours .', 'query --tag CONTROL'])
    expect(sorted(shown(await recline([...args.split(' '), '--show-files'])))).toBe(sorted(expected))
  await expectRun(
    'check --show-files --exclude b a.rec b old',
    `
      a.rec
      ! recline: b/c.rec is left out: --exclude excludes it.
      ! recline: b/local.rec is left out: --exclude excludes it.
      ! recline: old/e.rec is left out: "files.exclude" of recline.json excludes it.
      ! recline: b has no .rec file, except files that are excluded or that git ignores.
      ! recline: old has no .rec file, except files that are excluded or that git ignores.
      exit 2`,
  )
})

test('--baseline lists only problems that it does not have, wherever they are, and tells which are gone', async () => {
  await files({ 'a.rec': mixed })
  await expectRun(
    'check . --write-baseline known.json',
    `
      ! 3 known problems in known.json.
      exit 0`,
  )
  await files({ 'a.rec': '', 'b.rec': `# moved\n${mixed}@CONTROL rid=CTL-2 | maturity:int=7\n` })
  await expectRun(
    'check . --format lines --baseline known.json',
    `
      b.rec:3:35 error out-of-range CONTROL.maturity is 7; it must be from 1 to 5.
      ! 2 files, 2 records: 1 error that known.json does not have.
      exit 1`,
  )
  await files({ 'b.rec': mixed.replace('maturity:int=9', 'maturity:int=5') })
  await expectRun(
    'check . --baseline known.json',
    `
      ! 2 files, 1 record: no problems that known.json does not have.
      ! recline: A known problem is gone: a.rec: out-of-range of core.compliance.CONTROL CTL-1 maturity: 9
      ! recline: 1 known problem of known.json is gone; update it with --write-baseline known.json.
      exit 0`,
  )
  await files({ 'package.json': '{ "name": "x" }' })
  await expectRun(
    'check . --write-baseline package.json',
    `
      ! recline: package.json is not a baseline, so it is not replaced by one; choose another name, or delete it.
      exit 2`,
  )
  expect(await read('package.json')).toBe('{ "name": "x" }')
  await files({ 'known.json': '{}' })
  await expectRun(
    'check . --baseline known.json',
    `
      ! recline: known.json is not a baseline; name a file that --write-baseline has written.
      exit 2`,
  )
  await expectRun(
    'check . nowhere.rec --write-baseline new.json',
    `
      ! recline: nowhere.rec could not be read: no such file or directory.
      ! recline: new.json was not written, because not everything could be checked.
      exit 2`,
  )
})

test('--exclude ignores files and folders, also those that are named', async () => {
  await files({ 'a.rec': 'x\n', 'old/b.rec': 'x\n', 'sub/old/c.rec': 'x\n', 'sub/d.rec': 'x\n' })
  const checked = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await recline(['check', '--format', 'lines', '.', ...args])
    return [...stdout.matchAll(/^(.*):1:1 /gm)].map(([, file]) => file!)
  }
  expect(await checked('--exclude', 'old')).toEqual(['a.rec', 'sub/d.rec'])
  expect(await checked('a.rec', '--exclude', 'old/', '--exclude', 'a.*')).toEqual(['sub/d.rec'])
  expect(await checked('--exclude', 'sub/old')).toEqual(['a.rec', 'old/b.rec', 'sub/d.rec'])
  await expectRun(
    'check a.rec --exclude ../x',
    `
      a.rec
        1:1  error  syntax  "x" is neither a record, which starts with @, nor a comment, which starts with #.
             x
             ^
      ! recline: --exclude: The glob "../x" leads out of the folder that it is relative to; write it from there on downwards.
      ! 1 file, 0 records: 1 error. The result is incomplete: see the message above.
      exit 2`,
  )
})

test('--fix-only fixes only problems of its codes', async () => {
  await files({ 'a.rec': '@control rid=CTL-1 | status=tested\n' })
  await recline(['check', '--fix', '--fix-only', 'notation', 'a.rec'])
  expect(await read('a.rec')).toBe('@control rid=CTL-1 | status="tested"\n')
  await expectRun(
    'check --fix-only notation a.rec',
    `
      ! recline: --fix-only needs --fix or --fix-dry-run.
      exit 2`,
  )
})
