import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { textRows, workbookOf } from '../../../test/workbooks.ts'
import { openWorkbook } from './open-workbook.ts'
import { sheetTable } from './sheet-table.ts'
import type { WorkbookLimits } from './workbook-limits.ts'

const limits: WorkbookLimits = { unpackedBytes: 1_000_000, cells: 10_000, characters: 100_000 }

/** The cells of the first sheet, or why there are none. */
function cellsOf(bytes: Uint8Array, some: WorkbookLimits = limits): unknown {
  try {
    return openWorkbook(bytes, some)[0]!
      .rows()
      .rows.map(({ cells }) => cells)
  } catch (error) {
    return (error as Error).message
  }
}

const sheetOf = (rows: string): Buffer => workbookOf({ sheets: { A: rows } })

describe('a workbook', () => {
  test('has shared and inline texts, with runs and without their pronunciation', () =>
    expect(
      cellsOf(
        workbookOf({
          sheets: {
            A: '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><r><t>x</t></r><r><t xml:space="preserve"> y</t></r></is></c></row>',
          },
          texts: ['<t>a &amp; b</t>', '<r><t>東</t></r><rPh sb="0" eb="1"><t>ひがし</t></rPh><r><t>京</t></r>'],
        }),
      ),
    ).toEqual([['a & b', '東京', 'x y']]))

  test('has numbers, truth values and the results of formulas', () =>
    expect(
      cellsOf(
        sheetOf(
          '<row r="2"><c r="B2"><v>1.5</v></c><c r="C2" t="b"><v>1</v></c><c r="E2"><f>1+1</f><v>2</v></c><c r="F2" t="str"><f>"a"</f><v>a_x000D_</v></c></row>',
        ),
      ),
    ).toEqual([[undefined, '1.5', 'true', undefined, '2', 'a\r']]))

  test('may write its names with a prefix', () =>
    expect(
      cellsOf(
        workbookOf({
          sheets: { A: '' },
          parts: {
            'xl/worksheets/sheet1.xml':
              '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
          },
        }),
      ),
    ).toEqual([['7']]))
})

describe('a hostile workbook', () => {
  test('that unpacks to more bytes than it may is refused before they are there', () => {
    const bomb = workbookOf({ sheets: { A: ' '.repeat(5_000_000) } })
    expect(bomb.length).toBeLessThan(20_000)
    expect(cellsOf(bomb)).toBe('has more than 1 MB when it is unpacked')
  })

  test('whose parts have other sizes than it says is refused', () => {
    const bytes = sheetOf(textRows(['a']))
    const at = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46
    bytes.writeUInt32LE(10, at + 24)
    expect(cellsOf(bytes)).toBe('is damaged: xl/worksheets/sheet1.xml is larger than it says')
    bytes.writeUInt32LE(100_000, at + 24)
    expect(cellsOf(bytes)).toBe('is damaged: xl/worksheets/sheet1.xml has other content than it says')
  })

  test('that declares entities is refused', () => {
    const parts = {
      'xl/worksheets/sheet1.xml':
        '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
    }
    expect(cellsOf(workbookOf({ sheets: { A: '' }, parts }))).toMatch('declares a type of document')
    expect(cellsOf(sheetOf('<row><c t="str"><v>&xxe;</v></c></row>'))).toMatch('cannot be read as XML')
  })

  test('with many empty rows needs no memory for them', () => {
    const rows = '<row/>'.repeat(100_000)
    expect(cellsOf(sheetOf(`${rows}<row><c><v>1</v></c></row>`))).toEqual([['1']])
  })

  test('with few cells far to the right is refused at the limit of cells', () => {
    const far = Array.from({ length: 10 }, (_, index) => `<row><c r="XFD${index + 1}"><v>1</v></c></row>`).join('')
    expect(cellsOf(sheetOf(far))).toBe('has more than 10000 cells')
  })

  test('with more texts than it may have, or longer ones, is refused', () => {
    const withTexts = (text: string, count: number): Buffer =>
      workbookOf({ sheets: { A: '' }, texts: Array.from({ length: count }, () => text) })
    const rows = '<row><c t="s"><v>0</v></c></row>'
    expect(cellsOf(workbookOf({ sheets: { A: rows }, texts: Array.from({ length: 10_001 }, () => '<t/>') }))).toBe(
      'has more than 10000 texts',
    )
    expect(cellsOf(withTexts('<t>x</t>', 10))).toEqual([])
    expect(cellsOf(withTexts(`<t>${'x'.repeat(50_001)}</t>`, 2))).toBe('has texts of more than 100000 characters')
  })

  test.each([
    [
      'a row that comes twice',
      '<row r="1"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>',
      'is damaged: row 1 stands behind row 1',
    ],
    [
      'a text that is not there',
      '<row><c t="s"><v>5</v></c></row>',
      'is damaged: A1 refers to a text that is not there',
    ],
    ['a text with a strange number', '<row><c t="s"><v>constructor</v></c></row>', 'A1 refers to a text that'],
    ['a column that is none', '<row><c r="ZZZZZ1"><v>1</v></c></row>', 'is damaged: ZZZZZ1 is no cell'],
    ['a cell without a column', '<row><c r="1"><v>1</v></c></row>', 'is damaged: 1 is no cell'],
    ['a row that is none', '<row r="99999999"><c><v>1</v></c></row>', 'is damaged: 99999999 is no row'],
    ['XML that does not end', '<row><c><v>1</v>', 'is damaged: xl/worksheets/sheet1.xml cannot be read as XML'],
  ])('with %s is refused', (_, rows, reason) => expect(cellsOf(sheetOf(rows))).toMatch(reason))

  test('whose paths lead out of it has no such part', () => {
    const parts = {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
    }
    expect(cellsOf(workbookOf({ sheets: { A: '' }, parts }))).toBe('is damaged: it has no etc/passwd')
  })

  test('that is cut off anywhere, or has any other byte, is read or refused', () => {
    const whole = sheetOf(textRows(['rid', 'title'], ['1', 'a']))
    for (let end = 0; end < whole.length; end += 7) expect(cellsOf(whole.subarray(0, end))).toMatch(/^is /)
    for (let at = 0; at < whole.length; at += 3) {
      const changed = Buffer.from(whole)
      changed[at]! ^= 0x55
      const cells = cellsOf(changed)
      if (typeof cells !== 'string')
        expect(cells).toEqual([
          ['rid', 'title'],
          ['1', 'a'],
        ])
      else expect(cells).toMatch(/^(?:is|has) /)
    }
  })
})

