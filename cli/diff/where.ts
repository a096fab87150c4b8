import { FollowedRecords, fieldsToFollow, followedRecord } from '../../shared/check/declared/followed-records.ts'
import { MissingRecords } from '../../shared/check/missing-records.ts'
import type { Change } from '../../shared/diff/changes.ts'
import { definitionFor, tagOfRecord } from '../../shared/diff/record-key.ts'
import type { Unit } from '../../shared/diff/units.ts'
import type { Registry, Tag } from '../../shared/domains/registry.ts'
import {
  compiled,
  othersRead,
  type ReadExpression,
  type Reads,
  readCondition,
} from '../../shared/expression/expression.ts'
import type { ExpressionProblem } from '../../shared/expression/read/nodes.ts'
import { Frame } from '../../shared/expression/run/frame.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import { missingNotes, noRecordNote } from '../../shared/query/missing-note.ts'
import type { Failure } from '../files/failure.ts'

/** A version of the compared records. */
export interface ComparedVersion {
  readonly units: readonly Unit[]
  /** The name of its file, for units that have none. */
  readonly name: string
}

/** The changes of records that fit a condition, and sentences about records that it looks for and that are missing. */
export interface FoundChanges {
  readonly changes: readonly Change[]
  readonly notes: readonly string[]
}

/**
 * Keeps the changes of records that fit a condition before or after. References lead to records of the same version.
 *
 * @param condition an expression, such as `severity == "high"`
 * @param now what `now` means, in milliseconds since 1970
 * @returns what is wrong with the condition, if it fits none of the tags of the changes
 */
export function changesWhere(
  condition: string,
  changes: readonly Change[],
  before: ComparedVersion,
  after: ComparedVersion,
  registry: Registry,
  now: number,
): FoundChanges | Failure {
  const changed = changes.flatMap(change => [change.after, change.before])
  const tags = new Set(changed.map(unit => tagOfUnit(unit, registry)).filter(tag => tag !== undefined))
  const read = [...tags].map(tag => readCondition(condition, tag, registry, 'query'))
  const usable = read.filter(({ problems }) => problems.length === 0)
  const problem = meantProblem(read)
  if (problem && usable.length === 0) return { failure: `--where: ${problem.message}` }
  const conditions = new Map(usable.map(one => [one.scope.tag, compiled(one)!]))
  const others = othersRead(usable)
  const missing = new MissingRecords<FileLine>()
  const fitsIn = ({ units, name }: ComparedVersion): ((unit: Unit | undefined) => boolean) => {
    const records = reachableUnits(units, others, registry)
    return unit => {
      const tag = tagOfUnit(unit, registry)
      const evaluate = tag && conditions.get(tag)
      if (!evaluate) return false
      const { record, file, line } = unit!
      const reachable = missing.reachable(records, { file: file === '' ? name : file, line: line + 1 })
      return (
        evaluate(new Frame(new ParsedRecord(record!, undefined, 'query'), { time: now, isDate: false }, reachable)) ===
        true
      )
    }
  }
  const [fitsBefore, fitsAfter] = [fitsIn(before), fitsIn(after)]
  const found = changes.filter(change => fitsAfter(change.after) || fitsBefore(change.before))
  return { changes: found, notes: missingRecordNotes(missing, [...before.units, ...after.units]) }
}

/** The place of a record: the name of its file, and its line from 1. */
interface FileLine {
  readonly file: string
  readonly line: number
}

/** The tag of the record of a unit; undefined if there is none, or if it is unknown. */
const tagOfUnit = (unit: Unit | undefined, registry: Registry): Tag | undefined =>
  unit?.record && definitionFor(unit.record, registry)

function missingRecordNotes(missing: MissingRecords<FileLine>, units: readonly Unit[]): string[] {
  const isThere = (tag: string): boolean => units.some(({ record }) => record && tagOfRecord(record) === tag)
  const absent = [...missing.referringTags].filter(tag => !isThere(tag))
  return [...missingNotes(missing, place => place), ...(absent.length > 0 ? [noRecordNote(absent)] : [])]
}

/** What is wrong with a condition: for the tag that is meant, for which a correction is known. */
function meantProblem(read: readonly ReadExpression[]): ExpressionProblem | undefined {
  const problems = read.flatMap(one => one.problems.slice(0, 1))
  return problems.find(({ replacements = [] }) => replacements.length > 0) ?? problems[0]
}

/** The records that conditions can reach. */
function reachableUnits(units: readonly Unit[], others: Reads['others'], registry: Registry): FollowedRecords {
  const records = new FollowedRecords()
  if (others.size === 0) return records
  for (const unit of units) {
    const tag = tagOfUnit(unit, registry)
    const read = tag && others.get(tag.nameOfRecords.path)
    if (!read) continue
    const record = new ParsedRecord(unit.record!, undefined, 'query')
    records.add(tag.nameOfRecords.path, followedRecord(fieldsToFollow(tag, read), record))
  }
  return records
}
