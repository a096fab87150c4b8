import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { readDescriptorFile } from '../config/descriptors/descriptor-file.ts'
import { extensionProblems } from '../config/descriptors/extension-problems.ts'
import { builtinDescriptors } from '../domains/built-in.ts'
import type { Descriptor, FieldDescriptor } from '../domains/descriptor.ts'
import { createRegistry } from '../domains/registry.ts'
import { patternOf } from './column-facts.ts'
import { draftDescriptor, fieldName } from './draft-descriptor.ts'
import { baseOfTables, type DraftTable, draftDataIn, tagOfFile } from './tables.ts'

const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [] }

function tablesIn(files: Record<string, string>, tag?: string): DraftTable[] {
  return Object.entries(files).flatMap(([name, text]) => {
    const read = draftDataIn(text, name, context, { tag })
    return 'problems' in read ? expect.unreachable(read.problems.join()) : read.tables
  })
}

/** The fields of a draft, by tag and name. Expects that the descriptor has no problem. */
function draftOf(files: Record<string, string>, base?: string, tag?: string) {
  const tables = tablesIn(files, tag)
  const domain = base === undefined ? baseOfTables(tables) : builtinRegistry.domainNamed(base)
  const { text, reasons } = draftDescriptor('own.data', tables, domain)
  const file = readDescriptorFile(text)
  const registry = createRegistry([...builtinDescriptors, file.descriptor!])
  expect(
    [...file.problems, ...extensionProblems(file, registry)].filter(({ severity }) => severity === 'error'),
  ).toEqual([])
  const { records, extends: extended } = JSON.parse(text) as Descriptor
  const fields = Object.fromEntries(
    records.flatMap(record =>
      record.fields.map(({ name, ...field }): [string, Omit<FieldDescriptor, 'name'>] => [
        `${record.tag}.${name}`,
        field,
      ]),
    ),
  )
  return { fields, reasons, extended }
}

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${row(index)}\n`).join('')

const airports = `ident,name,type,elevation_ft,iso country,closedOn\n${rows(
  40,
  index =>
    `AP${1000 + index},Airport ${index},${index % 3 ? 'small' : 'large'},${index * 7},DE,${index % 10 ? '2001-02-03' : ''}`,
)}`
const runways = `id,airport_ident,length_ft,note\n${rows(60, index => `${index},AP${1000 + (index % 40)},${500.5 + index},${index % 4 ? '' : 'x'}`)}`

test('types, enums, ranges, ids, required and usual fields, and references between files', () => {
  const { fields, extended } = draftOf({ 'data/airports.csv': airports, 'runways.csv': runways })
  expect(extended).toBeUndefined()
  expect(fields).toEqual({
    'AIRPORT.rid': { type: 'string', required: true, pattern: 'AP\\d{4}', example: 'AP1000', aliases: ['ident'] },
    'AIRPORT.name': { type: 'string', required: true, example: 'Airport 0' },
    'AIRPORT.type': { type: 'string', required: true, enum: ['small', 'large'], example: 'large' },
    'AIRPORT.elevation_ft': { type: 'int', required: true, range: [0, 273], example: '0' },
    'AIRPORT.iso_country': { type: 'string', required: true, enum: ['DE'], example: 'DE', aliases: ['iso country'] },
    'AIRPORT.closed_on': { type: 'ts', usual: true, example: '2001-02-03', aliases: ['closedOn'] },
    'RUNWAY.id': { type: 'string', required: true, pattern: '\\d{1,}', example: '0' },
    'RUNWAY.airport_ident': { type: 'string', required: true, example: 'AP1000', ref: 'AIRPORT' },
    'RUNWAY.length_ft': { type: 'float', required: true, range: [500.5, 559.5], example: '500.5' },
    'RUNWAY.note': { type: 'string', enum: ['x'], example: 'x' },
  })
})

test('values have the types that an import reads them as, and the reason says so', () => {
  const columns = 'no,active,remote,flag,start,fte,paid,due,zip,phase'
  const cells = rows(
    10,
    index =>
      `E${index},${index % 2 ? 'Yes' : 'no'},${index % 3 ? 'Y' : 'N'},${index % 4 ? 1 : 0},${index + 10}.6.2026,"0,${index + 1}","1.0${index}0,50",${index + 1}/4/2026,0${index}123,yes`,
  )
  const { fields, reasons } = draftOf({ 'staff.csv': `${columns}\n${cells}` })
  expect(Object.entries(fields).map(([name, { type, example }]) => `${name} ${type} ${example}`)).toEqual([
    'STAFF.rid string E0',
    'STAFF.active bool false',
    'STAFF.remote bool false',
    'STAFF.flag bool false',
    'STAFF.start ts 2026-06-10',
    'STAFF.fte float 0.1',
    'STAFF.paid float 1000.50',
    'STAFF.due ts 2026-04-01',
    'STAFF.zip string 00123',
    'STAFF.phase string yes',
  ])
  expect(fields['STAFF.paid']!.range).toEqual([1000.5, 1090.5])
  const why = (name: string): string => reasons.find(reason => reason.startsWith(`STAFF.${name}:`))!.split(';')[0]!
  expect(why('active')).toBe(
    'STAFF.active: bool, as recline convert reads all 10 values as one, such as "no" as false and "Yes" as true',
  )
  expect(why('flag')).toContain('such as "0" as false and "1" as true')
  expect(why('due')).toBe(
    'STAFF.due: ts, as recline convert reads all 10 values as one, where it needs --date-order, such as "1/4/2026" as 2026-04-01',
  )
})

test('the values of records stay as they are, so their fields do too', () => {
  const { fields, reasons } = draftOf({ 'a.rec': '@STAFF rid=A | active="Yes"\n@STAFF rid=B | active="No"\n' })
  expect(fields['STAFF.active']!.type).toBe('string')
  expect(reasons.join()).toContain('bool would fit, if the records shall have true and false')
})

test('a column with another word for a field fits it', () => {
  const known: Descriptor = {
    domain: 'acme.staff',
    version: '1.0',
    description: '',
    records: [{ tag: 'STAFF', fields: [{ name: 'joined', type: 'ts', aliases: ['Entry date'] }] }],
  }
  const base = createRegistry([known]).domains.get('acme.staff')!
  const { text, reasons } = draftDescriptor(
    'own.staff',
    tablesIn({ 'staff.csv': 'Entry date,x\n2026-01-01,1\n' }),
    base,
  )
  expect(reasons[0]).toBe('STAFF.joined of acme.staff fits the column "Entry date".')
  expect(text).not.toContain('Entry date')
})

test('with a domain to extend, only what it lacks', () => {
  const list = `{"title": "x", "vulnerabilities": [
    {"severity": "High", "dueDate": "2021-01-01", "cwes": ["CWE-1", "CWE-2"]},
    {"severity": "low", "dueDate": "2021-01-02"}]}`
  const { fields, reasons, extended } = draftOf({ 'kev.json': list }, 'security', 'VULNERABILITY')
  expect(extended).toBe('core.security')
  expect(fields).toEqual({
    'VULNERABILITY.due_date': { type: 'ts', usual: true, example: '2021-01-01', aliases: ['dueDate'] },
    'VULNERABILITY.cwes': { type: 'string', list: true, example: 'CWE-1' },
  })
  expect(reasons).toContain(
    'VULNERABILITY.severity of core.security fits the column "severity", but does not allow "High".',
  )
})

test('the undefined fields and tags of records extend their domain', () => {
  const records = '@RX drug="a" | copay=5\n@RX drug="b" | copay=2.5\n@BED rid=B-1 | floor:int=3\n@DX code="x"\n'
  const { fields, extended } = draftOf({ 'a.rec': records })
  expect(extended).toBe('core.health')
  expect(Object.keys(fields)).toEqual(['RX.copay', 'BED.rid', 'BED.floor'])
  expect(fields['RX.copay']).toEqual({ type: 'float', usual: true, example: '5' })
})

test('the fields of records keep their names', () => {
  const text = '@VULNERABILITY rid=V-1 | cve="CVE-2026-1" | dueDate="2026-01-02" | Severity="high"\n'
  expect(Object.keys(draftOf({ 'x.security.rec': text }).fields)).toEqual([
    'VULNERABILITY.dueDate',
    'VULNERABILITY.Severity',
  ])
})

test('titles above the names of columns are skipped, and texts that mean nothing are no values', () => {
  const text = 'Register 2026,,\n,,\nName,Age,City\nAda, 7 ,Bern\nBo,n/a,Ulm\n'
  const read = draftDataIn(text, 'x.csv', context, { nulls: ['n/a'] })
  const { fields } = JSON.parse(draftDescriptor('own.data', 'tables' in read ? read.tables : [], undefined).text)
    .records[0]
  expect(fields.map(({ name, type }: FieldDescriptor) => `${name} ${type}`)).toEqual([
    'name string',
    'age int',
    'city string',
  ])
  expect('tables' in read && read.tables[0]!.notes).toEqual([
    'The names of the columns are read from line 3; an import needs --header 3.',
  ])
  expect('tables' in draftDataIn(text, 'x.csv', context, { header: 3 })).toBe(true)
})

test('JSON Lines, and what cannot be read', () => {
  expect(draftOf({ 'x.ndjson': '{"a": 1}\n{"a": 2}\n' }).fields).toEqual({
    'X.a': { type: 'int', usual: true, example: '1' },
  })
  expect(draftDataIn('[1]', 'x.json', context)).toEqual({
    problems: [expect.stringContaining('Here is 1, and no record')],
  })
  expect(draftDataIn('{', 'x.json', context)).toEqual({ problems: [expect.stringContaining('This is not JSON')] })
})

test.each([
  ['data/airports.csv', 'AIRPORT'],
  ['cities.2026.csv', 'CITY'],
  ['status.csv', 'STATUS'],
  ['Address.csv', 'ADDRESS'],
  ['2026-q1.csv', 'Q1'],
  ['doc.csv', 'RECORD'],
  ['…', 'RECORD'],
])('the tag of %s', (name, tag) => expect(tagOfFile(name)).toBe(tag))

test.each([
  ['Due date', 'due_date'],
  ['dueDate', 'due_date'],
  ['DUE-DATE', 'due_date'],
  ['cveID', 'cve_id'],
  ['HTTPServer2', 'http_server2'],
  ['Größe (cm)', 'grosse_cm'],
  ['2nd', 'n2nd'],
  ['', 'column'],
])('the field of the column %j', (column, name) => expect(fieldName(column)).toBe(name))

test('patterns of ids', () => {
  const of = (...texts: string[]): string | undefined => patternOf(new Set(texts))
  expect(of('CVE-2021-1', 'CVE-2022-12', 'CVE-2023-3', 'CVE-2023-4', 'CVE-2023-5')).toBe('CVE-\\d{4}-\\d{1,}')
  expect(of('a1', 'b2', 'c3', 'd4', 'e5')).toBe('[a-z]{1}\\d{1}')
  expect(of('a1', 'B2', 'c3', 'd4', 'e5')).toBe('[A-Za-z]{1}\\d{1}')
  expect(of('a', 'b', 'c', 'd', 'e')).toBeUndefined()
  expect(of('a1', '2b', 'c3', 'd4', 'e5')).toBeUndefined()
  expect(of('a1', 'b2')).toBeUndefined()
})

test('whatever the data are, a draft is a descriptor without errors', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('1', 'true', '2026-01-01', 'AP1', '')), { minLength: 1 }),
      ),
      fc.array(fc.string(), { minLength: 1 }),
      fc.constantFrom(undefined, 'core.health'),
      (cells, names, base) => {
        const quoted = [names, ...cells].map(row => row.map(cell => JSON.stringify(cell)).join(','))
        const read = draftDataIn(quoted.join('\n'), 'rx.csv', context, { tag: 'RX' })
        if ('problems' in read) return
        const { text } = draftDescriptor(
          'own.data',
          read.tables,
          base === undefined ? undefined : builtinRegistry.domainNamed(base),
        )
        const { problems } = readDescriptorFile(text)
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
      },
    ),
    { numRuns: runs(400) },
  ))
