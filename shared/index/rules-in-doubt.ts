import type { CheckedFile } from '../check/check.ts'
import { nowIn } from '../check/declared/declared-rules.ts'
import {
  FollowedRecord,
  type FollowedValues,
  followedFields,
  followedRecord,
} from '../check/declared/followed-records.ts'
import { acrossEvaluator, acrossRuleProblems, askForMessages } from '../check/declared/rule-evaluation.ts'
import { indicesWith, Mark } from '../check/marks.ts'
import type { Problem } from '../check/problem.ts'
import type { FieldDefinition, Tag } from '../domains/registry.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import type { ReachableRecords } from '../expression/run/values.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import type { RecordIndex } from './workspace-index.ts'

/**
 * What a check of one file has to know of the records of all files for rules: which of its records break one, and the
 * records that the rules find from these. Threads can send it to each other.
 */
export interface RulesInDoubt {
  /** The records that break a rule, as `followedRecordKey` makes it. */
  readonly broken: ReadonlySet<string>
  /** The values of the found records, with the names of their fields. */
  readonly records: readonly { readonly fields: readonly string[]; readonly values: FollowedValues }[]
  /** Which records each search found, as indices, by the search. */
  readonly found: ReadonlyMap<string, readonly number[]>
  /** Whether references lead in a circle, by the search. */
  readonly circles: ReadonlyMap<string, boolean>
}

/**
 * Evaluates the rules about several records for a file that is not open. Does not look at the text of the file, only at
 * the index.
 *
 * @returns a generator that pauses after every `size` records; its result is undefined if no record breaks a rule
 */
export function* findRulesInDoubt(
  uri: string,
  index: RecordIndex,
  size = 200,
): Generator<undefined, RulesInDoubt | undefined, undefined> {
  const followed = index.followedIn(uri)
  if (!followed) return undefined
  const { context, records } = followed
  const now = nowIn(context)
  const isBroken = acrossEvaluator(context, index.followed, now)
  const broken = new Set<string>()
  const searches = new Searches(index.followed)
  let count = 0
  for (const record of records) {
    if (++count % size === 0) yield
    if (!isBroken(record, record.tag)) continue
    broken.add(followedRecordKey(record.tag, record))
    askForMessages(record, record.tag, context, searches, now)
  }
  return broken.size === 0 ? undefined : { broken, ...searches.known() }
}

/** The problems of rules about several records in a file whose rules in doubt are known. */
export function problemsOfRules(file: CheckedFile, inDoubt: RulesInDoubt): Problem[] {
  const { tree, entries, marks, context } = file
  const followed = followedFields(context)
  const broken = indicesWith(marks, Mark.acrossRules).filter(entry => {
    const tag = entries[entry]!.tag!
    const node = tree.entries[entry] as RecordNode
    const record = followedRecord(followed.get(tag) ?? [], new ParsedRecord(node))
    return inDoubt.broken.has(followedRecordKey(tag, record))
  })
  return acrossRuleProblems(file, broken, new KnownSearches(inDoubt))
}

/** A text that two records share only if no rule can tell them apart. */
const followedRecordKey = ({ fullName }: Tag, { text }: FollowedRecord): string => `${fullName.path} ${text}`

const searchById = ({ fullName }: Tag, id: string): string => `${fullName.path} ${id}`
const searchByField = ({ fullName }: Tag, field: string, id: string): string => `${fullName.path} ${field} = ${id}`

/** Searches records, and notes what it finds. */
class Searches implements ReachableRecords {
  private readonly records: RulesInDoubt['records'][number][] = []
  private readonly found = new Map<string, readonly number[]>()
  private readonly circles = new Map<string, boolean>()
  private readonly indices = new Map<FollowedRecord, number>()

  constructor(private readonly all: RecordIndex['followed']) {}

  find(tag: Tag, id: string): FollowedRecord | undefined {
    const found = this.all.find(tag, id)
    this.note(searchById(tag, id), found ? [found] : [])
    return found
  }

  referrers(tag: Tag, field: string, id: string): readonly FollowedRecord[] {
    const found = this.all.referrers(tag, field, id)
    this.note(searchByField(tag, field, id), found)
    return found
  }

  isInCircle(tag: Tag, field: FieldDefinition, id: string): boolean | undefined {
    const isInCircle = this.all.isInCircle(tag, field, id)
    if (isInCircle !== undefined) this.circles.set(searchByField(tag, field.name, id), isInCircle)
    return isInCircle
  }

  /** What was found. */
  known(): Omit<RulesInDoubt, 'broken'> {
    const { records, found, circles } = this
    return { records, found, circles }
  }

  private note(search: string, found: readonly FollowedRecord[]): void {
    if (!this.found.has(search))
      this.found.set(
        search,
        found.map(record => this.indexOf(record)),
      )
  }

  private indexOf(record: FollowedRecord): number {
    const known = this.indices.get(record)
    if (known !== undefined) return known
    const { fields, values } = record
    const index = this.records.push({ fields, values }) - 1
    this.indices.set(record, index)
    return index
  }
}

/** The same searches, without the other records. */
class KnownSearches implements ReachableRecords {
  private readonly records: readonly FollowedRecord[]
  private readonly found: RulesInDoubt['found']
  private readonly circles: RulesInDoubt['circles']

  constructor({ records, found, circles }: RulesInDoubt) {
    this.records = records.map(({ fields, values }) => new FollowedRecord(fields, values))
    this.found = found
    this.circles = circles
  }

  isInCircle(tag: Tag, field: FieldDefinition, id: string): boolean | undefined {
    return this.circles.get(searchByField(tag, field.name, id))
  }

  find(tag: Tag, id: string): FollowedRecord | undefined {
    return this.at(searchById(tag, id))[0]
  }

  referrers(tag: Tag, field: string, id: string): readonly FollowedRecord[] {
    return this.at(searchByField(tag, field, id))
  }

  private at(search: string): FollowedRecord[] {
    return (this.found.get(search) ?? []).map(index => this.records[index]!)
  }
}
