import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TableQuery } from '../../shared/protocol/table/table.ts'
import type { TableEdit } from '../../shared/protocol/table/table-edit.ts'
import { tagWord, valueText } from '../../shared/syntax/nodes.ts'
import { editEntries } from '../../test/asked-tables.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { applyEdit, type Editor, snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { ArrangedTables } from './arranged-tables.ts'

const all: TableQuery = { filters: [], search: '', hasProblem: false }
const control = 'core.compliance.CONTROL'
const compliance: Editor = { fileName: 'a.compliance.rec', others: {} }

/** The text after an edit of a table, with `→` before the record that the cursor goes to; or why nothing was done. */
function edited(text: string, edit: TableEdit, table = control, editor = compliance): string {
  const snapshot = snapshotOf(text, editor)
  const answer = editEntries(new ArrangedTables().source(snapshot, table), edit)
  if ('refusal' in answer) return answer.refusal
  const after = applyEdit(snapshot, {
    changes: { [snapshot.uri]: (answer.files[0]?.edits ?? []).map(({ range, newText }) => ({ range, newText })) },
  })
  if (answer.line === null) return after
  const lines = after.split('\n')
  lines[answer.line] = `→${lines[answer.line]!}`
  return lines.join('\n')
}

const add = (text: string, table?: string, editor?: Editor): string => edited(text, { kind: 'add' }, table, editor)

test('a series continues the values at the start of the selected cells', () => {
  const text = '@CONTROL rid=C-1 | maturity:int=1\n@CONTROL rid=C-2\n@CONTROL rid=C-3 | owner="x"\n'
  const series = (columns: string[]): string =>
    edited(text, { kind: 'series', query: all, start: 0, count: 3, columns })
  expect(series(['maturity'])).toBe(
    '@CONTROL rid=C-1 | maturity:int=1\n@CONTROL rid=C-2 | maturity:int=2\n@CONTROL rid=C-3 | owner="x" | maturity:int=3\n',
  )
  // Nothing stands at the start of this column.
  expect(series(['owner'])).toBe(text)
})

test('the fill handle continues the rows that were selected, and repeats a number alone', () => {
  const text =
    '@CONTROL rid=C-1 | owner="a" | maturity:int=1\n@CONTROL rid=C-2 | maturity:int=2\n@CONTROL rid=C-3\n@CONTROL rid=C-4 | owner="x"\n'
  const dragged = (known: number, column: string): string[] =>
    edited(text, { kind: 'series', known, query: all, start: 0, count: 4, columns: [column] })
      .split('\n')
      .map(line => line.replace(/^@CONTROL rid=C-\d( \| )?/, ''))
      .slice(0, 4)
  expect(dragged(2, 'maturity').slice(2)).toEqual(['maturity:int=3', 'owner="x" | maturity:int=4'])
  expect(dragged(1, 'maturity').slice(1)).toEqual(['maturity:int=1', 'maturity:int=1', 'owner="x" | maturity:int=1'])
  expect(dragged(2, 'owner')).toEqual(['owner="a" | maturity:int=1', 'maturity:int=2', 'owner="a"', ''])
  const right = { kind: 'fillRight', known: 2, query: all, start: 0, count: 1 } as const
  expect(edited('@CONTROL title="a" | owner="b"\n', { ...right, columns: ['title', 'owner', 'framework'] })).toBe(
    '@CONTROL title="a" | owner="b" | framework="a"\n',
  )
})

test('a record is inserted above or below another one, and comments stay with theirs', () => {
  const insert = (text: string, record: number, isBelow: boolean): string =>
    edited(text, { kind: 'insert', record, isBelow })
  const text = '# one\n@CONTROL rid=C-1\n  | owner="a"\n# two\n@CONTROL rid=C-2\n@POLICY rid=P-1\n'
  expect(insert(text, 1, false)).toBe(`→@CONTROL rid=C-3\n${text}`)
  expect(insert(text, 1, true)).toBe(text.replace('# two', '→@CONTROL rid=C-3\n# two'))
  expect(insert(text, 3, false)).toBe(insert(text, 1, true))
  expect(insert(text, 3, true)).toBe(text.replace('@POLICY', '→@CONTROL rid=C-3\n@POLICY'))
  expect(insert('@CONTROL rid=C-1', 0, true)).toBe('@CONTROL rid=C-1\n→@CONTROL rid=C-2')
  expect(insert('\ufeff@CONTROL rid=C-1', 0, false)).toBe(
    '\ufeff→@CONTROL rid=C-2\n@CONTROL rid=C-1'.replace('\ufeff→', '→\ufeff'),
  )
})

