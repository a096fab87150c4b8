import type { CheckedFile } from '../check/check.ts'
import { nowIn, type RulesInForce } from '../check/declared/declared-rules.ts'
import {
  FollowedRecord,
  FollowedRecords,
  type FollowedValues,
  followedFields,
  followedValuesIn,
} from '../check/declared/followed-records.ts'
import { acrossEvaluator, acrossRuleProblems } from '../check/declared/rule-evaluation.ts'
import { prepareReach, type Reach, reachesOf, recordsReading, type TaggedRecord } from '../check/declared/rule-reach.ts'
import type { ByTag } from '../check/declared/tag-groups.ts'
import { indicesWith, Mark } from '../check/marks.ts'
import { type Problem, replacedProblems } from '../check/problem.ts'
import { type FieldDefinition, type Tag, tagOfPath } from '../domains/registry.ts'
import { differenceOf } from '../syntax/difference.ts'
import { allItems, itemAt, itemsBetween, type List, listOf, replaced, withItems } from '../syntax/list.ts'
import type { PackedFile } from './packed-file.ts'

/** A record of a file that rules follow. */
class IndexedValues extends FollowedRecord {
  constructor(
    readonly uri: string,
    readonly tag: Tag,
    fields: readonly string[],
    values: FollowedValues,
    first = 0,
  ) {
    super(fields, values, first)
  }

  isSame(other: IndexedValues): boolean {
    return this.tag === other.tag && this.changedFields(other)?.size === 0
  }
}

/** What rules about several records need of a file: some of its records. */
interface FollowedFile {
  readonly context: RulesInForce
  /** Undefined if the file is not open. */
  readonly checked: CheckedFile | undefined
  /** By entry if the file is open; then other entries have none. */
  readonly records: List<IndexedValues | undefined>
  /** The problems of the rules in an open file, in order; undefined until they are wanted. */
  problems: readonly Problem[] | undefined
  /** The entries whose problems may be others now. */
  readonly stale: Set<number>
}

/**
 * The records of all files that rules can reach, as the files change, and the problems of these rules in open files.
 * After a change, the rules are evaluated again only for the records that read what changed.
 */
export class FollowedIndex {
  private readonly all = new FollowedRecords<IndexedValues>()
  private readonly files = new Map<string, FollowedFile>()
  /** How many files have rules with the same reaches. Most workspaces have the same rules for all files. */
  private readonly reaches = new Map<ByTag<readonly Reach[]>, number>()

  /** The records that rules can reach. */
  get records(): Pick<FollowedRecords<TaggedRecord>, 'find' | 'referrers' | 'isInCircle'> {
    return this.all
  }

  /** The followed records of a file, and the rules that count for it; undefined if there are none. */
  recordsIn(uri: string): { readonly context: RulesInForce; readonly records: readonly TaggedRecord[] } | undefined {
    const file = this.files.get(uri)
    return file && { context: file.context, records: allItems(file.records).filter(record => record !== undefined) }
  }

  /**
   * Takes the content of a file, undefined for a deleted one.
   *
   * @param rules those that count for a file that is not open; without them, nothing of it is followed
   * @returns the files with records whose problems may be others now
   */
  take(uri: string, content: CheckedFile | PackedFile | undefined, rules?: RulesInForce): Set<string> {
    const before = this.files.get(uri)
    const after = content && ('tree' in content ? openFile(uri, content, before) : closedFile(uri, content, rules))
    const { gone, come, kept } = exchanged(before, after)
    if (after) this.files.set(uri, { ...after, records: withItems(after.records, kept) })
    else this.files.delete(uri)
    if (after) this.countReaches(after, 1)
    if (before) this.countReaches(before, -1)
    return gone.length === 0 && come.length === 0 ? new Set() : this.replace(gone, come, after?.context)
  }

  /**
   * Adds the content of a file that is not open and not there yet. Does not look for the problems that may be others
   * now: while a workspace is read, that would take most of the time. `forgetProblems` comes when all is read.
   *
   * @returns a generator that pauses after every `size` records
   */
  *addInParts(
    uri: string,
    content: PackedFile,
    rules: RulesInForce | undefined,
    size: number,
  ): Generator<undefined, void> {
    const file = closedFile(uri, content, rules)
    if (!file) return
    this.files.set(uri, file)
    this.countReaches(file, 1)
    let count = 0
    for (const record of allItems(file.records)) {
      if (record) this.addRecord(record, file.context)
      if (++count % size === 0) yield
    }
  }

