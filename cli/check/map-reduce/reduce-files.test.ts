import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factRowsIn, fileOfRows } from '../../../test/mapped-files.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import { runs } from '../../../test/property-values.ts'
import { printed } from '../../files/paths.ts'
import { type Choices, planRun } from '../../plan/plan.ts'
import { map } from './map.ts'
import { type FactOptions, reduceFiles } from './reduce-files.ts'

const { at, names, said, write, written } = ownFolder()
const choices: Choices = { descriptors: [], domain: ['core.compliance'], rule: {} }

/** Writes the facts of files, or of ranges of them, each to a file of facts. */
async function mapped(names: readonly string[], cuts: readonly number[] = []): Promise<void> {
  const plan = await planRun(names.map(at), choices)
  for (const [index, start] of [0, ...cuts].entries())
    write({ [`facts-${index}.parquet`]: await written(() => map(plan, { start, end: cuts[index] ?? Infinity })) })
}

/** The names of the files of facts that are there. */
const factFiles = (): string[] => names().filter(name => name.startsWith('facts-'))

/** The results of the reduce: each problem with its place and the line that it shows, and each failure. */
const reduced = (options: FactOptions = {}, names: readonly string[] = factFiles()): Promise<string[]> =>
  said(async () => {
    for await (const result of reduceFiles(names.map(at), choices, { excerpts: true }, options)) {
      if ('failure' in result) process.stdout.write(`${result.failure}\n`)
      else
        for await (const problems of result.problems)
          for (const { code, line, excerpt } of problems)
            process.stdout.write(`${result.file}:${line} ${code} ${JSON.stringify(excerpt?.text)}\n`)
    }
  }).then(text => text.split('\n').slice(0, -1))

const finding = (id: string): string => `@FINDING rid=F-${id} | control_ref="C-${id}"`

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('problems among records show their lines where lines end with %s', async (_, end) => {
  const lines = ['# é', finding('1'), '', finding('2'), '  | severity="low"', finding('3')]
  write({ 'a.rec': lines.join(end), 'b.rec': `\ufeff${finding('4')}${end}` })
  const expected = [
    `a.rec:2 dangling-reference "${finding('1').replaceAll('"', '\\"')}"`,
    `a.rec:4 dangling-reference "${finding('2').replaceAll('"', '\\"')}"`,
    `a.rec:6 dangling-reference "${finding('3').replaceAll('"', '\\"')}"`,
    `b.rec:1 dangling-reference "${finding('4').replaceAll('"', '\\"')}"`,
  ]
  await mapped(['a.rec', 'b.rec'])
  expect(await reduced()).toEqual(expected)
  await mapped(['a.rec', 'b.rec'], [20, 60])
  expect(await reduced()).toEqual(expected)
})

test('a line that mixes line ends, or has none, is shown as it is', async () => {
  write({ 'a.rec': `\r\n\r\n\n\r${finding('1')}\r\n\r${finding('2')}` })
  await mapped(['a.rec'])
  expect((await reduced()).map(line => line.slice(0, 40))).toEqual([
    `a.rec:5 dangling-reference "@FINDING rid=F-1`.slice(0, 40),
    `a.rec:7 dangling-reference "@FINDING rid=F-2`.slice(0, 40),
  ])
})

test('no lines are shown of a file that is gone or that has more or fewer lines now', async () => {
  write({
    'a.rec': `${finding('1')}\n`,
    'b.rec': `${finding('2')}\n`,
    'c.rec': `${finding('3')}\n`,
    'd.rec': `${finding('4')}\n`,
  })
  await mapped(['a.rec', 'b.rec', 'c.rec', 'd.rec'])
  rmSync(at('a.rec'))
  write({ 'b.rec': `# more\n${finding('2')}\n`, 'c.rec': '' })
  expect(await reduced()).toEqual([
    'a.rec:1 dangling-reference undefined',
    'b.rec:1 dangling-reference undefined',
    'c.rec:1 dangling-reference undefined',
    `d.rec:1 dangling-reference ${JSON.stringify(finding('4'))}`,
  ])
})

test('files that are expected must have facts', async () => {
  write({ 'a.rec': '', 'b.rec': '' })
  await mapped(['a.rec', 'b.rec'])
  const paths = ['a.rec', 'c.rec', 'b.rec', 'd.rec'].map(name => printed(at(name)))
  write({ 'files.txt': `${paths[0]}\r\n\n  \n./${paths[1]}\n${paths[2]}\n${paths[3]}`, 'all.txt': `${paths[0]}\n` })
  expect(await reduced({ expect: at('files.txt') })).toEqual(
    ['c.rec', 'd.rec'].map(name => `${name} is expected, but has no facts; run --map for it too.`),
  )
  expect(await reduced({ expect: at('all.txt') })).toEqual([])
  expect(await reduced({ expect: at('gone.txt') })).toEqual(['gone.txt could not be read: no such file or directory.'])
})

test('facts that are missing fail the reduce, unless a program selected them', async () => {
  write({ 'a.rec': `${finding('1')}\n` })
  await mapped(['a.rec'])
  const rows = await factRowsIn(at('facts-0.parquet'))
  write({ 'facts-0.parquet': await fileOfRows(rows.filter(({ kind }) => kind !== 'reference')) })
  expect(await reduced()).toEqual([
    expect.stringMatching(/^facts-0\.parquet has 3 of the 4 facts of a\.rec, so its map/),
  ])
  expect(await reduced({ suspects: true })).toEqual([])
  expect(await reduced({}, ['gone.parquet'])).toEqual(['gone.parquet could not be read: no such file or directory.'])
})

test('configurations and descriptors of the reduce count, and what is wrong with them is told', async () => {
  write({ 'a.rec': `${finding('1')}\n` })
  await mapped(['a.rec'])
  write({ 'recline.json': '{ "severity": { "dangling-reference": "off", "notation": "of" } }' })
  expect(await reduced()).toEqual([
    'recline.json:1:58: The severity of notation is "of"; it must be error, warning, information or off.',
  ])
})

test('facts that were changed anywhere are reduced or refused', async () => {
  const lines = Array.from(
    { length: 150 },
    (_, index) =>
      `@CONTROL rid=C-${index} | status="effective"\n@FINDING rid=F-${index} | control_ref="C-${index + 2}"\n`,
  )
  write({ 'a.rec': lines.join('') })
  await mapped(['a.rec'])
  const facts = readFileSync(at('facts-0.parquet'))
  await fc.assert(
    fc.asyncProperty(
      fc.nat(facts.length - 1),
      fc.constantFrom(0, 1, 20),
      fc.constantFrom('', '"', ' ', '-', '9', '\\', 'é', '\n', '99999999999999999 ', 'null'),
      async (start, length, text) => {
        const changed = Buffer.concat([facts.subarray(0, start), Buffer.from(text), facts.subarray(start + length)])
        writeFileSync(at('facts-0.parquet'), changed)
        expect((await reduced()).length).toBeGreaterThan(0)
      },
    ),
    { numRuns: runs(300) },
  )
})
