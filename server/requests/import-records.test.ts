import { expect, test } from 'vitest'
import type { ImportedRecords, ImportedTable } from '../../shared/protocol/import.ts'
import { open } from '../../test/editor.ts'
import { importRecords } from './import-records.ts'

type Choices = Partial<Omit<Parameters<typeof importRecords>[1], 'data' | 'line'>>

function imported(data: string | ImportedTable, choices: Choices = {}, file = '$0'): ImportedRecords {
  const { snapshot, position } = open(file, { fileName: 'test.hr.rec' })
  return importRecords(snapshot, { tag: null, fields: [], ...choices, line: position.line, data })
}

/** The columns as they are mapped, and the records or what hinders them. */
function outcome(data: string | ImportedTable, choices?: Choices, file?: string): string {
  const { tag, columns, doubts, problems, text: records } = imported(data, choices, file)
  const mapped = columns.map(({ column, field, match }) => `${column}=${field} (${match})`).join(', ')
  const hindrances = [...problems, ...doubts].map(({ message }) => message).map(message => `! ${message}\n`)
  return `${tag ?? 'own tags'}: ${mapped}\n${hindrances.join('')}${records}`
}

test('CSV becomes records of the tag whose fields fit best', () =>
  expect(outcome('RID;Start Date;FTE;Shoe size\nE-1;30.06.2026;0,8;43\n')).toBe(
    'EMPLOYEE: RID=rid (spelling), Start Date=start_date (spelling), FTE=fte (spelling), Shoe size=shoe_size (named)\n' +
      '@EMPLOYEE rid=E-1 | start_date:ts=2026-06-30 | fte:float=0.8 | shoe_size="43"\n',
  ))

test('the user chooses the tag and the fields', () =>
  expect(
    outcome('rid,Name,Grade\nP-1,Cook,3\n', {
      tag: 'POSITION',
      fields: [
        ['Name', 'title'],
        ['Grade', ''],
      ],
    }),
  ).toBe('POSITION: rid=rid (same), Name=title (chosen), Grade= (chosen)\n@POSITION rid=P-1 | title="Cook"\n'))

test('JSON and JSON Lines become records, with what each kind of value is', () => {
  const expected =
    'EMPLOYEE: rid=rid (same), Start Date=start_date (spelling), fte=fte (same), Tags=Tags (own), ok=ok (own)\n' +
    '@EMPLOYEE rid=E-1 | start_date:ts=2026-06-30 | fte:float=1.234 | Tags=[a, "b c"]\n' +
    '@EMPLOYEE rid=E-2 | fte:float=2 | ok:bool=true\n'
  const objects = [
    '{"rid":"E-1","Start Date":"30.06.2026","fte":1.234,"Tags":["a","b c"]}',
    '{"rid":"E-2","Start Date":null,"fte":2,"ok":true}',
  ]
  expect(outcome(`[${objects.join()}]`)).toBe(expected)
  expect(outcome(`${objects.join('\n\n')}\n`)).toBe(expected)
})

test('new records get the defaults of fields that no column is for, and a note counts them', () => {
  const descriptors = [
    {
      domain: 'acme.tasks',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'TASK',
          fields: [
            { name: 'rid', type: 'string' as const, required: true },
            { name: 'title', type: 'string' as const },
            { name: 'status', type: 'string' as const, default: 'open' },
          ],
        },
      ],
    },
  ]
  const read = (data: string, into?: 'new' | 'file'): ImportedRecords => {
    const { snapshot } = open('', { domains: ['acme.tasks'], descriptors })
    return importRecords(snapshot, { tag: null, fields: [], line: 0, data, ...(into && { into }) })
  }
  const { text, notes } = read('rid,title\nT-1,Lock\nT-2,Key\n')
  expect(text).toBe('@TASK rid=T-1 | title="Lock" | status="open"\n@TASK rid=T-2 | title="Key" | status="open"\n')
  expect(notes).toContain('2 default values of status are written into 2 new records, because no column is for it.')
  expect(read('rid,title\nT-1,Lock\n', 'file').text).toBe('@TASK rid=T-1 | title="Lock"\n')
  expect(read('rid,title,$order\nT-1,Lock,1\n').text).toBe('@TASK rid=T-1 | title="Lock"\n')
  expect(read('rid,status\nT-1,closed\nT-2,\n').text).toBe('@TASK rid=T-1 | status="closed"\n@TASK rid=T-2\n')
})

