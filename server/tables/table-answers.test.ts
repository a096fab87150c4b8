import { expect, test } from 'vitest'
import { packFile } from '../../shared/index/packed-file.ts'
import type { TableQuery, TableRows } from '../../shared/protocol/table/table.ts'
import { fileTables } from '../../test/asked-tables.ts'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import { check } from '../../test/records.ts'
import { ArrangedTables } from './arranged-tables.ts'

const all: TableQuery = { filters: [], search: '', hasProblem: false }
const compliance: Editor = { fileName: 'a.compliance.rec', others: {} }

/** The problems of a table's rows as `line column: code`. */
const problems = ({ rows }: TableRows): string[] =>
  rows.flatMap(({ line, problems }) =>
    problems.map(({ columns, code }) => `${line + 1} ${columns.join(',') || 'record'}: ${code}`),
  )

function rowsOf(text: string, editor = compliance): TableRows {
  const rows = fileTables().rows(snapshotOf(text.replace(/^\n/, ''), editor), {
    table: 'core.compliance.CONTROL',
    query: all,
    start: 0,
    count: 100,
  })
  if (!rows) throw new Error('There is no table of controls.')
  return rows
}

test('the descriptions of tables and columns', () => {
  const { version, tables } = fileTables().tables(
    snapshotOf('@VITALS bp="120/80" | hr:int=900 | rid=V-1\n@XYZZY a=1\n', { fileName: 'a.health.rec' }),
  )
  expect(version).toBe(1)
  expect(tables.map(({ key, name, domain, count, problems }) => [key, name, domain, count, problems])).toEqual([
    ['core.health.VITALS', 'VITALS', 'core.health', 1, 1],
    ['@XYZZY', 'XYZZY', '', 1, 1],
  ])
  const [vitals, unknown] = tables
  expect(
    vitals!.columns.map(({ name, isRequired, kind }) => `${name}${isRequired ? '*' : ''} ${kind}`).slice(0, 3),
  ).toEqual(['rid string', 'bp* string', 'hr int'])
  expect(vitals!.columns.find(({ name }) => name === 'hr')).toMatchObject({
    unit: 'bpm',
    description: expect.stringMatching(/\n\d+ to \d+ bpm\n/),
  })
  expect(unknown!.columns).toEqual([
    {
      name: 'a',
      kind: 'string',
      isRequired: false,
      isDefined: false,
      unit: '',
      description: 'The tag does not define this field.',
      choices: [],
    },
  ])
})

test('the choices of a column are in their order, with their meanings', () => {
  const [controls] = fileTables().tables(snapshotOf('@CONTROL rid=1\n', compliance)).tables
  const choices = controls!.columns.find(({ name }) => name === 'status')!.choices
  expect(choices.map(({ value }) => value)).toEqual([
    'not-started',
    'in-progress',
    'implemented',
    'tested',
    'effective',
    'ineffective',
  ])
  expect(choices[0]!.meaning).not.toBe('')
})

test('a record to find has its row, also if the query leaves it out', () => {
  const views = fileTables()
  const snapshot = snapshotOf('@CONTROL rid=CTL-1 | title="x"\n@CONTROL rid=CTL-2\n', compliance)
  const range = { table: 'core.compliance.CONTROL', start: 0, count: 10 }
  const [record] = views.rows(snapshot, { ...range, query: all })!.rows
  const { found, foundRow } = views.rows(snapshot, {
    ...range,
    query: { ...all, search: 'CTL-2' },
    find: record!.record,
  })!
  expect(found).toBe(-1)
  expect(foundRow).toEqual(record)
  expect(views.rows(snapshot, { ...range, query: all, find: 99 })!.foundRow).toBeUndefined()
})

test('the groups of a query, without the records that it leaves out', () => {
  const text = `@CONTROL rid=CTL-1 | status=tested | maturity:int=2
@CONTROL rid=CTL-2 | status=tested | maturity:int=3
@CONTROL rid=CTL-3 | title="not found"
@CONTROL rid=CTL-4
`
  const query: TableQuery = { ...all, filters: [{ column: 'title', text: '=' }] }
  const ask = (column: string, folded: string[] = []) =>
    fileTables().groups(snapshotOf(text, compliance), {
      table: 'core.compliance.CONTROL',
      query: { ...query, group: { column, folded } },
      columns: ['rid', 'maturity'],
    })
  expect(ask('status', ['tested'])!.groups).toMatchObject([
    {
      value: 'tested',
      count: 2,
      isFolded: true,
      totals: [{ column: 'maturity', numbers: { sum: '5', average: '2.5' } }],
    },
    { value: '', count: 1, isFolded: false, totals: [] },
  ])
  expect(ask('xyzzy')).toBeNull()
})

