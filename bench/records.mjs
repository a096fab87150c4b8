// The records for all measurements. They are always the same; each has 160 characters as a line of a .rec file.
import { readFileSync } from 'node:fs'
import { recordLine } from './notations.mjs'

/**
 * @typedef {object} Kind what a record is: a tag and the fields that are written of it
 * @property {string} domain
 * @property {string} tag
 * @property {string} prefix what its ids start with
 * @property {string} text the field that is made so long that the record has its length
 * @property {boolean} isUnique whether no two records may have the same text there, with others
 * @property {Field[]} fields
 *
 * @typedef {object} Field a field as its descriptor has it
 * @property {string} name
 * @property {'string' | 'int' | 'float' | 'ts' | 'bool'} type
 * @property {string} description
 * @property {string} example
 * @property {boolean} [required]
 * @property {string[]} [enum]
 * @property {[number, number]} [range]
 * @property {string} [pattern]
 * @property {string} [ref]
 *
 * @typedef {{ field: Partial<Field> & Pick<Field, 'name' | 'type'>, value: string | number | boolean }} Value
 * @typedef {{ kind: Kind, values: Value[], isWrong: boolean }} Entry
 */

const recordLength = 160

/** The controls of a company: records of one tag. */
export const controls = [
  kindOf('compliance', 'CONTROL', 'CTL', 'title', ['rid', 'framework', 'title', 'status', 'owner', 'maturity']),
]

/** Controls, and the findings that refer to them. */
export const audit = [
  ...controls,
  kindOf('compliance', 'FINDING', 'FND', 'description', [
    'rid',
    'control_ref',
    'severity',
    'description',
    'remediation_due',
    'status',
  ]),
]

/** Twelve tags of five domains, some of which refer to others. */
export const mixed = [
  ...audit,
  kindOf('compliance', 'RISK_ASSESSMENT', 'RSK', 'risk', ['rid', 'risk', 'likelihood', 'impact', 'treatment', 'owner']),
  kindOf('devops', 'DEPLOY', 'DPL', 'service', ['rid', 'service', 'version', 'commit', 'environment', 'status']),
  kindOf('devops', 'INCIDENT', 'INC', 'title', ['rid', 'severity', 'title', 'status', 'commander', 'ttd_min']),
  kindOf('devops', 'CHANGE', 'CHG', 'description', [
    'rid',
    'type',
    'description',
    'risk_level',
    'approver',
    'rollback_plan',
  ]),
  kindOf('infrastructure', 'NODE', 'NOD', 'provider', ['rid', 'type', 'provider', 'region', 'status', 'cpu_pct']),
  kindOf('infrastructure', 'SERVICE', 'SVC', 'name', ['rid', 'name', 'status', 'replicas', 'node_ref', 'port']),
  kindOf('research', 'EXPERIMENT', 'EXP', 'hypothesis', [
    'rid',
    'title',
    'hypothesis',
    'status',
    'irb_approved',
    'start_date',
  ]),
  kindOf('research', 'SAMPLE', 'SMP', 'type', [
    'rid',
    'experiment_ref',
    'type',
    'collected_date',
    'measurements',
    'integrity',
  ]),
  kindOf('security', 'VULNERABILITY', 'VUL', 'affected', [
    'cve',
    'cvss',
    'severity',
    'affected',
    'patch_available',
    'exploited',
  ]),
  kindOf('security', 'IOC', 'IOC', 'value', ['rid', 'type', 'value', 'valid_from', 'confidence', 'tlp']),
]

/** Ten tags of five domains, whose records the built-in rules about several records compare. */
export const related = [
  ...audit,
  kindOf('hr', 'EMPLOYEE', 'EMP', 'role', ['rid', 'department', 'role', 'start_date', 'status', 'manager_ref']),
  kindOf('insurance', 'POLICY', 'POL', 'holder_encrypted', [
    'rid',
    'holder_encrypted',
    'coverage_limit',
    'effective_date',
    'expiry_date',
    'status',
  ]),
  kindOf('insurance', 'CLAIM', 'CLM', 'loss_type', ['rid', 'policy_ref', 'loss_date', 'loss_type', 'status']),
  kindOf('insurance', 'COVERAGE', 'COV', 'exclusions', ['policy_ref', 'peril', 'limit', 'exclusions']),
  kindOf('research', 'EXPERIMENT', 'EXP', 'title', ['rid', 'title', 'status', 'start_date', 'end_date']),
  kindOf('research', 'SAMPLE', 'SMP', 'storage', [
    'rid',
    'experiment_ref',
    'type',
    'collected_date',
    'integrity',
    'storage',
  ]),
  kindOf('research', 'PUBLICATION', 'PUB', 'title', ['rid', 'title', 'journal', 'submitted', 'status']),
  kindOf('research', 'PEER_REVIEW', 'REV', 'comments', [
    'publication_ref',
    'recommendation',
    'decision_date',
    'comments',
  ]),
]

