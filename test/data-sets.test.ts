import { Command, CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { checkCommand } from '../cli/check/command.ts'
import { diffCommand } from '../cli/diff/command.ts'
import { editCommand } from '../cli/edit/command.ts'
import { queryCommand } from '../cli/query/command.ts'
import {
  claims,
  type DataRow,
  type DataSet,
  dnsEntries,
  patients,
  postMortems,
  recordText,
  threatActors,
  vulnerabilities,
} from './data/data-sets.ts'
import { ownFolder } from './own-folder.ts'

/** Queries, edits and checks of data as people have them, beside plain JavaScript that knows nothing of descriptors. */

const folder = ownFolder()

/** What `recline` prints for records in `a.rec`: standard output, then standard error, then the exit code. */
async function recline(set: DataSet | string, ...args: readonly string[]): Promise<string> {
  folder.write({ 'a.rec': typeof set === 'string' ? set : recordText(set) })
  const program = new Command('recline').exitOverride().configureOutput({ getOutHasColors: () => false })
  for (const define of [checkCommand, diffCommand, editCommand, queryCommand]) define(program)
  return folder.said(async () => {
    try {
      await program.parseAsync(
        args.map(arg => arg.replace(/^(?=[ab]\.rec$)/, folder.at('/'))),
        { from: 'user' },
      )
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error
    }
  })
}

/** The rows of a query as objects, and what it says besides. */
async function query(set: DataSet, ...args: readonly string[]): Promise<{ rows: Row[]; said: string }> {
  const output = await recline(set, 'query', 'a.rec', '--tag', set.tag, '--format', 'ndjson', ...args)
  const lines = output.split('\n')
  const isRow = (line: string): boolean => line.startsWith('{')
  return { rows: lines.filter(isRow).map(read), said: lines.filter(line => !isRow(line)).join('\n') }
}

type Row = Readonly<Record<string, unknown>>

/** Reads JSON with numbers as texts, so that no digit is lost. */
const read = (line: string): Row => JSON.parse(line.replace(/(":)(-?\d[\d.e+]*)(?=[,}])/gi, '$1"$2"')) as Row

const ridsOf = (rows: readonly Row[]): unknown[] => rows.map(({ rid }) => rid)

/** The ids of the rows for which something is true. */
const ridsWhere = (set: DataSet, isFound: (row: DataRow) => boolean): unknown[] => ridsOf(set.rows.filter(isFound))

/** How many rows have each text of a field, or each number; without the field, it is undefined. */
function counts(set: DataSet, field: string): [unknown, number][] {
  const all = new Map<unknown, number>()
  for (const row of set.rows) {
    const text = /^\d+\.\d+$/.test(row[field] ?? '') ? String(Number(row[field])) : row[field]
    all.set(text, (all.get(text) ?? 0) + 1)
  }
  return [...all]
}

const sets = [vulnerabilities(150), claims(150), patients(150), dnsEntries(150), threatActors(150), postMortems(150)]

describe.each(sets)('$tag', set => {
  const { tag, rows } = set

  test('a query shows all that is written', async () => {
    const found = await query(set)
    // The order of columns is that of the tag.
    const sorted = (row: Row): unknown =>
      Object.entries(row)
        .map(([name, value]) => `${name}=${value}`)
        .sort()
    expect(found.rows.map(sorted)).toEqual(rows.map(sorted))
    expect(found.said).toBe('exit undefined')
  })

  test('CSV has a column for each field that a record has', async () => {
    const [head = ''] = (await recline(set, 'query', 'a.rec', '--tag', tag, '--format', 'csv')).split('\n')
    const names = new Set(rows.flatMap(row => Object.keys(row)))
    for (const name of names) expect(head.split(',')).toContain(name)
  })

  test('groups count what is written', async () => {
    for (const field of new Set(rows.flatMap(row => Object.keys(row)))) {
      const found = await query(set, '--count-by', field)
      const order = ([one]: [unknown, number], [other]: [unknown, number]): number =>
        String(one) < String(other) ? -1 : 1
      const groups = found.rows.map((row): [unknown, number] => [row[field], Number(row.count)])
      const text = ([value, count]: [unknown, number]): [unknown, number] => [
        value === undefined ? value : String(value),
        count,
      ]
      expect(groups.map(text).sort(order)).toEqual(counts(set, field).sort(order))
    }
  })

  test('has() and written() see each value that is written', async () => {
    for (const field of new Set(rows.flatMap(row => Object.keys(row)))) {
      const path = `this["${field}"]`
      expect(ridsOf((await query(set, '--where', `has(${path})`)).rows)).toEqual(ridsWhere(set, row => field in row))
      expect(ridsOf((await query(set, '--where', `!has(${path})`)).rows)).toEqual(
        ridsWhere(set, row => !(field in row)),
      )
      const text = rows.find(row => field in row)![field]!
      const where = `written(${path}) == ${JSON.stringify(text)}`
      expect(ridsOf((await query(set, '--where', where)).rows)).toEqual(ridsWhere(set, row => row[field] === text))
    }
  })

  test('a removed field is gone from each record, and nothing else changes', async () => {
    for (const field of new Set(rows.flatMap(row => Object.keys(row)))) {
      if (field === 'rid') continue
      await recline(set, 'edit', 'a.rec', '--tag', tag, '--unset', field, '--write', '--force')
      const left = rows.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => name !== field)))
      expect(folder.read('a.rec')).toBe(recordText({ ...set, rows: left }))
    }
  })
})

test('totals have exactly what is a number, and tell what is none', async () => {
  const set = claims(200)
  const numbers = set.rows.filter(row => /^\d+(\.\d+)?$/.test(row.amount_paid!)).map(row => Number(row.amount_paid))
  const wrong = set.rows.findIndex(row => !/^\d+(\.\d+)?$/.test(row.amount_paid!))
  const { rows, said } = await query(set, '--sum', 'amount_paid', '--max', 'amount_paid')
  expect(Number(rows[0]!['sum(amount_paid)'])).toBe(numbers.reduce((sum, number) => sum + number, 0))
  expect(Number(rows[0]!['max(amount_paid)'])).toBe(Math.max(...numbers))
  expect(said).toContain(`${set.rows.length - numbers.length} values of amount_paid are no numbers`)
  // Line 1 is the header.
  expect(said).toContain(`the first one is at a.rec:${wrong + 2}.`)
})

test('whole numbers of any size are exact in totals, filters and the order', async () => {
  const set = dnsEntries(200)
  const whole = set.rows.filter(row => /^\d+$/.test(row.ttl!)).map(row => ({ rid: row.rid, ttl: BigInt(row.ttl!) }))
  const sum = whole.reduce((sum, { ttl }) => sum + ttl, 0n)
  expect((await query(set, '--sum', 'ttl')).rows[0]!['sum(ttl)']).toBe(String(sum))
  const large = await query(set, '--where', 'ttl > 9007199254740992')
  expect(ridsOf(large.rows)).toEqual(whole.filter(({ ttl }) => ttl > 9_007_199_254_740_992n).map(({ rid }) => rid))
  const same = await query(set, '--where', 'ttl == 9007199254740993')
  expect(ridsOf(same.rows)).toEqual(ridsWhere(set, row => row.ttl === '9007199254740993'))
  const sorted = await query(set, '--where', 'has(ttl) && valid(ttl)', '--sort', 'ttl', '--select', 'ttl')
  const inOrder = whole.map(({ ttl }) => ttl).sort((one, other) => (one < other ? -1 : Number(one > other)))
  expect(sorted.rows.map(({ ttl }) => BigInt(ttl as string))).toEqual(inOrder)
})

test('valid() finds exactly what is allowed', async () => {
  const set = vulnerabilities(200)
  const isAllowed: Record<string, (text: string) => boolean> = {
    severity: text => ['none', 'low', 'medium', 'high', 'critical'].includes(text),
    cvss: text => /^\d+(\.\d+)?$/.test(text) && Number(text) <= 10,
    exploited: text => text === 'true' || text === 'false',
  }
  for (const [field, allows] of Object.entries(isAllowed)) {
    const found = await query(set, '--where', `valid(${field})`)
    expect(ridsOf(found.rows)).toEqual(ridsWhere(set, row => allows(row[field]!)))
  }
})

test('undefined fields are selected and sorted by their plain names', async () => {
  const set = vulnerabilities(100)
  const { rows } = await query(set, '--select', 'rid,cwe.id,notes', '--sort=-cwe.id,rid')
  const compare = (one = '', other = ''): number => (one < other ? 1 : Number(one > other) * -1)
  const inOrder = set.rows.toSorted(
    (one, other) =>
      Number(!one['cwe.id']) - Number(!other['cwe.id']) ||
      compare(one['cwe.id'], other['cwe.id']) ||
      compare(other.rid, one.rid),
  )
  expect(rows.map(row => [row.rid, row['cwe.id'], row.notes])).toEqual(
    inOrder.map(row => [row.rid, row['cwe.id'], row.notes]),
  )
})

test('many values are mapped at once, and the summary counts those that were not allowed', async () => {
  const set = vulnerabilities(200)
  const by: Record<string, string> = { High: 'high', HIGH: 'high', Moderate: 'medium' }
  const pairs = Object.entries(by).map(([from, to]) => `${from}=${to}`)
  const said = await recline(
    set,
    'edit',
    'a.rec',
    '--tag',
    set.tag,
    '--map-value',
    `severity:${pairs.join(',')}`,
    '--write',
    '--force',
  )
  const rows = set.rows.map(row => ({ ...row, severity: by[row.severity!] ?? row.severity! }))
  expect(folder.read('a.rec')).toBe(recordText({ ...set, rows }))
  const count = set.rows.filter(row => by[row.severity!]).length
  expect(said).toContain(`Edited ${count} records in 1 file.`)
  expect(said).toContain(`Replaced ${count} values that are written but not allowed`)
})

test('what is written is not overwritten by a condition on what is missing', async () => {
  const set = patients(200)
  await recline(
    set,
    'edit',
    'a.rec',
    '--tag',
    set.tag,
    '--where',
    '!has(weight_kg)',
    '--set',
    'weight_kg=70',
    '--write',
    '--force',
  )
  const lines = recordText(set).split('\n')
  const expected = lines.map((line, index) =>
    index > 0 && line !== '' && !line.includes('weight_kg') ? `${line} | weight_kg:float=70` : line,
  )
  expect(folder.read('a.rec')).toBe(expected.join('\n'))
})

test('a field is renamed in each record, with the notation of its new name', async () => {
  const set = patients(100)
  await recline(
    set,
    'edit',
    'a.rec',
    '--tag',
    set.tag,
    '--rename-field',
    'last_seen=birth_date,mrn=number',
    '--write',
    '--force',
  )
  expect(folder.read('a.rec')).toBe(
    recordText(set).replaceAll('last_seen=', 'birth_date=').replaceAll('mrn=', 'number='),
  )
})

test('fixes with one answer are those that a table of the answers makes', async () => {
  const answers: Record<string, Record<string, string>> = {
    status: {
      Settled: 'settled',
      'under investigation': 'under-investigation',
      under_investigation: 'under-investigation',
    },
  }
  const set = claims(200)
  const said = await recline(set, 'check', 'a.rec', '--fix', '--unsafe-fixes', '--fix-only', 'not-in-enum')
  const rows = set.rows.map(row => ({ ...row, status: answers.status![row.status!] ?? row.status! }))
  expect(folder.read('a.rec')).toBe(recordText({ ...set, rows }))
  const count = set.rows.filter(row => answers.status![row.status!]).length
  expect(said).toContain(`Fixed a.rec: ${count} not-in-enum.`)
})

test('groups of problems have the numbers of a count by hand', async () => {
  const set = patients(300)
  const said = await recline(set, 'check', 'a.rec', '--group', '--rule', 'notation=off')
  const isWrong: Record<string, (text: string) => boolean> = {
    'not-in-enum PATIENT.gender': text => !['male', 'female', 'other', 'unknown'].includes(text),
    'invalid-value PATIENT.active': text => text !== 'true' && text !== 'false',
    'unknown-field PATIENT.last_seen': () => true,
  }
  for (const [group, wrong] of Object.entries(isWrong)) {
    const field = group.slice(group.indexOf('.') + 1)
    const index = set.rows.findIndex(row => field in row && wrong(row[field]!))
    const count = set.rows.filter(row => field in row && wrong(row[field]!)).length
    expect(said).toMatch(new RegExp(`^${group.replace('.', '\\.')} ×${count}, first a\\.rec:${index + 2}:`, 'm'))
  }
})

test('a comparison finds what is written', async () => {
  const set = claims(60)
  const after = { ...set, rows: set.rows.map(row => ({ ...row, adjuster: 'Cy' })) }
  folder.write({ 'b.rec': recordText(after) })
  const said = await recline(
    set,
    'diff',
    'a.rec',
    'b.rec',
    '--where',
    'written(status) == "Settled" && amount_paid > 100',
    '--format',
    'json',
  )
  const found = ridsWhere(set, row => row.status === 'Settled' && Number(row.amount_paid) > 100)
  expect(Array.from(said.matchAll(/"id": ?"(CLM-\d+)"/g), ([, id]) => id)).toEqual(found)
})
