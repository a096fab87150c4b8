import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine, shown } from './command-line.ts'

const { folder, files, recline, expectRun } = commandLine()

const convert = async (...args: readonly string[]): Promise<string> => shown(await recline(['convert', ...args]))

const people = 'RID;Full name;Start Date;FTE\r\nE-1;Ada;30.06.2026;0,8\r\nE-2;Bob;1.7.26 9:05;1\r\n'
const ofPeople = ['people.csv', '--tag', 'EMPLOYEE', '--domain', 'hr'] as const

test('columns, dates and numbers of a spreadsheet become those of the tag, and notes say how', async () => {
  await files({ 'people.csv': people })
  expect(await convert(...ofPeople, '--map-column', 'Full name=name_encrypted', '--output', 'people.rec')).toBe(
    [
      '! recline: people.csv: Columns become fields: "RID" is rid, "Start Date" is start_date and "FTE" is fte.',
      '! recline: people.csv: "Start Date": 2 dates are read with the day before the month, such as "30.06.2026" in line 2 as 2026-06-30.',
      '! recline: people.csv: "Start Date": years of two digits are read as 1950 to 2049.',
      '! recline: people.csv: "FTE": 1 number is read with the comma as decimal sign, such as "0,8" in line 2 as 0.8.',
      '! 2 records in people.rec.',
      'exit 0',
    ].join('\n'),
  )
  expect(await readFile(join(folder(), 'people.rec'), 'utf8')).toBe(
    [
      '@DOC domain=core.hr',
      '@EMPLOYEE rid=E-1 | name_encrypted="Ada" | start_date:ts=2026-06-30 | fte:float=0.8',
      '@EMPLOYEE rid=E-2 | name_encrypted="Bob" | start_date:ts=2026-07-01T09:05 | fte:float=1',
      '',
    ].join('\n'),
  )
  expect(await recline(['check', 'people.rec'])).toMatchObject({ code: 0 })
})

test('a column without a field gets a name of its words, unless the user says what it is', async () => {
  await files({ 'people.csv': 'rid,Shoe size,Locaton\nE-1,43,Bern\n' })
  expect(await convert(...ofPeople)).toBe(
    [
      '@DOC domain=core.hr',
      '@EMPLOYEE rid=E-1 | shoe_size="43" | Locaton="Bern"',
      '! recline: people.csv: Columns become fields: "Shoe size" is shoe_size.',
      '! recline: people.csv: shoe_size is not a field of EMPLOYEE.',
      '! recline: people.csv: "Locaton" is not a field of EMPLOYEE and keeps its name; did you mean location?',
      'exit 0',
    ].join('\n'),
  )
  expect(await convert(...ofPeople, '--map-column', 'Shoe size=', '--map-column', 'Locaton=location')).toBe(
    [
      '@DOC domain=core.hr',
      '@EMPLOYEE rid=E-1 | location="Bern"',
      '! recline: people.csv: "Shoe size" is left out.',
      'exit 0',
    ].join('\n'),
  )
})

test('a column whose name has no letters for a field stops the conversion, until the user names it', async () => {
  await files({ 'people.csv': 'rid,名前\nE-1,Ada\n' })
  expect(await convert(...ofPeople, '--output', 'people.rec')).toBe(
    [
      '! recline: people.csv:1:5 "名前" cannot be the name of a field; a name starts with a letter or _ and goes on with letters, digits, _, . and -, as in due_date.',
      '! recline: Add --map-column "名前=<field>" to name the field, or --map-column "名前=" to leave the column out.',
      'exit 2',
    ].join('\n'),
  )
})

test('a column fills several fields, and a mistyped field is refused before anything is written', async () => {
  await files({ 'people.csv': 'Badge\nE-1\n' })
  expect(await convert(...ofPeople, '--map-column', 'Badge=rid,badge:string,location')).toBe(
    ['@DOC domain=core.hr', '@EMPLOYEE rid=E-1 | badge="E-1" | location="E-1"', 'exit 0'].join('\n'),
  )
  expect(await convert(...ofPeople, '--map-column', 'Badge=rid,locaton', '--output', 'people.rec')).toBe(
    [
      '! recline: people.csv: "Badge" cannot become locaton, which is not a field of EMPLOYEE; did you mean location? Write locaton:string for a field of this name.',
      'exit 2',
    ].join('\n'),
  )
  await expect(readFile(join(folder(), 'people.rec'))).rejects.toThrow('ENOENT')
  // A name that is far from all others is a new field, which can be read.
  expect(await convert(...ofPeople, '--map-column', 'Badge=rid,xyzzy', '--output', 'people.hr.rec')).toBe(
    ['! recline: people.csv: "xyzzy" is not a field of EMPLOYEE.', '! 1 record in people.hr.rec.', 'exit 0'].join('\n'),
  )
  await expectRun('query people.hr.rec --tag EMPLOYEE --select rid,xyzzy --format csv', 'rid,xyzzy\nE-1,E-1\nexit 0')
})