test('the extension that comes with Recline is offered for columns that only it has', () => {
  const offered = (data: string, choices?: Choices): ImportedRecords['practice'] => imported(data, choices).practice
  expect(offered('rid,start_date,Termination date,Weekly hours,Shoe size\nE-1,2026-06-30,2026-07-01,40,43\n')).toEqual({
    extension: 'practice.hr',
    columns: ['Termination date', 'Weekly hours'],
  })
  expect(offered('rid,start_date,Shoe size\nE-1,2026-06-30,43\n')).toBeNull()
  // The user has left it out.
  expect(offered('rid,start_date,weekly_hours\nE-1,2026-06-30,40\n', { fields: [['weekly_hours', '']] })).toBeNull()
  expect(offered('{"$tag":"EMPLOYEE","rid":"E-1","weekly_hours":40}')).toBeNull()
})

test('JSON that names the tags of its records needs no choices', () =>
  expect(outcome('{"$tag":"EMPLOYEE","rid":"E-1"}\n{"$tag":"LEAVE","rid":"L-1"}')).toBe(
    'own tags: \n@EMPLOYEE rid=E-1\n@LEAVE rid=L-1\n',
  ))

test.each([
  [
    'rid,start_date,role\nE-1,05/06/2026,x',
    '"start_date": "05/06/2026" in line 2 can mean 2026-06-05 or 2026-05-06, and no other value of the column decides it.',
  ],
  ['rid,start_date,rid\nE-1,,', 'Line 1: There is a second column "rid"; rename one of them, or take it out.'],
  [
    'rid,role\nE-1\n"E-2\n',
    'Line 3: A cell of this row starts with a quote and has none at its end; add it, and write a quote inside the cell twice.',
  ],
  ['', 'Line 1: There is nothing here; write the names of fields into the first row.'],
  ['[{"rid":"E-1"},3]', 'Record 2: Here is 3, and no record; a record is an object, as in {"rid":"CTL-1"}.'],
  [
    '{"rid":{"a":1}}',
    'Record 1: "rid" holds an object, which no field can hold; make fields of its parts, such as "rid.name".',
  ],
  ['{"rid":', 'This is not JSON: '],
])('there is no text for %j', (text, problem) => {
  expect(outcome(text)).toContain(`! ${problem}`)
  expect(imported(text).text).toBe('')
})

test('the order of dates is chosen', () =>
  expect(imported('rid,start_date\nE-1,05/06/2026', { tag: 'EMPLOYEE', dateOrder: 'month-day' }).text).toBe(
    '@EMPLOYEE rid=E-1 | start_date:ts=2026-05-06\n',
  ))

test('the domains in force at the line decide about the tags, and the file about the line breaks', () => {
  const { tags, text } = imported('rid,title\nC-1,Reviews', { tag: 'CONTROL' }, '@DOC domain=core.compliance\r\n$0')
  expect(tags).toContain('CONTROL')
  expect(tags).not.toContain('EMPLOYEE')
  expect(text).toBe('@CONTROL rid=C-1 | title="Reviews"\r\n')
})

test('the problems of the first records are there before they are inserted', () =>
  expect(imported('rid,fte\nE-1,1\n\nE-2,much\nE-3,many\nE-4,much\n', { tag: 'EMPLOYEE' }).warnings).toEqual([
    'Line 4 and 1 more: EMPLOYEE.fte is "much", not a number; write digits, such as 4.5.',
    'Line 5: EMPLOYEE.fte is "many", not a number; write digits, such as 4.5.',
  ]))

