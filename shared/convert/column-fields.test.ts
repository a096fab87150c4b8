import { expect, test } from 'vitest'
import { columnNotes, fieldsOfColumns } from './column-fields.ts'

const fields = ['rid', 'full_name', 'email', 'department', 'line_1', 'line_2', 'start_date']

/** Each column with its field and why. */
const found = (columns: string, chosen: Readonly<Record<string, string>> = {}): string[] =>
  fieldsOfColumns(columns.split(','), fields, new Map(Object.entries(chosen))).map(
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
    'Ful nme ->  none',
    'Departmnt? -> department similar',
    'Departmnt -> Departmnt own',
    'Start of data ->  none',
  ]))

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
  expect(found('Line 3,Line 1')).toEqual(['Line 3 ->  none', 'Line 1 -> line_1 spelling']))

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

test('the choice of the user counts, also to leave a column out', () =>
  expect(found('rid,Full name,Notes', { rid: 'email', 'Full name': '', Notes: 'remarks:string' })).toEqual([
    'rid -> email chosen',
    'Full name ->  chosen',
    'Notes -> remarks:string chosen',
  ]))

test('notes say which columns become other fields, which have none, and which are left out', () => {
  const columns = ['rid', 'Full name', 'Departmnt', 'Shoe']
  const all = fieldsOfColumns(columns, fields, new Map([['Shoe', '']]))
  expect(columnNotes(all, 'EMPLOYEE', fields)).toEqual([
    'Columns become fields: "Full name" is full_name.',
    '"Departmnt" is not a field of EMPLOYEE and keeps its name; did you mean department?',
    '"Shoe" is left out.',
  ])
  expect(columnNotes(fieldsOfColumns(['a', 'b'], []), 'OTHER', [])).toEqual([])
})
