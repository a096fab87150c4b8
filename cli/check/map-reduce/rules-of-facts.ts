import {
  type DeclaredRule,
  declaredRules,
  fieldsOfPlaces,
  isBroken,
  messageOf,
  readsToo,
} from '../../../shared/check/declared-rules.ts'
import { FollowedRecord, FollowedRecords, followedFields, isValueOf } from '../../../shared/check/followed-records.ts'
import type { FieldDefinition, Registry, Tag } from '../../../shared/domains/registry.ts'
import { Frame } from '../../../shared/expression/frame.ts'
import type { Failure } from '../../files/failure.ts'
import { identityOfName, shortText } from '../../output/problem-identity.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { contextOf } from '../file-state.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { PartFact, RecordsFact, ValuesFact } from './facts.ts'
import { codesOfRules } from './facts-of-part.ts'

/** A file with the facts that rules about several records need. */
export interface RuledFile {
  readonly planned: PlannedFile
  readonly parts: readonly PartFact[]
  readonly values: readonly (ValuesFact | RecordsFact)[]
}

/**
 * Fails if a rule of this reduce did not run in the map of a part, or reads values that the map did not write.
 */
export function missingValues({ planned, parts }: Omit<RuledFile, 'values'>, registry: Registry): Failure | undefined {
  const followed = followedFields(contextOf(planned, registry))
  const own = Object.entries(codesOfRules(contextOf(planned, registry)))
  const lacks = (
    written: Readonly<Record<string, readonly string[]>>,
    path: string,
    names: readonly string[],
  ): boolean => names.some(name => !Object.hasOwn(written, path) || !written[path]!.includes(name))
  const isMissing = ({ data }: PartFact): boolean =>
    own.some(([path, codes]) => lacks(data.rules, path, codes)) ||
    [...followed].some(([{ fullName }, fields]) =>
      lacks(
        data.followed,
        fullName.path,
        fields.map(({ name }) => name),
      ),
    )
  if (!parts.some(isMissing)) return undefined
  const why = `${planned.source.file} was mapped with fewer rules than this reduce has`
  return { failure: `${why}; use the same configuration, --descriptors and --rule for --map and --reduce.` }
}

/**
 * Runs the rules about several records on the values in the facts of all files. Without the records, their problems
 * have no fixes.
 *
 * @returns a function that returns the problems of a file, in the order of their places
 */
export function checkRules(files: readonly RuledFile[], registry: Registry): (file: string) => FoundProblem[] {
  const all = new FollowedRecords()
  const subjects = files.map(file => ({ file, lists: listsOf(file, registry) }))
  for (const { lists } of subjects)
    for (const { path, records } of lists) for (const record of records) all.add(path, record)
  const problems = new Map<string, FoundProblem[]>()
  for (const { file, lists } of subjects) {
    const times = new Map(file.parts.map(({ part, data }) => [part, data.now]))
    const found: FoundProblem[] = []
    for (const list of lists) {
      const now = { time: times.get(list.part)!, isDate: false }
      for (const rule of list.across)
        list.records.forEach((record, index) => {
          const frame = new Frame(record, now, all)
          if (isBroken(rule, frame)) found.push(...problemOf(rule, frame, list.factAt(index)))
        })
    }
    found.sort((one, other) => one.entry - other.entry || one.start - other.start)
    problems.set(file.planned.source.file, found)
  }
  return file => problems.get(file) ?? []
}

/** Some records of one tag in a part. */
interface KnownRecords {
  /** The path of their tag. */
  readonly path: string
  readonly part: number
  readonly across: readonly DeclaredRule[]
  readonly records: readonly FollowedRecord[]
  /** The fact about the record with an index alone. */
  factAt(index: number): ValuesFact
}

function listsOf({ planned, values }: RuledFile, registry: Registry): KnownRecords[] {
  const context = contextOf(planned, registry)
  const followed = followedFields(context)
  const names = new Map([...followed].map(([tag, fields]) => [tag, fields.map(({ name }) => name)]))
  return values.flatMap(fact => {
    const tag = registry.domains.get(fact.domain)?.tags.get(fact.tag)
    const fields = tag && followed.get(tag)
    if (!fields) return []
    const rows = fact.kind === 'records' ? valuesOfRows(fact, fields) : [valuesOf(fact, fields)]
    return {
      path: tag.fullName.path,
      part: fact.part,
      across: declaredRules(tag, context).across,
      records: rows.map(row => new FollowedRecord(names.get(tag)!, row)),
      factAt: index => (fact.kind === 'records' ? valuesFactAt(fact, tag, index) : fact),
    }
  })
}

const valuesOf = ({ data: { values } }: ValuesFact, fields: readonly FieldDefinition[]): FollowedRecord['values'] =>
  fields.map(field => {
    if (!Object.hasOwn(values, field.name)) return undefined
    const value = values[field.name]!
    return value !== null && isValueOf(field, value) ? value : null
  })

function valuesOfRows(
  { data: { entries, values } }: RecordsFact,
  fields: readonly FieldDefinition[],
): FollowedRecord['values'][] {
  const columns = fields.map(field => ({ field, values: Object.hasOwn(values, field.name) ? values[field.name]! : [] }))
  return entries.map((_, index) =>
    columns.map(({ field, values }) => {
      const value = values[index] ?? undefined
      return value === undefined || isValueOf(field, value) ? value : null
    }),
  )
}

/** The fact about one of many records. */
function valuesFactAt({ data, ...fact }: RecordsFact, { identityField, fullName }: Tag, index: number): ValuesFact {
  const entry = fact.entry + data.entries[index]!
  const textOf = (name: string): string => String(data.values[name]?.[index] ?? '')
  const places = Object.entries(data.places ?? {}).flatMap(([name, { starts, lengths }]) => {
    const start = starts[index]!
    const length = lengths[index]!
    if (length === 0) return []
    const span = { line: entry + 1, column: start + 1, endLine: entry + 1, endColumn: start + length + 1 }
    return [[name, { start, ...span, text: shortText(textOf(name)) }]] as const
  })
  const { path } = fullName
  const record = identityOfName({ path, id: textOf(identityField) })
  return {
    ...fact,
    kind: 'values',
    entry,
    data: { values: {}, places: { record, byField: Object.fromEntries(places) } },
  }
}

function problemOf(rule: DeclaredRule, frame: Frame, { file, entry, data: { places } }: ValuesFact): FoundProblem[] {
  const { code, severity, tag } = rule
  if (!places) return []
  const { record, byField } = places
  const found = fieldsOfPlaces(rule).flatMap(name => (Object.hasOwn(byField, name) ? { name, at: byField[name]! } : []))
  const [first = { name: undefined, at: byField['']! }, ...others] = found
  if (!first.at) return []
  const { start, line, column, endLine, endColumn, text } = first.at
  return [
    {
      entry,
      start,
      code,
      placed: {
        code,
        severity,
        message: messageOf(rule, frame),
        line,
        column,
        endLine,
        endColumn,
        domain: tag.domain.path,
        tag: tag.name,
        field: first.name ?? null,
        identity: { record, value: text },
        related:
          others.length === 0
            ? undefined
            : others.map(({ name, at }) => ({ file, line: at.line, message: readsToo(name) })),
        isFixable: false,
        fixes: [],
      },
    },
  ]
}
