/// <reference path="./papaparse.d.ts" />
import fc from 'fast-check'
import papa from 'papaparse'
import { expect, test } from 'vitest'
import { anyFiles, context, inUtf8, recordMeanings, tablesOf } from '../../test/convert.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { quote } from '../syntax/nodes.ts'
import { type CsvOptions, csvOf } from './csv.ts'
import { csvTableInPieces, readCsvTable } from './foreign-tables/csv-table.ts'
import type { ForeignTable, TableChoices } from './foreign-tables/foreign-table.ts'
import { readForeignTable } from './foreign-tables/records.ts'
import { sentencesOf } from './foreign-tables/table-notes.ts'
import { isEscaped, isFormula } from './formula.ts'
import { written } from './reading.ts'
import { byOrder, givenOf } from './rows.ts'

/** The records of a file, all of one tag, as CSV. */
const toCsv = (text: string, options?: CsvOptions): string => [...csvOf(tablesOf(text)[0]!.table, options)].join('')

/** Reads values as they are written. */
const asWritten: TableChoices = { fields: new Map(), dateOrder: 'unchanged', decimalMark: 'unchanged' }

/** CSV as records, or what is wrong with it, each behind what it stands on. */
function fromCsv(text: string, tag = 'CONTROL'): string {
  const table = readCsvTable(text)
  const { rows, problems } = readForeignTable(table, tag, context, asWritten)
  if (problems.length === 0) return written(byOrder(rows).map(givenOf), context)
  return problems
    .map(({ message, row, column, span = table.spanOf!(row, column ?? 0) }) => {
      return `«${text.slice(span.start, span.end)}» ${message}\n`
    })
    .join('')
}

/** The records of a file after they were a CSV file for each tag. */
function backAndForth(text: string, options: CsvOptions): string {
  const rows = tablesOf(text).flatMap(({ table, orders }) => {
    const csv = readCsvTable(inUtf8([...csvOf(table, { ...options, orders })].join('')))
    const read = readForeignTable(csv, table.tag, context, asWritten)
    expect(read.problems).toEqual([])
    return [...read.rows]
  })
  return written(byOrder(rows).map(givenOf), context)
}

function expectCsv(records: string, csv: string, options?: CsvOptions): void {
  expect(toCsv(records, options)).toBe(csv)
  expect(fromCsv(csv)).toBe(records)
}

test('a column is a field, and an empty cell none', () => {
  expectCsv(
    '@CONTROL rid=CTL-1 | title="Access, \\"all\\"" | maturity:int=3\n@CONTROL rid=CTL-2 | maturity:int=+4\n',
    'rid,title,maturity\nCTL-1,"Access, ""all""",3\nCTL-2,,+4\n',
  )
})

test('columns stand in the order of the fields, as far as records agree on one', () => {
  expectCsv('@CONTROL b="1"\n@CONTROL a="1" | b="2"\n@CONTROL b="1" | c="2"\n', 'a,b,c\n,1,\n1,2,\n,1,2\n')
  expect(toCsv('@CONTROL a="1" | b="2" | c="3"\n@CONTROL b="1" | a="2"\n')).toBe('a,b,c\n1,2,3\n2,1,\n')
})

test('a column has a type where the descriptor has another or none', () => {
  expectCsv(
    '@CONTROL x:int=3 | maturity:float=3 | y="3" | tags=[a,b]\n',
    'x:int,maturity:float,y,tags:list\n3,3,3,"[a,b]"\n',
  )
})

test('a record of which cells do not hold all comes with its text', () => {
  expectCsv(
    '@CONTROL title=""\n@CONTROL rid=C-1\n@CONTROL\n@CONTROL title="x" # note\n',
    'title,rid,$text\n,,"@CONTROL title="""""\n,C-1,\n,,@CONTROL\nx,,"@CONTROL title=""x"" # note"\n',
  )
})

test('a cell that a spreadsheet would run can be escaped, and reads the same', () => {
  const records = '@CONTROL title="=1+1" | owner="@x" | maturity:int=-3\n@CONTROL title="\'=1+1" | owner="\'x"\n'
  expectCsv(records, "title,owner,maturity\n=1+1,@x,-3\n''=1+1,'x,\n")
  expectCsv(records, "title,owner,maturity\n'=1+1,'@x,-3\n''=1+1,'x,\n", { escapesFormulas: true })
})

/** Cells of the characters that CSV and formulas treat in a special way. */
const oddCells = fc.string({ unit: fc.constantFrom(...'a1é.-+=@＝\t\'", \r\n\ufeff\\'), minLength: 1, maxLength: 5 })

