import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textCell, textRows, workbookOf } from '../workbooks.ts'
import { commandLine } from './command-line.ts'

const { files, expectRun, folder, recline, read, bytes, paths, startInTerminal } = commandLine()

const date = (days: number): string => `<c s="1"><v>${days}</v></c>`

describe('a workbook', () => {
  test('becomes records of the tags that its sheets are called after', async () => {
    await files({
      'register.xlsx': workbookOf({
        sheets: {
          CONTROL: `${textRows(['Control ID', 'Title', 'Status', 'Owner'])}<row>${['C-1', 'Keys', 'Active', '007'].map(textCell).join('')}</row>`,
          FINDING: `${textRows(['rid', 'title', 'severity', 'control', 'found'])}<row>${['F-1', '=1+1', 'High', 'C-1'].map(textCell).join('')}${date(46_203)}</row>`,
          Lists: textRows(['a']),
        },
        attributes: { Lists: 'state="hidden"' },
        formats: ['dd/mm/yyyy'],
      }),
    })
    await expectRun(
      'convert register.xlsx',
      `
      @CONTROL rid=C-1 | title="Keys" | status="Active" | owner="007"
      @FINDING rid=F-1 | title="=1+1" | severity="High" | control_ref="C-1" | found:ts=2026-06-30
      ! recline: register.xlsx: The sheet "Lists" is left out, because it is hidden; name it with --sheet.
      ! recline: register.xlsx#CONTROL: Columns become fields: "Control ID" is rid, "Title" is title, "Status" is status and "Owner" is owner.
      ! recline: register.xlsx#FINDING: Columns become fields: "control" is control_ref.
      ! recline: register.xlsx#FINDING: "title" and "found" are not fields of FINDING and keep their names.
      exit 0`,
    )
  })

  test('has one tag by --tag, or the sheets of this tag only', async () => {
    await files({
      'a.xlsx': workbookOf({
        sheets: { Current: textRows(['rid', 'title'], ['A-1', 'a']), Old: textRows(['rid', 'title'], ['A-2', 'b']) },
      }),
      'b.xlsx': workbookOf({
        sheets: { CONTROL: textRows(['rid', 'title'], ['A-1', 'a']), Old: textRows(['rid', 'title'], ['A-2', 'b']) },
      }),
    })
    await expectRun(
      'convert a.xlsx --tag CONTROL',
      `
      @CONTROL rid=A-1 | title="a"
      @CONTROL rid=A-2 | title="b"
      exit 0`,
    )
    await expectRun(
      'convert a.xlsx --tag CONTROL --sheet Old',
      `
      @CONTROL rid=A-2 | title="b"
      exit 0`,
    )
    await expectRun(
      'convert a.xlsx --tag CONTROL --sheet old',
      `
      ! recline: a.xlsx has no sheet "old"; did you mean Old?
      exit 2`,
    )
    await expectRun(
      'convert b.xlsx --tag CONTROL',
      `
      @CONTROL rid=A-1 | title="a"
      ! recline: b.xlsx: The sheet "Old" is left out, because it is not of CONTROL.
      exit 0`,
    )
    await expectRun(
      'convert a.xlsx',
      `
      ! recline: The tag of the records in a.xlsx#Current is unknown; use --tag, call the sheet like the tag, or choose other sheets with --sheet.
      exit 2`,
    )
    await expectRun(
      'convert - --from csv --sheet Old --tag CONTROL',
      `
      ! recline: --sheet is for workbooks, and no input is one.
      exit 2`,
      'rid\n1\n',
    )
  })

  test('tells what it leaves out, with the cell', async () => {
    await files({
      'a.CONTROL.xlsx': workbookOf({
        sheets: {
          Sheet1: `${textRows(['Controls of 2026'], ['rid', 'title', 'maturity'])}<row>${textCell('A-1')}${textCell('a')}<c t="e"><v>#REF!</v></c></row>`,
          Sheet2: '',
        },
      }),
    })
    await expectRun(
      'convert a.CONTROL.xlsx --header 2',
      `
      @CONTROL rid=A-1 | title="a"
      ! recline: a.CONTROL.xlsx#Sheet1: 1 cell with an error is read as no value: #REF! in C3.
      exit 1`,
    )
    await expectRun(
      'convert a.CONTROL.xlsx --header 7',
      `
      ! recline: a.CONTROL.xlsx#Sheet1: 1 cell with an error is read as no value: #REF! in C3.
      ! recline: a.CONTROL.xlsx#Sheet1: There is no row 7 with the names of columns.
      ! recline: Add --header with the number of the line that has the names of the columns, or --header none.
      exit 2`,
    )
  })

  test('has real numbers beside texts with a decimal comma', async () => {
    const number = (value: string): string => `<c><v>${value}</v></c>`
    await files({
      'a.xlsx': workbookOf({
        sheets: {
          A: `${textRows(['id', 'amount', 'share', 'settled'])}<row>${textCell('T-1')}${number('1.234')}<c s="2"><v>0.125</v></c>${date(46_203.5)}</row><row>${textCell('T-2')}${textCell('1,5')}<c s="2"><v>0.5</v></c>${textCell('2026-07-01')}</row>`,
        },
        formats: ['yyyy-mm-dd hh:mm', '0.0%'],
      }),
      'own.domain.json': JSON.stringify({
        domain: 'own.money',
        version: '1.0',
        description: '',
        records: [
          {
            tag: 'PAYMENTS',
            description: '',
            fields: [
              { name: 'amount', type: 'float' },
              { name: 'share', type: 'float' },
              { name: 'settled', type: 'ts' },
            ],
          },
        ],
      }),
    })
    await expectRun(
      'convert a.xlsx --tag PAYMENTS --descriptors own.domain.json --time-zone +02:00',
      `
      @PAYMENTS rid=T-1 | amount:float=1.234 | share:float=12.5 | settled:ts=2026-06-30T12:00+02:00
      @PAYMENTS rid=T-2 | amount:float=1.5 | share:float=50 | settled:ts=2026-07-01
      ! recline: a.xlsx#A: Columns become fields: "id" is rid.
      ! recline: a.xlsx#A: "amount": 1 number is read with the comma as decimal sign, such as "1,5" in row 3 as 1.5.
      ! recline: a.xlsx#A: "share": 2 numbers are read with the point as decimal sign, without the percent sign, such as "12.5%" in row 2 as 12.5.
      ! recline: a.xlsx#A: "settled": 1 time is given the zone +02:00, such as "2026-06-30T12:00" in row 2 as 2026-06-30T12:00+02:00.
      exit 0`,
    )
  })

  test('comes from standard input', async () => {
    const bytes = workbookOf({ sheets: { CONTROL: textRows(['rid', 'title'], ['A-1', 'a']) } })
    await expectRun(
      'convert - --from xlsx',
      `
      @CONTROL rid=A-1 | title="a"
      exit 0`,
      bytes,
    )
    await expectRun(
      'convert - --from xlsx',
      `
      ! recline: Standard input is no Excel workbook; save it as .xlsx.
      exit 2`,
      'rid,title\n',
    )
  })

  test('of another form is refused with what to do', async () => {
    await files({ 'a.xls': 'x', 'b.ods': 'x', 'c.xlsx': 'rid\n' })
    await expectRun(
      'convert a.xls --tag CONTROL',
      `
      ! recline: a.xls is a spreadsheet in a form that Recline cannot read; save it as .xlsx.
      exit 2`,
    )
    await expectRun(
      'import b.ods --into c.rec',
      `
      ! recline: c.rec could not be read: no such file or directory.
      exit 2`,
    )
    await expectRun(
      'descriptors draft a.xls',
      `
      ! recline: a.xls: It is a spreadsheet in a form that Recline cannot read; save it as .xlsx.
      exit 2`,
    )
    await expectRun(
      'convert c.xlsx --tag CONTROL',
      `
      ! recline: c.xlsx is no Excel workbook; save it as .xlsx.
      exit 2`,
    )
  })

  test('is refused by a process, too, whose code for workbooks is a bundle of its own', async () => {
    await files({ 'c.xlsx': 'rid\n', 'a.rec': `@CONTROL title="${'x'.repeat(40_000)}"\n` })
    expect(await recline(['convert', 'c.xlsx', '--tag', 'CONTROL'], { isProcess: true })).toMatchObject({
      stderr: 'recline: c.xlsx is no Excel workbook; save it as .xlsx.\n',
      code: 2,
    })
    expect(await recline(['convert', 'a.rec', '--to', 'xlsx'], { isProcess: true })).toMatchObject({
      stderr: expect.stringMatching(/^recline: a.rec:1: "title" has more than 32,767 characters/),
      code: 2,
    })
  })

  test('is imported into records, all sheets of the tag at once', async () => {
    await files({
      'a.rec': '# Kept\n@CONTROL rid=A-1 | title="a" | owner=kim\n@CONTROL rid=A-2 | title="b"\n',
      'a.xlsx': workbookOf({
        sheets: {
          One: textRows(['rid', 'title'], ['A-1', 'new']),
          Two: textRows(['rid', 'status'], ['A-2', 'tested'], ['A-3', 'effective']),
        },
      }),
    })
    await expectRun(
      'import a.xlsx --tag CONTROL --into a.rec --write',
      `
      ! Changed a.rec.
      ! 3 rows: 2 records matched; 2 changed (A-1, A-2); 1 added (A-3); 0 gone; 0 unchanged.
      exit 0`,
    )
    expect(await read('a.rec')).toMatchInlineSnapshot(`
      "# Kept
      @CONTROL rid=A-1 | title="new" | owner=kim
      @CONTROL rid=A-2 | title="b" | status="tested"
      @CONTROL rid=A-3 | status="effective"
      "
    `)
    await expectRun(
      'import a.xlsx --tag CONTROL --into a.rec --check',
      `
      ! 3 rows: 3 records matched; 0 changed; 0 added; 0 gone; 3 unchanged.
      exit 0`,
    )
  })

  test('with an error in a cell takes no value out of a record without --force', async () => {
    await files({
      'a.rec': '@CONTROL rid=A-1 | title="a" | owner=kim\n',
      'a.xlsx': workbookOf({
        sheets: {
          A: `${textRows(['rid', 'title', 'owner'])}<row>${textCell('A-1')}${textCell('b')}<c t="e"><v>#N/A</v></c></row><row>${['A-2', 'c', 'kim'].map(textCell).join('')}</row>`,
        },
      }),
    })
    await expectRun(
      'import a.xlsx --tag CONTROL --into a.rec --write',
      `
      ! recline: a.xlsx#A: 1 cell with an error is read as no value: #N/A in C2.
      ! recline: 1 value is removed, because its row has none: owner of a.rec:1.
      ! recline: Nothing was written, because the import reads cells that it cannot read as no value; add --force to write it.
      exit 1`,
    )
    expect(await read('a.rec')).toContain('owner=kim')
  })

  test('gives a draft with a tag for each sheet', async () => {
    await files({
      'fleet.xlsx': workbookOf({
        sheets: {
          Trucks: textRows(['Fleet'], [], ['Truck ID', 'Site'], ['T-1', 'S-1'], ['T-2', 'S-1']),
          Sites: textRows(['Site ID', 'Name'], ['S-1', 'North'], ['S-2', 'South']),
        },
      }),
    })
    await expectRun(
      'descriptors draft fleet.xlsx',
      `
      {
        "domain": "own.fleet",
        "version": "1.0",
        "description": "",
        "records": [
          {
            "tag": "TRUCK",
            "description": "",
            "fields": [
              { "name": "rid", "type": "string", "required": true, "example": "T-1", "aliases": ["Truck ID"] },
              { "name": "site", "type": "string", "usual": true, "example": "S-1", "aliases": ["Site"], "ref": "SITE" }
            ]
          },
          {
            "tag": "SITE",
            "description": "",
            "fields": [
              { "name": "rid", "type": "string", "required": true, "example": "S-1", "aliases": ["Site ID"] },
              { "name": "name", "type": "string", "usual": true, "example": "North", "aliases": ["Name"] }
            ]
          }
        ]
      }
      ! TRUCK: 2 rows with 2 columns.
      ! 1 row above the names of the columns is skipped: "Fleet".
      ! TRUCK.rid: the id, as each row has another value; required, as every row has it; named after the column "Truck ID".
      ! TRUCK.site: usual, as 100 % of the rows have it; named after the column "Site"; refers to SITE, as its value is in the column "Site ID" there.
      ! SITE: 2 rows with 2 columns.
      ! SITE.rid: the id, as each row has another value; required, as every row has it; named after the column "Site ID".
      ! SITE.name: usual, as 100 % of the rows have it; named after the column "Name".
      exit 0`,
    )
  })

  test('is read with a saved mapping, which keeps the sheet', async () => {
    await files({
      'a.xlsx': workbookOf({
        sheets: { Old: textRows(['x'], ['1']), New: textRows(['rid', 'Name'], ['A-1', 'a']) },
      }),
    })
    const args = ['convert', 'a.xlsx', '--tag', 'CONTROL', '--sheet', 'New', '--map-column', 'Name=title']
    const first = await recline([...args, '--save-mapping', 'm.json'])
    expect(JSON.parse(await read('m.json'))).toMatchObject({ sheet: ['New'], columns: { Name: ['title'] } })
    expect((await recline(['convert', 'a.xlsx', '--mapping', 'm.json'])).stdout).toBe(first.stdout)
  })
})

