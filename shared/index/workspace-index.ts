import type { CheckedFile } from '../check/check.ts'
import type { RulesInForce } from '../check/declared/declared-rules.ts'
import type { Problem } from '../check/problem.ts'
import { isSameRecord, type RecordKey, type RecordName } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import { keyFieldsIn } from '../domains/unique-keys.ts'
import type { Place } from '../syntax/tree.ts'
import { ClosedFile } from './closed-file.ts'
import { FileCounts } from './file-counts.ts'
import { FollowedIndex } from './followed-index.ts'
import type { IndexedFile, IndexedRecord, RecordNames, RecordQuery } from './indexed-file.ts'
import { countNames, type NameChange, namesOwnedBy, takeOne, withoutSameEnds } from './name-change.ts'
import { OpenFile } from './open-file.ts'
import type { PackedFile } from './packed-file.ts'
import { type Found, searchRecords } from './record-search.ts'

/** The index for those who ask it and do not change it. */
export type RecordIndex = Omit<WorkspaceIndex, 'update' | 'lend' | 'addInParts' | 'complete'>

/**
 * The records of all files by identity: which files define a record, and which refer to one of its id.
 *
 * It only counts, so the cost of an update depends on the size of the change. Positions are computed from the contents
 * of a file on request.
 */
export class WorkspaceIndex {
  private readonly files = new Map<string, IndexedFile>()
  /** The records' ids, and their values in the fields of unique lists, by the path of their names. */
  private readonly definitions = new Map<string, FileCounts>()
  private readonly references = new FileCounts()
  private readonly followedIndex = new FollowedIndex()
  private changes = 0
  /** The last names that were added or removed. */
  private changedNames: RecordKey[] = []
  /** The unfinished updates of `addInParts`, by the addresses of the files. */
  private readonly unfinished = new Map<string, Iterator<undefined, void>>()
  /** What it had of files that are not open before it took their checks for a time. */
  private readonly lent = new Map<string, ClosedFile>()

  /** The records that declared rules can reach. */
  get followed(): FollowedIndex['records'] {
    return this.followedIndex.records
  }

  /** The records of a file that declared rules follow, and the rules that count for it; undefined if there are none. */
  followedIn(uri: string): ReturnType<FollowedIndex['recordsIn']> {
    return this.followedIndex.recordsIn(uri)
  }

  /** The problems of rules about several records in a file, in order. */
  problemsOfRules(uri: string, file: CheckedFile): readonly Problem[] {
    return this.followedIndex.problemsIn(uri, file)
  }

  /** How many records have this name. */
  count({ path, id }: RecordKey): number {
    return this.definitions.get(path)?.total(id) ?? 0
  }

  /** The paths of the tags with an id that more than one record has. */
  tagsWithRepeatedIds(): ReadonlySet<string> {
    return new Set([...this.definitions].flatMap(([path, ids]) => (ids.hasRepeated ? path : [])))
  }

  /** Increases each time a name is added or removed, as only then the target of a reference can change. */
  get revision(): number {
    return this.changes
  }

  /** The names that were added or removed since a revision; undefined if these are too many. */
  namesSince(revision: number): readonly RecordKey[] | undefined {
    const { changes, changedNames } = this
    const count = changes - revision
    return count <= changedNames.length ? changedNames.slice(changedNames.length - count) : undefined
  }

  /** Whether a checked file is what the index has of it. */
  hasFile(uri: string, file: CheckedFile): boolean {
    const own = this.files.get(uri)
    return own instanceof OpenFile && own.isOf(file)
  }

  /** The entries of a file whose records have an id or refer to it, in order. */
  entriesNaming(uri: string, id: string): number[] {
    const own = this.files.get(uri)
    return own instanceof OpenFile ? own.entriesNaming(id) : []
  }

  /** The first entry of a file whose record has a name; -1 if none has it. */
  firstEntryOf(uri: string, name: RecordKey): number {
    const own = this.files.get(uri)
    const [first = -1] =
      own instanceof OpenFile ? own.entriesNaming(name.id, names => isDefinition(names, name), 1) : []
    return first
  }

  /** How many references of all files name a record of this id, whatever its tag. */
  countReferences({ id }: Pick<RecordName, 'id'>): number {
    return this.references.total(id)
  }

  /** How many records of all files refer to a record, itself included where it does. */
  countReferring(name: RecordName): number {
    return [...this.recordsReferringTo(name)].length
  }

  /** The tags that have records of an id, with their paths. */
  tagsWithId(id: string): string[] {
    return [...this.definitions].flatMap(([path, ids]) => (ids.total(id) > 0 ? path : []))
  }

  /** The files that have records of this name. */
  filesOf({ path, id }: RecordKey): string[] {
    return [...(this.definitions.get(path)?.filesOf(id) ?? [])]
  }

  /** Whether another file than this one has records of this name. */
  isElsewhere(name: RecordKey, uri: string): boolean {
    return this.filesOf(name).some(other => other !== uri)
  }