test('rows that are apart are changed together, and no row between them', () => {
  const text = ['a', 'b', 'c', 'd'].map(owner => `@CONTROL rid=C-${owner} | owner="${owner}"\n`).join('')
  const apart = { query: all, start: 3, count: 1, more: [{ start: 0, count: 2 }] }
  const owners = (edit: TableEdit): string =>
    [...edited(text, edit).matchAll(/rid=(\S+)(?: \| owner="(.)")?/g)]
      .map(([, rid, owner = '-']) => `${rid}${owner}`)
      .join(' ')
  expect(owners({ kind: 'clear', ...apart, columns: ['owner'] })).toBe('C-a- C-b- C-cc C-d-')
  expect(owners({ kind: 'delete', ...apart })).toBe('C-cc')
  expect(owners({ kind: 'fill', ...apart, columns: ['owner'] })).toBe('C-aa C-ba C-cc C-da')
  const paste = { kind: 'paste', width: 1, ...apart, columns: ['owner'] } as const
  expect(owners({ ...paste, text: 'x' })).toBe('C-ax C-bx C-cc C-dx')
  expect(owners({ ...paste, text: 'x\ny\nz' })).toBe('C-ax C-by C-cc C-dz')
  expect(edited(text, { ...paste, text: '1\n2\n3\n4' })).toMatch(/^More rows were copied than are selected/)
})

test('the file is sorted as the table is, and the records of other tags stay where they are', () => {
  const query: TableQuery = {
    ...all,
    sort: [
      { column: 'status', isDescending: false },
      { column: 'rid', isDescending: true },
    ],
  }
  const sort = (text: string): string => edited(text, { kind: 'sortFile', query, start: 0, count: 100 })
  expect(
    sort(
      '# One.\n@CONTROL rid=C-1 | status="tested"\n@POLICY rid=P-1\n\n@CONTROL rid=C-2 | status="tested"\n@CONTROL rid=C-3 | status="not-started"\n',
    ),
  ).toBe(
    '@CONTROL rid=C-3 | status="not-started"\n@POLICY rid=P-1\n\n@CONTROL rid=C-2 | status="tested"\n# One.\n@CONTROL rid=C-1 | status="tested"\n',
  )
})

test('a new record goes below the last of its tag, with the next free id', () => {
  expect(add('@CONTROL rid=CTL-9\n@POLICY rid=P-1\n')).toBe(
    '@CONTROL rid=CTL-9\n→@CONTROL rid=CTL-10\n@POLICY rid=P-1\n',
  )
  expect(add('@CONTROL title="a"\n  | owner="b"\n')).toMatch(
    /^@CONTROL title="a"\n {2}\| owner="b"\n→@CONTROL rid=CTL-\d+\n$/,
  )
  expect(add('@CONTROL rid=alpha')).toMatch(/^@CONTROL rid=alpha\n→@CONTROL rid=CTL-\d+$/)
  expect(add('@EVIDENCE type="log"\n', 'core.compliance.EVIDENCE')).toBe('@EVIDENCE type="log"\n→@EVIDENCE\n')
  expect(add('@XYZZY a=1\r\n', '@XYZZY')).toBe('@XYZZY a=1\r\n→@XYZZY\r\n')
})

test('a new record has the value that was typed for it', () => {
  const typed = (column: string, value: string): string =>
    edited('@CONTROL rid=CTL-9\n', { kind: 'add', cell: { column, value } })
  expect(typed('title', 'a "b"')).toBe('@CONTROL rid=CTL-9\n→@CONTROL rid=CTL-10 | title="a \\"b\\""\n')
  expect(typed('rid', 'X-1')).toBe('@CONTROL rid=CTL-9\n→@CONTROL rid=X-1\n')
  expect(typed('maturity', '3')).toBe('@CONTROL rid=CTL-9\n→@CONTROL rid=CTL-10 | maturity:int=3\n')
})

