// The law of drafts: a descriptor that is drafted from data, and then records that are converted from the same data
// with the same options, have no problem.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile, problemsOf } from '../shared/check/check.ts'
import type { Problem } from '../shared/check/problem.ts'
import type { TableChoices } from '../shared/convert/foreign-tables/foreign-table.ts'
import { readForeignTable } from '../shared/convert/foreign-tables/records.ts'
import { readTextTable } from '../shared/convert/foreign-tables/text-table.ts'
import { written } from '../shared/convert/reading.ts'
import { byOrder, givenOf } from '../shared/convert/rows.ts'
import type { Descriptor } from '../shared/domains/descriptor.ts'
import type { FileContext } from '../shared/domains/domains-in-force.ts'
import { createRegistry } from '../shared/domains/registry.ts'
import { draftDescriptor } from '../shared/draft/draft-descriptor.ts'
import { draftDataIn, tagOfFile } from '../shared/draft/tables.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { parse } from '../shared/syntax/tree.ts'
import { runs } from './property-values.ts'
import { builtinRegistry } from './records.ts'

interface Outcome {
  readonly reasons: readonly string[]
  readonly descriptor: Descriptor
  /** What the user has to decide before the conversion. */
  readonly doubts: readonly string[]
  readonly refusals: readonly string[]
  readonly texts: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
}

/** Drafts a descriptor for files, converts these with it, and checks the records. */
function draftAndConvert(files: Readonly<Record<string, string>>, choices: Partial<TableChoices> = {}): Outcome {
  const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [] }
  const tables = Object.entries(files).flatMap(([name, text]) => {
    const read = draftDataIn(text, name, context, choices)
    return 'problems' in read ? expect.unreachable(read.problems.join()) : read.tables
  })
  const { text, reasons } = draftDescriptor('own.data', tables)
  const descriptor = JSON.parse(text) as Descriptor
  const own = {
    registry: createRegistry([descriptor]),
    fileName: 'a.rec',
    settingDomains: ['own.data'],
  }
  const read = Object.entries(files).map(([name, data]) => ({
    name,
    ...readForeignTable(readTextTable(data), tagOfFile(name), own, { fields: new Map(), ...choices }),
  }))
  const texts = Object.fromEntries(
    read.map(({ name, rows }) => [`${name}.rec`, written(byOrder(rows).map(givenOf), own)]),
  )
  return {
    reasons,
    descriptor,
    doubts: read.flatMap(({ doubts }) => doubts.map(({ message }) => message)),
    refusals: read.flatMap(({ problems }) => problems.map(({ message }) => message)),
    texts,
    problems: problemsIn(texts, own),
  }
}