test('the columns that an export adds are told', () => {
  const { text, notes } = imported('rid,$order,$text\nE-1,2,\nE-2,1,\n', { tag: 'EMPLOYEE' })
  expect(text).toBe('@EMPLOYEE rid=E-2\n@EMPLOYEE rid=E-1\n')
  expect(notes).toEqual([
    '"$order" becomes no field; the records are sorted by it.',
    '"$text" becomes no field; it has the text of records that are more than fields.',
  ])
  const left = imported('rid,$order\nE-1,2\nE-2,1\n', { tag: 'EMPLOYEE', fields: [['$order', '']] })
  expect(left.text).toBe('@EMPLOYEE rid=E-1\n@EMPLOYEE rid=E-2\n')
  expect(left.notes).toEqual(['"$order" is left out.'])
})

test('a note says that only the first records are checked', () => {
  const notesFor = (count: number): readonly string[] =>
    imported(`rid\n${Array.from({ length: count }, (_, row) => `E-${row}\n`).join('')}`, { tag: 'EMPLOYEE' }).notes
  expect(notesFor(10)).toEqual([])
  expect(notesFor(1200)).toEqual([
    'Only the first 10 of 1,200 records are checked here; all are, once they are inserted.',
  ])
})

test('the notes name the record', () =>
  expect(imported('[{"rid":"E-1"},{},{"rid":"E-2","start_date":"30.06.2026"}]', { tag: 'EMPLOYEE' }).notes).toEqual([
    '"start_date": 1 date is read with the day before the month, such as "30.06.2026" in record 3 as 2026-06-30.',
  ]))

const table: ImportedTable = {
  names: ['rid', 'Start Date', 'fte', 'place'],
  looks: ['string', 'ts', 'float', 'string'],
  rows: [
    ['E-1', '2026-06-30', '0.80', 'x'],
    ['E-2', null, '1', null],
  ],
  unreadable: [{ column: 3, message: 'Record 1: "place" is a structure.' }],
}

test('a table becomes records, without the columns that cannot be read or are left out', () => {
  const columns = 'EMPLOYEE: rid=rid (same), Start Date=start_date (spelling), fte=fte (same), place='
  const records = '@EMPLOYEE rid=E-1 | start_date:ts=2026-06-30 | fte:float=0.80\n@EMPLOYEE rid=E-2 | fte:float=1\n'
  expect(outcome(table)).toBe(`${columns}place (own)\n${records}`)
  expect(imported(table).notes).toContain('Record 1: "place" is a structure.')
  expect(outcome(table, { fields: [['place', '']] })).toBe(`${columns} (chosen)\n${records}`)
})

test('a sheet keeps its real numbers, and its rows have their numbers in the sheet', () => {
  const sheet: ImportedTable = {
    names: ['rid', 'fte'],
    looks: ['string', 'string'],
    rows: [
      ['E-1', '0.875'],
      ['E-2', '0,5'],
      ['E-3', 'half'],
    ],
    unreadable: [],
    sheet: { lines: [3, 5, 6], notes: ['Told.'], typed: [{ column: 1, rows: [0] }], problems: [], isFound: true },
  }
  const { form, notes, text, warnings } = imported(sheet, { tag: 'EMPLOYEE' })
  expect(form).toBe('sheet')
  expect(notes[0]).toBe('Told.')
  expect(notes).toContain('"fte": 1 number is read with the comma as decimal sign, such as "0,5" in row 5 as 0.5.')
  expect(text).toContain('rid=E-1 | fte:float=0.875\n')
  expect(warnings.join()).toContain('Row 6: ')
})

test('a sheet whose first row has values is asked about', () => {
  const sheet = { lines: [2], notes: [], typed: [], problems: [], isFound: true }
  const values: ImportedTable = {
    names: ['1', 'x'],
    looks: ['string', 'string'],
    rows: [['2', 'y']],
    unreadable: [],
    sheet,
  }
  expect(imported(values, { tag: 'EMPLOYEE' }).problems[0]).toMatchObject({ about: 'header' })
})

test('a table that says the tag of its records has it', () =>
  expect(imported({ ...table, tag: 'POSITION' }).tag).toBe('POSITION'))