  /**
   * The positions of the ids of the records with this name.
   *
   * @param except leaves out the record with this identity
   */
  definitionsOf(name: RecordKey, limit = Infinity, except?: RecordNames): Place[] {
    const places: Place[] = []
    for (const record of this.recordsNamed(name)) {
      if (places.length >= limit) break
      if (record.identity !== except) places.push(record.placeOf(ownName(record.identity, name)!))
    }
    return places
  }

  /** The places that refer to a record. */
  referencesTo(name: RecordName, limit = Infinity): Place[] {
    const places: Place[] = []
    for (const record of this.recordsReferringTo(name)) {
      for (const reference of record.identity.references) {
        if (places.length >= limit) return places
        if (isSameRecord(reference, name)) places.push(record.placeOf(reference))
      }
    }
    return places
  }

  /** The records of this name, in the order of their files' addresses; more than one where an id is not unique. */
  *recordsNamed(name: RecordKey): Iterable<IndexedRecord> {
    for (const uri of this.filesOf(name).sort())
      yield* this.files.get(uri)!.recordsNaming(name.id, names => isDefinition(names, name))
  }

  /** The records that refer to one of this name, in the order of their files' addresses. */
  *recordsReferringTo(name: RecordName): Iterable<IndexedRecord> {
    for (const uri of [...this.references.filesOf(name.id)].sort())
      yield* this.files.get(uri)!.recordsNaming(name.id, names => hasReference(names, name))
  }

  /** The records of this name and those that refer to one, file by file, in each in order. */
  *recordsNaming(name: RecordName): Iterable<IndexedRecord> {
    for (const uri of new Set([...this.filesOf(name), ...this.references.filesOf(name.id)])) {
      yield* this.files
        .get(uri)!
        .recordsNaming(name.id, names => isDefinition(names, name) || hasReference(names, name))
    }
  }

  /** All records of a file whose tag is known, with an id or without. */
  *recordsIn(uri: string): Iterable<IndexedRecord> {
    const file = this.files.get(uri)
    for (let entry = 0; entry < (file?.length ?? 0); entry++) {
      const record = file!.recordAt(entry)
      if (record) yield record
    }
  }

  /**
   * The records of all files that match what someone typed, best first.
   *
   * @param compare the order of equally good matches
   * @param takesAll whether records that do not match follow after the matches
   */
  search(
    wanted: RecordQuery,
    compare: (one: IndexedRecord, other: IndexedRecord) => number,
    limit: number,
    takesAll = false,
  ): Found {
    return searchRecords([...this.files.values()], wanted, compare, limit, takesAll)
  }

  /** The record that is an entry of a file that is open; undefined for another entry, or one of an unknown tag. */
  recordAt(uri: string, entry: number): IndexedRecord | undefined {
    const file = this.files.get(uri)
    return file instanceof OpenFile ? file.recordAt(entry) : undefined
  }

  /** The ids of all records of a tag. */
  idsOf({ path }: TagName): Iterable<string> {
    return this.definitions.get(path)?.keys() ?? []
  }

  /** The next free id of a tag's records, counted on from those there are; undefined where they are not numbered. */
  nextIdOf({ path }: TagName): string | undefined {
    return this.definitions.get(path)?.nextId()
  }

  /** A file; while its check is lent, what the index had of it before. */
  fileAt(uri: string): IndexedFile | undefined {
    return this.lent.get(uri) ?? this.files.get(uri)
  }

  /** What it has of a file, to compare: another object after each change, and the same one while its check is lent. */
  contentAt(uri: string): object | undefined {
    const file = this.fileAt(uri)
    return file instanceof OpenFile ? file.content : file
  }

  /** The paths of the tags of a file's records, and maybe of the tags that these refer to. */
  tagsIn(uri: string): ReadonlySet<string> {
    return this.files.get(uri)?.tags ?? new Set()
  }

  /** How long a file's text is, in UTF-16 code units; undefined for one that is not there. */
  textLength(uri: string): number | undefined {
    return this.files.get(uri)?.textLength
  }

  /** The addresses of all files. */
  uris(): Iterable<string> {
    return this.files.keys()
  }

  /**
   * Updates a file: the checked file if it is open, or else its packed facts, or what `fileAt` returned before;
   * undefined for a deleted file.
   *
   * @param rules those that count for a file that is not open; without them, no rule reads its records
   * @returns the other files whose problems may have changed
   */
  update(uri: string, content: CheckedFile | PackedFile | ClosedFile | undefined, rules?: RulesInForce): Set<string> {
    this.lent.delete(uri)
    return this.take(uri, content, rules)
  }

  /**
   * Takes the check of a file for a time, until its next update. If the file is not open, `fileAt` still gives what it
   * gave. A check that shares most entries with the one before takes as long as its change is large.
   *
   * @returns the other files whose problems may have changed
   */
  lend(uri: string, file: CheckedFile): Set<string> {
    const known = this.fileAt(uri)
    const affected = this.take(uri, file)
    if (known instanceof ClosedFile) this.lent.set(uri, known)
    return affected
  }

