import {
  alsoRead,
  type DeclaredRule,
  declaredRules,
  fieldsOfPlaces,
  isBroken,
  readsToo,
} from '../../../shared/check/declared-rules.ts'
import { type FollowedColumns, followedColumns } from '../../../shared/check/followed-columns.ts'
import { isValueOf } from '../../../shared/check/followed-records.ts'
import { messageOf } from '../../../shared/check/rule-message.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { Frame } from '../../../shared/expression/frame.ts'
import type { RecordLinks, RecordValues, Value } from '../../../shared/expression/values.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import type { Failure } from '../../files/failure.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { contextOf } from '../file-state.ts'
import type { FoundProblem } from '../found-problem.ts'
import { LinkedRecords } from '../linked-records.ts'
import type { PartFact, ValuesFact } from './facts.ts'
import type { RecordsFact } from './facts-in-columns.ts'
import { rulesOfPart } from './facts-of-part.ts'
import { rowsOfFacts } from './rows-of-facts.ts'

/** A file with the facts that rules about several records need. */
export interface RuledFile {
  readonly planned: PlannedFile
  readonly parts: readonly PartFact[]
  readonly values: readonly (ValuesFact | RecordsFact)[]
}

/**
 * Fails if a rule of this reduce did not run in the map of a part, or reads values that the map did not write. Rules of
 * domains without records in a part do not matter.
 */
export function missingValues({ planned, parts }: Omit<RuledFile, 'values'>, registry: Registry): Failure | undefined {
  const context = contextOf(planned, registry)
  const isMissing = ({ data }: PartFact): boolean => {
    const own = rulesOfPart(Object.keys(data.counts), context)
    return lacks(data.followed, own.followed) || lacks(data.rules, own.rules)
  }
  if (!parts.some(isMissing)) return undefined
  const why = `${planned.source.file} was mapped with fewer rules than this reduce has`
  return { failure: `${why}; use the same configuration, --descriptors and --rule for --map and --reduce.` }
}

type NamesByPath = Readonly<Record<string, readonly string[]>>

/** Whether some lists of names lack names of others. */
const lacks = (written: NamesByPath, wanted: NamesByPath): boolean =>
  Object.entries(wanted).some(([path, names]) =>
    names.some(name => !Object.hasOwn(written, path) || !written[path]!.includes(name)),
  )

/**
 * Runs the rules about several records on the values in the facts of all files. Without the records, their problems
 * have no fixes.
 *
 * @returns a function that returns the problems of a file, in no order
 */
export function checkRules(
  files: readonly RuledFile[],
  registry: Registry,
  hasher: NameHasher,
): (file: string) => FoundProblem[] {
  const subjects = files.map(file => ({
    file,
    lists: rowsOfFacts(file.values, contextOf(file.planned, registry), hasher),
  }))
  const [first] = files
  // All files of a run have the same columns.
  const columns: FollowedColumns = first ? followedColumns(contextOf(first.planned, registry)) : new Map()
  const records = new LinkedRecords(
    subjects.flatMap(({ lists }) => lists.map(({ rows }) => rows)),
    columns,
    registry,
    hasher,
  )
  const problems = new Map<string, FoundProblem[]>()
  for (const { file, lists } of subjects) {
    const context = contextOf(file.planned, registry)
    const times = new Map(file.parts.map(({ part, data }) => [part, data.now]))
    const found: FoundProblem[] = []
    for (const { part, rows, factAt } of lists) {
      const now = { time: times.get(part)!, isDate: false }
      for (const { row, record } of records.breaking(rows, context, now)) {
        const fact = factAt(row)
        const own = recordOf(fact, record)
        for (const rule of declaredRules(record.tag, context).across) {
          const frame = new Frame(own, now, records)
          if (isBroken(rule, frame)) found.push(...problemOf(rule, frame, fact))
        }
      }
    }
    problems.set(file.planned.source.file, found)
  }
  return file => problems.get(file) ?? []
}

/** A record with all values that its fact has, as messages tell some of which rows keep only a hash. */
const recordOf = ({ data: { values } }: ValuesFact, links: RecordLinks): RecordValues => ({
  get: field => {
    const value = Object.hasOwn(values, field.name) ? (values[field.name] as Value | null) : null
    return value !== null && isValueOf(field, value) ? value : undefined
  },
  isWritten: ({ name }) => Object.hasOwn(values, name),
  links,
})

function problemOf(rule: DeclaredRule, frame: Frame, { file, entry, data: { places } }: ValuesFact): FoundProblem[] {
  const { code, severity, tag } = rule
  if (!places) return []
  const { record, byField } = places
  const found = fieldsOfPlaces(rule).flatMap(name => (Object.hasOwn(byField, name) ? { name, at: byField[name]! } : []))
  const [first = { name: undefined, at: byField['']! }] = found
  const others = alsoRead(rule, found)
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
