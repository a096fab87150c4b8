import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { context, tablesOf } from '../../../test/convert.ts'
import { tagsInForce } from '../../domains/domains-in-force.ts'
import { openWorkbook } from './open-workbook.ts'
import { CellTooLong, longestTextOfCell, workbookOfTables } from './write-workbook.ts'

/** The bytes of the workbook that records become. */
function bytesOf(text: string): Buffer {
  const tables = tablesOf(text)
  const sheets = tables.map(({ table, orders }) => ({
    table,
    tag: tagsInForce(table.tag, [...context.registry.domains.values()])[0],
    orders: tables.length > 1 ? orders : undefined,
  }))
  return Buffer.concat([...workbookOfTables(sheets)])
}

const partsOf = (text: string): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytesOf(text))).map(([name, bytes]) => [name, strFromU8(bytes)]))

/** The cells of the first sheet as they are read. */
const cellsOf = (text: string): unknown => {
  const [first] = openWorkbook(bytesOf(text), { unpackedBytes: 1e8, cells: 1e6, characters: 1e6 })[0]!
    .rows()
    .rows.slice(1)
  return first!.cells.map((cell, index) => `${first!.kinds[index]} ${cell}`)
}

/** The XML of the cells of the first record. */
const cellXml = (text: string): string[] =>
  /<row r="2">(.*?)<\/row>/s.exec(partsOf(text)['xl/worksheets/sheet1.xml']!)![1]!.match(/<c .*?<\/c>/gs)!

describe('a cell', () => {
  test('is a text for an id and for what looks like a formula or a number', () => {
    const text = '@CONTROL rid="007" | title="=1+1" | owner="+49" | framework="1e5"\n'
    expect(cellsOf(text)).toEqual(['t 007', 't =1+1', 't +49', 't 1e5'])
    expect(JSON.stringify(partsOf(text))).not.toContain('<f>')
  })

  test('is a number, a date or a truth value where this loses nothing', () =>
    expect(
      cellXml(
        '@CONTROL a:int=3 | b:float=4.50 | c:float=0.1 | d:bool=true | e:ts=2026-06-30 | f:ts=2026-06-30T14:05:00Z | g:int=123456789012\n',
      ),
    ).toEqual([
      '<c r="A2"><v>3</v></c>',
      '<c r="B2" s="6"><v>4.50</v></c>',
      '<c r="C2"><v>0.1</v></c>',
      '<c r="D2" t="b"><v>1</v></c>',
      '<c r="E2" s="4"><v>46203</v></c>',
      '<c r="F2" s="5"><v>46203.586805555555</v></c>',
      '<c r="G2" s="7"><v>123456789012</v></c>',
    ]))

  test.each([
    ['int', '+3'],
    ['int', '007'],
    ['int', '1234567890123456'],
    ['float', '-0'],
    ['float', '1e999'],
    ['ts', '1900-02-28'],
    ['ts', '2026-06-30T14:05:00.123456Z'],
    ['bool', 'True'],
  ])('is a text for a value of type %s that a number would change: %s', (type, value) =>
    expect(cellsOf(`@CONTROL a:${type}="${value}"\n`)).toEqual([`t ${value}`]),
  )

  test('has every character', () => {
    const odd = '\\u0001\\r\\n\\t _x0041_ <&>\\u0022 \\ud83d\\ude00'
    expect(cellsOf(`@CONTROL title="a${odd}z"\n`)).toEqual(['t a\u0001\r\n\t _x0041_ <&>" \u{1f600}z'])
  })

  test('with more characters than a cell can have stops the writing', () => {
    const text = (length: number): string => `@CONTROL title="${'x'.repeat(length)}"\n`
    expect(cellsOf(text(longestTextOfCell))).toHaveLength(1)
    expect(() => bytesOf(text(longestTextOfCell + 1))).toThrow(CellTooLong)
  })
})

describe('a sheet', () => {
  const records = `\
@CONTROL rid=C-1 | title="a" | status=tested | maturity=3 | automated:bool=true
@FINDING rid=F-1 | severity=high | control_ref=C-1
@FINDING rid=F-2 | severity=low
`
  const parts = partsOf(records)
  const [controls = '', findings = ''] = [1, 2].map(number => parts[`xl/worksheets/sheet${number}.xml`]!)

  test('has a frozen heading, and marks the fields that are required', () => {
    expect(controls).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(controls).toContain('<c r="A1" s="3" t="inlineStr"><is><t>rid</t></is></c>')
    expect(controls).toContain('<c r="D1" s="2" t="inlineStr"><is><t>maturity</t></is></c>')
    expect(parts['xl/comments1.xml']).toContain(
      '<comment ref="A1" authorId="0"><text><r><t xml:space="preserve">Required.\nIdentifies the control',
    )
  })

  test('lets through the values of an enum, from a hidden sheet', () => {
    expect(controls).toContain("<formula1>'Lists of values'!$A$1:$A$6</formula1>")
    expect(parts['xl/worksheets/sheet3.xml']).toContain('<t>not-started</t>')
    expect(parts['xl/workbook.xml']).toContain('<sheet name="Lists of values" sheetId="3" state="hidden" r:id="rId3"/>')
  })

  test('lets through the numbers of a range, with a sentence', () =>
    expect(controls).toContain(
      '<dataValidation type="whole" operator="between" showErrorMessage="1" allowBlank="1" error="maturity must be a whole number from 1 to 5." sqref="D2:D1048576"><formula1>1</formula1><formula2>5</formula2></dataValidation>',
    ))

  test('offers the ids of another sheet for a reference', () =>
    expect(findings).toContain("OFFSET('CONTROL'!$A$2,0,0,MAX(1,COUNTA('CONTROL'!$A:$A)-1),1)"))

  test('has the place among the records of other tags in a hidden column', () => {
    expect(findings).toMatch(/<col min="4" max="4" width="8" style="0" customWidth="1" hidden="1"\/>/)
    expect(findings).toContain('<c r="D2"><v>1</v></c>')
  })

  test('is not locked, and the same records give the same bytes', () => {
    expect(JSON.stringify(parts)).not.toMatch(/protect/i)
    expect(bytesOf(records)).toEqual(bytesOf(records))
  })

  test('has a name of its own, and the tag in full', () => {
    const long = `A${'B'.repeat(40)}`
    const sheets = openWorkbook(bytesOf(`@${long}C x="1"\n@${long}D x="1"\n@HISTORY x="1"\n`), {
      unpackedBytes: 1e6,
      cells: 1e6,
      characters: 1e6,
    })
    expect(sheets.map(({ name, tag }) => [name, tag])).toEqual([
      [`A${'B'.repeat(30)}`, `${long}C`],
      [`A${'B'.repeat(28)}_2`, `${long}D`],
      ['HISTORY_2', 'HISTORY'],
    ])
  })
})
