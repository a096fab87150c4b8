import { expect, test } from 'vitest'
import { workbookOf } from '../workbooks.ts'
import { commandLine, shown } from './command-line.ts'

const { files, read, recline } = commandLine()

const run = async (...args: readonly string[]): Promise<string> => shown(await recline(args))
const convert = (...args: readonly string[]): Promise<string> => run('convert', ...args)

const practice = { 'recline.json': '{ "extensions": { "core.health": "practice.health" } }' }

test('signs and units go into the fields that the tag has for them', async () => {
  await files({ ...practice, 'lab.csv': 'name,value\nTroponin T,"<0,01 ug/L"\nGlucose,"5,6 mmol/L"\nCount,12\n' })
  expect(
    await convert('lab.csv', '--tag', 'LAB'),
  ).toBe(`@LAB name="Troponin T" | value:float=0.01 | comparator="<" | unit="ug/L"
@LAB name="Glucose" | value:float=5.6 | unit="mmol/L"
@LAB name="Count" | value:float=12
! recline: lab.csv: "value": 1 comparator is put into comparator, such as "<" of "<0,01 ug/L" in line 2.
! recline: lab.csv: "value": 2 units are put into unit, such as "ug/L" of "<0,01 ug/L" in line 2.
! recline: lab.csv: "value": 2 numbers are read with the comma as decimal sign, such as "0,01" in line 2 as 0.01.
exit 0`)
})

test('a column stays whole if a value is no number, or if another column has the units', async () => {
  await files({ ...practice, 'lab.csv': 'name,value\na,<5\nb,negative\n', 'other.csv': 'name,value,unit\na,5 mg,g\n' })
  expect(await convert('lab.csv', '--tag', 'LAB')).toContain('value="<5"\n')
  expect(await convert('other.csv', '--tag', 'LAB')).toContain('@LAB name="a" | value="5 mg" | unit="g"\n')
})

test('the user says which field gets which part, and what no field takes is counted', async () => {
  await files({ ...practice, 'lab.csv': 'name,Result\na,<5 mg\nb,negative\n' })
  const args = ['lab.csv', '--tag', 'LAB', '--map-column', 'Result=value(number),comparator(comparator)']
  expect(await convert(...args, '--save-mapping', 'lab.json')).toBe(`@LAB name="a" | value:float=5 | comparator="<"
@LAB name="b" | value="negative"
! recline: lab.csv: "Result": 1 comparator is put into comparator, such as "<" of "<5 mg" in line 2.
! recline: lab.csv: "Result": 1 unit is left out, as no field takes them, such as "mg" of "<5 mg" in line 2.
! recline: lab.csv: "Result": 1 number cannot be read and stays as in the table, such as "negative" in line 3.
exit 0`)
  expect(JSON.parse(await read('lab.json'))).toMatchObject({
    columns: { Result: ['value(number)', 'comparator(comparator)'] },
  })
  await files({ 'next.csv': 'name,Result\na,>7 mg\n' })
  expect(await convert('next.csv', '--mapping', 'lab.json')).toContain(
    '@LAB name="a" | value:float=7 | comparator=">"\n',
  )
  expect(await convert('lab.csv', '--tag', 'LAB', '--map-column', 'Result=value(size)')).toContain(
    '"value(size)" cannot be the name of a field.',
  )
})

test('the times of each column get their own zone, also from a mapping', async () => {
  await files({ ...practice, 'lab.csv': 'name,collected,issued\na,2026-03-05 07:45,2026-03-05 09:00\n' })
  const args = ['lab.csv', '--tag', 'LAB', '--time-zone', 'Z', '--time-zone', 'collected=Europe/Berlin']
  const record = '@LAB name="a" | collected:ts=2026-03-05T07:45+01:00 | issued:ts=2026-03-05T09:00Z\n'
  expect(await convert(...args, '--save-mapping', 'lab.json')).toContain(record)
  expect(JSON.parse(await read('lab.json'))).toMatchObject({ timeZone: 'Z', timeZones: { collected: 'Europe/Berlin' } })
  expect(await convert('lab.csv', '--mapping', 'lab.json')).toContain(record)
  expect(await convert('lab.csv', '--mapping', 'lab.json', '--time-zone', 'collected=+02:00')).toContain('07:45+02:00')
  expect(await convert('lab.csv', '--tag', 'LAB', '--time-zone', 'taken=Z')).toContain('No column is named "taken"')
})

test('numbers of days count from 1904 in a workbook that says so', async () => {
  const number = (value: number): string => `<c><v>${value}</v></c>`
  const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const sheets = {
    LAB: [`<row>${text('name')}${text('issued')}</row>`, `<row>${text('a')}${number(46_086)}</row>`].join(''),
  }
  await files({ ...practice, 'new.xlsx': workbookOf({ sheets }), 'old.xlsx': workbookOf({ sheets, is1904: true }) })
  expect(await convert('new.xlsx', '--tag', 'LAB')).toContain('issued:ts=2026-03-05\n')
  expect(await convert('old.xlsx', '--tag', 'LAB')).toContain('issued:ts=2030-03-06\n')
})

