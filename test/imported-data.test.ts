import { Command } from 'commander'
import { expect, test } from 'vitest'
import { checkCommand } from '../cli/check/command.ts'
import { convertCommand } from '../cli/convert/command.ts'
import { draft } from '../cli/descriptors/draft.ts'
import { queryCommand } from '../cli/query/command.ts'
import type { Descriptor } from '../shared/domains/descriptor.ts'
import {
  airports,
  catalog,
  certificates,
  type Export,
  type ExportRow,
  exploitedVulnerabilities,
  grades,
  nodes,
  people,
  runways,
} from './data/exports.ts'
import { ownFolder } from './own-folder.ts'

/** Imports of data as other programs write them, beside plain JavaScript that knows nothing of descriptors. */

const folder = ownFolder()

type Fields = Readonly<Record<string, string | undefined>>

/** The records that an export becomes, each with its fields as texts, and what is said. */
async function imported(
  { file, text }: Export,
  ...args: readonly string[]
): Promise<{ records: Fields[]; said: string }> {
  folder.write({ [file]: text })
  const output = await folder.said(() =>
    convertCommand(new Command('recline').exitOverride()).parseAsync([folder.at(file), '--to', 'ndjson', ...args], {
      from: 'user',
    }),
  )
  const isRecord = (line: string): boolean => line.startsWith('{') && !line.includes('"$tag":"DOC"')
  const lines = output.split('\n')
  const records = lines.filter(isRecord).map(line => {
    // Numbers and truth values as texts, so that no digit is lost.
    const { $tag: _, ...fields } = JSON.parse(
      line.replace(/(":)(-?\d[\d.e+]*|true|false)(?=[,}])/gi, '$1"$2"'),
    ) as Record<string, string>
    return fields
  })
  return { records, said: lines.filter(line => !isRecord(line)).join('\n') }
}

/** Without the fields that are absent. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined))

const expectRecords = (records: readonly Fields[], { rows }: Export, expected: (row: ExportRow) => Fields): void =>
  expect(records).toEqual(rows.map(row => present(expected(row))))

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', 'Z')

const size = 200

test('vulnerabilities below a key of JSON', async () => {
  const data = exploitedVulnerabilities(size)
  const { records, said } = await imported(
    data,
    ...['--tag', 'VULNERABILITY', '--map-column', 'cveID=rid,cve', '--null', 'N/A'],
  )
  expectRecords(records, data, row => ({
    rid: row.cveID,
    cve: row.cveID,
    vendorProject: row.vendorProject!.trim(),
    knownRansomwareCampaignUse: row.knownRansomwareCampaignUse,
    dateAdded: row.dateAdded,
    cvss: row.cvss === 'N/A' ? undefined : row.cvss,
    exploited: String(row.exploited === 'Yes'),
  }))
  const blanks = data.rows.filter(({ vendorProject }) => vendorProject !== vendorProject!.trim()).length
  expect(said).toContain(`"vendorProject": ${blanks} values are read without surrounding blanks, such as `)
  expect(said).toContain('The records are the list "vulnerabilities"; "title" and "count" are left out.')
})

test('lines of JSON with brackets in names', async () => {
  const data = nodes(size)
  const { records } = await imported(data, '--tag', 'NODE')
  expectRecords(records, data, row => ({
    rid: row['Node ID'],
    Role: row.Role,
    cpu: row['CPU (%)'],
    region: row.region,
  }))
})

test('certificates with the times of programs, and an empty column', async () => {
  const data = certificates(size)
  const { records, said } = await imported(data, '--tag', 'CERT')
  expectRecords(records, data, row => ({
    rid: row['CERT ID'],
    domain: row.Domain,
    issued: dayOf(Date.parse(row.Issued!)),
    expires: dayOf(Number(row.Expires) * 1000),
    auto_renew: String(row['Auto-Renew'] === '1'),
  }))
  expect(said).not.toContain('Empty')
  expect(said).toContain(`"Expires": ${size} dates are read from the number of seconds since 1970, such as `)
})

test('people of a spreadsheet below a title', async () => {
  const data = people(size)
  const args = ['--tag', 'EMPLOYEE', '--null', 'NULL,-', '--map-value', 'location:Genève=Geneva']
  expect((await imported(data, ...args)).said).toContain('The first row seems to be a title')
  const { records, said } = await imported(data, ...args, '--header', '2')
  expectRecords(records, data, row => {
    const [day = '', month = '', year = ''] = row['Start Date']!.split('.')
    const place = row.Location!.trim()
    return {
      rid: row['Employee No'],
      location: place === 'Genève' ? 'Geneva' : place,
      start_date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
      fte: row.FTE!.replace(',', '.'),
      shoe_size_eu: row['Shoe size (EU)'],
      role: row.Role === 'NULL' || row.Role === '-' ? undefined : row.Role,
    }
  })
  const nothing = data.rows.filter(({ Role }) => Role === 'NULL' || Role === '-').length
  expect(said).toContain(`"Role": ${nothing} values are read as no value, such as `)
})

test('results without names of columns', async () => {
  const data = grades(size)
  const columns = ['column_1=rid', 'column_2=passed', 'column_3=score'].flatMap(one => ['--map-column', one])
  const args = ['--tag', 'ASSESSMENT', '--header', 'none', ...columns]
  const { records, said } = await imported(data, ...args)
  expectRecords(records, data, row => ({
    rid: row.column_1,
    passed: row.column_2!.toLowerCase(),
    score: row.column_3,
  }))
  expect(said).toContain('1 line that starts with # above the names of columns is skipped.')
})

test('objects in objects of one of several lists', async () => {
  const data = catalog(size)
  const { records } = await imported(data, '--tag', 'CONTROL', '--records', 'catalog.controls', '--flatten')
  expectRecords(records, data, row => row)
  expect((await imported(data, '--tag', 'CONTROL')).said).toContain(
    'There are several lists of objects: a, catalog.controls.',
  )
})

test('airports and runways become records of a drafted domain, and queries count as plain JavaScript does', async () => {
  const [places, ways] = [airports(60), runways(size, 60)]
  folder.write({ [places.file]: places.text, [ways.file]: ways.text })
  const descriptor = folder.at('air.domain.json')
  const reasons = await folder.said(() =>
    draft([folder.at(places.file), folder.at(ways.file)], {
      descriptors: [],
      exclude: [],
      mapColumn: new Map(),
      mapValue: new Map(),
      null: [],
      sheet: [],
      domain: 'own.air',
      output: descriptor,
    }),
  )
  expect(reasons).toContain('RUNWAY.lighted: bool, as recline convert reads all 200 values as one, such as ')
  const { records } = JSON.parse(folder.read('air.domain.json')) as Descriptor
  const types = records.flatMap(({ tag, fields }) =>
    fields.map(({ name, type, ref }) => `${tag}.${name} ${ref ?? type}`),
  )
  expect(types.sort()).toEqual(
    [
      ...['id string', 'ident string', 'type string', 'name string', 'latitude_deg float', 'elevation_ft int'],
      ...['iso_country string', 'municipality string', 'scheduled_service bool', 'gps_code string', 'keywords string'],
      ...['id string', 'airport_ref AIRPORT', 'length_ft int', 'width_ft float', 'surface string'],
      ...['lighted bool', 'closed bool', 'le_ident string'],
    ]
      .map((text, index) => `${index < 11 ? 'AIRPORT' : 'RUNWAY'}.${text}`)
      .sort(),
  )
  const own = ['--descriptors', descriptor]
  expectRecords((await imported(places, '--tag', 'AIRPORT', ...own)).records, places, ({ Keywords, ...row }) => ({
    ...row,
    name: row.name!.trim(),
    scheduled_service: String(row.scheduled_service === 'yes'),
    keywords: Keywords,
  }))
  expectRecords((await imported(ways, '--tag', 'RUNWAY', ...own)).records, ways, row => ({
    ...row,
    lighted: String(row.lighted === '1'),
    closed: String(row.closed === '1'),
  }))
  const run = (define: (program: Command) => unknown, ...args: readonly string[]): Promise<string> =>
    folder.said(() => {
      const program = new Command('recline').exitOverride()
      define(program)
      return program.parseAsync([...args, ...own], { from: 'user' })
    })
  for (const [{ file }, tag] of [
    [places, 'AIRPORT'],
    [ways, 'RUNWAY'],
  ] as const)
    await run(convertCommand, 'convert', folder.at(file), '--tag', tag, '--output', folder.at(`${tag}.rec`))
  expect(await run(checkCommand, 'check', folder.at())).toContain(`${size + 60} records: no problems.`)
  const open = ways.rows.filter(({ closed, lighted }) => closed === '0' && lighted === '1')
  const bySurface = [...new Set(open.map(({ surface }) => surface))].sort().map(surface => {
    const some = open.filter(row => row.surface === surface)
    return `${surface},${some.length},${some.reduce((sum, { length_ft = '0' }) => sum + Number(length_ft), 0)}`
  })
  const question = ['--tag', 'RUNWAY', '--format', 'csv', '--sort', 'surface', '--where', 'lighted && !closed']
  expect(
    await run(queryCommand, 'query', folder.at(), ...question, '--count-by', 'surface', '--sum', 'length_ft'),
  ).toBe(`surface,count,sum(length_ft)\n${bySurface.join('\n')}\nexit undefined`)
  const high = new Set(places.rows.filter(({ elevation_ft }) => Number(elevation_ft) > 4000).map(({ id }) => id))
  const follow = ['--tag', 'RUNWAY', '--format', 'csv', '--where', 'airport_ref.elevation_ft > 4000', '--select', 'id']
  expect(await run(queryCommand, 'query', folder.at(), ...follow)).toBe(
    ['id', ...ways.rows.flatMap(row => (high.has(row.airport_ref) ? row.id! : [])), 'exit undefined'].join('\n'),
  )
})
