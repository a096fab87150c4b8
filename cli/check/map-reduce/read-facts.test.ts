import { truncateSync, writeFileSync } from 'node:fs'
import { parquetMetadata } from 'hyparquet'
import { expect, test } from 'vitest'
import { factRowsIn, factsIn, fileOfRows } from '../../../test/mapped-files.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import { planRun } from '../../plan/plan.ts'
import { PartReader } from '../parts/part-reader.ts'
import type { FactTable } from './fact-tables.ts'
import type { Fact } from './facts.ts'
import { groupsOfParquet, parquetOf } from './facts-parquet.ts'
import { map } from './map.ts'
import { fileMapper } from './map-file.ts'
import { readFacts } from './read-facts.ts'

const { at, said, write, written } = ownFolder()

/** Records with facts of all kinds. */
const records = `# recline-disable-next-line dangling-reference
@FINDING rid=F-1 | control_ref="C-1" | severity="low"
@FINDING rid="F é" | control_ref="C-2"
@CONTROL rid=C-2 | maturity:int=9
@POLICY rid=P-1
@EMPLOYEE rid=E-1 | manager_ref="E-2"
`

/** Writes the facts of the records of the folder to a file. */
async function mapped(name: string): Promise<void> {
  const plan = await planRun([at('a.rec')], { descriptors: [], domain: [], rule: {}, now: 0 })
  writeFileSync(at(name), await written(() => map(plan, { start: 0, end: Infinity })))
}

/** In a table, a cell that a fact does not need is null. */
const withoutNulls = (fact: Fact): Fact =>
  Object.fromEntries(Object.entries(fact).filter(([, value]) => value !== null)) as Fact

async function factsOf(names: readonly string[], areAll = true): Promise<Fact[]> {
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

test('the facts are those that the map made, of all kinds', async () => {
  write({ 'a.rec': records })
  const plan = await planRun([at('a.rec')], { descriptors: [], domain: [], rule: {}, now: 0 })
  const bytes = Buffer.from(records)
  const content = { bytes, size: bytes.length }
  const mapFile = fileMapper(plan.registry, new PartReader())
  await mapped('facts.parquet')
  const facts = await factsOf(['facts.parquet'])
  expect(facts).toEqual(factsIn(mapFile(plan.files[0]!, content, { start: 0, end: Infinity })))
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

test('the facts of several files come one after the other', async () => {
  write({ 'a.rec': '@RISK rid=R-1\n' })
  await mapped('1.parquet')
  write({ 'a.rec': '# none\n' })
  await mapped('2.parquet')
  expect((await factsOf(['1.parquet', '2.parquet', '1.parquet'])).map(({ kind }) => kind)).toEqual([
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
          Object.entries(await group.cells(['kind', 'file', 'part', 'entry', 'id', 'data'])).flatMap(([name, cells]) =>
            cells[row] === undefined || cells[row] === null ? [] : [[name, cells[row]]],
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

test('a file that lacks facts, or their end, is refused unless a program selected the facts', async () => {
  write({ 'a.rec': '@RISK rid=R-1\n' })
  await mapped('facts.parquet')
  const rows = await factRowsIn(at('facts.parquet'))
  expect(rows).toHaveLength(3)
  write({
    'short.parquet': await fileOfRows(rows.toSpliced(1, 1)),
    'cut.parquet': await fileOfRows(rows.slice(0, 2)),
    'more.parquet': await fileOfRows([rows[0]!, ...rows]),
    'twice.parquet': await fileOfRows([...rows, ...rows]),
    'none.parquet': await fileOfRows([]),
    'empty.parquet': '',
  })
  expect(await failure(['short.parquet'])).toBe(`short.parquet has 1 of the 2 facts of a.rec, ${incomplete}`)
  expect(await failure(['more.parquet'])).toBe(`more.parquet has 3 of the 2 facts of a.rec, ${incomplete}`)
  expect(await failure(['facts.parquet', 'cut.parquet'])).toBe(`cut.parquet has no end, ${incomplete}`)
  expect(await failure(['facts.parquet', 'none.parquet'])).toBe(`none.parquet is empty, ${incomplete}`)
  expect(await failure(['facts.parquet', 'empty.parquet'])).toBe(`empty.parquet is empty, ${incomplete}`)
  for (const name of ['short', 'more', 'cut', 'none']) expect(await failure([`${name}.parquet`], false)).toBe('')
  expect(await failure(['twice.parquet'])).toBe('')
})

test('a row that is no fact is named', async () => {
  const end = { kind: 'end', file: 'a.rec', part: 0, data: { facts: 0 } }
  write({ 'a.parquet': await fileOfRows([end, { ...end, kind: 'other' }]) })
  expect(await failure(['a.parquet'])).toBe(
    'a.parquet has no valid fact in row 2; use files that recline check --map wrote.',
  )
})

test('facts in another form are refused with what to do, also where a program selected them', async () => {
  write({ 'a.ndjson': '{"kind":"end","file":"a.rec","part":0,"data":{"facts":0}}\n', 'empty.ndjson': '' })
  const message = (name: string): string =>
    `${name} is no Parquet file; facts are always Parquet, so write it again with recline check --map.`
  for (const areAll of [true, false]) expect(await failure(['a.ndjson'], areAll)).toBe(message('a.ndjson'))
  expect(await failure(['empty.ndjson'], false)).toBe(message('empty.ndjson'))
})

test('a file that is missing, or a table that is damaged, could not be read', async () => {
  write({ 'a.rec': records, 'b.parquet': 'PAR1 and nothing more' })
  await mapped('a.parquet')
  truncateSync(at('a.parquet'), 1000)
  expect(await failure(['gone.parquet'])).toBe('gone.parquet could not be read: no such file or directory.')
  for (const name of ['a.parquet', 'b.parquet']) {
    const message = await failure([name])
    expect(message.slice(0, message.indexOf(':'))).toBe(`${name} could not be read`)
  }
  write({ 'folder/a.parquet': '' })
  expect(await failure(['folder'])).toMatch(/^folder could not be read: .+\.$/)
})