  /** The problems of rules about several records in a file, in order. */
  problemsIn(uri: string, checked: CheckedFile): readonly Problem[] {
    const file = this.files.get(uri)
    const ruled = (): number[] => indicesWith(checked.marks, Mark.acrossRules)
    if (file?.checked !== checked) return acrossRuleProblems(checked, ruled(), this.all)
    const { problems, stale } = file
    if (!problems) file.problems = acrossRuleProblems(checked, this.breaking(file, ruled()), this.all)
    else if (stale.size > 0) {
      const fresh = acrossRuleProblems(checked, this.breaking(file, [...stale]), this.all)
      const others = problems.filter(({ entry }) => !stale.has(entry))
      if (fresh.length > 0 || others.length < problems.length)
        file.problems = [...others, ...fresh].sort((one, other) => one.entry - other.entry)
    }
    stale.clear()
    return file.problems!
  }

  /** The entries, of some of an open file, whose records break a rule. Their values decide it, without their text. */
  private breaking({ context, records }: FollowedFile, entries: readonly number[]): number[] {
    const isBroken = acrossEvaluator(context, this.all, nowIn(context))
    return entries.filter(entry => {
      const record = itemAt(records, entry)
      return record !== undefined && isBroken(record, record.tag)
    })
  }

  /** Forgets the problems of all files, so that they are found again. Returns the files. */
  forgetProblems(): Set<string> {
    for (const file of this.files.values()) file.problems = undefined
    return new Set(this.files.keys())
  }

  private replace(
    gone: readonly IndexedValues[],
    come: readonly IndexedValues[],
    context: RulesInForce | undefined,
  ): Set<string> {
    const isLarge = gone.length + come.length > mostFollowed
    const changed = isLarge ? undefined : followedChanges(gone, come)
    const affected = new Set<IndexedValues>()
    const collect = (some: readonly IndexedValues[]): void => {
      if (!changed) return
      const tags = new Set(some.map(({ tag }) => tag))
      const reaches = new Set([...this.reaches.keys()].flatMap(one => [...tags].flatMap(tag => one.get(tag) ?? [])))
      for (const reach of reaches)
        for (const reader of recordsReading(some, record => changed.get(record), reach, this.all)) affected.add(reader)
    }
    collect(gone)
    for (const record of gone) this.all.remove(record.tag.nameOfRecords.path, record)
    for (const record of come) this.addRecord(record, context!)
    collect(come)
    return isLarge ? this.forgetProblems() : this.markStale(affected)
  }

  /** Before the first record of a tag is added, the tables are made that rules need of it. */
  private addRecord(record: IndexedValues, context: RulesInForce): void {
    const { tag } = record
    if (!this.all.hasTag(tag)) for (const reach of reachesOf(context).get(tag) ?? []) prepareReach(reach, this.all)
    this.all.add(tag.nameOfRecords.path, record)
  }

  private countReaches({ context }: FollowedFile, change: 1 | -1): void {
    const reaches = reachesOf(context)
    const count = (this.reaches.get(reaches) ?? 0) + change
    if (count > 0) this.reaches.set(reaches, count)
    else this.reaches.delete(reaches)
  }

  private markStale(records: ReadonlySet<IndexedValues>): Set<string> {
    const uris = new Set([...records].map(({ uri }) => uri))
    for (const uri of uris) {
      const file = this.files.get(uri)
      if (file?.checked) for (const entry of indicesOf(file.records, records)) file.stale.add(entry)
    }
    return uris
  }
}

const noFollowedRecords: FollowedFile['records'] = listOf([])

/** From how many changed records on all rules are evaluated again. */
const mostFollowed = 2000

function closedFile(
  uri: string,
  { followed }: PackedFile,
  context: RulesInForce | undefined,
): FollowedFile | undefined {
  if (!followed || !context) return undefined
  const records: IndexedValues[] = []
  for (const { path, fields, count, values } of followed) {
    const tag = tagOfPath(context.registry, path)
    for (let index = 0; tag && index < count; index++)
      records.push(new IndexedValues(uri, tag, fields, values, index * fields.length))
  }
  return { context, checked: undefined, records: listOf(records), problems: undefined, stale: new Set() }
}

function openFile(uri: string, checked: CheckedFile, before: FollowedFile | undefined): FollowedFile | undefined {
  const { context } = checked
  if (followedFields(context).isEmpty) return undefined
  const known = before?.checked?.context === context ? before : undefined
  const { first, oldEnd, newEnd } = known
    ? differenceOf(known.checked!.list, checked)
    : { first: 0, oldEnd: 0, newEnd: checked.list.length }
  const fresh = recordsBetween(uri, checked, first, newEnd)
  const records = replaced(known?.records ?? noFollowedRecords, first, oldEnd, fresh)
  const stale = new Set<number>()
  if (!known?.problems) return { context, checked, records, problems: undefined, stale }
  const shift = newEnd - oldEnd
  for (const entry of known.stale)
    if (entry < first) stale.add(entry)
    else if (entry >= oldEnd) stale.add(entry + shift)
  for (let entry = first; entry < newEnd; entry++)
    if (itemAt(checked.marks, entry)! & Mark.acrossRules) stale.add(entry)
  return { context, checked, records, problems: replacedProblems(known.problems, { first, oldEnd, newEnd }, []), stale }
}