describe('another file', () => {
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  test.each([
    ['text', Buffer.from('rid,title\n'), 'is no Excel workbook; save it as .xlsx'],
    ['an empty file', Buffer.alloc(0), 'is no Excel workbook; save it as .xlsx'],
    ['an old workbook', old, 'is a workbook of before 2007; save it as .xlsx'],
    [
      'one with a password',
      Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]),
      'is protected with a password; save it without one',
    ],
    ['.xlsb', zip('xl/workbook.bin'), 'is a binary workbook (.xlsb); save it as .xlsx'],
    ['.ods', zip('mimetype', 'content.xml'), 'is an OpenDocument workbook (.ods); save it as .xlsx'],
    ['a .zip', zip('a.txt'), 'is no Excel workbook; save it as .xlsx'],
  ])('%s is refused with what to do', (_, bytes, reason) => expect(cellsOf(bytes)).toBe(reason))

  function zip(...names: readonly string[]): Uint8Array {
    return zipSync(Object.fromEntries(names.map(name => [name, new Uint8Array([1])])))
  }
})

describe('a sheet as a table', () => {
  const tableOf = (rows: string, header?: number | 'none') =>
    sheetTable(openWorkbook(sheetOf(rows), limits)[0]!.rows(), header)

  const seen = (rows: string, header?: number | 'none') => {
    const table = tableOf(rows, header)!
    return {
      names: table.names,
      rows: table.rows,
      lines: table.rows.map((_, row) => table.lineOf!(row)),
      notes: table.notes.map(({ count, say }) => say(count)),
    }
  }

  test('without cells is none', () => expect(tableOf('<row/>')).toBeUndefined())

  test('has the names of its columns below titles', () =>
    expect(seen(textRows(['Register'], [], ['ID', 'Title', 'Due'], ['1', 'a', ''], [], ['2', '', 'c']))).toEqual({
      names: ['ID', 'Title', 'Due'],
      rows: [
        ['1', 'a'],
        ['2', undefined, 'c'],
      ],
      lines: [4, 6],
      notes: ['1 row above the names of the columns is skipped: "Register".'],
    }))

  test('has them in the row that the user says, or has none', () => {
    const rows = textRows(['a', 'b'], ['c', 'd'], ['e', 'f'])
    expect(seen(rows, 2)).toEqual({ names: ['c', 'd'], rows: [['e', 'f']], lines: [3], notes: [] })
    expect(seen(rows, 'none').names).toEqual(['column_1', 'column_2'])
    expect(seen(rows, 'none').rows).toHaveLength(3)
    expect(tableOf(rows, 9)!.problems).toEqual([
      { about: 'header', message: 'There is no row 9 with the names of columns.' },
    ])
  })

  test('below headings of groups has the names of the second row, and those that are merged with it', () =>
    expect(
      seen(
        `${textRows(['ID', 'Contact', '', 'Note'], ['', 'Name', 'Mail', ''], ['1', 'Kim', 'k@x', 'n'])}<!-- --><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/></mergeCells>`,
      ),
    ).toMatchObject({ names: ['ID', 'Name', 'Mail', 'Note'], rows: [['1', 'Kim', 'k@x', 'n']] }))

  test('tells merged cells, hidden rows and columns, errors and formulas without a result', () =>
    expect(
      seen(
        '<row><c t="str"><v>id</v></c><c t="str"><v>b</v></c><c t="str"><v>c</v></c></row>' +
          '<row hidden="1"><c><v>1</v></c><c t="e"><v>#REF!</v></c><c><v>2</v></c></row>' +
          '<row><c><v>2</v></c><c><f>A1</f></c><c><v>3</v></c></row>' +
          '<!-- --><cols><col min="3" max="3" hidden="1"/></cols><mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B1:C1"/></mergeCells>',
      ).notes,
    ).toEqual([
      '1 heading is merged over several columns, such as B1:C1; only the first of these columns has the name.',
      '1 group of cells is merged, such as A2:A3; only the first of these cells has the value.',
      '1 row is hidden in the sheet and read like the others, such as row 2.',
      '"c" is a hidden column and is read like the others.',
      '1 cell with an error is read as no value: #REF! in B2.',
      '1 cell with a formula that nobody has calculated is read as no value: in B3; open the workbook in a spreadsheet and save it.',
    ]))
})
