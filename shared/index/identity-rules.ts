import type { Finding } from '../check/problem.ts'
import type { ReferenceContext, Report, Rule, UniqueContext } from '../check/rule.ts'
import { rulesFor } from '../check/rules/index.ts'
import { type Definition, type RecordName, type Reference, recordName } from '../domains/identity.ts'
import type { Domain, Registry, Tag } from '../domains/registry.ts'
import { keyFieldsIn, keyValuesOf } from '../domains/unique-keys.ts'
import type { RecordNode, Span } from '../syntax/nodes.ts'
import type { Place } from '../syntax/tree.ts'
import type { RecordNames } from './indexed-file.ts'

/** What the rules about identity and references ask about the records of all files. */
export interface AllRecords {
  /** How many records have this name. */
  count(name: RecordName): number
  /** Whether several records have this name, if that is known sooner than how many. */
  isRepeated?(name: RecordName): boolean
  /** The paths of the tags that may have records of an id, in no order. */
  tagsWithId(id: string): readonly string[]
  /** Whether another file than this one has records of this name. */
  isElsewhere(name: RecordName, uri: string): boolean
  /**
   * Where the ids of the records of this name are, in the order of their files; at most `limit` of them.
   *
   * @param except leaves out the record with this identity, if the records of its file are known by theirs
   */
  definitionsOf(name: RecordName, limit?: number, except?: RecordNames): Place[]
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
  /** The path of the domain in the name of the record. */
  readonly domain: string
  readonly tag: string
  /** The first of its lines, and the line below it, from 0. */
  readonly firstLine: number
  readonly endLine: number
  /**
   * Whether two lines of its file are on different sides of a merge conflict; undefined if the file has none. Only one
   * of the sides will stay, so their records are not compared.
   */
  readonly areOnOtherSides?: ((line: number, other: number) => boolean) | undefined
  /**
   * Its identity, if `AllRecords` knows the records of its file by theirs. Then other records of its name are those
   * with another identity, wherever all of them have moved. Otherwise they are those on other lines.
   */
  readonly identity?: RecordNames | undefined
}

/** Takes a finding. */
export type TakeFinding = (finding: Finding) => void

/**
 * Runs the rules about identity on an id that several records have.
 *
 * @param isLater whether a record above it in the same file has the id
 */
export function checkDefinition(
  named: NamedRecord,
  definition: Definition,
  isLater: boolean,
  records: AllRecords,
  take: TakeFinding,
): void {
  const repeated = repeatedElsewhere(named, definition, isLater, records)
  for (const rule of definitionRules) {
    rule.definition({
      record: named.record,
      definition,
      ...repeated,
      nextId: () => records.nextIdOf(definition),
      report: reporter(take, rule, named, definition),
    })
  }
}

/**
 * Runs the rules about unique lists on values that several records have. A record whose id is not unique is left out:
 * `duplicate-rid` says already that it is there twice.
 *
 * @param key what the record is called by its values
 * @param definition its id, if it has one; only the name is needed
 * @param isLater whether a record above it in the same file has the values
 */
export function checkKey(
  named: NamedRecord,
  key: Definition,
  definition: RecordName | undefined,
  isLater: boolean,
  records: AllRecords,
  take: TakeFinding,
): void {
  const isIdRepeated = definition !== undefined && records.count(definition) > 1
  if (isIdRepeated && repeatedElsewhere(named, definition, false, records).count > 1) return
  const repeated = repeatedElsewhere(named, key, isLater, records)
  const fields = keyFieldsIn(key.tag)!
  const values = keyValuesOf(fields, key.id)
  for (const rule of keyRules) {
    const withSubject: TakeFinding = finding => take({ ...finding, subject: key.id })
    const report = reporter(withSubject, rule, named, key, fields[0])
    rule.key({ tag: named.tag, fields, values, ...repeated, report })
  }
}

