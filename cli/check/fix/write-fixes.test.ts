import { expect, test } from 'vitest'
import { ownFolder } from '../../../test/own-folder.ts'
import type { Failure } from '../../files/failure.ts'
import { type Choices, planRun } from '../../plan/plan.ts'
import { type FixedFile, fixedFiles } from './fixed-files.ts'
import { writeFixed, writeFixes } from './write-fixes.ts'

const { at, read, said, write } = ownFolder()

/** What is said while files are fixed; the failures come last. */
async function fixed(
  names: readonly string[],
  choices: Partial<Choices> = {},
  only?: readonly string[],
): Promise<string[]> {
  const plan = await planRun(names.map(at), { descriptors: [], domain: [], rule: {}, ...choices })
  let failures: Failure[] = []
  const text = await said(async () => {
    failures = await writeFixes(plan, { only, level: 'safe' })
  })
  return [...text.split('\n').slice(0, -1), ...failures.map(({ failure }) => failure.replace(/^.*?([^/]*\.rec)/, '$1'))]
}

test('a file that changes between being read and being written is left as it is', async () => {
  write({ 'a.rec': '@control rid=C-1\n' })
  const plan = await planRun([at('a.rec')], { descriptors: [], domain: [], rule: {} })
  const file = (await fixedFiles(plan, { level: 'safe' }).next()).value as FixedFile
  write({ 'a.rec': '@control rid=C-1 # more\n' })
  expect(await writeFixed(file)).toEqual({
    failure: expect.stringMatching(
      /a\.rec was changed by another program, and its line 1 is @control rid=C-1 # more now, so it was not written; run the command again\.$/,
    ) as string,
    isChanged: true,
  })
  expect(read('a.rec')).toBe('@control rid=C-1 # more\n')
})

test('files are fixed and written, with a line for each and one for all, the most frequent codes first', async () => {
  write({
    'a.rec': '@control rid=C-1 | status=tested\n@control rid=C-2\n',
    'b.rec': '@CONTROL rid=C-3\n',
    'c.rec': '@control rid=C-4 | title=x\n',
  })
  expect(await fixed(['a.rec', 'b.rec', 'c.rec'])).toEqual([
    '! Fixed a.rec: 2 tag-case, 1 notation.',
    '! Fixed c.rec: 1 notation, 1 tag-case.',
    '! Fixed 2 files: 3 tag-case, 2 notation.',
  ])
  expect(['a.rec', 'b.rec', 'c.rec'].map(read)).toEqual([
    '@CONTROL rid=C-1 | status="tested"\n@CONTROL rid=C-2\n',
    '@CONTROL rid=C-3\n',
    '@CONTROL rid=C-4 | title="x"\n',
  ])
  expect(await fixed(['a.rec', 'b.rec', 'c.rec'])).toEqual([])
})

test('problems of codes that are off, or that were not chosen, are not fixed', async () => {
  write({ 'a.rec': '@control rid=C-1 | status=tested | maturity="3"\n' })
  expect(await fixed(['a.rec'], { rule: { 'tag-case': 'off' } }, ['tag-case'])).toEqual([])
  expect(await fixed(['a.rec'], { rule: { 'tag-case': 'off' } })).toEqual(['! Fixed a.rec: 2 notation.'])
  expect(await fixed(['a.rec'], {}, ['tag-case'])).toEqual(['! Fixed a.rec: 1 tag-case.'])
})

test('the domains of the run decide what is fixed', async () => {
  write({ 'a.rec': '@control rid=C-1 | maturity="3"\n' })
  expect(await fixed(['a.rec'], { domain: ['core.legal'] })).toEqual(['! Fixed a.rec: 1 tag-case.'])
  expect(await fixed(['a.rec'], { domain: ['core.compliance'] })).toEqual(['! Fixed a.rec: 1 notation.'])
})

test('a file that is not UTF-8 or that is in conflict fails, and the others are fixed', async () => {
  write({
    'a.rec': Buffer.from('@control rid="\xe9"\n', 'latin1'),
    'b.rec': '@control\n<<<<<<< HEAD\n=======\n>>>>>>> dev\n',
    'c.rec': '@control\n',
  })
  expect(await fixed(['a.rec', 'b.rec', 'c.rec'])).toEqual([
    '! Fixed c.rec: 1 tag-case.',
    'a.rec is not UTF-8 on line 1; save it as UTF-8.',
    'b.rec has a merge conflict on line 2; resolve it first.',
  ])
})

test('a fix that is refused is told with its line; of several, with their number and the first line', async () => {
  const refused = '@CONTROL rid=C-1 # recline-disable\n'
  write({ 'a.rec': `@control rid=C-2\n\n${refused}@CONTROL\n`, 'b.rec': `# note\n${refused}${refused}@CONTROL\n` })
  expect(await fixed(['a.rec', 'b.rec'])).toEqual([
    '! recline: a.rec:3 has a syntax problem that --fix did not fix, because a record would not say the same.',
    '! Fixed a.rec: 1 tag-case.',
    '! recline: b.rec has 2 problems that --fix did not fix, because records would not say the same; the first is syntax on line 2.',
  ])
  expect(read('a.rec')).toBe(`@CONTROL rid=C-2\n\n${refused}@CONTROL\n`)
})

test('no file is fixed if a descriptor is missing', async () => {
  write({ 'a.rec': '@control\n' })
  expect(await fixed(['a.rec'], { descriptors: [at('gone.json')] })).toEqual([
    'No file was fixed, because a descriptor or a recline.json is missing or has errors.',
  ])
  expect(read('a.rec')).toBe('@control\n')
})

test('standard input and devices are left out', async () => {
  const plan = await planRun(['-', '/dev/null'], { descriptors: [], domain: [], rule: {} })
  const text = await said(async () => expect(await writeFixes(plan, { level: 'safe' })).toEqual([]))
  expect(text).toBe('exit undefined')
})

test('a file that cannot be written fails, and is not counted', async () => {
  // The file next to it, which would replace it, has a longer name.
  const longest = `${'a'.repeat(250)}.rec`
  write({ [longest]: '@control\n', 'b.rec': '@control\n' })
  expect(await fixed([longest, 'b.rec'])).toEqual([
    '! Fixed b.rec: 1 tag-case.',
    `${longest} could not be written and is unchanged: name too long.`,
  ])
  expect([longest, 'b.rec'].map(read)).toEqual(['@control\n', '@CONTROL\n'])
})

test('nothing is fixed while a glob leads to domains or files that may not be read', async () => {
  for (const [config, reason] of [
    ['{ "descriptors": ["/domains/*.json"] }', 'leads out of the folder'],
    ['{ "descriptors": ["../domains/*.json"] }', 'leads out of the git repository'],
    ['{ "files": { "include": ["../*.rec"] } }', 'leads out of the folder'],
  ] as const) {
    write({ 'a.rec': '@control rid=C-1\n', 'recline.json': config })
    const plan = await planRun([at('a.rec')], { descriptors: [], domain: [], rule: {} })
    expect(plan.isComplete).toBe(false)
    expect(plan.failures.map(({ failure }) => failure).join()).toContain(reason)
    await writeFixes(plan, { level: 'safe' })
    expect(read('a.rec')).toBe('@control rid=C-1\n')
  }
})