test('ids that other records have are told', () => {
  const lines = Array.from({ length: 7 }, (_, number) => `E-${number},Cook\n`).join('')
  const { warnings } = imported(
    `rid,role\n${lines}E-9,Cook\nE-9,Baker\n`,
    { tag: 'EMPLOYEE', into: 'new' },
    `$0
@EMPLOYEE rid=E-0
@EMPLOYEE rid=E-1
@POSITION rid=E-2
`,
  )
  expect(warnings[0]).toBe('Other records have the same id: E-0, E-1, E-9.')
})

test('data go into records that exist, if some have the same ids', () => {
  const intoOf = (data: string, file: string): string => imported(data, { tag: 'EMPLOYEE' }, file).into
  expect(intoOf('rid,role\nE-1,Cook\nE-1,Baker\n', '$0\n@EMPLOYEE rid=E-0\n')).toBe('new')
  expect(intoOf('rid,role\nE-1,Cook\nE-2,Baker\n', '$0\n@EMPLOYEE rid=E-1\n')).toBe('file')
  const chosen = imported('rid\nE-1\n', { tag: 'EMPLOYEE', into: 'file' }, '$0\n@EMPLOYEE rid=E-1\n')
  expect([chosen.warnings, chosen.missing]).toEqual([[], null])
})

test('one column fills two fields, and the page shows both with the first values', () => {
  const { columns, text } = imported('id,fte\n,1\nE-1,1\n', {
    tag: 'EMPLOYEE',
    fields: [['id', 'rid,location']],
  })
  expect(columns[0]).toEqual({ column: 'id', match: 'chosen', field: 'rid,location', examples: ['E-1'] })
  expect(text).toBe('@EMPLOYEE fte:float=1\n@EMPLOYEE rid=E-1 | location="E-1" | fte:float=1\n')
})

test('the user says what the texts of the data mean', () => {
  const said = {
    tag: 'EMPLOYEE',
    nulls: ['NA'],
    timeZone: 'Europe/Berlin',
    header: 2,
    fields: [['Start', 'start_date']] as [string, string][],
  }
  const data = 'Staff;;\nrid;Start;fte\nE-1;30.6.2026 14:05;NA\n'
  expect(imported(data, said).text).toBe('@EMPLOYEE rid=E-1 | start_date:ts=2026-06-30T14:05+02:00\n')
  expect(imported(data, { ...said, timeZone: 'Berlin' })).toMatchObject({
    text: '',
    problems: [{ message: 'There is no time zone "Berlin"; write one such as +02:00 or Europe/Berlin.' }],
  })
  expect(imported(data, { tag: 'EMPLOYEE' }).problems).toMatchObject([
    { about: 'header', message: 'Line 1: The first row seems to be a title and not the names of columns: "Staff".' },
  ])
})

test('JSON is unpacked as the user says', () => {
  const data = JSON.stringify({ staff: [{ rid: 'E-1', site: { city: 'Bern' } }] })
  expect(imported(data, { tag: 'EMPLOYEE' })).toMatchObject({ form: 'json', problems: [{ about: 'nested' }], text: '' })
  const flat = imported(data, { tag: 'EMPLOYEE', isFlattened: true })
  expect(flat.text).toBe('@EMPLOYEE rid=E-1 | site.city="Bern"\n')
  expect(flat.notes[0]).toBe('The records are the list "staff".')
  const two = JSON.stringify({ staff: [{ rid: 'E-1' }], former: { all: [{ rid: 'E-2' }] } })
  expect(imported(two, { tag: 'EMPLOYEE' }).problems).toMatchObject([{ about: 'records' }])
  expect(imported(two, { tag: 'EMPLOYEE', records: 'former.all' }).text).toBe('@EMPLOYEE rid=E-2\n')
})

test('required fields that no column becomes are told, and hinder nothing', () => {
  const { missing, text } = imported('Job\nCook\n', { tag: 'EMPLOYEE', fields: [['Job', 'role']] })
  expect(missing).toBe('No column becomes rid, which every EMPLOYEE needs.')
  expect(text).toBe('@EMPLOYEE role="Cook"\n')
  expect(imported('Employee ID\nE-1\n', { tag: 'EMPLOYEE' }).missing).toBeNull()
})
