import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, expectRun, folder, recline, start, read, paths } = commandLine()

describe('what cannot be converted', () => {
  test('leaves no file, and is named with its place', async () => {
    await files({
      'a.json': '[\n{"$tag":"A","x":{}},\n3]',
      'b.ndjson': '{"$tag":"A"}\n\n{"$tag":"A","é":1}\n{',
      'c.A.csv': 'rid\n"x',
      'd.A.parquet': 'x',
      'e.rec': Buffer.from('# x\n\xe9', 'latin1'),
    })
    await expectRun(
      'convert a.json --output x.rec',
      `
      ! recline: a.json:2:17 x holds an object; a field holds a text, a number, true or false, or a list of them, so write its parts as fields of their own.
      ! recline: a.json:3:1 Here is 3, and no record; a record is an object, as in {"$tag":"CONTROL","rid":"CTL-1"}.
      exit 2`,
    )
    await expectRun(
      'convert b.ndjson --output x.rec',
      `
      ! recline: b.ndjson:3:13 "é" cannot be the name of a field; a name starts with a letter or _ and goes on with letters, digits, _, . and -, as in due_date.
      ! recline: b.ndjson:4:2 This is not JSON: a closing } is missing; add it.
      exit 2`,
    )
    await expectRun(
      'convert c.A.csv --output x.rec',
      `
      ! recline: c.A.csv:2:1 A cell of this row starts with a quote and has none at its end; add it, and write a quote inside the cell twice.
      exit 2`,
    )
    await expectRun(
      'convert e.rec --output x.json',
      `
      ! recline: e.rec is not UTF-8 on line 2; save it as UTF-8.
      exit 2`,
    )
    const { stderr, code } = await recline(['convert', 'd.A.parquet', '--output', 'x.rec'])
    expect([stderr, code]).toEqual([
      expect.stringMatching(/^recline: d\.A\.parquet could not be read as Parquet: .*\.\n$/),
      2,
    ])
    await expectRun(
      'convert e.rec nowhere.rec --output x.json',
      `
      ! recline: nowhere.rec could not be read: no such file or directory.
      exit 2`,
    )
    expect(await paths()).toEqual(['a.json', 'b.ndjson', 'c.A.csv', 'd.A.parquet', 'e.rec'])
  })

  test('is a file that is there already, unless it is to be replaced', async () => {
    await files({ 'a.rec': '@A\n', 'a.json': 'x', 'out/a.A.csv': 'x' })
    await expectRun(
      'convert a.rec --output a.json',
      `
      ! recline: a.json already exists; add --force to replace it.
      exit 2`,
    )
    await expectRun(
      'convert a.rec --to csv --output out',
      `
      ! recline: out/a.A.csv already exists; add --force to replace it.
      exit 2`,
    )
    expect([await read('a.json'), await read('out/a.A.csv')]).toEqual(['x', 'x'])
    await recline(['convert', 'a.rec', '--output', 'a.json', '--force'])
    expect(await read('a.json')).toBe('[\n{"$tag":"A"}\n]\n')
  })

  test.each([
    ['b.rec', 'a file of records'],
    ['recline.json', 'a configuration'],
    ['own.domain.json', 'a descriptor'],
  ])('is %s as the target of another format', async (target, kind) => {
    await files({ 'a.rec': '@A\n', 'b.rec': '@B\n', 'recline.json': '{}' })
    await expectRun(
      `convert a.rec --to json --output ${target} --force`,
      `
      ! recline: ${target} is ${kind}, so the results are not written to it; choose another name.
      exit 2`,
    )
    expect([await read('b.rec'), await read('recline.json')]).toEqual(['@B\n', '{}'])
    expect((await recline(['convert', 'a.rec', '--output', 'b.rec', '--force'])).code).toBe(0)
  })

  test('can be what is written to', async () => {
    await files({ 'a.rec': '@A\n' })
    await expectRun(
      'convert a.rec --to json --output a.rec/x.json',
      `
      ! recline: a.rec/x.json could not be written: not a directory.
      exit 2`,
    )
    const { stderr, code } = await recline(['convert', 'a.rec', '--to', 'json', '--output', '/dev/full'])
    expect([stderr, code]).toEqual([expect.stringMatching(/could not be written: no space left on device\.\n$/), 2])
  })

  test('is no file that a link in the output folder leads to', async () => {
    await files({ 'a.rec': '@A\n', 'mine.txt': 'x' })
    await mkdir(join(folder(), 'out'))
    await symlink('../mine.txt', join(folder(), 'out/a.json'))
    await expectRun(
      'convert a.rec --to json --output out --force',
      `
      ! recline: out/a.json is a link that leads out of the folder, so it is not written; delete the link first.
      exit 2`,
    )
    await recline(['convert', 'a.rec', '--output', 'out/a.json', '--force'])
    expect(await read('mine.txt')).toBe('[\n{"$tag":"A"}\n]\n')
  })

  test('can be stopped, and leaves nothing', async () => {
    const { child, ended } = start(['convert', '-', '--from', 'rec', '--output', 'a.ndjson'])
    // More than any pipe holds, so that it is being read when this is through.
    await new Promise(resolve => child.stdin.write('@A x="1"\n'.repeat(500_000), resolve))
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ stderr: '', signal: 'SIGINT' })
    expect(await paths()).toEqual([])
  })

  test.each(['its end', 'Ctrl+C'] as const)('that is stored on the way is gone behind %s', async end => {
    const { child, ended } = start(['check', '-'], { env: { TMPDIR: folder() } })
    // What is through was read, but for what a pipe holds: so much that it stands in a file.
    await new Promise(resolve => child.stdin.write('# no record\n'.repeat(4_000_000), resolve))
    expect(await paths()).toHaveLength(1)
    if (end === 'Ctrl+C') child.kill('SIGINT')
    else child.stdin.end()
    expect((await ended).signal === 'SIGINT').toBe(end === 'Ctrl+C')
    expect(await paths()).toEqual([])
  })

  test.each([
    ['convert a.rec', 'recline: the target format is missing; add --to json, ndjson, csv, markdown, parquet or xlsx.'],
    [
      'convert a.rec --to jsn',
      "recline: option '--to <format>' argument 'jsn' is invalid. Allowed choices are rec, json, ndjson, csv, markdown, parquet, xlsx.\n(Did you mean json?)",
    ],
    [
      'convert a.rec --to csv --tag control',
      "recline: option '--tag <tag>' argument 'control' is invalid. A tag has upper case letters, digits and _, such as CONTROL.",
    ],
    ['convert a.md', 'recline: a.md is Markdown, which cannot be converted to records.'],
    ['convert notes', 'recline: the format of notes is unknown; add --from rec, json, ndjson, csv, parquet or xlsx.'],
    ['convert b.ODS', 'recline: b.ODS is a spreadsheet in a form that Recline cannot read; save it as .xlsx.'],
    [
      'convert a.rec --output x.xlsm',
      'recline: a workbook of Recline has no macros; let the name of the file end with .xlsx.',
    ],
    ['convert c.parquet --tag LAB', 'recline: c.parquet could not be read as Parquet: it is empty or damaged.'],
    [
      'convert a.rec --to json --output -',
      "recline: option '-o, --output <path>' argument '-' is invalid. Omit it to print to standard output.",
    ],
    [
      'convert a.rec --output x.tsv',
      'recline: the CSV of Recline has commas and not tabs; let the name of the file end with .csv.',
    ],
    [
      'convert -',
      'recline: the format of standard input is unknown; add --from rec, json, ndjson, csv, parquet or xlsx.',
    ],
  ])('recline %s', async (args, sentence) => {
    await files({ 'a.rec': '@A\n', 'a.md': '', notes: '', 'b.ODS': '', 'c.parquet': '' })
    expect(await recline(args.split(' '))).toEqual({ stdout: '', stderr: `${sentence}\n`, code: 2 })
  })
})

test('a tag that no domain has is refused, unless there are records with it', async () => {
  await files({
    'findings.csv': 'rid,title\nFND-1,Leak\n',
    'a.rec': '@FINDIN rid=FND-1\n',
    'b.rec': '@FINDING rid=FND-1\n',
  })
  const sentence = 'recline: There is no tag FINDIN; FINDING may be meant.\n'
  const run = (file: string, to: string): Promise<unknown> =>
    recline(['convert', file, '--tag', 'FINDIN', '--output', `out.${to}`])
  expect(await run('findings.csv', 'rec')).toEqual({ stdout: '', stderr: sentence, code: 2 })
  expect(await run('b.rec', 'json')).toEqual({
    stdout: '',
    stderr: `${sentence}recline: No record has the tag FINDIN.\n`,
    code: 2,
  })
  await expect(readFile(join(folder(), 'out.json'))).rejects.toThrow('ENOENT')
  expect(await run('a.rec', 'json')).toEqual({ stdout: '', stderr: `${sentence}1 record in out.json.\n`, code: 0 })
})
