import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CellValue } from '../../shared/protocol/table/table-edit.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { textOf } from '../../shared/syntax/tree.ts'
import { tablesOf } from '../../shared/views/table/tables.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { check, type Settings } from '../../test/records.ts'
import { cellsAt } from '../../test/tables.ts'
import { writeCells } from './write-cells.ts'

const compliance: Settings = { fileName: 'a.compliance.rec' }

/** The text after cells of its records were written; the records are counted from 0 as they stand in the file. */
function edited(text: string, cells: readonly CellValue[], settings = compliance): string {
  const file = check(text, settings)
  const changes = writeCells(file, cells)
  return 'refusal' in changes ? changes.refusal : applyChanges(file.tree, changes)
}

const edit = (text: string, column: string, value: string | null, settings?: Settings): string =>
  edited(text, [{ record: 0, column, value }], settings)

test('a value is replaced and nothing else; one that was written in another way gets canonical notation', () => {
  expect(edit('@CONTROL rid=A  |  title = "a b" | maturity:int=3 # c', 'title', 'x')).toBe(
    '@CONTROL rid=A  |  title = "x" | maturity:int=3 # c',
  )
  expect(edit('@CONTROL rid=A | maturity:int=3', 'maturity', '4')).toBe('@CONTROL rid=A | maturity:int=4')
  expect(edit('@CONTROL rid=A | maturity="3" | title="x"', 'maturity', '4')).toBe(
    '@CONTROL rid=A | maturity:int=4 | title="x"',
  )
  expect(edit('@CONTROL rid=A | status=in progress | title="x"', 'status', 'tested')).toBe(
    '@CONTROL rid=A | status="tested" | title="x"',
  )
  expect(edit('@CONTROL rid=A | title:str="a"', 'title', 'b')).toBe('@CONTROL rid=A | title="b"')
  expect(edit('@CONTROL rid="A"', 'rid', 'B-1')).toBe('@CONTROL rid=B-1')
  expect(edit('@CONTROL rid=A', 'rid', 'B 1')).toBe('@CONTROL rid="B 1"')
})

test('a type that is not the declared one stays, and so does the way in which an unknown field is written', () => {
  expect(edit('@CONTROL maturity:float=3', 'maturity', '4')).toBe('@CONTROL maturity:float=4')
  expect(edit('@XYZZY a=1 | b="2" | c:int=3', 'a', '5')).toBe('@XYZZY a=5 | b="2" | c:int=3')
  expect(edit('@XYZZY a=1', 'a', 'x y')).toBe('@XYZZY a="x y"')
  expect(edit('@DOC domain=[core.hr, health]', 'domain', '[core.hr, fintech]', {})).toBe(
    '@DOC domain=[core.hr, fintech]',
  )
  expect(edit('@DOC domain=[core.hr, health]', 'domain', '[core.hr', {})).toBe('@DOC domain="[core.hr"')
})

test('any text can be a value', () => {
  expect(edit('@CONTROL title="x"', 'title', 'a "b" \\ | c="d"\n\tü 🙂 #')).toBe(
    '@CONTROL title="a \\"b\\" \\\\ | c=\\"d\\"\\n\\tü 🙂 #"',
  )
  expect(edit('@CONTROL maturity:int=3 | title="x"', 'maturity', 'about 3')).toBe(
    '@CONTROL maturity:int="about 3" | title="x"',
  )
  expect(edit('@CONTROL title="x"', 'title', '')).toBe('@CONTROL title=""')
})

test('a field that the record does not have is added: the rid behind the tag, others at the end, before a comment', () => {
  expect(edit('@CONTROL title="x"\n', 'maturity', '3')).toBe('@CONTROL title="x" | maturity:int=3\n')
  expect(edit('@CONTROL title="x"\r\n  | status="y" # c\r\n', 'owner', 'z')).toBe(
    '@CONTROL title="x"\r\n  | status="y" | owner="z" # c\r\n',
  )
  expect(edit('@CONTROL title="x"', 'rid', 'A')).toBe('@CONTROL rid=A | title="x"')
  expect(edit('@CONTROL', 'rid', 'A')).toBe('@CONTROL rid=A')
  expect(edit('@CONTROL title= | owner', 'title', 'x')).toBe('@CONTROL title="x" | owner')
  expect(edit('@CONTROL title= | owner', 'owner', 'x')).toBe('@CONTROL title= | owner="x"')
  expect(edit('@XYZZY a=1', 'b', 'x')).toBe('@XYZZY a=1 | b="x"')
})

