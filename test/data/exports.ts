import { type Random, random } from './random.ts'

/**
 * Small exports in the form of public data, as other programs write them: their columns, forms of values, gaps and
 * mistakes. They know nothing of descriptors.
 */
export interface Export {
  readonly file: string
  readonly text: string
  readonly rows: readonly ExportRow[]
}

/** The texts of a row by the names of the columns; without a text, the cell is empty. */
export type ExportRow = Readonly<Record<string, string | undefined>>

/** A list of exploited vulnerabilities, as JSON below a key. */
export const exploitedVulnerabilities = (size: number): Export => {
  const rows = rowsOf(size, 11, ({ of, below }, index) => ({
    cveID: `CVE-${2019 + below(8)}-${1000 + index}`,
    vendorProject: of(['Acme', ' Beta, Inc', 'Zoë & Söhne ']),
    knownRansomwareCampaignUse: of(['Known', 'Unknown']),
    dateAdded: `2026-0${1 + below(9)}-1${below(10)}`,
    cvss: of(['9.8', '7.5', 'N/A']),
    exploited: of(['Yes', 'No']),
  }))
  const text = JSON.stringify({ title: 'Catalog', count: size, vulnerabilities: rows }, undefined, 1)
  return { file: 'kev.json', text, rows }
}

/** A list of nodes with 0 and 1, as lines of JSON, with times in seconds. */
export const nodes = (size: number): Export => {
  const rows = rowsOf(size, 12, ({ of, once, below }, index) => ({
    'Node ID': `node-${index}`,
    Role: of(['worker', 'control']),
    'CPU (%)': `${below(100)}.${below(10)}`,
    ...(!once(3) && { region: of(['eu-1', 'us-2']) }),
  }))
  return { file: 'nodes.ndjson', text: rows.map(row => `${JSON.stringify(row)}\n`).join(''), rows }
}

/** Certificates with the times of OpenSSL, and truth as 0 and 1. */
export const certificates = (size: number): Export =>
  csv('certs.csv', ',', size, 13, ({ of, below }, index) => ({
    'CERT ID': `C-${index}`,
    Domain: `h${below(50)}.example.org`,
    Issued: `${of(['Jan', 'Aug', 'Dec'])} ${String(1 + below(28)).padStart(2)} 12:0${below(10)}:00 2026 GMT`,
    Expires: String(1_790_000_000 + below(10_000_000)),
    'Auto-Renew': of(['0', '1']),
    Empty: undefined,
  }))

/** A list of people as a spreadsheet of Germany writes it, with a title above. */
export const people = (size: number): Export => {
  const made = csv('people.csv', ';', size, 14, ({ of, once, below }, index) => ({
    'Employee No': `E-${index}`,
    Location: of(['Bern ', 'Köln', ' Genève']),
    'Start Date': `${1 + below(28)}.${1 + below(12)}.202${below(6)}`,
    FTE: of(['1', '0,8', '0,75']),
    ...(!once(4) && { 'Shoe size (EU)': String(36 + below(12)) }),
    Role: of(['Cook', 'Baker', 'NULL', '-']),
  }))
  return { ...made, text: `All people;;;;;\r\n${made.text.replaceAll('\n', '\r\n')}` }
}

/** Results of students without names of columns, below comments. */
export const grades = (size: number): Export => {
  const made = csv('grades.csv', '\t', size, 15, ({ of, below }, index) => ({
    column_1: `G-${index}`,
    column_2: of(['TRUE', 'FALSE']),
    column_3: String(below(101)),
  }))
  const [, ...lines] = made.text.split('\n')
  return { ...made, text: `# made by a machine\n\n${lines.join('\n')}` }
}

/** Controls of a catalog, with objects in objects. */
export const catalog = (size: number): Export => {
  const rows = rowsOf(size, 16, ({ of, below }, index) => ({
    rid: `ac-${index}`,
    title: of(['Access', 'Audit']),
    'owner.name': of(['Ada', 'Bo']),
    'owner.unit.code': String(below(9)),
  }))
  const nested = rows.map(({ rid, title, ...row }) => ({
    rid,
    title,
    owner: { name: row['owner.name'], unit: { code: row['owner.unit.code'] } },
  }))
  return { file: 'catalog.json', text: JSON.stringify({ a: [{ b: 1 }], catalog: { controls: nested } }), rows }
}

/** Airports, with numbers, codes that look like numbers, gaps, and words for truth. */
export const airports = (size: number): Export =>
  csv('airports.csv', ',', size, 17, ({ of, once, below }, index) => ({
    id: String(6000 + index),
    ident: `XA${String(index).padStart(2, '0')}`,
    type: of(['small_airport', 'heliport', 'closed', 'large_airport']),
    name: of(['Total, "Rf" Field', 'Zürich ', 'Łódź', 'Lake 7']),
    latitude_deg: String((below(18_000) - 9000) / 100),
    ...(!once(5) && { elevation_ft: String(below(9000) - 100) }),
    iso_country: of(['US', 'CH', 'PL']),
    ...(!once(6) && { municipality: of(['Bern', "St. John's", '東京']) }),
    scheduled_service: of(['yes', 'no']),
    gps_code: `00${below(100)}`,
    Keywords: once(3) ? of(['old, base', 'X5A, "hub"']) : undefined,
  }))

/** The runways of airports, with 0 and 1. */
export const runways = (size: number, airportCount: number): Export =>
  csv('runways.csv', ',', size, 18, ({ of, once, below }, index) => ({
    id: String(200_000 + index),
    airport_ref: String(6000 + below(airportCount)),
    ...(!once(9) && { length_ft: String(500 + below(12_000)) }),
    width_ft: of(['75', '150', '98.4']),
    surface: of(['ASPH', 'CON', 'GRASS / SOD']),
    lighted: of(['0', '1']),
    closed: once(20) ? '1' : '0',
    le_ident: of(['09L', '18', 'H1']),
  }))

function csv(
  file: string,
  separator: string,
  size: number,
  seed: number,
  row: (random: Random, index: number) => ExportRow,
): Export {
  const rows = rowsOf(size, seed, row)
  const names = [...new Set(rows.flatMap(one => Object.keys(one)))]
  const cellOf = (text: string): string => (/[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = [names, ...rows.map(one => names.map(name => one[name] ?? ''))]
  return { file, text: lines.map(line => `${line.map(cellOf).join(separator)}\n`).join(''), rows }
}

function rowsOf<Row extends ExportRow>(size: number, seed: number, row: (random: Random, index: number) => Row): Row[] {
  const numbers = random(seed)
  return Array.from({ length: size }, (_, index) => row(numbers, index))
}
