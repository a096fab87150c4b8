import { rmSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { Severities } from '../../../shared/check/problem.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import type { Failure } from '../../files/failure.ts'
import { type Target, targetsFor } from '../../files/target.ts'
import type { FileResult } from '../../output/file-result.ts'
import { formats } from '../../output/formats/index.ts'
import { report } from '../../output/report.ts'
import { planRun } from '../../plan/plan.ts'
import { checkFiles } from '../check-files.ts'
import { openBaseline } from './baseline.ts'
import { writeBaseline } from './write-baseline.ts'

const { at, names, read, said, write } = ownFolder()

/** Checks the records of the folder, or of some files of it. */
async function* checked(...files: readonly string[]): AsyncGenerator<FileResult | Failure> {
  const paths = files.length > 0 ? files.map(at) : [at()]
  const plan = await planRun(paths, { descriptors: [], domain: ['core.compliance'], rule: {} })
  yield* plan.failures
  yield* checkFiles(plan, { identities: true })
}

function targetAt(path: string): Target {
  const targets = targetsFor([path], { read: [] })
  if ('failure' in targets) throw new Error(targets.failure)
  return targets[0]!
}

const written = (...files: readonly string[]): Promise<string> =>
  said(() => writeBaseline(targetAt(at('known.json')), checked(...files)))

/** What is found besides the known problems: its place and its code. Then what is said of those that are gone. */
const compared = (rule: Severities = {}, ...files: readonly string[]): Promise<string> =>
  said(async () => {
    const baseline = await openBaseline(at('known.json'), code => rule[code] !== 'off')
    if ('failure' in baseline) return process.stdout.write(`${baseline.failure}\n`)
    for await (const result of baseline.without(checked(...files))) {
      if ('failure' in result) {
        process.stdout.write(`${result.failure}\n`)
        continue
      }
      for await (const some of result.problems)
        for (const { line, code } of some) process.stdout.write(`${result.file}:${line} ${code}\n`)
    }
    await baseline.tellGone()
  })

const control = (id: string, ...fields: readonly string[]): string =>
  `@CONTROL ${[`rid=${id}`, ...fields].join(' | ')}\n`
const wrong = ['maturity:int=9', 'status=tested', 'color="red"'] as const

test('a baseline has a line for each problem, sorted, and counts those that are the same', async () => {
  write({ 'b.rec': `${control('C-2', wrong[1])}stray\n\nstray\n`, 'a.rec': control('C-1', ...wrong) })
  expect(await written()).toBe('! 6 known problems in known.json.\nexit 0')
  const problem = (file: string, record: string, field: string | null, code: string, value: string, count?: number) =>
    JSON.stringify({
      file,
      record: record && `core.compliance.CONTROL ${record}`,
      field,
      code,
      value,
      count,
    })
  expect(read('known.json')).toBe(
    `{
"version": 1,
"problems": [
${problem('a.rec', 'C-1', 'color', 'unknown-field', 'color')},
${problem('a.rec', 'C-1', 'maturity', 'out-of-range', '9')},
${problem('a.rec', 'C-1', 'status', 'notation', 'status=tested')},
${problem('b.rec', '', null, 'syntax', 'stray', 2)},
${problem('b.rec', 'C-2', 'status', 'notation', 'status=tested')}
]
}
`,
  )
  expect(await compared()).toBe('exit undefined')
})

test('a baseline of one problem, or of none, says so', async () => {
  write({ 'a.rec': control('C-1', wrong[0]) })
  expect(await written()).toBe('! 1 known problem in known.json.\nexit 0')
  write({ 'a.rec': control('C-1') })
  expect(await written()).toBe('! 0 known problems in known.json.\nexit 0')
  expect(await compared()).toBe('exit undefined')
})

test('only problems that the baseline does not have are left, also in another file, and those gone are told', async () => {
  write({ 'a.rec': `${control('C-1', ...wrong)}stray\n\nstray\n\nstray\n` })
  await written()
  write({ 'a.rec': 'stray\n', 'b.rec': `# moved\n${control('C-1', wrong[0])}${control('C-2', wrong[0])}` })
  expect(await compared()).toBe(
    `b.rec:3 out-of-range
! recline: A known problem is gone: a.rec: syntax: stray
! recline: A known problem is gone: a.rec: syntax: stray
! recline: A known problem is gone: a.rec: unknown-field of core.compliance.CONTROL C-1 color: color
! recline: A known problem is gone: a.rec: notation of core.compliance.CONTROL C-1 status: status=tested
! recline: 4 known problems of known.json are gone; update it with --write-baseline known.json.
exit undefined`,
  )
})

test('a problem is not told as gone if its code is off or its file was not checked, unless the file is gone', async () => {
  write({ 'a.rec': control('C-1', ...wrong), 'b.rec': control('C-2', wrong[0]), 'c.rec': control('C-3', wrong[0]) })
  await written('a.rec', 'b.rec')
  write({ 'a.rec': control('C-1') })
  const gone = (problem: string): string =>
    `! recline: A known problem is gone: ${problem}\n! recline: 1 known problem of known.json is gone; update it after a check of all files.\n`
  expect(await compared({ notation: 'off', 'unknown-field': 'off', syntax: 'off' }, 'a.rec')).toBe(
    `${gone('a.rec: out-of-range of core.compliance.CONTROL C-1 maturity: 9')}exit undefined`,
  )
  expect(await compared({ notation: 'off', 'unknown-field': 'off', 'out-of-range': 'error' }, 'c.rec')).toBe(
    'c.rec:1 out-of-range\nexit undefined',
  )
  rmSync(at('b.rec'))
  expect(await compared({}, 'c.rec')).toBe(
    `c.rec:1 out-of-range\n${gone('b.rec: out-of-range of core.compliance.CONTROL C-2 maturity: 9')}exit undefined`,
  )
})

test('of the same problem in two files, as many are told as are gone', async () => {
  write({ 'a.rec': 'stray\n', 'b.rec': 'stray\n', 'c.rec': 'stray\n' })
  await written()
  write({ 'a.rec': '', 'b.rec': '' })
  expect(await compared()).toBe(
    `! recline: A known problem is gone: a.rec: syntax: stray
! recline: A known problem is gone: b.rec: syntax: stray
! recline: 2 known problems of known.json are gone; update it with --write-baseline known.json.
exit undefined`,
  )
})

test('a baseline replaces a baseline or an empty file, and nothing else', async () => {
  write({ 'a.rec': control('C-1', wrong[0]), 'known.json': '{ "name": "my-package", "version": "1.0.0" }' })
  expect(await written()).toBe('! recline: known.json could not be written: it is not a baseline.\nexit 2')
  expect(read('known.json')).toContain('my-package')
  write({ 'known.json': '' })
  expect(await written()).toBe('! 1 known problem in known.json.\nexit 0')
  expect(await written()).toBe('! 1 known problem in known.json.\nexit 0')
})

test('at most ten problems that are gone are listed', async () => {
  const records = (count: number): string =>
    Array.from({ length: count }, (_, index) => control(`C-${index}`, wrong[0])).join('')
  write({ 'a.rec': records(10), 'gone.rec': 'stray\n' })
  await written('a.rec')
  write({ 'a.rec': '' })
  const lines = async (): Promise<string[]> => (await compared()).split('\n').slice(0, -1)
  expect((await lines()).filter(line => !line.startsWith('! '))).toEqual(['gone.rec:1 syntax'])
  expect((await lines()).at(-1)).toMatch(/^! recline: 10 known problems of known\.json are gone;/)
  write({ 'a.rec': records(12) })
  await written('a.rec', 'gone.rec')
  write({ 'a.rec': '' })
  const told = await lines()
  expect(told).toHaveLength(11)
  expect(told.at(-1)).toMatch(/^! recline: 12 known problems of known\.json are gone \(the first 10 are listed\);/)
})

test('a baseline with any number of equal problems is read', async () => {
  write({ 'a.rec': 'stray\n' })
  await written()
  write({ 'a.rec': '', 'known.json': read('known.json').replace('"}', `","count":${Number.MAX_SAFE_INTEGER}}`) })
  expect(read('known.json')).toContain('count')
  expect(await compared()).toContain(
    `! recline: ${Number.MAX_SAFE_INTEGER} known problems of known.json are gone (the first 10 are listed)`,
  )
})

test('no baseline is written if something could not be checked or the file cannot be written', async () => {
  write({ 'a.rec': control('C-1'), 'known.json/x': '' })
  const failed = said(() => writeBaseline(targetAt(at('new.json')), checked('a.rec', 'b.rec', 'b.rec')))
  expect(await failed).toBe(
    `! recline: b.rec could not be read: no such file or directory.
! recline: new.json was not written, because not everything could be checked.
exit 2`,
  )
  expect(await written('a.rec')).toMatch(/^! recline: known\.json could not be written: .+\.\nexit 2$/)
  expect(names()).toEqual(['a.rec', 'known.json/x'])
})

test.each([
  ['is no JSON', '{'],
  ['has another version', { version: 2, problems: [] }],
  ['has no problems', { version: 1 }],
  [
    'counts less than one problem',
    { problems: [{ file: '', record: '', field: null, code: '', value: '', count: 0 }] },
  ],
  ['has a problem of another form', { version: 1, problems: [{ file: 'a.rec' }] }],
])('a file that %s is no baseline', async (_, content) => {
  write({ 'known.json': typeof content === 'object' ? { version: 1, ...content } : content })
  expect(await compared()).toBe(
    'known.json is not a baseline; name a file that --write-baseline has written.\nexit undefined',
  )
})

test('a baseline that is missing is told, with what creates it', async () => {
  expect(await compared()).toBe(
    'known.json could not be read: no such file or directory. Create it with --write-baseline known.json.\nexit undefined',
  )
})

test('a check of some files neither tells the problems of others as gone nor drops them, from any folder', async () => {
  write({ 'x/a.rec': control('C-1', wrong[0]), 'y/b.rec': control('C-2', wrong[0]), 'y/c.rec': 'stray\n' })
  await written()
  const folder = vi.spyOn(process, 'cwd').mockReturnValue(at('x'))
  try {
    expect(await compared({}, 'x')).toBe('exit undefined')
    write({ 'x/a.rec': '' })
    expect(await compared({}, 'x')).toBe(
      `! recline: A known problem is gone: a.rec: out-of-range of core.compliance.CONTROL C-1 maturity: 9
! recline: 1 known problem of known.json is gone; update it after a check of all files.
exit undefined`,
    )
    expect(await written('x')).toBe(
      '! 2 known problems in known.json, 2 of them in files that were not checked.\nexit 0',
    )
  } finally {
    folder.mockRestore()
  }
  expect(await compared()).toBe('exit undefined')
  rmSync(at('y/b.rec'))
  write({ 'y/c.rec': '' })
  expect(await written('y')).toBe('! 0 known problems in known.json.\nexit 0')
})

test('a problem that depends on records of other files is neither told as gone nor dropped without these files', async () => {
  const rule = { id: 'tested', tag: 'FINDING', expression: 'control_ref.status == "tested"', message: 'Not tested.' }
  const finding = '@FINDING rid=F-1 | severity="high" | control_ref="C-1"\n'
  write({
    'recline.json': { rules: [rule] },
    'a.rec': `${control('C-1', 'status="effective"')}${control('C-2')}`,
    'b.rec': finding,
    'c.rec': `${control('C-2')}stray\n`,
  })
  expect(await written()).toBe('! 4 known problems in known.json.\nexit 0')
  const all = read('known.json')
  // An id is in two files, and a rule reads a record of another one.
  expect(await compared({}, 'a.rec')).toBe('exit undefined')
  expect(await compared({}, 'b.rec')).toBe('b.rec:1 dangling-reference\nexit undefined')
  write({ 'c.rec': control('C-2') })
  expect(await compared({}, 'c.rec')).toBe(
    '! recline: A known problem is gone: c.rec: syntax: stray\n! recline: 1 known problem of known.json is gone; update it after a check of all files.\nexit undefined',
  )
  expect(await written('b.rec')).toBe(
    '! 5 known problems in known.json, 3 of them in files that were not checked, 1 of them kept, because they depend on records that were not checked.\nexit 0',
  )
  write({ 'known.json': all, 'c.rec': '', 'a.rec': control('C-1', 'status="tested"') })
  const told = await compared()
  for (const code of ['rule/tested', 'duplicate-rid', 'syntax']) expect(told).toContain(`rec: ${code}`)
  expect(told).toContain('4 known problems of known.json are gone; update it with --write-baseline known.json.')
  // The record may have moved to a file that nobody named.
  write({ 'a.rec': '' })
  expect(await compared({ 'duplicate-rid': 'off' })).toBe(
    'b.rec:1 dangling-reference\n! recline: A known problem is gone: c.rec: syntax: stray\n! recline: 1 known problem of known.json is gone.\nexit undefined',
  )
})

test('files that are excluded are no missing files', async () => {
  write({ 'a.rec': control('C-1', wrong[0]), 'old/b.rec': '@B\n' })
  await written('a.rec')
  write({ 'a.rec': '' })
  const gone = '! recline: 1 known problem of known.json is gone; update it'
  expect(await compared({}, 'a.rec')).toContain(`${gone} after a check of all files.`)
  write({ 'recline.json': { files: { exclude: ['old/**'] } } })
  expect(await compared({}, 'a.rec')).toContain(`${gone} with --write-baseline known.json.`)
})

test('a problem that is there is not told as gone because the same one is in a file that was not checked', async () => {
  write({ 'a.rec': 'stray\n', 'b.rec': 'stray\n' })
  await written()
  expect(await compared({}, 'a.rec')).toBe('exit undefined')
})

test('a record without an id keeps its known problems when it is formatted, reordered or changed elsewhere', async () => {
  write({ 'a.rec': '@CONTROL status="tested" | owner="me"\n@CONTROL status="tested" | owner="you"\n' })
  await written()
  const missing = await compared()
  write({ 'a.rec': '@CONTROL owner="you"\n  | status="tested"\n\n@CONTROL owner="me" | status="tested"\n' })
  expect(await compared()).toBe(missing)
  write({ 'a.rec': '@CONTROL status="tested" | owner="her"\n@CONTROL status="tested" | owner="you" | title="x"\n' })
  expect(await compared()).toBe(missing)
  write({ 'a.rec': '@CONTROL status="tested" | owner="me"\n'.repeat(3) })
  expect(await compared()).toContain('a.rec:3')
})

test('pruning removes what is gone, and adds nothing', async () => {
  const pruned = (): Promise<string> =>
    said(async () => {
      const baseline = await openBaseline(at('known.json'), () => true)
      if ('failure' in baseline) throw new Error(baseline.failure)
      for await (const result of baseline.without(checked()))
        if (!('failure' in result)) for await (const _ of result.problems);
      await baseline.tellGone(true)
    })
  write({ 'a.rec': control('C-1', ...wrong), 'b.rec': control('C-2', wrong[1]) })
  await written()
  const before = read('known.json')
  expect(await pruned()).toBe('exit undefined')
  expect(read('known.json')).toBe(before)
  write({ 'a.rec': control('C-1', wrong[0], 'owner=tested') })
  expect(await pruned()).toContain('are gone, and were removed from it.')
  const after = read('known.json')
  expect(after.split('\n').filter(line => !before.includes(line.replace(/,$/, '')))).toEqual([])
  expect(after.match(/"code"/g)).toHaveLength(2)
})

test('a baseline is not written or pruned while a rule was stopped', async () => {
  const numbers = `[${Array.from({ length: 900 }, (_, number) => number).join()}]`
  const expression = `${numbers}.exists(a, ${numbers}.exists(b, a + b == -1)) || has(rid)`
  write({ 'a.rec': control('C-1', wrong[0]) })
  await written()
  const before = read('known.json')
  const rules = [{ id: 'slow', tag: 'CONTROL', severity: 'warning', message: 'No.', expression }]
  write({ 'a.rec': control('C-1'), 'recline.json': JSON.stringify({ rules }) })
  expect(await written()).toContain('known.json was not written')
  const pruned = await said(async () => {
    const baseline = await openBaseline(at('known.json'), () => true)
    if ('failure' in baseline) throw new Error(baseline.failure)
    await report(baseline.without(checked()), await formats.lines(), { hasColors: false, errorsHaveColors: false })
    await baseline.tellGone(true)
  })
  expect(pruned).toContain('error rule/slow')
  expect(pruned).toContain('The result is incomplete')
  expect(pruned).toContain('known.json was not written')
  expect(pruned).toContain('exit 2')
  expect(read('known.json')).toBe(before)
})