test('a field is taken away with its separator, and every time it is given', () => {
  expect(edit('@CONTROL rid=A | title="x" | owner="y"', 'title', null)).toBe('@CONTROL rid=A | owner="y"')
  expect(edit('@CONTROL title="x" | rid=A | title="y"\n', 'title', null)).toBe('@CONTROL rid=A\n')
  expect(edit('@CONTROL rid=A\n  | title="x"\n@CONTROL rid=B\n', 'title', null)).toBe(
    '@CONTROL rid=A\n@CONTROL rid=B\n',
  )
  expect(edit('@CONTROL rid=A', 'title', null)).toBe('@CONTROL rid=A')
})

test('several cells of several records at once', () => {
  expect(
    edited('@CONTROL rid=A\n# c\n@CONTROL rid=B | title="b"\n', [
      { record: 2, column: 'title', value: null },
      { record: 0, column: 'title', value: 'a' },
      { record: 0, column: 'maturity', value: '1' },
      { record: 2, column: 'rid', value: 'C' },
    ]),
  ).toBe('@CONTROL rid=A | title="a" | maturity:int=1\n# c\n@CONTROL rid=C\n')
})

test('where it is not certain what a record says, nothing of it is written', () => {
  expect(
    edited('@CONTROL rid=A\n@CONTROL title="open\n  | # c\n', [
      { record: 0, column: 'title', value: 'x' },
      { record: 1, column: 'owner', value: '|' },
    ]),
  ).toMatch(/^The record on line 2 has text that is not closed or belongs to no field/)
  expect(edited('# c\n', [{ record: 0, column: 'title', value: 'x' }])).toMatch(/^The record is no longer where it was/)
})

/** Values as people type and programs paste them. */
const values = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    'x',
    '5',
    '-1.5e3',
    'true',
    '2026-06-30',
    '2026-06-30T14:05:00Z',
    'in progress',
    '"',
    '\\',
    'a | b="c"',
    '[a, b]',
    '[',
    '# c',
    ' #',
    'x #',
    '@END',
    '\n',
    'a\r\nb',
    '\ud83d',
    '🙂',
    'José',
    '|',
    '=',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

test('a record with conflict markers between its lines is not changed', () => {
  const file = check('@CONTROL rid=CTL-1\n<<<<<<< ours\n  | title="a"\n=======\n  | title="b"\n>>>>>>> theirs\n')
  const refusal = 'The record on line 1 is in a merge conflict; resolve the conflict first.'
  expect(writeCells(file, [{ record: 0, column: 'owner', value: 'Ann' }])).toEqual({ refusal })
})

test('whatever is written into a cell of any file is what it says then, and all other records keep every character', () => {
  let writes = 0
  let refusals = 0
  fc.assert(
    fc.property(damagedFiles(), values, fc.nat(), fc.nat(), (text, value, row, place) => {
      const file = check(text)
      const tables = tablesOf(file)
      const records = tables.flatMap(table => table.records.map(record => ({ table, record })))
      if (records.length === 0) return
      const { table, record } = records[row % records.length]!
      if (table.columns.length === 0) return
      const at = place % table.columns.length
      const column = table.columns[at]!
      const changes = writeCells(file, [{ record, column: column.name, value }])
      const syntax = file.entries[record]!.findings.filter(({ code }) =>
        ['syntax', 'unclosed-string', 'unclosed-list'].includes(code),
      )
      if ('refusal' in changes) {
        // With another field, the record would be a line of a block, or its fields are those of both sides.
        if (/^\s*@(BEGIN|END)\b|^([<|=>])\2{6}/m.test(file.tree.entries[record]!.text)) return
        refusals++
        expect(syntax.length, text).toBeGreaterThan(0)
        return
      }
      writes++
      const after = check(applyChanges(file.tree, changes))
      expect(after.tree.entries.map(entry => entry.text).toSpliced(record, 1)).toEqual(
        file.tree.entries.map(entry => entry.text).toSpliced(record, 1),
      )
      const cells = cellsAt(file, table, record)
      // The record can be of another tag's table now, where its fields decide which domain it belongs to.
      expect(cellsAt(after, { ...table }, record), textOf(after.tree)).toEqual(cells.with(at, value))
    }),
    { numRuns: runs(500) },
  )
  expect(refusals).toBeLessThan(writes / 20)
})
