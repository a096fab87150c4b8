import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { declaredRules } from '../../shared/check/declared/declared-rules.ts'
import type { Severities } from '../../shared/check/problem.ts'
import { codesAcrossRecords } from '../../shared/check/rules/index.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { builtinRegistry } from '../../test/records.ts'
import { planRun } from '../plan/plan.ts'
import { checkFiles } from './check-files.ts'
import type { FoundProblem } from './found-problem.ts'
import { runHere } from './parts/runner.ts'

const { at, write } = ownFolder()

type Options = NonNullable<Parameters<typeof checkFiles>[2]>

const rulesAcross = [...builtinRegistry.tags.values()].flatMap(tag =>
  declaredRules(tag, { registry: builtinRegistry }).across.map(({ code }) => code),
)

/** Nothing is compared between records. */
const alone: Severities = Object.fromEntries([...codesAcrossRecords, ...rulesAcross].map(code => [code, 'off']))

/** What happens while files are checked: how many bytes are read, and what each result has. */
async function events(
  rule: Severities,
  options: Options = {},
  onRead: () => void = () => undefined,
): Promise<string[]> {
  const plan = await planRun([at()], { descriptors: [], domain: ['core.compliance'], rule })
  const noted: string[] = []
  const note = (bytes: number): void => {
    noted.push(`read ${bytes}`)
    onRead()
  }
  const startRunner: Options['startRunner'] = async (_, registry) => {
    const runner = runHere(registry)
    return { ...runner, close: () => runner.close().then(() => void noted.push('closed')) }
  }
  const nameIn = (text: string): string => text.replace(/^.*?(\w+\.rec)/, '$1')
  for await (const result of checkFiles(plan, {}, { ...options, onRead: note, startRunner })) {
    if ('failure' in result) {
      noted.push(nameIn(result.failure))
      continue
    }
    const problems: string[] = []
    for await (const some of result.problems) problems.push(...some.map(({ line, code }) => `${line} ${code}`))
    noted.push(`${nameIn(result.file)}: ${result.records} of ${result.bytes} bytes: ${problems.join(', ')}`)
  }
  return noted
}

test('where records are compared, all files are read before the first result', async () => {
  write({ 'a.rec': '@CONTROL rid=C-1\n'.repeat(3), 'b.rec': '@CONTROL rid=C-2\n' })
  expect(await events({}, { partSize: 20 })).toEqual([
    'read 34',
    'read 17',
    'read 17',
    'a.rec: 3 of 51 bytes: 2 duplicate-rid, 3 duplicate-rid',
    'b.rec: 1 of 17 bytes: ',
    'closed',
  ])
})

test('where records are not compared, each result comes as soon as its file is read', async () => {
  write({ 'a.rec': '@CONTROL rid=C-1\n'.repeat(2), 'b.rec': '@CONTROL x=1\n' })
  expect(await events({ ...alone, 'missing-field': 'off' })).toEqual([
    'read 34',
    'a.rec: 2 of 34 bytes: ',
    'read 13',
    'b.rec: 1 of 13 bytes: 1 unknown-field',
    'closed',
  ])
})

test.each([
  ['compared', {}],
  ['alone', alone],
])('a file that is changed or removed while it is checked fails: records %s', async (_, rule) => {
  const failure = (name: string): string => `${name} was changed while it was checked; check it again.`
  write({ 'a.rec': '@CONTROL rid=C-1\n', 'b.rec': '@CONTROL rid=C-2\n' })
  let isFirst = true
  const change = (act: () => void) => () => {
    if (isFirst) act()
    isFirst = false
  }
  const changed = await events(
    rule,
    {},
    change(() => write({ 'a.rec': '@CONTROL rid=C-1 | x=1\n' })),
  )
  expect(changed).toContain(failure('a.rec'))
  expect(changed).toContain('b.rec: 1 of 17 bytes: ')
  isFirst = true
  const removed = await events(
    rule,
    {},
    change(() => rmSync(at('a.rec'))),
  )
  expect(removed).toContain(failure('a.rec'))
  expect(removed.at(-1)).toBe('closed')
})

test('problems of changes are listed with the others, unless a comment suppresses them', async () => {
  write({
    'a.rec': '@CONTROL rid=C-1 | x=1\n# recline-disable-next-line lifecycle\n@CONTROL rid=C-2\n@CONTROL rid=C-3\n',
  })
  const changed = (entry: number): FoundProblem => ({
    entry,
    start: 9,
    code: 'lifecycle',
    placed: {
      ...{ code: 'lifecycle', severity: 'warning', message: '', domain: null, tag: null, field: null },
      ...{ line: entry + 1, column: 10, endLine: entry + 1, endColumn: 11 },
    },
  })
  const ofChanges: Options['ofChanges'] = ({ source }) => (source.file.endsWith('a.rec') ? [0, 2, 3].map(changed) : [])
  expect(await events({}, { ofChanges })).toContain('a.rec: 3 of 95 bytes: 1 lifecycle, 1 unknown-field, 4 lifecycle')
})

test('the values of a file that cannot be read to its end do not count', async () => {
  const rule = {
    id: 'owned',
    tag: 'FINDING',
    message: '{control_ref.owner} owns it.',
    expression: '!has(control_ref.owner)',
  }
  write({
    'recline.json': { rules: [rule] },
    'a.rec': Buffer.from('@CONTROL rid=C-1 | owner="CISO"\n@CONTROL title="\xe9"\n', 'latin1'),
    'b.rec':
      '@CONTROL rid=C-2 | owner="CTO"\n@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-2"\n',
  })
  expect((await events({}, { partSize: 30 })).filter(event => /^[ab]/.test(event))).toEqual([
    'a.rec is not UTF-8 on line 2; save it as UTF-8.',
    'b.rec: 3 of 105 bytes: 2 dangling-reference, 3 rule/owned',
  ])
})