test('rows that are pasted below the last record are new records', () => {
  const paste = { kind: 'paste', text: 'A\tB\nC\tD', width: 1, query: all, start: 1, count: 1 } as const
  expect(edited('@CONTROL rid=CTL-9\n', { ...paste, columns: ['rid', 'title', 'owner'] })).toBe(
    '@CONTROL rid=CTL-9\n@CONTROL rid=A | title="B"\n@CONTROL rid=C | title="D"\n',
  )
  expect(edited('@CONTROL rid=CTL-9\n', { ...paste, columns: ['title', 'owner'] })).toBe(
    '@CONTROL rid=CTL-9\n@CONTROL rid=CTL-10 | title="A" | owner="B"\n@CONTROL rid=CTL-11 | title="C" | owner="D"\n',
  )
})

test('the first record of a tag goes to the end of the file if its domain is in force there', () => {
  expect(add('')).toMatch(/^→@CONTROL rid=CTL-\d+\n$/)
  expect(add('\ufeff')).toMatch(/^→\ufeff@CONTROL rid=CTL-\d+\n$/)
  expect(add('# c')).toMatch(/^# c\n→@CONTROL rid=CTL-\d+$/)
  expect(add('# c\n@BEGIN\nopen\n')).toMatch(/^# c\n→@CONTROL rid=CTL-\d+\n@BEGIN\nopen\n$/)
  expect(add('@DOC domain=hr\n')).toMatch(/^core\.compliance is not in force at the end of this file/)
  expect(add('', 'core.compliance.XYZZY')).toMatch(/^The file no longer has this tag/)
  expect(add('@ rid=1\n', '@')).toBe('"@" does not start a record; fix the tag in the text first.')
  expect(add('@DOC domain=hr\n', '@DOC')).toMatch(/^A header sets/)
})

test('copies go below the last of their records, with new ids', () => {
  const descending = { ...all, sort: [{ column: 'title', isDescending: true }] }
  const duplicate = (text: string, start = 0, count = 1, table = control): string =>
    edited(text, { kind: 'duplicate', query: descending, start, count }, table)
  expect(duplicate('@CONTROL rid=CTL-1 | title="x"\n  | owner="y" # c\n@CONTROL rid=CTL-4\n')).toBe(
    '@CONTROL rid=CTL-1 | title="x"\n  | owner="y" # c\n→@CONTROL rid=CTL-5 | title="x"\n  | owner="y" # c\n@CONTROL rid=CTL-4\n',
  )
  expect(duplicate('@CONTROL rid=CTL-1\n@CONTROL title="x"\n@CONTROL rid=CTL-4', 0, 3)).toBe(
    '@CONTROL rid=CTL-1\n@CONTROL title="x"\n@CONTROL rid=CTL-4\n→@CONTROL rid=CTL-5\n@CONTROL title="x"\n@CONTROL rid=CTL-6',
  )
  expect(duplicate('@CONTROL rid=CTL-1 | title="open\n')).toMatch(/cannot be duplicated/)
  expect(duplicate('@DOC domain=hr\n', 0, 1, '@DOC')).toMatch(/cannot be duplicated/)
})

test('a note counts the references to ids that are pasted over, unless another record gets them', () => {
  const text = '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-2\n@FINDING rid=F-1 | control_ref="CTL-1"\n'
  const snapshot = snapshotOf(text, compliance)
  const note = (pasted: string): unknown =>
    editEntries(new ArrangedTables().source(snapshot, control), {
      kind: 'paste',
      text: pasted,
      width: 1,
      query: all,
      start: 0,
      count: 1,
      columns: ['rid'],
    })
  expect(note('CTL-8\nCTL-9')).toMatchObject({ note: 'One record still refers to "CTL-1".' })
  expect(note('CTL-2\nCTL-1')).toMatchObject({ note: '' })
})

test('records are deleted with their comments, and a note counts references to them', () => {
  const text =
    '@CONTROL rid=CTL-1\n# recline-disable-next-line\n@CONTROL rid=CTL-2\n# c\n@CONTROL rid=CTL-3\n@FINDING rid=F-1 | control_ref="CTL-1"\n'
  expect(edited(text, { kind: 'delete', query: all, start: 1, count: 2 })).toBe(
    '@CONTROL rid=CTL-1\n@FINDING rid=F-1 | control_ref="CTL-1"\n',
  )
  const snapshot = snapshotOf(text, compliance)
  const note = (start: number, count: number): unknown =>
    editEntries(new ArrangedTables().source(snapshot, control), { kind: 'delete', query: all, start, count })
  expect(note(0, 2)).toMatchObject({ note: 'One record still refers to a deleted record.' })
  expect(note(1, 9)).toMatchObject({ note: '' })
  expect(edited('@DOC domain=compliance\n', { kind: 'delete', query: all, start: 0, count: 1 }, '@DOC')).toMatch(
    /^A header sets/,
  )
})

test('cells of some rows are cleared, in the order of the view', () => {
  const text =
    '@CONTROL rid=CTL-1 | title="a" | owner="x"\n@CONTROL rid=CTL-2 | title="b"\n@CONTROL rid=CTL-3 | title="c" | owner="y"\n'
  const query = { ...all, sort: [{ column: 'rid', isDescending: true }] }
  expect(edited(text, { kind: 'clear', query, start: 0, count: 2, columns: ['title', 'owner'] })).toBe(
    '@CONTROL rid=CTL-1 | title="a" | owner="x"\n@CONTROL rid=CTL-2\n@CONTROL rid=CTL-3\n',
  )
})

const paste = (
  text: string,
  pasted: string,
  start = 0,
  columns = ['title', 'status', 'maturity'],
  count = 1,
  width = 1,
): string => edited(text, { kind: 'paste', text: pasted, width, query: all, start, count, columns })

test('cells are pasted over others, and an empty cell removes the field', () => {
  expect(
    paste('@CONTROL rid=CTL-1 | title="a"\n@CONTROL rid=CTL-2 | status="tested"\n', 'x\ttested\t3\n"y, z"\t\t'),
  ).toBe('@CONTROL rid=CTL-1 | title="x" | status="tested" | maturity:int=3\n@CONTROL rid=CTL-2 | title="y, z"\n')
  expect(paste('@CONTROL rid=CTL-1\n', 'a\tb\tc\td')).toMatch(
    /^The copied cells have 4 columns, but the table has only 3 from here on/,
  )
})

test('a paste without tabs stays in its column, and amounts are read by its type', () => {
  const text = '@TXN id="1" | amount:float=1 | category="buy"\n@TXN id="2"\n'
  const txn = 'core.fintech.TXN'
  const pasted = (columns: string[], pastedText: string, isCsv = false): string =>
    edited(text, { kind: 'paste', text: pastedText, isCsv, width: 1, query: all, start: 0, count: 1, columns }, txn, {
      fileName: 'a.fintech.rec',
      others: {},
    })
  expect(pasted(['amount', 'category'], '1.234,50\n12,5')).toBe(
    '@TXN id="1" | amount:float=1234.50 | category="buy"\n@TXN id="2" | amount:float=12.5\n',
  )
  expect(pasted(['category', 'amount'], 'Smith,John')).toBe(
    '@TXN id="1" | amount:float=1 | category="Smith,John"\n@TXN id="2"\n',
  )
  expect(pasted(['amount', 'category'], '12,sell', true)).toBe(
    '@TXN id="1" | amount:float=12 | category="sell"\n@TXN id="2"\n',
  )
  expect(pasted(['amount', 'category'], '12,"sell', true)).toMatch(/^The clipboard has no CSV: /)
})

test('pasted dates of a spreadsheet are read, over records, below them and below names, and a note says it', () => {
  const text = '@FINDING rid=F-1\n'
  const snapshot = snapshotOf(text, compliance)
  const pasted = (pastedText: string, columns: readonly string[]): unknown => {
    const finding = 'core.compliance.FINDING'
    const edit = {
      kind: 'paste',
      text: pastedText,
      width: 1,
      query: all,
      start: 0,
      count: 1,
      columns: [...columns],
    } as const
    const answer = editEntries(new ArrangedTables().source(snapshot, finding), edit)
    return [edited(text, edit, finding), 'note' in answer && answer.note]
  }
  const note = '"remediation_due": 2 dates are read with the day before the month, such as "31.12.2026" as 2026-12-31.'
  expect(pasted('31.12.2026\n1.2.2027', ['remediation_due'])).toEqual([
    '@FINDING rid=F-1 | remediation_due:ts=2026-12-31\n@FINDING rid=F-2 | remediation_due:ts=2027-02-01\n',
    note,
  ])
  expect(pasted('remediation_due\n31.12.2026\n1.2.2027', ['rid'])).toEqual([
    '@FINDING rid=F-1\n→@FINDING rid=F-2 | remediation_due:ts=2026-12-31\n@FINDING rid=F-3 | remediation_due:ts=2027-02-01\n',
    note,
  ])
})

test('a date that is typed as a spreadsheet writes it is read, in a record and for a new one', () => {
  const text = '@FINDING rid=F-1\n'
  const finding = 'core.compliance.FINDING'
  const typed = (edit: TableEdit): unknown => {
    const snapshot = snapshotOf(text, compliance)
    const answer = editEntries(new ArrangedTables().source(snapshot, finding), edit)
    return [edited(text, edit, finding), 'note' in answer && answer.note]
  }
  const write = (column: string, value: string | null): unknown =>
    typed({ kind: 'write', cells: [{ record: 0, column, value }] })
  const note = '"remediation_due": 1 date is read with the day before the month, such as "3.10.2026" as 2026-10-03.'
  expect(write('remediation_due', '3.10.2026')).toEqual(['@FINDING rid=F-1 | remediation_due:ts=2026-10-03\n', note])
  expect(typed({ kind: 'add', cell: { column: 'remediation_due', value: '3.10.2026' } })).toEqual([
    '@FINDING rid=F-1\n→@FINDING rid=F-2 | remediation_due:ts=2026-10-03\n',
    note,
  ])
  expect(write('remediation_due', '3/10/2026')).toEqual([
    '@FINDING rid=F-1 | remediation_due:ts=3/10/2026\n',
    expect.stringMatching(/ can mean 2026-10-03 or 2026-03-10, .* stay as they are\.$/),
  ])
  expect(write('remediation_due', 'soon')).toEqual(['@FINDING rid=F-1 | remediation_due:ts=soon\n', ''])
  expect(write('description', '3.10.2026')).toEqual(['@FINDING rid=F-1 | description="3.10.2026"\n', ''])
  expect(write('description', null)).toEqual([text, ''])
})

test('a single value fills the selection', () => {
  expect(paste('@CONTROL rid=1\n@CONTROL rid=2\n@CONTROL rid=3\n', 'x', 1, ['title', 'owner', 'status'], 5, 2)).toBe(
    '@CONTROL rid=1\n@CONTROL rid=2 | title="x" | owner="x"\n@CONTROL rid=3 | title="x" | owner="x"\n',
  )
})

test('pasted cells are repeated in a selection that has room for them several times', () => {
  const text = '@CONTROL rid=1\n@CONTROL rid=2\n@CONTROL rid=3\n@CONTROL rid=4\n'
  const columns = ['title', 'owner', 'status']
  expect(paste(text, 'a\tb', 0, columns, 2, 2)).toBe(
    '@CONTROL rid=1 | title="a" | owner="b"\n@CONTROL rid=2 | title="a" | owner="b"\n@CONTROL rid=3\n@CONTROL rid=4\n',
  )
  expect(paste(text, 'a\nb', 0, columns, 4, 1)).toBe(
    '@CONTROL rid=1 | title="a"\n@CONTROL rid=2 | title="b"\n@CONTROL rid=3 | title="a"\n@CONTROL rid=4 | title="b"\n',
  )
  expect(paste(text, 'a\nb', 0, columns, 3, 1)).toBe(
    '@CONTROL rid=1 | title="a"\n@CONTROL rid=2 | title="b"\n@CONTROL rid=3\n@CONTROL rid=4\n',
  )
})

test('the first of some rows fills the others, in the order of the view; an empty cell removes the field', () => {
  const text =
    '@CONTROL rid=CTL-1 | title="a" | owner="x"\n@CONTROL rid=CTL-2\n  | title="b" # c\n@CONTROL rid=CTL-3 | title="c|c"\n'
  const fill = (start: number, count: number): string =>
    edited(text, {
      kind: 'fill',
      query: { ...all, sort: [{ column: 'rid', isDescending: true }] },
      start,
      count,
      columns: ['title', 'owner'],
    })
  expect(fill(0, 3)).toBe(
    '@CONTROL rid=CTL-1 | title="c|c"\n@CONTROL rid=CTL-2\n  | title="c|c" # c\n@CONTROL rid=CTL-3 | title="c|c"\n',
  )
  expect(fill(1, 1)).toBe(text)
  expect(fill(7, 2)).toBe(text)
})

test('the first of some columns fills the others', () => {
  const edit = { kind: 'fillRight', query: all, start: 0, count: 2, columns: ['title', 'owner'] } as const
  expect(edited('@CONTROL rid=C-1 | title="a"\n@CONTROL rid=C-2 | owner="x"\n', edit)).toBe(
    '@CONTROL rid=C-1 | title="a" | owner="a"\n@CONTROL rid=C-2\n',
  )
})

test('rows below the last record make new records, and so do all rows below a row of names', () => {
  expect(paste('@CONTROL rid=CTL-1\n@POLICY rid=P-1\n', 'a\ttested\nb\t', 0)).toBe(
    '@CONTROL rid=CTL-1 | title="a" | status="tested"\n@CONTROL rid=CTL-2 | title="b"\n@POLICY rid=P-1\n',
  )
  expect(paste('@CONTROL rid=CTL-1', 'maturity\ttitle\trid\n3\ta\tCTL-2\n\t"b ""c"""\tCTL-3\n')).toBe(
    '@CONTROL rid=CTL-1\n→@CONTROL rid=CTL-2 | title="a" | maturity:int=3\n@CONTROL rid=CTL-3 | title="b \\"c\\""',
  )
  expect(paste('@CONTROL rid=CTL-1\n', 'Title\tSTATUS\nx\tIn Progress')).toBe(
    '@CONTROL rid=CTL-1\n→@CONTROL rid=CTL-2 | title="x" | status="in-progress"\n',
  )
  expect(paste('@CONTROL rid=CTL-1\n', 'Title\ttitle\nx\ty', 0, ['title', 'owner'])).toMatch(/title="Title"/)
})

/** The meaning of each record: its tag and its fields. */
const recordsOf = (text: string): string[] =>
  check(text).tree.entries.flatMap(entry =>
    entry.kind === 'record'
      ? [
          [
            tagWord(entry),
            ...entry.fields.map(({ name, value }) => `${name}=${value ? valueText(entry, value) : ''}`),
          ].join('|'),
        ]
      : [],
  )

const edits: fc.Arbitrary<(rows: number) => TableEdit> = fc.oneof(
  fc.constant(() => ({ kind: 'add' as const })),
  fc
    .tuple(fc.constantFrom('duplicate' as const, 'delete' as const), fc.nat(), fc.integer({ min: 1, max: 3 }))
    .map(([kind, start, count]) => (rows: number) => ({ kind, query: all, start: start % rows, count })),
  fc.nat().map(start => (rows: number) => ({
    kind: 'fill' as const,
    query: all,
    start: start % rows,
    count: 3,
    columns: ['title', 'owner'],
  })),
  fc
    .tuple(fc.constantFrom('x', 'a,b', 'title\trid\nx\ty', '"', 'a\tb\nc\td\ne\tf'), fc.nat())
    .map(([text, start]) => (rows: number) => ({
      kind: 'paste' as const,
      text,
      width: 1,
      query: all,
      start: start % rows,
      count: 1,
      columns: ['title', 'owner', 'rid'],
    })),
)

/** Makes an edit in any table of a file, and checks what must be true after any edit. */
const others = fc.property(damagedFiles(), fc.nat(), edits, (text, which, editFor) => {
  const snapshot = snapshotOf(text, { others: {} })
  const views = new ArrangedTables()
  const { tables } = views.viewOf(snapshot)
  if (tables.length === 0) return
  const { key, records } = tables[which % tables.length]!
  const edit = editFor(records.length)
  const answer = editEntries(views.source(snapshot, key), edit)
  if ('refusal' in answer) return
  const after = recordsOf(
    applyEdit(snapshot, {
      changes: { [snapshot.uri]: (answer.files[0]?.edits ?? []).map(({ range, newText }) => ({ range, newText })) },
    }),
  )
  const before = recordsOf(text)
  const touched =
    'query' in edit && edit.kind !== 'duplicate'
      ? Math.min(records.length - edit.start, edit.kind === 'paste' ? 3 : edit.count)
      : 0
  const kept = [...after]
  const gone = before.filter(record => {
    const at = kept.indexOf(record)
    if (at >= 0) kept.splice(at, 1)
    return at < 0
  })
  expect(gone.length, JSON.stringify(answer.files)).toBeLessThanOrEqual(touched)
  if (edit.kind === 'add') expect(kept.length).toBe(1)
  if (edit.kind === 'duplicate') expect(kept.length).toBe(Math.min(records.length - edit.start, edit.count))
  if (edit.kind === 'delete') expect(after.length).toBe(before.length - touched)
})

test('an edit of any file does not change the meaning of other records', () => {
  const deleteFirst = (): TableEdit => ({ kind: 'delete', query: all, start: 0, count: 1 })
  fc.assert(others, {
    numRuns: runs(200),
    examples: [['@CERT\r@CONTROL\n\n  | title="x"\n', 1, deleteFirst]],
  })
})