test('cells are written as Papa Parse writes them, except that formulas are escaped', () =>
  fc.assert(
    fc.property(fc.tuple(oddCells, oddCells), fc.boolean(), (cells, escapesFormulas) => {
      const formulas: number[] = []
      const onFormula = (row: number): unknown => formulas.push(row)
      const [title, owner] = cells
      const record = `@CONTROL title=${quote(title)} | owner=${quote(owner)}`
      const csv = toCsv(`${record}\n`, { escapesFormulas, onFormula })
      const isChanged = (cell: string): boolean => isEscaped(cell) || (escapesFormulas && isFormula(cell))
      // Blanks are removed when the cells are read, so the text of the record stands beside them.
      const isPadded = cells.some(cell => cell.trim() !== cell)
      const row = isPadded ? [...cells, record] : cells
      const rows = [
        isPadded ? ['title', 'owner', '$text'] : ['title', 'owner'],
        row.map(cell => (isChanged(cell) ? `'${cell}` : cell)),
      ]
      expect(csv).toBe(`${papa.unparse(rows, { newline: '\n' })}\n`)
      expect(formulas.length).toBe(row.filter(cell => isFormula(cell) && !isChanged(cell)).length)
    }),
    { numRuns: runs(3000) },
  ))

test('tables of several tags come together in their order', () => {
  const records = '@CONTROL rid=1\n@FINDING rid=2\n@CONTROL rid=3\n'
  expect(tablesOf(records).map(({ table, orders }) => [...csvOf(table, { orders })].join(''))).toEqual([
    'rid,$order\n1,0\n3,2\n',
    'rid,$order\n2,1\n',
  ])
  expect(backAndForth(records, {})).toBe(records)
  expect(fromCsv('rid,$order\na,2\nb,\nc,1\n')).toBe('@CONTROL rid=c\n@CONTROL rid=a\n@CONTROL rid=b\n')
})

test('a column of a table with the order of records keeps its name, also if it is another word for a field', () =>
  expectCsv(
    '@CONTROL Status="draft" | title=""\n',
    'Status,title,$text\ndraft,,"@CONTROL Status=""draft"" | title="""""\n',
  ))

test('CSV from elsewhere', () => {
  expect(fromCsv('\ufeffrid;title\r\nCTL-1;"a;b\r\nc"\r\n\r\n;;;\r\nCTL-2')).toBe(
    '@CONTROL rid=CTL-1 | title="a;b\\r\\nc"\n@CONTROL rid=CTL-2\n',
  )
  expect(fromCsv('"rid"\t"maturity"\rCTL-1\t3\r')).toBe('@CONTROL rid=CTL-1 | maturity:int=3\n')
  expect(fromCsv('\ufeffsep=;\r\nrid;title\r\nCTL-1;a,b\r\n')).toBe('@CONTROL rid=CTL-1 | title="a,b"\n')
  expect(readCsvTable('sep=|\nrid|a,b,c\n').names).toEqual(['rid', 'a,b,c'])
  expect(fromCsv('rid\n')).toBe('')
})

test.each([
  ['', '«» There is nothing here; write the names of fields into the first row.'],
  ['rid,title,rid\n', '«rid» There is a second column "rid"; rename one of them, or take it out.'],
  [
    'rid\na,b\n',
    '«b» The cell "b" stands in no column that has a name; give it one in the first row, or take the cell out.',
  ],
  [
    'rid,\n"a",b\n',
    '«b» The cell "b" stands in no column that has a name; give it one in the first row, or take the cell out.',
  ],
  [
    'rid\n"a\n',
    '«"a» A cell of this row starts with a quote and has none at its end; add it, and write a quote inside the cell twice.',
  ],
  [
    'rid\n"a"b\nc\n',
    '«"a"b\nc» There is something behind the closing quote of a cell of this row; write a quote inside a cell twice.',
  ],
  ['rid,$order\na,first\n', '«first» $order is "first"; it has to be a whole number, or empty.'],
  [
    'rid,$text\nb,@CONTROL rid=a\n',
    '«@CONTROL rid=a» $text says something else than the other cells of the row; empty it, and they count.',
  ],
  ['$text\nx\n', '«x» $text has to hold one record; empty it, and the other cells of the row count.'],
])('what is wrong with %j', (csv, problems) => expect(fromCsv(csv)).toBe(`${problems}\n`))

test.each([
  ['rid,title,rid\n', 'rid,title,«rid»\n'],
  ['sep=;\r\n"a;rid" ;rid;"rid"\r\n', 'sep=;\r\n"a;rid" ;rid;"«rid»"\r\n'],
  ['xrid,"x""\nx","rid",rid\n', 'xrid,"x""\nx","rid",«rid»\n'],
  ['rid,"x", 名前\nCTL-1,a,b\n', 'rid,"x",« 名前»\nCTL-1,a,b\n'],
  ['rid\nab,b\n"b",b\n', 'rid\nab,«b»\n"b",«b»\n'],
])('a problem stands on the cell that has it: %j', (csv, marked) => {
  let text = csv
  const table = readCsvTable(csv)
  for (const { row, column } of readForeignTable(table, 'CONTROL', context, asWritten).problems.toReversed()) {
    const { start, end } = table.spanOf!(row, column ?? 0)
    text = `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`
  }
  expect(text).toBe(marked)
})