/** The problems of files that may refer to each other. */
function problemsIn(texts: Readonly<Record<string, string>>, context: FileContext): readonly Problem[] {
  const files = Object.entries(texts).map(([name, text]) => ({ name, file: checkFile(parse(text), context) }))
  const index = new WorkspaceIndex()
  for (const { name, file } of files) index.update(name, file)
  return files.flatMap(({ name, file }) => problemsOf(file, checkIntegrity(name, file, index).problems))
}

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map(cells => `${cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')

const two = (number: number): string => String(number).padStart(2, '0')

/** Forms of columns: what a column can be called, and the values of its rows. */
const forms: Readonly<Record<string, readonly [names: readonly string[], fc.Arbitrary<string>]>> = {
  serialDay: [['Due date', 'created', 'expiryDate'], fc.integer({ min: 30_000, max: 60_000 }).map(String)],
  otherNumber: [['Postal', 'Distance'], fc.integer({ min: -99_999, max: 99_999 }).map(String)],
  dollars: [['Price', 'Unit cost'], fc.nat(9_999_999).map(cents => `$${(cents / 100).toLocaleString('en')}`)],
  euros: [['Betrag'], fc.nat(99_999).map(cents => `${(cents / 100).toFixed(2).replace('.', ',')} €`)],
  currencies: [['Total'], fc.tuple(fc.constantFrom('USD', 'EUR'), fc.nat(999)).map(pair => pair.join(' '))],
  percent: [['Share'], fc.nat(100).map(number => `${number} %`)],
  limit: [
    ['Result', 'value', 'Troponin'],
    fc.tuple(fc.constantFrom('', '<', '> ', '≤', '>='), fc.nat(500)).map(([sign, number]) => `${sign}${number / 100}`),
  ],
  measured: [
    ['Dose', 'Result', 'value'],
    fc
      .tuple(fc.constantFrom('', '<'), fc.nat(500), fc.constantFrom(' mg', ' mmol/L', '%', ' 10^9/L'))
      .map(([sign, number, unit]) => `${sign}${number / 10}${unit}`),
  ],
  list: [
    ['Tags', 'Affected'],
    fc.array(fc.constantFrom('red', 'green', 'deep blue'), { minLength: 1, maxLength: 3 }).map(some => some.join(', ')),
  ],
  otherList: [
    ['Labels'],
    fc.array(fc.constantFrom('x', 'y'), { minLength: 1, maxLength: 3 }).map(some => some.join(';')),
  ],
  mail: [['Email'], fc.nat(10_000).map(number => `u${number}@example.org`)],
  code: [['Code', 'Item No', 'Customer ref'], fc.nat(999_999).map(number => String(number).padStart(6, '0'))],
  id: [['ID', 'id', 'Order ID', 'key'], fc.nat(30).map(number => `O-${number}`)],
  word: [['Status', 'status', 'Kind'], fc.constantFrom('open', 'closed', 'High', 'n/a')],
  truth: [['Active'], fc.constantFrom('Yes', 'no')],
  zeros: [['Flag'], fc.constantFrom('0', '1')],
  day: [['Start', 'opened_on'], fc.tuple(fc.nat(27), fc.nat(11)).map(([day, month]) => `${day + 1}.${month + 1}.2026`)],
  slashDay: [['End'], fc.tuple(fc.nat(27), fc.nat(11)).map(([day, month]) => `${day + 1}/${month + 1}/2026`)],
  time: [['Collected'], fc.nat(23).map(hour => `2026-06-30T${two(hour)}:05`)],
  decimal: [
    ['Ratio'],
    fc.nat(99_999).map(number => `${Math.floor(number / 1000)},${String(number % 1000).padStart(3, '0')}`),
  ],
  text: [['Note', 'Größe (cm)', '2nd', 'a:b', '%', '#'], fc.string({ maxLength: 12 })],
}

interface Column {
  readonly name: string
  readonly cells: readonly string[]
}

const columnOf = (rows: number): fc.Arbitrary<Column> =>
  fc.constantFrom(...Object.values(forms)).chain(([names, values]) =>
    fc.record({
      name: fc.constantFrom(...names),
      cells: fc.array(fc.oneof({ weight: 12, arbitrary: values }, { weight: 1, arbitrary: fc.constant('') }), {
        minLength: rows,
        maxLength: rows,
      }),
    }),
  )

const tableText: fc.Arbitrary<string> = fc
  .integer({ min: 1, max: 40 })
  .chain(rows =>
    fc
      .uniqueArray(columnOf(rows), { minLength: 1, maxLength: 7, selector: ({ name }) => name })
      .map(columns => csvOf([columns.map(({ name }) => name), ...transposed(columns, rows)])),
  )

const transposed = (columns: readonly Column[], rows: number): string[][] =>
  Array.from({ length: rows }, (_, row) => columns.map(({ cells }) => cells[row]!))

const anyChoices: fc.Arbitrary<Partial<TableChoices>> = fc.record(
  {
    dateOrder: fc.constantFrom('day-month', 'month-day', 'unchanged'),
    decimalMark: fc.constantFrom('comma', 'point', 'unchanged'),
    timeZone: fc.constantFrom('Z', 'Europe/Berlin'),
    timeZones: fc.constant(new Map([['Collected', '+02:00']])),
    nulls: fc.constant(['n/a', 'open']),
    fields: fc.constantFrom(
      new Map([['Note', '']]),
      new Map([['Status', 'state:string']]),
      new Map([['Result', 'value(number),sign(comparator),unit(unit)']]),
      new Map([['Order ID', 'rid,order']]),
    ),
  },
  { requiredKeys: [] },
)

test('a draft and a conversion with the same options give records without a problem', () => {
  let converted = 0
  fc.assert(
    fc.property(fc.record({ 'orders.csv': tableText, 'parts.csv': tableText }), anyChoices, (files, choices) => {
      const { doubts, refusals, problems, reasons, texts } = draftAndConvert(files, choices)
      // What can be read in two ways is for the user to decide, and the draft says so.
      if (doubts.length > 0) {
        expect(reasons.join('\n')).toMatch(/where it needs --(?:decimal-mark|date-order)/)
        return
      }
      // Titles, and columns that no field can have, are told by the conversion.
      if (refusals.length > 0) return
      converted++
      const isOfRepeatedId = ({ code }: Problem): boolean =>
        code === 'duplicate-rid' && /several rows have the id/.test(reasons.join('\n'))
      expect({ texts, problems: problems.filter(one => !isOfRepeatedId(one)) }).toEqual({ texts, problems: [] })
    }),
    { numRuns: runs(2000) },
  )
  expect(converted).toBeGreaterThan(runs(2000) / 3)
})

/** A table with as many rows as each column has values, and the fields of its draft, each in one line. */
function fieldsFor(columns: Readonly<Record<string, readonly string[]>>, choices?: Partial<TableChoices>) {
  const cells = Object.values(columns)
  const rows = cells[0]!.map((_, row) => cells.map(column => column[row] ?? ''))
  const { descriptor, problems, doubts, refusals, texts, reasons } = draftAndConvert(
    { 'lab.csv': csvOf([Object.keys(columns), ...rows]) },
    choices,
  )
  expect([problems, doubts, refusals]).toEqual([[], [], []])
  const { fields, unique } = descriptor.records[0]!
  return {
    fields: fields.map(({ name, type, unit, list, enum: values }) =>
      [name, type, unit, list && 'list', values?.join(' ')].filter(part => part !== undefined).join(' '),
    ),
    unique,
    first: texts['lab.csv.rec']!.split('\n')[0],
    reasons,
  }
}

const twelve = <Value>(cellOf: (index: number) => Value): Value[] =>
  Array.from({ length: 12 }, (_, index) => cellOf(index))

test('numbers of days in a column that is called after a day are dates', () => {
  const days = twelve(index => String(45_292 + index * 30))
  const { fields, first, reasons } = fieldsFor({ 'Due date': days, Distance: days })
  expect(fields).toEqual(['due_date ts', 'distance int'])
  expect(first).toBe('@LAB due_date:ts=2024-01-01 | distance:int=45292')
  expect(reasons.join('\n')).toContain(
    'due_date: ts, as recline convert reads all 12 values as one, such as "45292" as 2024-01-01; if the days count from 1904, "45292" is 2028-01-02',
  )
})

test('money has its unit, and several currencies a field of their own', () => {
  const { fields, first } = fieldsFor({
    Price: twelve(index => `$1,${200 + index}.50`),
    Total: twelve(index => `${index % 2 ? 'EUR' : 'USD'} ${index + 1}`),
  })
  expect(fields).toEqual(['price float $', 'total int', 'total_unit string USD EUR'])
  expect(first).toBe('@LAB price:float=1200.50 | total:int=1 | total_unit="USD"')
})

test('signs of comparison get a field of their own, and so do several units', () => {
  const { fields, first, reasons } = fieldsFor({
    Result: twelve(index => `${index % 3 ? '' : '<'}0.${index + 1}`),
    Dose: twelve(index => `${index + 1} ${index % 2 ? 'mg' : 'g'}`),
  })
  expect(fields).toEqual(['result float', 'result_comparator string < <= > >=', 'dose int', 'dose_unit string g mg'])
  expect(first).toBe('@LAB result:float=0.1 | result_comparator="<" | dose:int=1 | dose_unit="g"')
  expect(reasons).toContain(
    'LAB.result_comparator: takes the sign of values such as "<0.1", whose number goes into result.',
  )
})

test('a name of a street, a seat and a date are no measured values', () =>
  expect(
    fieldsFor({
      Street: twelve(index => `${index + 1} High Street`),
      Seat: twelve(index => `${index + 1}A`),
      Visit: twelve(index => `${index + 1} May 2026`),
    }).fields,
  ).toEqual(['street string', 'seat string', 'visit ts']))

test('lists have commas; other signs are told', () => {
  const { fields, reasons } = fieldsFor({
    Tags: twelve(index => ['red', 'red, green', 'green', 'red, blue', 'blue, green'][index % 5]!),
    Labels: twelve(index => ['x', 'x;y', 'y', 'z;x'][index % 4]!),
    Name: twelve(index => `Doe, ${['John', 'Jane'][index % 2]!}`),
  })
  expect(fields).toEqual(['tags string list red green blue', 'labels string', 'name string Doe, John Doe, Jane'])
  expect(reasons.join('\n')).toContain('the values seem to be lists with ";" between; a list needs commas')
})

test('what no two rows share is unique if its name says so, and else told', () => {
  const { unique, reasons } = fieldsFor({
    'Badge No': twelve(index => `B${index}`),
    Email: twelve(index => `u${index}@example.org`),
    Name: twelve(index => `Person ${index}`),
  })
  expect(unique).toEqual([['email']])
  expect(reasons).toContain('LAB: email is unique, as each row has another value.')
  expect(reasons).toContain('LAB: each row has another value in name; add a list to "unique" for what always is so.')
})

test('where no field identifies a row, two together may', () => {
  const { unique, reasons } = fieldsFor({
    Employee: twelve(index => `E-${index % 4}`),
    Month: twelve(index => `2026-0${1 + Math.floor(index / 4)}-01`),
  })
  expect(unique).toEqual([['employee', 'month']])
  expect(reasons).toContain('LAB: employee and month are unique together, as no two rows have the same values in both.')
})

test('a reference to another file, also in lists, and to the same one', () => {
  const sites = csvOf([
    ['Site ID', 'Parent'],
    ['S-1', ''],
    ['S-2', 'S-1'],
    ['S-3', 'S-1'],
    ['S-4', 'S-2'],
  ])
  const visits = csvOf([
    ['Visit ID', 'Site list'],
    ...twelve(index => [`V-${index}`, ['S-1', 'S-1, S-2', 'S-2', 'S-3, S-1', 'S-3'][index % 5]!]),
  ])
  const { descriptor, problems } = draftAndConvert({ 'sites.csv': sites, 'visits.csv': visits })
  expect(problems).toEqual([])
  expect(
    descriptor.records.map(({ tag, fields }) => [tag, fields.map(({ name, ref }) => `${name} ${ref ?? ''}`)]),
  ).toEqual([
    ['SITE', ['rid ', 'parent SITE']],
    ['VISIT', ['rid ', 'site_list SITE']],
  ])
})

test('a mapping counts: other names, several fields, none, codes as texts, and parts of values', () => {
  const { fields, first } = fieldsFor(
    {
      'Sample No': twelve(index => `S${index}`),
      Zip: twelve(index => String(10_115 + index)),
      Note: twelve(() => 'x'),
      Result: twelve(index => `<${index + 1} mg`),
    },
    {
      fields: new Map([
        ['Sample No', 'rid,sample'],
        ['Zip', 'zip:string'],
        ['Note', ''],
        ['Result', 'value(number),unit(unit),sign(comparator)'],
      ]),
    },
  )
  expect(fields).toEqual(['rid string', 'sample string', 'zip string', 'value int', 'unit string mg', 'sign string <'])
  expect(first).toBe('@LAB rid=S0 | sample="S0" | zip="10115" | value:int=1 | unit="mg" | sign="<"')
})

test('the names of columns are read as they are in the draft, however alike they are', () => {
  const { descriptor, problems, refusals } = draftAndConvert({
    'x.csv': csvOf([['AB', 'a b', 'a-b', '%', '#', 'a:b', '日本'], twelve(String).slice(0, 7)]),
  })
  expect([problems, refusals]).toEqual([[], []])
  expect(descriptor.records[0]!.fields.map(({ name }) => name)).toEqual([
    'ab',
    'a_b',
    'a_b_2',
    'column',
    'column_2',
    'a_b_3',
    'column_3',
  ])
})

test('texts without a character stay texts', () => {
  const list = JSON.stringify(twelve(index => ({ n: index % 2 ? '' : index, m: index })))
  const { descriptor, problems } = draftAndConvert({ 'a.json': list })
  expect(problems).toEqual([])
  expect(descriptor.records[0]!.fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['n string', 'm int'])
  const withNulls = draftAndConvert({ 'a.json': list }, { nulls: [''] })
  expect(withNulls.problems).toEqual([])
  expect(withNulls.descriptor.records[0]!.fields[0]!.type).toBe('int')
})