test('the most severe problem of a record comes first', () => {
  expect(problems(rowsOf('@control rid=CTL-1 | status=Tested | title=x\n'))).toEqual([
    '1 status: not-in-enum',
    '1 record: tag-case',
    '1 status: notation',
    '1 title: notation',
  ])
})

test('a problem is in its cell, in the cell of a missing field, or in no cell', () => {
  expect(
    problems(
      rowsOf(`
@CONTROL rid=CTL-1 | maturity:int=9 | zeal="1"
@CONTROL title="x" | title="y"
@control rid=CTL-1 junk
@CONTROL rid= | status="xyzzy"
@CONTROL rid=CTL-3 | maturity:int=7
# recline-disable-next-line out-of-range
@CONTROL rid=CTL-4 | maturity:int=8
`),
    ),
  ).toEqual([
    '1 maturity: out-of-range',
    '1 zeal: unknown-field',
    '2 rid: missing-field',
    '2 title: duplicate-field',
    '3 record: tag-case',
    '3 rid: needs-quotes',
    '4 rid: missing-value',
    '4 status: not-in-enum',
    '5 maturity: out-of-range',
  ])
})

test('some rows, and the row of a record', () => {
  const text = Array.from({ length: 30 }, (_, index) => `@CONTROL rid=CTL-${index}\n`).join('')
  const views = fileTables()
  const snapshot = snapshotOf(text, compliance)
  const ask = (start: number, count: number, find: number, query = all): unknown => {
    const {
      rows,
      left: _,
      followed: __,
      foundRow: ___,
      ...rest
    } = views.rows(snapshot, {
      table: 'core.compliance.CONTROL',
      query,
      start,
      count,
      find: views.recordAt(snapshot, find)!.record,
    })!
    return { ...rest, rows: rows.map(({ cells }) => cells[0]) }
  }
  expect(ask(28, 100, 29)).toEqual({
    version: 1,
    total: 30,
    doubts: [],
    start: 28,
    found: 29,
    rows: ['CTL-28', 'CTL-29'],
  })
  expect(ask(0, 2, 1, { ...all, search: 'ctl-2' })).toEqual({
    version: 1,
    total: 11,
    start: 0,
    found: -1,
    doubts: [],
    rows: ['CTL-2', 'CTL-20'],
  })
  expect(
    views.rows(snapshotOf(text, compliance), { table: 'core.compliance.POLICY', query: all, start: 0, count: 1 }),
  ).toBeNull()
})

test('references show the titles of their records, which the search and filters find too', () => {
  const text = `
@CONTROL rid=CTL-1 | title="Access"
@EVIDENCE control_ref="CTL-1"
@EVIDENCE control_ref="CTL-2" | type="log"
@EVIDENCE control_ref="CTL-9"
`
  const others = { 'b.compliance.rec': '@CONTROL rid=CTL-2 | title="Backup"\n' }
  const snapshot = snapshotOf(text.trimStart(), { ...compliance, others })
  const views = fileTables()
  const show = (query: Partial<TableQuery>): string[] | undefined =>
    views
      .rows(snapshot, {
        table: 'core.compliance.EVIDENCE',
        query: { ...all, ...query },
        start: 0,
        count: 9,
      })
      ?.rows.map(({ line, titles }) => `${line + 1}: ${Object.values(titles ?? {}).join()}`)
  expect(show({})).toEqual(['2: Access', '3: Backup', '4: '])
  expect(show({ search: 'BACK' })).toEqual(['3: Backup'])
  expect(show({ filters: [{ column: 'control_ref', text: 'access' }] })).toEqual(['2: Access'])
  expect(show({ filters: [{ column: 'control_ref', text: '!access' }] })).toEqual(['3: Backup', '4: '])
  expect(show({ filters: [{ column: 'control_ref', text: '=CTL-2' }] })).toEqual(['3: Backup'])
  expect(show({ filters: [{ column: 'type', text: 'back' }] })).toEqual([])
})