test('codes that look like numbers stay texts', async () => {
  await files({ 'a.json': '[{"name": "a", "zip": 10115}]', 'a.csv': 'name,zip,gene\na,007,1E5\n' })
  const args = ['--tag', 'LAB', '--map-column', 'zip=zip:string']
  expect(await convert('a.json', ...args)).toContain('@LAB name="a" | zip="10115"\n')
  expect(await convert('a.csv', ...args)).toContain('@LAB name="a" | zip="007" | gene="1E5"\n')
})

test('an import reads the parts in the same way', async () => {
  await files({
    ...practice,
    'a.rec': '@LAB rid=L-1 | value:float=5 | unit="mg"\n',
    'lab.csv': 'rid,value\nL-1,<6 mg\n',
  })
  await run('import', 'lab.csv', '--tag', 'LAB', '--into', 'a.rec', '--write')
  expect(await read('a.rec')).toBe('@LAB rid=L-1 | value:float=6 | unit="mg" | comparator="<"\n')
})

test('a draft, a conversion and a check with the same options find no problem', async () => {
  await files({
    'lab.csv': `Sample No;Result;Due date;Amount;Note\n${Array.from(
      { length: 12 },
      (_, row) => `S-${row};${row % 3 ? '' : '<'}0,${row + 1} mg;${46_086 + row};${row},5 €;n/a\n`,
    ).join('')}`,
  })
  const mapping = ['--map-column', 'Sample No=rid,sample', '--map-column', 'Note=', '--null', 'n/a']
  const drafted = await recline(['descriptors', 'draft', 'lab.csv', ...mapping, '--output', 'lab.domain.json'])
  expect(drafted.code).toBe(0)
  expect(drafted.stderr).toContain('LAB.result_comparator: takes the sign of values such as "<0,1 mg"')
  const { records } = JSON.parse(await read('lab.domain.json')) as { records: { fields: { name: string }[] }[] }
  expect(records[0]!.fields.map(({ name }) => name)).toEqual([
    'rid',
    'sample',
    'result',
    'result_comparator',
    'result_unit',
    'due_date',
    'amount',
  ])
  const own = ['--descriptors', 'lab.domain.json', '--domain', 'own.lab']
  expect((await recline(['convert', 'lab.csv', '--tag', 'LAB', ...mapping, ...own, '--output', 'lab.rec'])).code).toBe(
    0,
  )
  expect(await run('check', 'lab.rec', ...own)).toContain('1 file, 12 records: no problems.')
  const unknown = await recline(['descriptors', 'draft', 'lab.csv', '--map-column', 'Resultt=x'])
  expect(unknown.stderr).toContain('No column is named "Resultt", as the command line says; did you mean Result?')
  expect(unknown.code).toBe(2)
})

test('--explain says what a query has read, skipped and found invalid', async () => {
  await files({
    'a.compliance.rec': `@FINDING rid=F-1 | severity="High" | remediation_due:ts=2026-01-01
@FINDING rid=F-2 | severity="low"
@FINDING rid=F-3 | severity="low" | remediation_due="soon"
@CONTROL rid=C-1
no record
@FINDNG rid=F-4
`,
  })
  const args = ['query', '--tag', 'FINDING', '--select', 'rid', '--explain']
  expect(await run(...args, '--where', 'remediation_due < now && severity != "medium"')).toBe(`rid
F-1
! recline: Read 1 file with 5 records: 3 of FINDING, of which the query found 1.
! recline: Skipped: 1 line that is no record (a.compliance.rec:5) and 1 record whose tag no domain defines (a.compliance.rec:6).
! recline: The condition reads a value that 2 FINDING records lack, so they are not found; the first one is at a.compliance.rec:2.
! recline: remediation_due: 1 value is not of the type ts, so the query reads no value there; the first one is at a.compliance.rec:3.
! recline: severity: 1 value is not allowed and read as written; the first one is at a.compliance.rec:1.
exit 0`)
  await files({ 'b.compliance.rec': '@FINDING rid=F-9\n' })
  expect(await run('query', 'b.compliance.rec', '--tag', 'FINDING', '--explain')).toContain(
    'Nothing was skipped.\n! recline: All values that the query reads are allowed.\n',
  )
})

test('NDJSON of a query has the types of the fields', async () => {
  await files({
    ...practice,
    'a.health.rec':
      '@LAB name="a" | value:float=5.60 | collected:ts=2026-03-05 | loinc_code="007"\n@PATIENT rid=P-1 | active:bool=true\n',
  })
  const query = async (tag: string, fields: string): Promise<string> =>
    (await recline(['query', '--tag', tag, '--select', fields, '--format', 'ndjson'])).stdout
  expect(await query('LAB', 'name,value,collected,loinc_code')).toBe(
    '{"name":"a","value":5.60,"collected":"2026-03-05","loinc_code":"007"}\n',
  )
  expect(await query('PATIENT', 'active')).toBe('{"active":true}\n')
})