describe('records', () => {
  const records = `\
@DOC domain=core.compliance
@CONTROL rid="007" | title="=1+1" | status=tested | maturity=3
@FINDING rid=F-1 | severity=high | control_ref="007" | remediation_due=2026-06-30
@CONTROL rid=C-2 | title="a\\nb" | status=effective
`

  test('become a workbook with a sheet for each tag, and the same records again', async () => {
    await files({ 'a.rec': `# Kept in the text only\n${records}` })
    await expectRun(
      'convert a.rec --output a.xlsx',
      `
      ! recline: 1 comment is left out, because an Excel workbook cannot store it: a.rec:1.
      ! 3 records in a.xlsx.
      exit 0`,
    )
    await expectRun(
      'convert a.xlsx --to rec',
      `
      @DOC domain=core.compliance
      @CONTROL rid=007 | title="=1+1" | status="tested" | maturity:int=3
      @FINDING rid=F-1 | severity="high" | control_ref="007" | remediation_due:ts=2026-06-30
      @CONTROL rid=C-2 | title="a\\nb" | status="effective"
      exit 0`,
    )
    await expectRun(
      'convert a.xlsx --tag FINDING',
      `
      @FINDING rid=F-1 | severity="high" | control_ref="007" | remediation_due:ts=2026-06-30
      ! recline: a.xlsx: The sheets "DOC" and "CONTROL" are left out, because they are not of FINDING.
      exit 0`,
    )
    await expectRun(
      'convert a.rec --output a.xlsx',
      `
      ! recline: a.xlsx already exists; add --force to replace it.
      exit 2`,
    )
    await expectRun(
      'import a.xlsx --tag CONTROL --into a.rec --check',
      `
      ! recline: a.xlsx: The sheets "DOC" and "FINDING" are left out, because they are not of CONTROL.
      ! 2 rows: 2 records matched; 0 changed; 0 added; 0 gone; 2 unchanged.
      exit 0`,
    )
  })

  test('are printed to a pipe as a workbook, and not to a terminal', async () => {
    await files({ 'a.rec': records })
    const printed = await bytes(['convert', 'a.rec', '--to', 'xlsx'])
    await recline(['convert', 'a.rec', '--output', 'a.xlsx'])
    expect(printed.equals(await readFile(join(folder(), 'a.xlsx')))).toBe(true)
    expect(await startInTerminal(['convert', 'a.rec', '--to', 'xlsx']).ended).toMatchObject({
      stdout: 'recline: An Excel workbook is not text; write it to a file with --output.\r\n',
      code: 2,
    })
  })

  test('of no tag become a workbook that can be read', async () => {
    await files({ 'a.rec': '# Nothing\n' })
    await expectRun(
      'convert a.rec --output a.xlsx',
      `
      ! recline: 1 comment is left out, because an Excel workbook cannot store it: a.rec:1.
      ! 0 records in a.xlsx.
      exit 0`,
    )
    await expectRun(
      'convert a.xlsx --to rec',
      `
      exit 0`,
    )
  })

  test('with a text that no cell can hold are refused, and nothing is written', async () => {
    await files({ 'a.rec': `@CONTROL rid=A-1\n@CONTROL rid=A-2 | title="${'x'.repeat(40_000)}"\n` })
    await expectRun(
      'convert a.rec --output a.xlsx',
      `
      ! recline: a.rec:2: "title" has more than 32,767 characters, which is the limit of a cell; write CSV or JSON.
      exit 2`,
    )
    expect(await paths()).toEqual(['a.rec'])
  })
})
