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
      '! 3 records in people.rec.',
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

test('a column that cannot be a field stops the conversion, until the user says what it is', async () => {
  await files({ 'people.csv': 'rid,Shoe size,Locaton\nE-1,43,Bern\n' })
  expect(await convert(...ofPeople, '--output', 'people.rec')).toBe(
    [
      '! recline: people.csv: "Locaton" is not a field of EMPLOYEE and keeps its name; did you mean location?',
      '! recline: people.csv:1:5 "Shoe size" cannot be the name of a field; a name starts with a letter or _ and goes on with letters, digits, _, . and -, as in due_date.',
      '! recline: Add --map-column "Shoe size=<field>" to name the field, or --map-column "Shoe size=" to leave the column out.',
      'exit 2',
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
      ! recline: EMPLOYEE.csv: "Team" is not a field of EMPLOYEE and keeps its name.
      ! recline: No column is named "Teams", as --map-column says; did you mean Team?
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
  expect(stderr).toContain('The column "a" is mapped twice; leave one of them out.\n')
  expect(code).toBe(2)
})

test.each([
  [['--map-column', 'a=b'], '--map-column is for CSV and Parquet, and no input is one of these.'],
  [['--date-order', 'day-month'], '--date-order and --decimal-mark are for CSV, and no input is CSV.'],
])('%j is refused for input without columns', async (options, reason) => {
  await files({ 'a.json': '[]' })
  expect(await recline(['convert', 'a.json', ...options])).toMatchObject({ stderr: `recline: ${reason}\n`, code: 2 })
})
