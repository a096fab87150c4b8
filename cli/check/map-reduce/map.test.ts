import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { factRowsIn } from '../../../test/mapped-files.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import { type Choices, planRun } from '../../plan/plan.ts'
import type { ByteRange } from '../parts/part-reader.ts'
import { map } from './map.ts'

const { at, said, write, written } = ownFolder()

/** What a map says, each fact as its kind, its part and the line of its entry. */
async function mapped(
  names: readonly string[],
  range: ByteRange = { start: 0, end: Infinity },
  choices: Partial<Choices> = {},
): Promise<string[]> {
  const plan = await planRun(names.map(at), { descriptors: [], domain: [], rule: {}, ...choices })
  const run = (): Promise<void> => map(plan, range)
  writeFileSync(at('facts.parquet'), await written(run))
  const facts = (await factRowsIn(at('facts.parquet'))).map(
    fact =>
      `${basename(fact.file)} ${fact.kind} ${fact.part} ${'entry' in fact ? fact.entry : ''}${fact.kind === 'end' ? JSON.stringify(fact.data) : ''}`,
  )
  return [...facts, ...behindFacts(await said(run))]
}

/** The lines that a run writes behind its facts. */
const behindFacts = (text: string): string[] => text.slice(text.lastIndexOf('PAR1') + 'PAR1'.length).split('\n')

test('the facts of each file end with their number', async () => {
  write({ 'a.rec': '@RISK rid=R-1\n@RISK rid=R-2 | x="1"\n', 'b.rec': '' })
  expect(await mapped(['a.rec', 'b.rec'])).toEqual([
    'a.rec part 0 ',
    'a.rec finding 0 1',
    'a.rec definition 0 0',
    'a.rec definition 0 1',
    'a.rec end 0 {"facts":4}',
    'b.rec part 0 ',
    'b.rec end 0 {"facts":1}',
    'exit 0',
  ])
})

test('a range has the facts of the records that start in it', async () => {
  const record = '@RISK rid=R-0001\n'
  write({ 'a.rec': record.repeat(3) })
  expect(await mapped(['a.rec'], { start: 1, end: 18 })).toEqual([
    'a.rec part 17 ',
    'a.rec definition 17 1',
    'a.rec end 1 {"facts":2}',
    'exit 0',
  ])
  expect(await mapped(['a.rec'], { start: 18, end: 20 })).toEqual(['a.rec end 18 {"facts":0}', 'exit 0'])
  expect(await mapped(['a.rec'], { start: 100, end: Infinity })).toEqual(['a.rec end 100 {"facts":0}', 'exit 0'])
})

test('warnings are told, and change nothing', async () => {
  write({ 'a.rec': '' })
  expect(await mapped(['a.rec'], undefined, { rule: { 'rule/nope': 'off' } })).toEqual([
    'a.rec part 0 ',
    'a.rec end 0 {"facts":1}',
    '! recline: There is no rule with the code rule/nope.',
    'exit 0',
  ])
})

test('a file that cannot be read, or not to its end, has no end among the facts, and fails the run', async () => {
  write({ 'b.rec': Buffer.from('@CONTROL rid="\xe9"\n', 'latin1'), 'c.rec': '' })
  expect(await mapped(['a.rec', 'b.rec', 'c.rec'])).toEqual([
    'c.rec part 0 ',
    'c.rec end 0 {"facts":1}',
    '! recline: a.rec could not be read: no such file or directory.',
    '! recline: b.rec is not UTF-8 on line 1; save it as UTF-8.',
    'exit 2',
  ])
})

test('a file that goes while the run is planned is told, and the others are mapped', async () => {
  write({ 'b.rec': '' })
  const { files, ...plan } = await planRun([at('b.rec')], { descriptors: [], domain: [], rule: {} })
  const gone = { ...files[0]!, source: { file: 'a.rec', path: at('a.rec') } }
  const text = await said(() => map({ ...plan, files: [gone, ...files] }, { start: 0, end: Infinity }))
  expect(behindFacts(text)).toEqual(['! recline: a.rec could not be read: no such file or directory.', 'exit 2'])
})