/**
 * @param {readonly Kind[]} kinds the kinds of the records, which are in random order
 * @param {number} count the number of records
 * @param {number} wrong the share of records with one problem, from 0 to 1; schemas find these problems too
 * @returns {Generator<Entry>}
 */
export function* generateRecords(kinds, count, wrong) {
  const random = createRandom(42)
  /** The number of records of each tag so far. @type {Map<string, number>} */
  const numbers = new Map()
  for (let index = 0; index < count; index++) {
    const kind = pick(kinds, random)
    numbers.set(kind.tag, (numbers.get(kind.tag) ?? 0) + 1)
    /** @type {Value[]} */
    const values = kind.fields.flatMap(field => {
      const value = field.name === kind.text ? '' : fieldValue(field, kind, kinds, numbers, random)
      return value === undefined ? [] : [{ field, value }]
    })
    agreeWithRules(kind, values)
    const isWrong = random() < wrong
    if (isWrong) spoil(values, random)
    const length = recordLength - 1 - recordLine({ kind, values }).length
    const start = kind.isUnique ? `${numbers.get(kind.tag)} ` : ''
    for (const given of values)
      if (given.field.name === kind.text) given.value = start + sentence(length - start.length, random)
    yield { kind, isWrong, values }
  }
}

/**
 * The id of a record.
 *
 * @param {Pick<Kind, 'prefix'>} kind
 * @param {number} number the number of the record among those of its kind, from 1
 */
export const idOf = ({ prefix }, number) => `${prefix}-${String(number).padStart(7, '0')}`

/**
 * @param {string} domain
 * @param {string} tag
 * @param {string} prefix
 * @param {string} text
 * @param {string[]} names those of the fields
 * @returns {Kind}
 */
function kindOf(domain, tag, prefix, text, names) {
  /** @type {{ records: { tag: string, fields: Field[], unique?: string[][] }[] }} */
  const { records } = JSON.parse(readFileSync(new URL(`../descriptors/${domain}.json`, import.meta.url), 'utf8'))
  const { fields = [], unique = [] } = records.find(record => record.tag === tag) ?? {}
  return {
    domain: `core.${domain}`,
    tag,
    prefix,
    text,
    isUnique: unique.flat().includes(text),
    fields: names.flatMap(name => fields.find(field => field.name === name) ?? []),
  }
}

/**
 * A value that the rules of the field allow; undefined for a reference if there is no record to refer to.
 *
 * @param {Field} field
 * @param {Kind} kind
 * @param {readonly Kind[]} kinds
 * @param {ReadonlyMap<string, number>} numbers the number of records of each tag so far
 * @param {() => number} random
 * @returns {Value['value'] | undefined}
 */
function fieldValue(field, kind, kinds, numbers, random) {
  if (field.name === 'rid') return idOf(kind, numbers.get(kind.tag) ?? 0)
  if (field.ref) {
    // A record refers to one above it, so that the references lead in no circle.
    const count = (numbers.get(field.ref) ?? 0) - (field.ref === kind.tag ? 1 : 0)
    // One reference in fifty is to the first record, because in real files some records have many references too.
    const number = random() < 0.02 ? 1 : 1 + Math.floor(random() * count)
    const target = kinds.find(({ tag }) => tag === field.ref)
    return count === 0 || !target ? undefined : idOf(target, number)
  }
  // No two coverages are the same one: a policy, a peril and a limit are unique together.
  if (field.name === 'limit') return (numbers.get(kind.tag) ?? 0) / 1000
  const agrees = agreeing[`${kind.tag}.${field.name}`]
  if (agrees ?? field.enum) return pick(agrees ?? field.enum, random)
  if (field.pattern) return field.example
  const [low, high] = field.range ?? (field.name === 'coverage_limit' ? [1000, 9000] : [0, 1000])
  switch (field.type) {
    case 'int':
      return low + Math.floor(random() * (high - low + 1))
    case 'float':
      return Math.round((low + random() * (high - low)) * 10) / 10
    case 'ts':
      return new Date(Date.UTC(yearOf(field.name), 0, 1) + Math.floor(random() * 500_000) * 60_000)
        .toISOString()
        .replace('.000', '')
    case 'bool':
      return random() < 0.5
    case 'string':
      return `${pick(words, random)} ${pick(words, random)}`
  }
}

