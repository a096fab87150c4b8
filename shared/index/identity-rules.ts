import type { Finding } from '../check/problem.ts'
import type { ReferenceContext, Report, Rule } from '../check/rule.ts'
import { rulesFor } from '../check/rules/index.ts'
import { type Definition, type RecordName, type Reference, recordName } from '../domains/identity.ts'
import type { Domain, Registry } from '../domains/registry.ts'
import type { RecordNode, Span } from '../syntax/nodes.ts'
import type { Place } from '../syntax/tree.ts'

/** What the rules about identity and references ask about the records of all files. */
export interface AllRecords {
  /** How many records have this name. */
  count(name: RecordName): number
  /** Whether another file than this one has records of this name. */
  isElsewhere(name: RecordName, uri: string): boolean
  /** Where the ids of the records of this name are, in the order of their files; at most `limit` of them. */
  definitionsOf(name: RecordName, limit?: number): Place[]
  /** The ids of all records of a tag. */
  idsOf(name: RecordName): Iterable<string>
  /** The id that a new record of a tag gets, where that is known. */
  nextIdOf(name: RecordName): string | undefined
}

/** A record whose names are checked against the records of all files. */
export interface NamedRecord {
  readonly uri: string
  /** Undefined where only its names are known; its problems have no fixes then. */
  readonly record: RecordNode | undefined
  /** The path of its domain. */
  readonly domain: string
  readonly tag: string
  /** Whether a place is inside this record. */
  holds(place: Place): boolean
  /** Whether a domain is in force at this record. */
  isInForce(domain: Domain): boolean
}

/**
 * Runs the rules about identity on an id that several records have.
 *
 * @param isLater whether a record above it in the same file has the id
 */
export function checkDefinition(
  named: NamedRecord,
  definition: Definition,
  records: AllRecords,
  isLater: boolean,
): Finding[] {
  const findings: Finding[] = []
  const { uri, record, holds } = named
  const others = (): Place[] =>
    records
      .definitionsOf(definition, relatedLimit + 1)
      .filter(place => !holds(place))
      .slice(0, relatedLimit)
  const shared = {
    record,
    definition,
    count: records.count(definition),
    isLater,
    isElsewhere: () => records.isElsewhere(definition, uri),
    others,
    nextId: () => records.nextIdOf(definition),
  }
  for (const rule of definitionRules)
    rule.definition({ ...shared, report: reporter(findings, rule, named, definition) })
  return findings
}

/** Runs the rules about references on a reference to a record that no file has. */
export function checkReference(
  named: NamedRecord,
  reference: Reference,
  records: AllRecords,
  registry: Registry,
): Finding[] {
  const findings: Finding[] = []
  const target = registry.domains.get(reference.domain)
  const isInForce = target !== undefined && named.isInForce(target)
  const context = referenceContext(
    named.record,
    `${named.tag}.${reference.field}`,
    reference,
    isInForce,
    records,
    registry,
  )
  for (const rule of referenceRules)
    rule.reference({ ...context, report: reporter(findings, rule, named, reference, reference.field) })
  return findings
}

/** How many other places a problem points at. */
const relatedLimit = 5

/**
 * Fixes keep this context, and a problem outlives many versions of its file. So the context must not refer to the file.
 */
function referenceContext(
  record: RecordNode | undefined,
  label: string,
  reference: Reference,
  isInForce: boolean,
  records: AllRecords,
  { domains }: Registry,
): Omit<ReferenceContext, 'report'> {
  const names = (): RecordName[] =>
    [...domains.values()].flatMap(({ tags }) =>
      [...tags.values()].map(({ fullName }) => recordName(fullName, reference.id)),
    )
  let others: RecordName[] | undefined
  return {
    record,
    label,
    reference,
    otherTags: () => (others ??= names().filter(name => records.count(name) > 0)),
    ids: () => records.idsOf(reference),
    target: domains.get(reference.domain)?.tags.get(reference.tag),
    isInForce,
    placesOf: name => records.definitionsOf(name, relatedLimit),
  }
}

function reporter(
  findings: Finding[],
  { code, severity }: Rule,
  { domain, tag }: NamedRecord,
  standard: Span,
  field?: string,
): Report {
  return (message, { at: { start, end } = standard, related, fixes } = {}) => {
    findings.push({ code, severity, message, start, end, domain, tag, field, related, fixes })
  }
}

const definitionRules = rulesFor('definition')
const referenceRules = rulesFor('reference')