test('what is true of several files is told once, and columns without values are not told', async () => {
  await files({
    'EMPLOYEE.csv': 'RID,Start Date,Empty One\nE-1, 30.6.2026,\n',
    'a.EMPLOYEE.csv': 'RID,Start Date,Empty One\nE-2,1.7.2026 ,\nE-3,,\n',
  })
  await expectRun(
    'convert EMPLOYEE.csv a.EMPLOYEE.csv --output out/',
    `
      ! recline: EMPLOYEE.csv and 1 more file: Columns become fields: "RID" is rid and "Start Date" is start_date.
      ! recline: EMPLOYEE.csv and 1 more file: "Start Date": 2 values are read without surrounding blanks, such as " 30.6.2026" in line 2.
      ! recline: EMPLOYEE.csv and 1 more file: "Start Date": 2 dates are read with the day before the month, such as "30.6.2026" in line 2 as 2026-06-30.
      ! 1 record in out/EMPLOYEE.rec.
      ! 2 records in out/a.rec.
      exit 0`,
  )
})

test('truth values, times, texts that mean nothing, and mapped values', async () => {
  await files({
    'CERT.csv':
      'Cert ID,Auto Renew,Issuer,Issued,Expires,Type\nC-1,Yes, NA ,Aug  2 12:00:00 2026 GMT,1782828300,"In, use"\nC-2,n,-,2026-08-02 12:00,1782828301,NULL\n',
  })
  const args = ['--null', 'NA,-', '--null', 'NULL', '--map-value', 'type:"In, use"=dv', '--time-zone', '+01:00']
  const columns = '"Cert ID" is rid, "Auto Renew" is auto_renew, "Issued" is issued'
  const note = '! recline: CERT.csv: '
  expect(await convert('CERT.csv', ...args)).toBe(
    [
      '@CERT rid=C-1 | auto_renew:bool=true | issued:ts=2026-08-02T12:00:00Z | expires:ts=2026-06-30T14:05:00Z | type="dv"',
      '@CERT rid=C-2 | auto_renew:bool=false | issued:ts=2026-08-02T12:00+01:00 | expires:ts=2026-06-30T14:05:01Z',
      `${note}Columns become fields: ${columns}, "Expires" is expires and "Type" is type.`,
      `${note}"Issuer": 2 values are read as no value, such as " NA " in line 2.`,
      `${note}"Type": 1 value is read as no value, such as "NULL" in line 3.`,
      `${note}"Type": 1 value is mapped, such as "In, use" in line 2 as dv.`,
      `${note}"Auto Renew": 2 values are read, such as "Yes" in line 2 as true.`,
      `${note}"Issued": 2 dates are read, such as "Aug  2 12:00:00 2026 GMT" in line 2 as 2026-08-02T12:00:00Z.`,
      `${note}"Issued": 1 time is given the zone +01:00, such as "2026-08-02 12:00" in line 3 as 2026-08-02T12:00+01:00.`,
      `${note}"Expires": 2 dates are read from the number of seconds since 1970, such as "1782828300" in line 2 as 2026-06-30T14:05:00Z.`,
      'exit 0',
    ].join('\n'),
  )
  expect(await convert('CERT.csv', '--map-value', 'typ:NULL=')).toContain(
    `${note}No column becomes "typ", whose values are mapped; type may be meant.\nexit 2`,
  )
})