/** Where else records of a name are, without those on the other sides of a merge conflict. */
function repeatedElsewhere(
  { uri, firstLine, endLine, areOnOtherSides, identity }: NamedRecord,
  definition: RecordName,
  isLater: boolean,
  records: AllRecords,
): Pick<UniqueContext, 'count' | 'isLater' | 'isElsewhere' | 'others'> {
  const count = records.count(definition)
  const isOther = ({ uri: other, start: { line } }: Place): boolean =>
    other !== uri || line < firstLine || line >= endLine
  const others = (): Place[] => {
    const places = records.definitionsOf(definition, relatedLimit + 1, identity)
    return identity ? places : places.filter(isOther)
  }
  const most = count > manyRecords ? 1 : relatedLimit
  // Of more records than this, not all places are known.
  if (!areOnOtherSides || count > relatedLimit + 1)
    return {
      count,
      isLater,
      isElsewhere: () => records.isElsewhere(definition, uri),
      others: () => others().slice(0, most),
    }
  const counted = others().filter(
    ({ uri: other, start: { line } }) => other !== uri || !areOnOtherSides(firstLine, line),
  )
  return {
    count: counted.length + 1,
    isLater: counted.some(({ uri: other, start: { line } }) => other === uri && line < firstLine),
    isElsewhere: () => counted.some(({ uri: other }) => other !== uri),
    others: () => counted,
  }
}

/**
 * Runs the rules about references on a reference to a record that no file has.
 *
 * @param inForce the domains in force at the record that refers
 */
export function checkReference(
  named: NamedRecord,
  reference: Reference,
  inForce: readonly Domain[],
  records: AllRecords,
  registry: Registry,
  take: TakeFinding,
): void {
  // An extension of the tag may be in force, whose records have the same names.
  const inForceTag = inForce
    .map(({ tags }) => tags.get(reference.tag))
    .find(tag => tag?.nameOfRecords.path === reference.path)
  const label = `${named.tag}.${reference.field}`
  let current = referenceRules[0]!
  const report: Report = (message, details) => {
    reporter(take, current, named, reference, reference.field)(message, details)
  }
  const context = referenceContext(named.record, label, reference, inForceTag, records, registry, report)
  for (const rule of referenceRules) {
    current = rule
    rule.reference(context)
  }
}

/** How many other places a problem points at. */
export const relatedLimit = 5

/** If more records than this have one id, each points at one other, so that the places do not bury the problems. */
const manyRecords = 100

/**
 * Fixes keep this context, and a problem outlives many versions of its file. So the context must not refer to the file.
 */
function referenceContext(
  record: RecordNode | undefined,
  label: string,
  reference: Reference,
  inForceTag: Tag | undefined,
  records: AllRecords,
  { tags }: Registry,
  report: Report,
): ReferenceContext {
  const namesWithRecords = (): RecordName[] => {
    const paths = records.tagsWithId(reference.id)
    // Most ids that no record of a tag has are ids of no record, and there are many tags.
    if (paths.length === 0) return []
    const names: RecordName[] = []
    const looked = new Set<string>()
    for (const { nameOfRecords } of tags.values()) {
      if (looked.has(nameOfRecords.path)) continue
      looked.add(nameOfRecords.path)
      const name = recordName(nameOfRecords, reference.id)
      if (paths.includes(name.path) && records.count(name) > 0) names.push(name)
    }
    return names
  }
  let others: RecordName[] | undefined
  return {
    record,
    label,
    reference,
    otherTags: () => (others ??= namesWithRecords()),
    ids: () => records.idsOf(reference),
    target: inForceTag ?? tags.get(reference.path),
    isInForce: inForceTag !== undefined,
    placesOf: name => records.definitionsOf(name, relatedLimit),
    report,
  }
}

function reporter(
  take: TakeFinding,
  { code, severity }: Rule,
  { domain, tag }: NamedRecord,
  standard: Span,
  field?: string,
): Report {
  return (message, { at: { start, end } = standard, related, fixes } = {}) => {
    take({ code, severity, message, start, end, domain, tag, field, related, fixes })
  }
}

const definitionRules = rulesFor('definition')
const keyRules = rulesFor('key')
const referenceRules = rulesFor('reference')
