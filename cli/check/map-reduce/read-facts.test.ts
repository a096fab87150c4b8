import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { parquetMetadata } from 'hyparquet'
import { expect, test } from 'vitest'
import { ownFolder } from '../../../test/own-folder.ts'
import { planRun } from '../../plan/plan.ts'
import type { FactTable } from './fact-tables.ts'
import type { Fact } from './facts.ts'
import { groupsOfParquet, parquetOf } from './facts-parquet.ts'
import type { FactsFormat } from './format.ts'
import { map } from './map.ts'
import { readFacts } from './read-facts.ts'

const { at, read, said, write, written } = ownFolder()

/** Records with facts of all kinds. */
const records = `# recline-disable-next-line dangling-reference
@FINDING rid=F-1 | control_ref="C-1" | severity="low"
@FINDING rid="F é" | control_ref="C-2"
@CONTROL rid=C-2 | maturity:int=9
@POLICY rid=P-1
@EMPLOYEE rid=E-1 | manager_ref="E-2"
`

/** Writes the facts of the records of the folder to a file. */
async function mapped(name: string, format: FactsFormat): Promise<void> {
  const plan = await planRun([at('a.rec')], { descriptors: [], domain: [], rule: {}, now: 0 })
  writeFileSync(at(name), await written(() => map(plan, { start: 0, end: Infinity }, format)))
}

/** In a table, a cell that a fact does not need is null. */
const withoutNulls = (fact: Fact): Fact =>
  Object.fromEntries(Object.entries(fact).filter(([, value]) => value !== null)) as Fact

async function factsIn(names: readonly string[], areAll = true): Promise<Fact[]> {
  const facts: Fact[] = []
  for await (const { facts: some } of readFacts(names.map(at), areAll, 'all')) facts.push(...some.map(withoutNulls))
  return facts
}

/** The message of the error that reading files ends with. */
const failure = (names: readonly string[], areAll = true): Promise<string> =>
  said(async () => {
    try {
      for await (const { facts } of readFacts(names.map(at), areAll, 'all')) expect(facts).toBeDefined()
    } catch (error) {
      process.stdout.write((error as Error).message)
    }
  }).then(text => text.replace(/exit undefined$/, ''))

const incomplete =
  'so its map failed or the file was changed; run that --map again, or add --suspects if a program selected the facts.'

test('lines and tables have the same facts, of all kinds', async () => {
  write({ 'a.rec': records })
  await mapped('facts.ndjson', 'ndjson')
  await mapped('facts.parquet', 'parquet')
  const facts = await factsIn(['facts.ndjson'])
  expect(readFileSync(at('facts.parquet'), 'latin1').slice(0, 4)).toBe('PAR1')
  expect(await factsIn(['facts.parquet'])).toEqual(facts)
  expect([...new Set(facts.map(({ kind }) => kind))].sort()).toEqual([
    'definition',
    'directive',
    'finding',
    'part',
    'possible',
    'reference',
    'undecided',
    'values',
  ])
})

test('the facts of several files come one after the other, whatever the format of each', async () => {
  write({ 'a.rec': '@RISK rid=R-1\n' })
  await mapped('1.ndjson', 'ndjson')
  write({ 'a.rec': '# none\n' })
  await mapped('2.parquet', 'parquet')
  expect((await factsIn(['1.ndjson', '2.parquet', '1.ndjson'])).map(({ kind }) => kind)).toEqual([
    'part',
    'definition',
    'part',
    'part',
    'definition',
  ])
})