function recordsBetween(
  uri: string,
  { tree, list, context }: CheckedFile,
  first: number,
  end: number,
): (IndexedValues | undefined)[] {
  const followed = followedFields(context)
  const nodes = itemsBetween(tree.list, first, end)
  return itemsBetween(list, first, end).map(({ tag, followed: values }, index) => {
    const fields = tag && followed.get(tag)
    const node = nodes[index]!
    if (!fields || node.kind !== 'record') return undefined
    return new IndexedValues(uri, tag, fieldNamesOf(fields), values ?? followedValuesIn(node, tag, context)!)
  })
}

/** The names of fields; of the same fields the same list. */
function fieldNamesOf(fields: readonly FieldDefinition[]): readonly string[] {
  const known = knownNames.get(fields) ?? fields.map(({ name }) => name)
  knownNames.set(fields, known)
  return known
}

const knownNames = new WeakMap<readonly FieldDefinition[], readonly string[]>()

/**
 * The records that are only in one of two versions of a file. Where both have records with the same values at their
 * starts or ends, the objects of the old one are kept; they are returned by their index in the new one.
 */
function exchanged(
  before: FollowedFile | undefined,
  after: FollowedFile | undefined,
): {
  readonly gone: readonly IndexedValues[]
  readonly come: readonly IndexedValues[]
  readonly kept: ReadonlyMap<number, IndexedValues>
} {
  const old = before?.records ?? noFollowedRecords
  const fresh = after?.records ?? noFollowedRecords
  const isOpen = before?.checked && after?.checked
  const range = isOpen
    ? differenceOf(before.checked.list, after.checked)
    : { first: 0, oldEnd: old.length, newEnd: fresh.length }
  const gone = itemsBetween(old, range.first, range.oldEnd).filter(record => record !== undefined)
  const { records: come, places } = placedBetween(fresh, range.first, range.newEnd)
  const shorter = Math.min(gone.length, come.length)
  const kept = new Map<number, IndexedValues>()
  const keep = (one: number, other: number): boolean => {
    const record = gone[one]!
    const isSame = record.isSame(come[other]!)
    if (isSame) kept.set(places[other]!, record)
    return isSame
  }
  let start = 0
  while (start < shorter && keep(start, start)) start++
  let end = 0
  while (end < shorter - start && keep(gone.length - 1 - end, come.length - 1 - end)) end++
  return { gone: gone.slice(start, gone.length - end), come: come.slice(start, come.length - end), kept }
}

/** The records of a list from one index to before another, and where each of them is. */
function placedBetween(
  list: FollowedFile['records'],
  first: number,
  end: number,
): { readonly records: readonly IndexedValues[]; readonly places: readonly number[] } {
  const records: IndexedValues[] = []
  const places: number[] = []
  itemsBetween(list, first, end).forEach((record, index) => {
    if (!record) return
    records.push(record)
    places.push(first + index)
  })
  return { records, places }
}

/** Where some records are. Few are found by `indexOf`, which is many times faster than a look at each record. */
function indicesOf({ chunks, firsts }: FollowedFile['records'], records: ReadonlySet<IndexedValues>): number[] {
  return chunks.flatMap((chunk, number) => {
    const inChunk =
      records.size > 8
        ? chunk.flatMap((record, index) => (record && records.has(record) ? [index] : []))
        : [...records].map(record => chunk.indexOf(record)).filter(index => index >= 0)
    return inChunk.map(index => firsts[number]! + index)
  })
}

/**
 * The names of the fields that change, by record: those that are new or gone have none, as everything about them
 * changes. A record stays the same one as long as it has its tag and id.
 */
function followedChanges(
  gone: readonly IndexedValues[],
  come: readonly IndexedValues[],
): Map<IndexedValues, ReadonlySet<string>> {
  const changes = new Map<IndexedValues, ReadonlySet<string>>()
  if (gone.length !== come.length) return changes
  gone.forEach((before, index) => {
    const after = come[index]!
    const fields = before.tag === after.tag ? before.changedFields(after) : undefined
    if (!fields || fields.has(before.tag.identityField)) return
    changes.set(before, fields)
    changes.set(after, fields)
  })
  return changes
}
