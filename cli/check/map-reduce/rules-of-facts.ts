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
import type { PlannedFile } from '../../plan/plan.ts'
import { contextOf } from '../file-state.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { PartFact, ValuesFact } from './facts.ts'

/** A file with the facts that rules about several records need. */
export interface RuledFile {
  readonly planned: PlannedFile
  readonly parts: readonly PartFact[]
  readonly values: readonly ValuesFact[]
}

/** Fails if the map of a part did not write all values that the rules of this reduce read. */
export function missingValues({ planned, parts }: Omit<RuledFile, 'values'>, registry: Registry): Failure | undefined {
  const followed = followedFields(contextOf(planned, registry))
  const isMissing = ({ data }: PartFact): boolean =>
    [...followed].some(([{ fullName }, fields]) => {
      const written = new Set(Object.hasOwn(data.followed, fullName.path) ? data.followed[fullName.path] : [])
      return fields.some(({ name }) => !written.has(name))
    })
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
  const subjects = files.map(file => ({ file, records: recordsOf(file, registry) }))
  for (const { records } of subjects) for (const { tag, record } of records) all.add(tag.fullName.path, record)
  const problems = new Map<string, FoundProblem[]>()
  for (const { file, records } of subjects) {
    const context = contextOf(file.planned, registry)
    const times = new Map(file.parts.map(({ part, data }) => [part, data.now]))
    const found = records.flatMap(({ tag, record, fact }) => {
      const now = { time: times.get(fact.part)!, isDate: false }
      return declaredRules(tag, context).across.flatMap(rule => {
        const frame = new Frame(record, now, all)
        return isBroken(rule, frame) ? problemOf(rule, frame, fact) : []
      })
    })
    found.sort((one, other) => one.entry - other.entry || one.start - other.start)
    problems.set(file.planned.source.file, found)
  }
  return file => problems.get(file) ?? []
}

interface KnownRecord {
  readonly tag: Tag
  readonly record: FollowedRecord
  readonly fact: ValuesFact
}

function recordsOf({ planned, values }: RuledFile, registry: Registry): KnownRecord[] {
  const followed = followedFields(contextOf(planned, registry))
  const names = new Map([...followed].map(([tag, fields]) => [tag, fields.map(({ name }) => name)]))
  return values.flatMap(fact => {
    const tag = registry.domains.get(fact.domain)?.tags.get(fact.tag)
    const fields = tag && followed.get(tag)
    return fields ? { tag, record: new FollowedRecord(names.get(tag)!, valuesOf(fact, fields)), fact } : []
  })
}

const valuesOf = ({ data: { values } }: ValuesFact, fields: readonly FieldDefinition[]): FollowedRecord['values'] =>
  fields.map(field => {
    if (!Object.hasOwn(values, field.name)) return undefined
    const value = values[field.name]!
    return value !== null && isValueOf(field, value) ? value : null
  })

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
