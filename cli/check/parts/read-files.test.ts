import { describe, expect, test } from 'vitest'
import { ruleSettingsOf } from '../../../shared/check/declared/rule-settings.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import { builtinRegistry } from '../../../test/records.ts'
import type { Details } from '../../output/file-result.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { checkFiles } from '../check-files.ts'
import { problemsAlone, type RunFile, readFiles } from './read-files.ts'
import { type PartRunner, runHere } from './runner.ts'

const { at, write } = ownFolder()

const planned = (file: string): PlannedFile => ({
  source: { file, path: at(file) },
  settings: {
    severity: { 'missing-field': 'off' },
    settingDomains: [],
    format: {},
    ruleSettings: ruleSettingsOf([], {}),
  },
})

/** A runner that checks some parts at a time, and counts them. */
function counting(ahead: number): PartRunner & { count: number } {
  const runner = runHere(builtinRegistry)
  const counted = {
    ...runner,
    ahead,
    count: 0,
    run: (task: Parameters<typeof runner.run>[0]) => {
      counted.count++
      return runner.run(task)
    },
  }
  return counted
}

interface Read {
  /** Each problem with its file, its line and its code, and each failure. */
  readonly found: readonly string[]
  /** How many parts were checked. */
  readonly count: number
}

/** Checks files in parts of some bytes. */
async function read(
  files: readonly string[],
  partSize: number,
  ahead: number,
  keptProblems = 100,
  details: Details = {},
): Promise<Read> {
  const runner = counting(ahead)
  const plan = { files: files.map(planned), registry: builtinRegistry, failures: [], warnings: [], origins: [] }
  const options = { partSize, keptProblems, startRunner: async () => runner }
  const found: string[] = []
  for await (const result of checkFiles({ ...plan, isComplete: true }, details, options)) {
    if ('failure' in result) found.push(result.failure)
    else
      for await (const some of result.problems)
        for (const { line, endLine, code, related = [], fixes = [] } of some) {
          const changes = fixes.flatMap(fix => fix.changes.map(change => ` fix ${change.line}-${change.endLine}`))
          found.push(
            `${result.file}:${line}-${endLine} ${code}${related.map(one => ` ${one.line}`).join('')}${changes.join('')}`,
          )
        }
  }
  return { found, count: runner.count }
}

describe('files that are read in parts, of which several are checked at a time,', () => {
  test.each([
    ['a block', '@BEGIN\n@CONTROL\n@CONTROL\n@END\n@CONTROL maturity:int=9\n@CONTROL\n', ['5-5 out-of-range']],
    ['an open block', '@CONTROL x=1\n@BEGIN\n@CONTROL\n@CONTROL y=1\n', ['1-1 unknown-field', '2-2 unclosed-block']],
    [
      'a header',
      '@DOC domain=insurance\n@POLICY premium:float=x\n@DOC domain=compliance\n@POLICY premium:float=1\n@POLICY rid=P-1\n',
      ['2-2 invalid-value', '4-4 unknown-field'],
    ],
    ['conflict markers', '@CONTROL\n\n<<<<<<< a\n@CONTROL\n=======\n@RISK\n>>>>>>> b\n@RISK\n', ['3-3 merge-conflict']],
    [
      'comments that suppress problems',
      '@CONTROL\n# recline-disable out-of-range\n@CONTROL maturity:int=9\n@CONTROL maturity:int=9\n# recline-enable\n# recline-disable-next-line syntax\n@CONTROL maturity:int=9\n',
      ['6-6 unused-suppression', '7-7 out-of-range'],
    ],
    [
      'records that the whole file decides',
      '@POLICY premium:float=x\n@POLICY premium:float=x\n@CLAIM rid=C-1\n@CLAIM\n@CONTROL\n@POLICY x=1\n',
      ['1-1 invalid-value', '2-2 invalid-value', '6-6 unknown-field'],
    ],
    [
      'rules about several records',
      '@DOC domain=insurance\n@POLICY rid=P-1 | effective_date:ts=2024-01-01 | expiry_date:ts=2024-12-31\n@CLAIM rid=C-1\n@CLAIM rid=C-2 | loss_date:ts=2025-01-02 | policy_ref="P-1"\n@CLAIM rid=C-3\n',
      ['4-4 rule/claim-loss-within-policy-term'],
    ],
    [
      'repeated fields and references',
      '@CONTROL rid=C-1\n@CONTROL title="a" | title="b"\n@FINDING control_ref="C-1"\n@FINDING\n  | control_ref="C-2"\n@CONTROL rid=C-1\n',
      ['2-2 duplicate-field 2', '5-5 dangling-reference', '6-6 duplicate-rid 1'],
    ],
  ])('have the same problems on the same lines: with %s', async (_, text, expected) => {
    write({ 'a.rec': text })
    const lines = expected.map(problem => `a.rec:${problem}`)
    for (const [partSize, ahead, keptProblems] of [
      [5, 3, 100],
      [10, 8, 0],
      [20, 1, 0],
      [20, 3, 100],
    ] as const) {
      const { found } = await read(['a.rec'], partSize, ahead, keptProblems, { related: true })
      expect(found, `${partSize} ${ahead} ${keptProblems}`).toEqual(lines)
    }
  })

  test('are checked once in one part after the other, and again where a guess was wrong', async () => {
    write({
      'a.rec': '@RECOMMENDATION\n'.repeat(4),
      'b.rec': `@BEGIN\n${'@RECOMMENDATION\n'.repeat(4)}@END\n@RECOMMENDATION\n`,
    })
    expect(await read(['a.rec'], 16, 1)).toEqual({ found: [], count: 4 })
    expect(await read(['a.rec'], 16, 3)).toEqual({ found: [], count: 4 })
    expect((await read(['b.rec'], 16, 1)).count).toBe(6)
    expect((await read(['b.rec'], 16, 3)).count).toBeGreaterThan(6)
  })

  test('are checked again where fixes are wanted or there are many problems', async () => {
    write({ 'a.rec': '@recommendation\n'.repeat(4) })
    const line = (number: number): string => `a.rec:${number}-${number} tag-case`
    const all = [1, 2, 3, 4]
    expect(await read(['a.rec'], 16, 1)).toEqual({ found: all.map(line), count: 4 })
    expect(await read(['a.rec'], 16, 1, 1)).toEqual({ found: all.map(line), count: 6 })
    expect(await read(['a.rec'], 16, 1, 0)).toEqual({ found: all.map(line), count: 7 })
    expect(await read(['a.rec'], 16, 1, 100, { fixes: true })).toEqual({
      found: all.map(number => `${line(number)} fix ${number}-${number}`),
      count: 8,
    })
  })

  test('are left out from the first part on that cannot be read, and the others are checked', async () => {
    write({
      'a.rec': Buffer.from('@CONTROL x=1\n@CONTROL\n@CONTROL title="\xe9"\n@CONTROL\n@CONTROL rid=C-1\n', 'latin1'),
      'b.rec': '@CONTROL x=1\n@CONTROL rid=C-1\n',
    })
    const expected = [
      'a.rec is not UTF-8 on line 3; save it as UTF-8.',
      'gone.rec could not be read: no such file or directory.',
      'b.rec:1-1 unknown-field',
    ]
    for (const ahead of [1, 3, 8])
      for (const partSize of [9, 1000])
        expect((await read(['a.rec', 'gone.rec', 'b.rec'], partSize, ahead)).found).toEqual(expected)
  })
})