test('a table has all rows of batches of any size', async () => {
  const batches: FactTable[][] = [
    [{ length: 1, shared: { kind: 'end', part: 2 ** 40, data: '{"facts":1}' }, own: {} }],
    [],
    [
      { length: 2, shared: { part: 1, kind: 'a' }, own: { entry: [2, undefined], id: ['x', 'y'] } },
      { length: 1, shared: { part: 0, file: 'é' }, own: { entry: [0] } },
    ],
  ]
  const pieces: Uint8Array[] = []
  const all = async function* () {
    yield* batches
  }
  for await (const piece of parquetOf(all())) pieces.push(piece)
  writeFileSync(at('rows.parquet'), Buffer.concat(pieces))
  const rows: object[] = []
  for await (const group of groupsOfParquet(at('rows.parquet')))
    for (let row = 0; row < group.length; row++)
      rows.push(
        Object.fromEntries(
          Object.entries(await group.cells(['kind', 'file', 'part', 'entry', 'id', 'data', 'none'])).flatMap(
            ([name, cells]) => (cells[row] === undefined || cells[row] === null ? [] : [[name, cells[row]]]),
          ),
        ),
      )
  expect(rows).toEqual([
    { kind: 'end', part: 2 ** 40, data: '{"facts":1}' },
    { kind: 'a', part: 1, entry: 2, id: 'x' },
    { kind: 'a', part: 1, id: 'y' },
    { file: 'é', part: 0, entry: 0 },
  ])
  const { created_by, row_groups } = parquetMetadata(new Uint8Array(Buffer.concat(pieces)).buffer)
  expect(created_by).toBe('recline')
  const compressed = row_groups[0]!.columns.filter(column => column.meta_data!.codec === 'GZIP')
  expect(compressed.map(column => column.meta_data!.path_in_schema.join())).toEqual(['id', 'record', 'data'])
})

test('long lines, which are read in several pieces, are whole', async () => {
  const file = `${'x'.repeat(1_200_000)}.rec`
  const fact = JSON.stringify({ kind: 'possible', file, part: 0, entry: 0, domain: 'd', tag: 'T', id: 'é' })
  write({ 'facts.ndjson': `${fact}\n${fact}\n${fact}` })
  const facts = await factsIn(['facts.ndjson'], false)
  expect(facts.map(fact => fact.file === file && fact.kind === 'possible' && fact.id)).toEqual(['é', 'é', 'é'])
})

test('a file that lacks facts, or their end, is refused unless a program selected the facts', async () => {
  write({ 'a.rec': '@RISK rid=R-1\n', 'empty.ndjson': '' })
  await mapped('facts.ndjson', 'ndjson')
  const lines = read('facts.ndjson').split(/(?<=\n)/)
  expect(lines).toHaveLength(3)
  write({ 'short.ndjson': lines.toSpliced(1, 1).join(''), 'cut.ndjson': lines.slice(0, 2).join('') })
  write({ 'more.ndjson': `${lines[0]}${lines.join('')}`, 'twice.ndjson': `${lines.join('')}${lines.join('')}` })
  expect(await failure(['short.ndjson'])).toBe(`short.ndjson has 1 of the 2 facts of a.rec, ${incomplete}`)
  expect(await failure(['more.ndjson'])).toBe(`more.ndjson has 3 of the 2 facts of a.rec, ${incomplete}`)
  expect(await failure(['facts.ndjson', 'cut.ndjson'])).toBe(`cut.ndjson has no end, ${incomplete}`)
  expect(await failure(['facts.ndjson', 'empty.ndjson'])).toBe(`empty.ndjson is empty, ${incomplete}`)
  for (const name of ['short', 'more', 'cut', 'empty']) expect(await failure([`${name}.ndjson`], false)).toBe('')
  expect(await failure(['twice.ndjson'])).toBe('')
})

test('a row that is no fact is named, and a line that is no JSON', async () => {
  const end = JSON.stringify({ kind: 'end', file: 'a.rec', part: 0, data: { facts: 0 } })
  write({ 'a.ndjson': `${end}\n{"kind":"other"}\n`, 'b.ndjson': `${end}\n${end}\n{"kind":`, 'c.ndjson': `${end}\n\n` })
  expect(await failure(['a.ndjson'])).toBe(
    'a.ndjson has no valid fact in row 2; use files that recline check --map wrote.',
  )
  expect(await failure(['b.ndjson'])).toBe('b.ndjson is not valid JSON on line 3; it may be incomplete.')
  expect(await failure(['c.ndjson'])).toBe('c.ndjson is not valid JSON on line 2; it may be incomplete.')
})

test('a file that is missing, or a table that is damaged, could not be read', async () => {
  write({ 'a.rec': records, 'b.parquet': 'PAR1 and nothing more' })
  await mapped('a.parquet', 'parquet')
  truncateSync(at('a.parquet'), 1000)
  expect(await failure(['gone.ndjson'])).toBe('gone.ndjson could not be read: no such file or directory.')
  for (const name of ['a.parquet', 'b.parquet']) {
    const message = await failure([name])
    expect(message.slice(0, message.indexOf(':'))).toBe(`${name} could not be read`)
  }
  write({ 'folder/a.ndjson': '' })
  expect(await failure(['folder'])).toMatch(/^folder could not be read: .+\.$/)
})