test('lines with # above the names, and blank ones, are no rows', () => {
  const csv = '\ufeff# Export of 2026\r\n\r\n#\r\nrid;title\r\n#1;a\r\n'
  expect(fromCsv(csv)).toBe('@CONTROL rid=#1 | title="a"\n')
  expect(sentencesOf(readCsvTable(csv).notes)).toEqual([
    '2 lines that start with # above the names of columns are skipped.',
  ])
  expect(readCsvTable(csv).placeOf(0)).toBe('line 5')
  expect(sentencesOf(readCsvTable('# a\nrid\n').notes)).toEqual([
    '1 line that starts with # above the names of columns is skipped.',
  ])
})

test('the names stand where the user says', () => {
  const csv = 'All controls,,\n\nrid,title,owner\nC-1,a,b\n'
  expect(readCsvTable(csv, 3).names).toEqual(['rid', 'title', 'owner'])
  expect(readCsvTable(csv, 3).rows).toEqual([['C-1', 'a', 'b']])
  expect(readCsvTable(csv, 9).problems).toMatchObject([
    { about: 'header', message: 'There is no line 9 with the names of columns.' },
  ])
  expect(readCsvTable('C-1;a\nC-2;b\n', 'none')).toMatchObject({
    names: ['column_1', 'column_2'],
    rows: [
      ['C-1', 'a'],
      ['C-2', 'b'],
    ],
  })
})

test.each([
  ['All controls,,\nrid,title,owner\n1,2,3\n', '«All controls,,» The first row seems to be a title'],
  ['All controls\nrid;title\nC-1;a\n', '«All controls» The first row seems to be a title'],
  [
    'C-1,3,2026-06-30\nC-2,4,2026-06-30\n',
    '«3» The first row seems to have values and no names of columns, such as "3".',
  ],
])('a title and a row of values are no names: %j', (csv, problem) => {
  expect(fromCsv(csv)).toContain(problem)
  const header = csv.startsWith('All') ? 2 : 'none'
  expect(readForeignTable(readCsvTable(csv, header), 'CONTROL', context, asWritten).problems).toEqual([])
})

test('one column of texts is no title, whatever its texts have', () => {
  expect(fromCsv('title\na; b\nc; d\n')).toBe('@CONTROL title="a; b"\n@CONTROL title="c; d"\n')
  expect(fromCsv('First title\na; b\nc\n')).toBe('@CONTROL first_title="a; b"\n@CONTROL first_title="c"\n')
  expect(fromCsv('rid,2026\nC-1,5\n')).toBe('@CONTROL rid=C-1 | _2026="5"\n')
})

/** Texts with what makes rows and cells of CSV, cut anywhere but in a line break. */
const csvInPieces = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'ab12"",;\n\r# \ufeff', '\r\n', 'rid,title\n', '"a\nb"'), maxLength: 40 }),
    fc.array(fc.nat(60), { maxLength: 6 }),
  )
  .map(([text, cuts]) => {
    const places = [...new Set([0, ...cuts, text.length])]
      .filter(cut => cut <= text.length && text.slice(cut - 1, cut + 1) !== '\r\n')
      .sort((one, other) => one - other)
    return places.slice(1).map((end, index) => text.slice(places[index], end))
  })

test('CSV says the same in pieces as in one', () =>
  fc.assert(
    fc.property(csvInPieces, fc.constantFrom(undefined, 'none' as const, 2), (pieces, header) => {
      const whole = readCsvTable(pieces.join(''), header)
      const table = csvTableInPieces(() => pieces, header)
      const places = (one: ForeignTable, rows: readonly unknown[]): readonly string[] =>
        rows.map((_, row) => one.placeOf(row))
      for (let time = 0; time < 2; time++) {
        const rows = [...table.rows]
        expect(rows).toEqual(whole.rows)
        expect(places(table, rows)).toEqual(places(whole, rows))
        expect(table.names).toEqual(whole.names)
        expect(table.problems.map(({ message, line }) => [message, line])).toEqual(
          whole.problems.map(({ message, line }) => [message, line]),
        )
      }
    }),
    { numRuns: runs(5000) },
  ))

test('records are the same after there and back', () =>
  fc.assert(
    fc.property(fc.oneof(damagedFiles(), anyFiles()).map(inUtf8), fc.boolean(), (text, escapesFormulas) => {
      // A truth value with a capital letter is a mistake, and becomes right on the way, which a note says.
      fc.pre(!/:bool="?True/.test(text))
      expect(recordMeanings(check(backAndForth(text, { escapesFormulas })))).toEqual(recordMeanings(check(text)))
    }),
    { numRuns: runs(150) },
  ))