test('JSON from elsewhere is read like a table', async () => {
  const vulnerabilities = [
    { cveID: 'CVE-2021-44228', dueDate: '2021-12-24', cvss: '9,8', vendor: { name: 'A', parts: { id: 1 } } },
    { cveID: 'CVE-2021-44229', dueDate: null, cvss: '10', vendor: { name: 'B' } },
  ]
  await files({ 'kev.json': JSON.stringify({ title: 'KEV', vulnerabilities }) })
  const run = (...args: readonly string[]): Promise<string> =>
    convert('kev.json', '--tag', 'VULNERABILITY', '--map-column', 'dueDate=', ...args)
  const list = '! recline: kev.json: The records are the list "vulnerabilities"; "title" is left out.\n'
  expect(await run('--output', 'a.rec')).toContain(
    [
      '! recline: kev.json:1:106 "vendor" holds an object, which no field can hold; make fields of its parts, such as "vendor.name".',
      '! recline: kev.json:1:199 "vendor" holds an object, which no field can hold; make fields of its parts, such as "vendor.name".',
      '! recline: Add --flatten to make fields of the parts of objects.',
      'exit 2',
    ].join('\n'),
  )
  const flat = await run('--flatten', '--map-column', 'cveID=rid,cve')
  expect(flat).toContain(
    [
      '@VULNERABILITY rid=CVE-2021-44228 | cve="CVE-2021-44228" | cvss:float=9.8 | vendor.name="A" | vendor.parts.id:int=1',
      '@VULNERABILITY rid=CVE-2021-44229 | cve="CVE-2021-44229" | cvss:float=10 | vendor.name="B"',
    ].join('\n'),
  )
  expect(flat).toContain(list)
  expect(flat).toContain('"cvss": 1 number is read with the comma as decimal sign, such as "9,8" in record 1 as 9.8.')
  expect(await run('--records', 'vulnerabilites')).toContain(
    'There is no list at "vulnerabilites"; vulnerabilities may be meant.\nexit 2',
  )
  await files({ 'two.json': '{"a":{"b":[{"x":1}]},"c":[{"x":2}]}' })
  expect(await convert('two.json', '--tag', 'CONTROL')).toBe(
    [
      '! recline: two.json:1:1 There are several lists of objects: a.b, c.',
      '! recline: Add --records with the path of the list of records.',
      'exit 2',
    ].join('\n'),
  )
  expect(await convert('two.json', '--tag', 'CONTROL', '--records', 'a.b')).toContain('@CONTROL x:int=1\n')
  await files({ 'a.ndjson': `${vulnerabilities.map(one => JSON.stringify({ ...one, vendor: 'A ' })).join('\n\n')}\n` })
  expect(await convert('a.ndjson', '--tag', 'VULNERABILITY', '--map-column', 'dueDate=')).toBe(
    [
      '@VULNERABILITY cve="CVE-2021-44228" | cvss:float=9.8 | vendor="A"',
      '@VULNERABILITY cve="CVE-2021-44229" | cvss:float=10 | vendor="A"',
      '! recline: a.ndjson: Columns become fields: "cveID" is cve.',
      '! recline: a.ndjson: "vendor" is not a field of VULNERABILITY and keeps its name.',
      '! recline: a.ndjson: "dueDate" is left out.',
      '! recline: a.ndjson: "vendor": 2 values are read without surrounding blanks, such as "A " in record 1.',
      '! recline: a.ndjson: "cvss": 1 number is read with the comma as decimal sign, such as "9,8" in record 1 as 9.8.',
      'exit 0',
    ].join('\n'),
  )
})

test('a title and missing names are asked for', async () => {
  await files({ 'a.csv': '# made today\nAll controls;;\nrid;title;owner\nC-1;x;y\n', 'b.csv': 'C-1,3\nC-2,4\n' })
  expect(await convert('a.csv', '--tag', 'CONTROL')).toBe(
    [
      '! recline: a.csv: 1 line that starts with # above the names of columns is skipped.',
      '! recline: a.csv:2:1 The first row seems to be a title and not the names of columns: "All controls".',
      '! recline: Add --header with the number of the line that has the names of the columns, or --header none.',
      'exit 2',
    ].join('\n'),
  )
  expect(await convert('a.csv', '--tag', 'CONTROL', '--header', '3')).toContain(
    '@CONTROL rid=C-1 | title="x" | owner="y"\n',
  )
  expect(await convert('b.csv', '--tag', 'CONTROL')).toContain('b.csv:1:5 The first row seems to have values')
  const columns = ['--map-column', 'column_1=rid', '--map-column', 'column_2=maturity']
  expect(await convert('b.csv', '--tag', 'CONTROL', '--header', 'none', ...columns)).toContain(
    '@CONTROL rid=C-1 | maturity:int=3\n@CONTROL rid=C-2 | maturity:int=4\n',
  )
})

test('uncertain dates and numbers stop the conversion, until the user says what they are', async () => {
  await files({ 'POSITION.csv': 'rid,budget,opened:ts\nP-1,"1,234",05/06/2026\n' })
  await expectRun(
    'convert POSITION.csv --output p.rec',
    `
      ! recline: POSITION.csv: "budget": "1,234" in line 2 can mean 1.234 or 1234, and no other value of the column decides it. Add --decimal-mark comma, point or unchanged.
      ! recline: POSITION.csv: "opened:ts": "05/06/2026" in line 2 can mean 2026-06-05 or 2026-05-06, and no other value of the column decides it. Add --date-order day-month, month-day or unchanged.
      exit 2`,
  )
  await expectRun(
    'convert POSITION.csv --decimal-mark point --date-order month-day',
    `
      @POSITION rid=P-1 | budget:float=1234 | opened:ts=2026-05-06
      ! recline: POSITION.csv: "budget": 1 number is read with the point as decimal sign, such as "1,234" in line 2 as 1234.
      ! recline: POSITION.csv: "opened:ts": 1 date is read with the month before the day, such as "05/06/2026" in line 2 as 2026-05-06.
      exit 0`,
  )
  await expectRun(
    'convert POSITION.csv --decimal-mark unchanged --date-order unchanged',
    `
      @POSITION rid=P-1 | budget="1,234" | opened:ts=05/06/2026
      exit 0`,
  )
})