/** The values that agree with the declared rules, which no JSON Schema has. @type {Record<string, string[]>} */
const agreeing = {
  'CHANGE.risk_level': ['low', 'medium'],
  'CONTROL.status': ['in-progress', 'implemented', 'tested', 'effective'],
  'DEPLOY.commit': ['4f9c2e7ab1d3', '0b7a91de', '9e107d9d372bb6826bd81d3542a419d6'],
  'EMPLOYEE.status': ['active', 'on-leave'],
  'EXPERIMENT.status': ['in-progress', 'completed'],
  'FINDING.severity': ['low', 'medium'],
  'IOC.type': ['file', 'registry-key'],
  'NODE.status': ['running', 'stopped', 'maintenance', 'degraded'],
  'POLICY.status': ['active', 'lapsed', 'cancelled', 'expired'],
  'PUBLICATION.status': ['draft', 'submitted', 'under-review', 'revision', 'accepted'],
}

/**
 * Changes values that break a declared rule, so that all checkers find the same problems.
 *
 * @param {Kind} kind
 * @param {Value[]} values
 */
function agreeWithRules({ tag }, values) {
  /** @param {string} name */
  const given = name => values.find(({ field }) => field.name === name)
  const [cvss, severity, exploited, confidence] = ['cvss', 'severity', 'exploited', 'confidence'].map(given)
  const [port, replicas] = ['port', 'replicas'].map(given)
  if (tag === 'VULNERABILITY' && cvss && severity) severity.value = severityOf(Number(cvss.value))
  if (exploited && Number(cvss?.value) < 4) exploited.value = false
  if (tag === 'IOC' && Number(confidence?.value) < 1 && confidence) confidence.value = 1
  if (tag === 'SERVICE' && port) port.value = Number(port.value) + 1
  if (tag === 'SERVICE' && replicas) replicas.value = Math.max(1, Number(replicas.value))
}

/** @param {number} cvss */
function severityOf(cvss) {
  if (cvss === 0) return 'none'
  if (cvss < 4) return 'low'
  if (cvss < 7) return 'medium'
  return cvss < 9 ? 'high' : 'critical'
}

/**
 * The year of a date, so that what starts is before what it lasts for, and before its end. What has happened is not in
 * the future.
 *
 * @param {string} name of the field
 */
function yearOf(name) {
  if (['start_date', 'effective_date', 'submitted'].includes(name)) return 2024
  // A rule asks which work is overdue.
  if (name === 'remediation_due') return 2999
  return ['end_date', 'expiry_date', 'decision_date'].includes(name) ? 2027 : 2025
}

/**
 * Adds one problem to a record: a value that is not allowed, out of range or of another type, or an unknown field.
 *
 * @param {Value[]} values
 * @param {() => number} random
 */
function spoil(values, random) {
  const ways = [() => void values.push({ field: { name: 'remarks', type: 'string' }, value: 'none' })]
  for (const given of values) {
    const { type, enum: allowed, range } = given.field
    /** @param {Value['value']} value */
    const write = value =>
      ways.push(() => {
        given.value = value
      })
    if (allowed) write('unheard-of')
    if (range) write(range[1] + 7)
    if (type === 'int') write('many')
  }
  pick(ways, random)()
}

const words =
  'access rights are reviewed each quarter by owners of every system while backups get restored in tests and suppliers report changes to plans'.split(
    ' ',
  )

/**
 * A text of random words with this length, but at least 8 characters.
 *
 * @param {number} length
 * @param {() => number} random
 */
function sentence(length, random) {
  let text = pick(words, random)
  while (text.length < length) text += ` ${pick(words, random)}`
  return text.slice(0, Math.max(length, 8)).replace(/ $/, 's')
}

/**
 * @template Thing
 * @param {readonly Thing[]} values
 * @param {() => number} random
 */
const pick = (values, random) => values[Math.floor(random() * values.length)]

/**
 * A small random number generator (mulberry32). Its numbers are from 0 to 1.
 *
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
