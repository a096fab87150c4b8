import { expect, test } from 'vitest'
import { fieldsOfColumns, type TagFields } from './column-fields.ts'
import { choiceProblems, columnNotes, requiredNote } from './column-notes.ts'
import { sentencesOf } from './table-notes.ts'

const fields = ['rid', 'full_name', 'email', 'department', 'line_1', 'line_2', 'start_date', 'cve']
const employee: TagFields = { tag: 'EMPLOYEE', fields, identity: 'rid', isIdentityRequired: true }

/**
 * Each column with its field and why.
 *
 * @param unique the columns that have another value in each row
 */
const found = (
  columns: string,
  chosen: Readonly<Record<string, string>> = {},
  unique: readonly number[] = [],
): string[] =>
  fieldsOfColumns(columns.split(','), employee, new Map(Object.entries(chosen)), index => unique.includes(index)).map(
    ({ column, key = '', match }) => `${column} -> ${key} ${match}`,
  )

test('names with another case, other spaces and other signs are the same', () =>
  expect(found('RID,Full name,E-Mail,START_DATE')).toEqual([
    'RID -> rid spelling',
    'Full name -> full_name spelling',
    'E-Mail -> email spelling',
    'START_DATE -> start_date spelling',
  ]))

test('names with a typing mistake are the same if they cannot be fields themselves', () =>
  expect(found('Ful nme,Departmnt?,Departmnt,Start of data')).toEqual([
    'Ful nme -> ful_nme named',
    'Departmnt? -> department similar',
    'Departmnt -> Departmnt own',
    'Start of data -> start_of_data named',
  ]))

test('the name of a field is made of the words of a column, without losing a letter', () =>
  expect(found('Shoe size (EU),dueDate,startDate,Größe in %,2026 total,名前,Email,%,Domain NameLong')).toEqual([
    'Shoe size (EU) -> shoe_size_eu named',
    'dueDate -> dueDate own',
    'startDate -> start_date spelling',
    'Größe in % -> grosse_in named',
    '2026 total -> _2026_total named',
    '名前 ->  none',
    'Email -> email spelling',
    '% ->  none',
    'Domain NameLong -> domain_name_long named',
  ]))

test('the id of a record is found by its name', () => {
  expect(found('Employee ID,E-mail')).toEqual(['Employee ID -> rid id', 'E-mail -> email spelling'])
  expect(found('id,employee_no')).toEqual(['id -> id own', 'employee_no -> rid id'])
  expect(found('ID,Employee')).toEqual(['ID -> rid id', 'Employee -> Employee own'])
  expect(found('rid,Employee ID')).toEqual(['rid -> rid same', 'Employee ID -> employee_id named'])
  expect(found('paid,employee', {}, [1])).toEqual(['paid -> paid own', 'employee -> rid id'])
  expect(found('paid,employee')).toEqual(['paid -> paid own', 'employee -> employee own'])
})

test('other words for a field are known', () => {
  const aliases = new Map([['department', ['Team', 'org unit']]])
  const fieldOf = (column: string): unknown =>
    fieldsOfColumns([column], { ...employee, aliases }).map(({ key, match }) => `${key} ${match}`)[0]
  expect(fieldOf('team')).toBe('department alias')
  expect(fieldOf('Org-Unit')).toBe('department alias')
  expect(fieldOf('Department')).toBe('department spelling')
  expect(fieldsOfColumns(['Team', 'department'], { ...employee, aliases })[0]).toMatchObject({
    key: 'Team',
    match: 'own',
  })
})

test('a column of ids that are all different fills the id of the record, too', () => {
  expect(found('cveID,email', {}, [0])).toEqual(['cveID -> cve spelling', 'cveID -> rid id', 'email -> email same'])
  expect(found('cveID,email')).toEqual(['cveID -> cve spelling', 'email -> email same'])
  expect(found('cveID,badge_no', {}, [0, 1])).toEqual(['cveID -> cve spelling', 'badge_no -> badge_no own'])
  expect(found('paid,email', {}, [0])).toEqual(['paid -> paid own', 'email -> email same'])
})