test('a column that is mapped has to be in one of the files', async () => {
  await files({ 'EMPLOYEE.csv': 'rid,Team\nE-1,Ops\n', 'LEAVE.csv': 'rid\nL-1\n' })
  await expectRun(
    'convert EMPLOYEE.csv LEAVE.csv --map-column Team=department',
    `
      @EMPLOYEE rid=E-1 | department="Ops"
      @LEAVE rid=L-1
      exit 0`,
  )
  await expectRun(
    'convert EMPLOYEE.csv LEAVE.csv --map-column Teams=department',
    `
      ! recline: No column is named "Teams", as the command line says; did you mean Team?
      exit 2`,
  )
})

test.each([
  ['Team', 'Write the name of the column, "=" and the name of the field.'],
  ['Team=my team', '"my team" cannot be the name of a field.'],
])('--map-column %s is refused', async (text, reason) => {
  expect(await recline(['convert', 'a.csv', '--map-column', text])).toMatchObject({
    stderr: `recline: option '--map-column <column=field>' argument '${text}' is invalid. ${reason}\n`,
    code: 2,
  })
})

test('a column that is mapped twice is refused', async () => {
  const { stderr, code } = await recline(['convert', 'a.csv', '--map-column', 'a=x', '--map-column', 'a=y'])
  expect(stderr).toContain('The column "a" is mapped twice; write its fields with commas.\n')
  expect(code).toBe(2)
})

const ofData = 'options on columns and values are for CSV, Parquet, workbooks and JSON, and no input is one of these'

test.each([
  [['--map-column', 'a=b'], ofData],
  [['--map-value', 'a:b=c'], ofData],
  [['--null', 'NA'], ofData],
  [['--date-order', 'day-month'], ofData],
  [['--time-zone', 'Z'], ofData],
  [['--header', 'none'], '--header is for CSV and workbooks, and no input is one of these'],
  [['--sheet', 'A'], '--sheet is for workbooks, and no input is one'],
  [['--flatten'], '--records and --flatten are for JSON, and no input is JSON'],
])('%j is refused for records', async (options, reason) => {
  await files({ 'a.rec': '@CONTROL rid=C-1\n' })
  expect(await recline(['convert', 'a.rec', '--to', 'json', ...options])).toMatchObject({
    stderr: `recline: ${reason}.\n`,
    code: 2,
  })
})

test.each([
  ['--time-zone', 'Berlin', 'Write Z, an offset such as +02:00, or a name such as Europe/Berlin.'],
  ['--header', '0', 'Write the number of a line, or none.'],
  ['--map-value', 'status', 'Write field:old=new,old=new, such as severity:High=high; a comma or = needs quotes.'],
])('%s %s is refused', async (option, value, reason) => {
  const { stderr, code } = await recline(['convert', 'a.csv', option, value])
  expect(stderr).toContain(`argument '${value}' is invalid. ${reason}\n`)
  expect(code).toBe(2)
})

test.each([
  ['Personalnummer;Urlaubsart;Beginn;Ende;Tage;Genehmigt von', 'Personalnummer'],
  ['Matricule;Type de congé;Début;Fin;Nombre de jours;Validé par', 'Matricule'],
  ['Número de empleado;Tipo de ausencia;Fecha de inicio;Hasta;Días hábiles;Aprobado por', 'Número de empleado'],
  ['社員番号;休暇種別;開始日;終了日;日数;承認者', '社員番号'],
])('columns in other languages are fields, whatever the language of the user: %s', async (header, first) => {
  await files({ 'table.csv': `${header}\n4711;annual;2026-08-03;2026-08-14;10;Kim\n` })
  const text = await convert('table.csv', '--tag', 'LEAVE', '--domain', 'hr')
  expect(text).toContain(
    '@LEAVE employee_ref="4711" | type="annual" | start_date:ts=2026-08-03 | end_date:ts=2026-08-14 | days:int=10 | approved_by="Kim"',
  )
  expect(text).toContain(`"${first}" is employee_ref`)
})