  private take(
    uri: string,
    content: CheckedFile | PackedFile | ClosedFile | undefined,
    rules?: RulesInForce,
  ): Set<string> {
    this.finish(uri)
    const { gone, come } = withoutSameEnds(this.replace(uri, content))
    const affected = this.followedIndex.take(uri, content instanceof ClosedFile ? content.facts : content, rules)
    const going = countNames(gone)
    for (const names of come) {
      // A name that is removed and added again, as after a change of another field, affects no other file.
      for (const name of namesOwnedBy(names)) if (!takeOne(going, name)) this.define(uri, name, 1, affected)
      for (const { id } of names.references) this.references.add(id, uri, 1)
    }
    for (const names of gone) {
      for (const name of namesOwnedBy(names)) if (takeOne(going, name)) this.define(uri, name, -1, affected)
      for (const { id } of names.references) this.references.add(id, uri, -1)
    }
    affected.delete(uri)
    return affected
  }

  /**
   * Takes a file that is not open while all files are read, in parts, one part for each `next()`, so that a large file
   * does not block the event loop. Searches miss the rest of its records until the last part. Which problems of other
   * files change is not known: all may be others until `complete` is called.
   *
   * @returns a generator. It ends early if the file is updated again meanwhile
   */
  addInParts(uri: string, facts: PackedFile, rules?: RulesInForce, size = 100): Iterator<undefined, void> {
    this.update(uri, undefined)
    const parts = this.parts(uri, facts, rules, size)
    this.unfinished.set(uri, parts)
    return parts
  }

  /** Takes note that all files are added. */
  complete(): void {
    this.followedIndex.forgetProblems()
  }

  private *parts(
    uri: string,
    facts: PackedFile,
    rules: RulesInForce | undefined,
    size: number,
  ): Generator<undefined, void> {
    const file = new ClosedFile(uri, facts)
    this.files.set(uri, file)
    yield* this.followedIndex.addInParts(uri, facts, rules, size)
    for (let entry = 0; entry < file.length; entry++) {
      if (entry > 0 && entry % size === 0) yield
      const { identity } = file.recordAt(entry)
      for (const name of namesOwnedBy(identity)) this.define(uri, name, 1)
      for (const { id } of identity.references) this.references.add(id, uri, 1)
    }
    this.unfinished.delete(uri)
  }

  private finish(uri: string): void {
    const parts = this.unfinished.get(uri)
    while (parts && !parts.next().done);
  }

  /**
   * Replaces the content of a file. Returns the names of the removed and the added records.
   */
  private replace(uri: string, content: CheckedFile | PackedFile | ClosedFile | undefined): NameChange {
    const before = this.files.get(uri)
    if (before instanceof OpenFile && content && 'tree' in content) return before.take(content)
    const after = content && indexed(uri, content)
    if (after) this.files.set(uri, after)
    else this.files.delete(uri)
    return { gone: before?.names() ?? [], come: after?.names() ?? [] }
  }

  /**
   * Counts a definition up or down, and adds the files that it affects, if they are wanted: those with records of the
   * same name, or with references to it.
   */
  private define(uri: string, { path, id }: RecordKey, change: 1 | -1, affected?: Set<string>): void {
    let ids = this.definitions.get(path)
    if (!ids) {
      ids = new FileCounts(keyFieldsIn(path) === undefined)
      this.definitions.set(path, ids)
    }
    this.changes++
    this.changedNames.push({ path, id })
    if (this.changedNames.length > 2 * mostChangedNames)
      this.changedNames = this.changedNames.slice(this.changedNames.length - mostChangedNames)
    const before = ids.add(id, uri, change)
    if (!affected) return
    const after = before + change
    if (before > 1 || after > 1) for (const other of ids.filesOf(id)) affected.add(other)
    if (before === 0 || after === 0) for (const other of this.references.filesOf(id)) affected.add(other)
  }
}

/** How many names that were added or removed are remembered at least: those of a large edit. */
const mostChangedNames = 100

function indexed(uri: string, content: CheckedFile | PackedFile | ClosedFile): OpenFile | ClosedFile {
  if (content instanceof ClosedFile) return content
  return 'tree' in content ? new OpenFile(uri, content) : new ClosedFile(uri, content)
}

/** The id of a record, or its values in the fields of a unique list, if it has this name by them. */
const ownName = (names: RecordNames, name: RecordKey): RecordName | undefined =>
  namesOwnedBy(names).find(own => isSameRecord(own, name))

const isDefinition = (names: RecordNames, name: RecordKey): boolean => ownName(names, name) !== undefined

const hasReference = ({ references }: RecordNames, name: RecordName): boolean =>
  references.some(reference => isSameRecord(reference, name))