test('in a table that Recline wrote, with the order of its records, names stay as they are', () => {
  expect(found('rid,Email,departmnt,$order')).toEqual([
    'rid -> rid same',
    'Email -> Email own',
    'departmnt -> departmnt own',
    '$order -> $order same',
  ])
  expect(found('Full name,$order')).toEqual(['Full name -> full_name spelling', '$order -> $order same'])
})

test('names that differ in digits are not nearly the same', () =>
  expect(found('Line 3,Line 1')).toEqual(['Line 3 -> line_3 named', 'Line 1 -> line_1 spelling']))

test('a field is never given to two columns', () => {
  expect(found('Full name,full_name')).toEqual(['Full name ->  none', 'full_name -> full_name same'])
  expect(found('Full name,FULL NAME')).toEqual(['Full name -> full_name spelling', 'FULL NAME ->  none'])
  expect(found('FullName,Full name', { 'Full name': 'full_name' })).toEqual([
    'FullName -> FullName own',
    'Full name -> full_name chosen',
  ])
})

test('names with a type or with $ stay as they are', () =>
  expect(found('weight:float,E-mail:ts,$order,$text,')).toEqual([
    'weight:float -> weight:float same',
    'E-mail:ts -> E-mail:ts same',
    '$order -> $order same',
    '$text -> $text same',
    ' ->  same',
  ]))

test('the choice of the user counts, also to leave a column out or to fill two fields', () =>
  expect(
    found('rid,Full name,Notes,cveID', { rid: 'email', 'Full name': '', Notes: 'x:string', cveID: 'rid,cve' }),
  ).toEqual([
    'rid -> email chosen',
    'Full name ->  chosen',
    'Notes -> x:string chosen',
    'cveID -> rid chosen',
    'cveID -> cve chosen',
  ]))

/** What is told about columns. */
const notes = (columns: readonly string[], chosen: Readonly<Record<string, string>> = {}, of = employee): string[] =>
  sentencesOf(
    columnNotes(
      fieldsOfColumns(columns, of, new Map(Object.entries(chosen)), () => true),
      of,
    ),
  )

test('notes say which columns become other fields, which have none, and which are left out', () => {
  expect(notes(['rid', 'Full name', 'Departmnt', 'Shoe', 'Shoe size'], { Shoe: '' })).toEqual([
    'Columns become fields: "Full name" is full_name and "Shoe size" is shoe_size.',
    'shoe_size is not a field of EMPLOYEE.',
    '"Departmnt" is not a field of EMPLOYEE and keeps its name; did you mean department?',
    '"Shoe" is left out.',
  ])
  expect(notes(['cveID'])).toEqual(['Columns become fields: "cveID" is cve and rid.'])
  expect(notes(['a', 'b'], { b: 'shoes' })).toEqual(['"a" and "shoes" are not fields of EMPLOYEE.'])
  expect(notes(['a', 'b'], {}, { ...employee, tag: 'OTHER', fields: [] })).toEqual([])
})

test('a field that the user misspells is a mistake, and a field with a type is meant', () => {
  const problems = (chosen: string): string[] =>
    choiceProblems(fieldsOfColumns(['a'], employee, new Map([['a', chosen]])), employee)
  expect(problems('emial')).toEqual([
    '"a" cannot become emial, which is not a field of EMPLOYEE; did you mean email? Write emial:string for a field of this name.',
  ])
  for (const right of ['email', 'emial:string', 'shoes', '']) expect(problems(right)).toEqual([])
})

test('required fields that no column becomes are told', () => {
  const all = fieldsOfColumns(['a', 'cve:string'], employee, new Map([['a', 'email']]))
  expect(requiredNote(all, 'EMPLOYEE', ['rid', 'email', 'cve', 'line_1'])).toBe(
    'No column becomes rid and line_1, which every EMPLOYEE needs.',
  )
  expect(requiredNote(all, 'EMPLOYEE', ['email'])).toBeUndefined()
})