/** Reads files, and notes the parts that are taken, each with the line of its first record. */
async function taken(files: readonly string[], partSize: number): Promise<{ files: RunFile[]; parts: string[] }> {
  const parts: string[] = []
  const options = { details: {}, hasNames: true, top: [] }
  const found: RunFile[] = []
  const limits = { partSize, keptProblems: 100 }
  for await (const file of readFiles(
    files.map(planned),
    limits,
    counting(1),
    options,
    ({ file, number, result }, { names }) => {
      parts.push(`${file.planned.source.file} ${number} ${result.before.line} ${names.definitions.length / 4}`)
    },
  )) {
    if ('failure' in file) parts.push(file.failure)
    else {
      parts.push(`${file.planned.source.file} is read`)
      found.push(file)
    }
  }
  return { files: found, parts }
}

test('each part is taken once, in order, with the names of all its records', async () => {
  write({
    'a.rec': '@CONTROL rid=C-1\n@POLICY rid=P-12\n@CONTROL rid=C-2\n@CLAIM rid=CL-3\n',
    'b.rec': '@CONTROL rid=C-4\n',
  })
  expect((await taken(['a.rec', 'b.rec'], 17)).parts).toEqual([
    'a.rec 0 0 1',
    'a.rec 1 1 1',
    'a.rec 2 2 1',
    'a.rec 3 3 1',
    'a.rec is read',
    'b.rec 4 0 1',
    'b.rec is read',
  ])
})

test('the parts of a file that fails are not taken if they wait', async () => {
  write({
    'a.rec': Buffer.from('@CONTROL rid=C-1\n@POLICY rid=P-12\n@CONTROL title="\xe9"\n', 'latin1'),
    'b.rec': '@CONTROL rid=C-4\n',
  })
  expect((await taken(['a.rec', 'b.rec'], 17)).parts).toEqual([
    'a.rec 0 0 1',
    'a.rec is not UTF-8 on line 3; save it as UTF-8.',
    'b.rec 2 0 1',
    'b.rec is read',
  ])
})

test('problems that are not kept cannot be had from a file that has changed', async () => {
  write({ 'a.rec': '@control\n' })
  const [file] = (await taken(['a.rec'], 17)).files
  const [part] = file!.parts
  const runner = runHere(builtinRegistry)
  const alone = (): Promise<unknown> => problemsAlone(part!, runner, { details: {}, hasNames: false, top: [] })
  expect(await alone()).toMatchObject([{ code: 'tag-case' }, { code: 'missing-field' }])
  part!.result = { ...part!.result, problems: undefined }
  expect(await alone()).toMatchObject([{ code: 'tag-case' }, { code: 'missing-field' }])
  Object.assign(part!, { range: { start: 3, end: 9 } })
  await expect(alone()).rejects.toThrow('a.rec has changed')
  write({ 'a.rec': Buffer.from('@\xe9\n', 'latin1') })
  Object.assign(part!, { range: { start: 0, end: 9 } })
  await expect(alone()).rejects.toThrow('a.rec is not UTF-8 on line 1; save it as UTF-8.')
  part!.result = { ...part!.result, hasProblems: false }
  expect(await alone()).toEqual([])
  await runner.close()
})
