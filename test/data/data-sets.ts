import { type Random, random } from './random.ts'

/**
 * Small sets of records in the form of public data: their columns, the forms of their values, and the mistakes that a
 * conversion leaves in them. They know nothing of descriptors.
 */
export interface DataSet {
  readonly domain: string
  readonly tag: string
  readonly rows: readonly DataRow[]
}

/** The texts of the fields of a record, in their order. A field with an empty list is written without a value. */
export type DataRow = Readonly<Record<string, string>>

/** A list of vulnerabilities that are exploited: most of its columns are no fields of the tag. */
export const vulnerabilities = (size: number, seed = 1): DataSet => ({
  domain: 'core.security',
  tag: 'VULNERABILITY',
  rows: rowsOf(size, seed, ({ of, once, below }, index) => ({
    rid: `V-${index}`,
    cve: `CVE-${2019 + below(8)}-${1000 + index}`,
    severity: of(['high', 'High', 'HIGH', 'critical', 'Moderate', 'medium', 'low', 'N/A']),
    cvss: of(['9.8', '7.5', '11', 'n/a', '-']),
    exploited: of(['true', 'Yes', 'No', '1', '0', 'false']),
    vendorProject: of(['Acme', 'Zoë & Söhne', 'Beta, Inc', 'Acme "Labs"']),
    ...(once(2) && { notes: `https://example.org/${index}?a=b|c` }),
    ...(once(3) && { 'cwe.id': `CWE-${below(900)}` }),
    'due-date': `2026-0${1 + below(9)}-1${below(10)}`,
  })),
})

/** Claims with amounts as people write them, and some that no number of a computer holds. */
export const claims = (size: number, seed = 2): DataSet => ({
  domain: 'core.insurance',
  tag: 'CLAIM',
  rows: rowsOf(size, seed, ({ of, once, below }, index) => ({
    rid: `CLM-${index}`,
    status: of(['settled', 'Settled', 'under investigation', 'under_investigation', 'denied', 'paid']),
    loss_date: of(['2026-01-31', '2026-02-30', '31.01.2026', '2026-06-30T08:00:00Z']),
    ...(!once(6) && { amount_claimed: String(below(100_000) / 100) }),
    amount_paid: of([String(below(5000)), '1,000', '$500', `${below(900)}.50`]),
    adjuster: of(['Ada', 'Bo', 'ADA']),
  })),
})

/** Patients with letters, digits and words for what is one of few values. */
export const patients = (size: number, seed = 3): DataSet => ({
  domain: 'core.health',
  tag: 'PATIENT',
  rows: rowsOf(size, seed, ({ of, once, below }, index) => ({
    rid: `P-${index}`,
    mrn: `MRN${String(index).padStart(6, '0')}`,
    gender: of(['M', 'F', 'male', 'Female', 'unknown', 'OTHER']),
    active: of(['0', '1', 'Yes', 'true', 'TRUE', 'unknown']),
    ...(!once(4) && { weight_kg: of([String(40 + below(60)), '80,5', '77.25']) }),
    ...(once(3) && { last_seen: `2026-01-${10 + below(20)}` }),
  })),
})

/** The entries of a zone, with numbers over 2^53. */
export const dnsEntries = (size: number, seed = 4): DataSet => ({
  domain: 'core.infrastructure',
  tag: 'DNS',
  rows: rowsOf(size, seed, ({ of, once, below }, index) => ({
    rid: `D-${index}`,
    name: `h${below(50)}.example.org`,
    type: of(['A', 'a', 'mx', 'CNAME', 'SOA']),
    value: of(['192.0.2.1', 'mail.example.org']),
    ttl: of([String(below(86_400)), '9007199254740993', '9007199254740992', '18014398509481985', '1h']),
    ...(once(3) && { Zone: 'example.org' }),
  })),
})

/** Profiles of groups of attackers, collected from several sources that write each value in another way. */
export const threatActors = (size: number, seed = 5): DataSet => ({
  domain: 'core.security',
  tag: 'THREAT',
  rows: rowsOf(size, seed, ({ of, once, below }, index) => ({
    rid: `TA-${index}`,
    name: of(['Copper Heron', 'Кот', "O'Malley Crew", 'Team "Null"']),
    category: of(['apt', 'APT', 'Nation-State', 'nation state', 'cybercrime', 'crime']),
    confidence: of([String(below(101)), '85 %', 'high', '0.5']),
    tlp: of(['amber', 'AMBER', 'TLP:RED', 'white', 'clear']),
    ...(!once(3) && { ttps: of(['T1190', 'T1059.004,T1071.001', 'T1190,T1566']) }),
    ...(once(2) && { aliases: of(['Group 7; Heron', 'none']) }),
    ...(once(4) && { 'first-seen': `20${10 + below(16)}` }),
    Country: of(['XA', 'XB', '??']),
  })),
})

/** Reports on incidents of many teams, with times as people write them. */
export const postMortems = (size: number, seed = 6): DataSet => ({
  domain: 'core.devops',
  tag: 'INCIDENT',
  rows: rowsOf(size, seed, ({ of, once, below }, index) => ({
    rid: `INC-2026-${String(index).padStart(4, '0')}`,
    title: of(['Checkout | times out', 'Login says "no"', 'Disk full @ 99 %', '']),
    severity: of(['sev1', 'SEV1', 'Sev 2', '3', 'sev4']),
    status: of(['postmortem', 'Post-mortem', 'resolved', 'Resolved', 'mitigated']),
    ttd_min: of([String(below(90)), '2h', '-1', '<5']),
    ttr_min: of([String(below(3000)), '', '1,440']),
    ...(once(2) && { commander: of(['Ada', 'on-call-web', 'ADA ']) }),
    ...(!once(3) && { root_cause: of(['config', 'Config', 'deploy', 'unknown']) }),
    ...(once(3) && { 'customers-affected': String(below(10_000)) }),
  })),
})

function rowsOf(size: number, seed: number, row: (random: Random, index: number) => DataRow): DataRow[] {
  const numbers = random(seed)
  return Array.from({ length: size }, (_, index) => row(numbers, index))
}

/** The records as text, each on a line: values in quotes, as an import writes what it does not know. */
export const recordText = ({ domain, tag, rows }: DataSet): string =>
  `@DOC domain=${domain}\n${rows
    .map(
      row =>
        `@${tag} ${Object.entries(row)
          .map(([name, text]) => `${name}="${text.replace(/["\\]/g, '\\$&')}"`)
          .join(' | ')}\n`,
    )
    .join('')}`