test('rows stay where they are after a change until the query is applied again', () => {
  const views = fileTables()
  const show = (text: string, applied: number): (string | null | undefined)[] | undefined =>
    views
      .rows(snapshotOf(text, compliance), {
        table: 'core.compliance.CONTROL',
        query: {
          ...all,
          sort: [{ column: 'title', isDescending: true }],
          filters: [{ column: 'status', text: '=tested' }],
          applied,
        },
        start: 0,
        count: 9,
      })
      ?.rows.map(({ cells }) => cells[0])
  const text = `@CONTROL rid=1 | title="a" | status="tested"
@CONTROL rid=2 | title="b" | status="effective"
@CONTROL rid=3 | title="c" | status="tested"
`
  expect(show(text, 1)).toEqual(['3', '1'])
  const changed = text.replace('"c" | status="tested"', '"z" | status="effective"').replace('title="a"', 'title="x"')
  expect(show(changed, 1)).toEqual(['3', '1'])
  expect(show(`${changed}@CONTROL rid=4\n`, 1)).toEqual(['3', '1', '4'])
  expect(show(`${changed}@CONTROL rid=4\n`, 2)).toEqual(['1'])
})

test('the first problems outside records are listed', () => {
  const { tables, elsewhere, elsewhereCount } = fileTables().tables(snapshotOf(`${'junk\n\n'.repeat(30)}@BEGIN\n`))
  expect(tables).toEqual([])
  expect(elsewhereCount).toBe(31)
  expect(elsewhere.length).toBe(20)
  expect(elsewhere[1]).toMatchObject({ line: 2, code: 'syntax', severity: 'error' })
})

test('a change in another file changes the problems', () => {
  const snapshot = snapshotOf('@FINDING rid=F-1 | control_ref="CTL-1"\n', compliance)
  const views = fileTables()
  const count = (): number => views.tables(snapshot).tables[0]!.problems
  expect(count()).toBe(1)
  snapshot.index.update('file:///b.rec', packFile(check('@CONTROL rid=CTL-1\n', { fileName: 'b.compliance.rec' })))
  expect(count()).toBe(0)
  snapshot.index.update('file:///b.rec', undefined)
  expect(count()).toBe(1)
})

test('cells as text, with and without headings', () => {
  const textOf = (hasHeadings: boolean, table = 'core.compliance.CONTROL'): string | null =>
    fileTables().text(
      snapshotOf(
        '@CONTROL rid=C-1 | title="a, b"\n@CONTROL rid=C-2\n@CONTROL rid=C-3 | title="x \\"y\\""\n',
        compliance,
      ),
      {
        version: 1,
        table,
        query: { ...all, sort: [{ column: 'rid', isDescending: true }] },
        start: 0,
        count: 2,
        columns: ['title', 'rid'],
        hasHeadings,
      },
    )?.text ?? null
  expect(textOf(false)).toBe('x "y"\tC-3\n\tC-2')
  expect(textOf(true)).toBe('title\trid\nx "y"\tC-3\n\tC-2')
  expect(textOf(true, '@XYZZY')).toBeNull()
})

test('a table says which columns tell what a record is about, and which states can follow others', () => {
  const tableOf = (text: string, fileName: string) => fileTables().tables(snapshotOf(text, { fileName })).tables[0]!
  const controls = tableOf('@CONTROL rid=C-1\n', 'a.compliance.rec')
  expect(controls.titles[0]).toBe('title')
  expect(controls.titles).not.toContain('status')
  expect(controls.titles).not.toContain('rid')
  const { columns } = tableOf('@NODE rid=N-1\n', 'a.infrastructure.rec')
  expect(columns.find(({ name }) => name === 'status')?.transitions).toEqual({ terminated: [] })
  expect(columns.filter(({ transitions }) => transitions).length).toBe(1)
  expect(tableOf('@XYZZY title="a"\n', 'a.rec').titles).toEqual([])
})

test('the record on a line, or else the nearest one above it', () => {
  const snapshot = snapshotOf('# c\n@CONTROL rid=C-1\n  | title="x"\n\n@POLICY rid=P\n', compliance)
  const arranged = new ArrangedTables()
  const views = fileTables(arranged)
  const at = (line: number): unknown => {
    const found = views.recordAt(snapshot, line)
    return found && [found.table, arranged.find(snapshot, found.record)]
  }
  expect(at(0)).toBeNull()
  expect(at(2)).toEqual(['core.compliance.CONTROL', 1])
  expect(at(3)).toEqual(['core.compliance.CONTROL', 1])
  expect(at(99)).toEqual(['core.compliance.POLICY', 3])
})
