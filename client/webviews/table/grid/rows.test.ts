import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type LoadedRows, Rows } from './rows.ts'

/** Two rows with one cell. */
const loadedRows = (cell: string, start: number): LoadedRows => ({
  version: 1,
  start,
  total: 2,
  found: -1,
  followed: [],
  query: { filters: [], search: '', hasProblem: false },
  left: 0,
  doubts: [],
  rows: [0, 1].map(record => ({ record, line: record, cells: [cell], problems: [] })),
})

/** Rows whose cells say which version they are of. */
function versions(): { rows: Rows; shown: () => (string | null | undefined)[]; change: () => Promise<void> } {
  let version = 1
  const rows = new Rows(
    start => Promise.resolve({ ...loadedRows(`v${version}`, start), version }),
    () => {},
  )
  const load = async (): Promise<void> => {
    rows.renew(true)
    await rows.want(0, 1)
  }
  return {
    rows,
    shown: () => [0, 1].map(index => rows.at(index)?.cells[0]),
    change: () => {
      version++
      return load()
    },
  }
}

test('what the user writes is shown until the file has it, also in rows that arrive meanwhile', async () => {
  const { rows, shown, change } = versions()
  await change()
  const end = rows.write(1, 0, 'mine')
  expect(shown()).toEqual(['v2', 'mine'])
  await change()
  expect(shown()).toEqual(['v3', 'mine'])
  rows.renew(true)
  rows.write(0, 0, 'late')
  expect(shown()).toEqual(['late', 'mine'])
  end()
  await change()
  expect(shown()).toEqual(['late', 'v4'])
})

test('what the user writes into many rows is shown in them, also in those that arrive before the file changes', async () => {
  let version = 1
  const rows = new Rows(
    (start, count) =>
      Promise.resolve({
        ...loadedRows('', start),
        version,
        total: 1000,
        rows: Array.from({ length: count }, (_, at) => ({
          record: start + at,
          line: start + at,
          cells: [`a${version}`, `b${version}`],
          problems: [],
        })),
      }),
    () => {},
  )
  const shown = (): string[] => [50, 120, 121, 500, 501].map(index => (rows.at(index)?.cells ?? ['?']).join(' '))
  await rows.want(0, 150)
  const { query } = loadedRows('', 0)
  const mine = { values: new Map([[1, 'mine']]), query }
  const end = rows.writeRows({
    ...mine,
    version,
    ranges: [
      [50, 120],
      [500, 500],
    ],
  })
  rows.writeRows({ ...mine, version: 0, ranges: [[121, 121]] })
  rows.writeRows({ ...mine, version, query: { ...query, search: 'x' }, ranges: [[121, 121]] })
  expect(shown()).toEqual(['a1 mine', 'a1 mine', 'a1 b1', '?', '?'])
  await rows.want(450, 550)
  expect(shown()).toEqual(['a1 mine', 'a1 mine', 'a1 b1', 'a1 mine', 'a1 b1'])
  rows.renew(true)
  await rows.want(0, 150)
  expect(shown()).toEqual(['a1 mine', 'a1 mine', 'a1 b1', 'a1 mine', 'a1 b1'])
  const endOfOne = rows.write(120, 1, 'later')
  rows.renew(true)
  await rows.want(0, 150)
  expect(rows.at(120)?.cells).toEqual(['a1', 'later'])
  endOfOne()
  rows.renew(true)
  await rows.want(0, 150)
  version++
  rows.renew(true)
  expect(shown()).toEqual(['a1 mine', 'a1 mine', 'a1 b1', 'a1 mine', 'a1 b1'])
  await rows.want(0, 150)
  expect(shown().slice(0, 3)).toEqual(['a2 b2', 'a2 b2', 'a2 b2'])
  end()
  await rows.want(450, 550)
  expect(shown().slice(3)).toEqual(['a2 b2', 'a2 b2'])
})

test('what the user writes below the last record is shown until it is added', () => {
  const { rows } = versions()
  const end = rows.writeBelow(2, 1, 'mine')
  expect([rows.newRow(2).cells, rows.newRow(3).cells]).toEqual([[null, 'mine'], []])
  end()
  expect(rows.newRow(2).cells).toEqual([])
})

test('rows come although an earlier question, of another table, has no answer', async () => {
  const answers: ((answer: LoadedRows | null) => void)[] = []
  const rows = new Rows(
    () => new Promise(done => answers.push(done)),
    () => {},
  )
  void rows.want(0, 0)
  rows.renew(false)
  const arrived = rows.want(0, 0)
  answers[0]!(null)
  await setImmediate()
  expect(answers.length).toBe(2)
  answers[1]!(loadedRows('v1', 0))
  await arrived
  expect(rows.at(0)?.cells).toEqual(['v1'])
})

test('no more rows are asked for after a question without an answer', async () => {
  let count = 0
  const rows = new Rows(
    () => Promise.resolve(++count).then(() => null),
    () => {},
  )
  await rows.want(0, 0)
  expect(count).toBe(1)
})

test('visible rows stay in the cache when it is full', async () => {
  let inSight = 0
  const missing: number[] = []
  const rows = new Rows(
    (start, count) =>
      Promise.resolve({
        version: 1,
        start,
        total: 100_000,
        found: -1,
        followed: [],
        query: { filters: [], search: '', hasProblem: false },
        left: 0,
        doubts: [],
        rows: Array.from({ length: count }, (_, place) => ({
          record: start + place,
          line: start + place,
          cells: [],
          problems: [],
        })),
      }),
    () => {
      if (!rows.at(inSight)) missing.push(inSight)
    },
  )
  const scrollTo = async (row: number): Promise<void> => {
    inSight = row
    await rows.want(row, row + 30)
    // Then the rows above and below have arrived too.
    await setImmediate()
  }
  for (let row = 0; row < 10_000; row += 100) await scrollTo(row)
  await scrollTo(400)
  missing.length = 0
  await scrollTo(300)
  expect([rows.at(300)?.record, missing]).toEqual([300, []])
})

test('rows of several places are loaded, each page once', async () => {
  const asked: number[] = []
  const rows = new Rows(
    start => {
      asked.push(start)
      return Promise.resolve({ ...loadedRows('a', start), total: 1000 })
    },
    () => {},
  )
  await rows.want(0, 1)
  await rows.want(0, 1, [
    [450, 460],
    [850, 901],
    [455, 470],
  ])
  expect([0, 400, 800, 900].map(start => asked.filter(each => each === start).length)).toEqual([1, 1, 1, 1])
  expect([450, 500].map(row => rows.isOld(row))).toEqual([false, true])
  rows.renew(true)
  expect([rows.isOld(400), rows.at(400)?.cells]).toEqual([true, ['a']])
})
