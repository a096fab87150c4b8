import { type CheckedFile, conflictsOf, sectionAt } from '../check/check.ts'
import { type Conflict, sidesOf } from '../check/conflicts.ts'
import { indicesWith, Mark } from '../check/marks.ts'
import { type Finding, merged, type Problem, problemAt, replacedProblems } from '../check/problem.ts'
import { type RecordKey, type RecordName, recordNameKey } from '../domains/identity.ts'
import { differenceOf } from '../syntax/difference.ts'
import { itemAt } from '../syntax/list.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { entryAt } from '../syntax/tree.ts'
import { type AllRecords, checkDefinition, checkKey, checkReference, type NamedRecord } from './identity-rules.ts'

/** The problems of a file's records among those of all files, as of a revision of the index. */
export interface Integrity {
  readonly file: CheckedFile
  readonly revision: number
  /** Whether the index had the file as it was checked. */
  readonly isIndexed: boolean
  /** The problems of ids and references, in the order of their entries. */
  readonly names: readonly Problem[]
  /** Those and the problems of rules about several records, in the order of their entries. */
  readonly problems: readonly Problem[]
}

/** The records of all files, as they change. */
export interface IndexedRecords extends AllRecords {
  /** Changes each time an id is added or removed in any file. */
  readonly revision: number
  /** The paths of the tags with an id that more than one record has. */
  tagsWithRepeatedIds(): ReadonlySet<string>
  /** The problems of rules about several records in a file, in order. */
  problemsOfRules(uri: string, file: CheckedFile): readonly Problem[]
  /** Whether a checked file is what these records have of it. */
  hasFile(uri: string, file: CheckedFile): boolean
  /** The names that were added or removed since a revision; undefined if these are too many. */
  namesSince(revision: number): readonly RecordKey[] | undefined
  /** The entries of a file whose records have an id or refer to it, in order. */
  entriesNaming(uri: string, id: string): Iterable<number>
  /** The first entry of a file whose record has a name; -1 if none has it. */
  firstEntryOf(uri: string, name: RecordKey): number
}

/**
 * Checks a file's records among those of all files: for ids that are not unique, references to no record, and rules
 * about several records.
 *
 * @param records has the records of all files, this one included
 * @param previous the result before a change. Only the records that changed since then are checked, and those with
 *   names that were added or removed in any file
 */
export function checkIntegrity(
  uri: string,
  file: CheckedFile,
  records: IndexedRecords,
  previous?: Integrity,
): Integrity {
  const { revision } = records
  const isIndexed = records.hasFile(uri, file)
  const names = integrityNames(uri, file, records, isIndexed, previous)
  const ofRules = records.problemsOfRules(uri, file)
  return { file, revision, isIndexed, names, problems: ofRules.length === 0 ? names : merged(ofRules, names) }
}

function integrityNames(
  uri: string,
  file: CheckedFile,
  records: IndexedRecords,
  isIndexed: boolean,
  previous: Integrity | undefined,
): readonly Problem[] {
  const repeated = records.tagsWithRepeatedIds()
  const all = (): Problem[] => {
    // Most tags have no repeated ids, so most records that refer to nothing are skipped without a look at their names.
    const mark = repeated.size === 0 ? Mark.references : Mark.references | Mark.definition
    const entries = indicesWith(file.marks, mark)
    return nameProblems(entries, { uri, file, records, isLater: metBefore(), repeated, isIndexed })
  }
  // A change of a marker changes which records are compared.
  if (!previous?.isIndexed || !isIndexed || hasConflicts(previous.file) || hasConflicts(file)) return all()
  const names = records.namesSince(previous.revision)
  if (!names) return all()

  const changed = differenceOf(previous.file.list, file)
  const check = (entries: Iterable<number>): Problem[] =>
    nameProblems(entries, { uri, file, records, isLater: laterThanFirst(uri, records), repeated, isIndexed })
  const inside = indicesWith(file.marks, Mark.references | Mark.definition, changed.first, changed.newEnd)
  if (names.length === 0) return replacedProblems(previous.names, changed, check(inside))
  const others = new Set(names.flatMap(({ id }) => [...records.entriesNaming(uri, id)]))
  const kept = replacedProblems(previous.names, changed, []).filter(({ entry }) => !others.has(entry))
  const entries = [...new Set([...inside, ...others])].sort((one, other) => one - other)
  return [...kept, ...check(entries)].sort((one, other) => one.entry - other.entry)
}

/** Returns a function that tells whether a record above an entry of a file has a name. */
function laterThanFirst(uri: string, records: IndexedRecords): IsLater {
  const firsts = new Map<string, number>()
  return (name, entry) => {
    const key = recordNameKey(name)
    const first = firsts.get(key) ?? records.firstEntryOf(uri, name)
    firsts.set(key, first)
    return first < entry
  }
}

/** Whether a record of the file above an entry has a name; called in the order of entries, for repeated names. */
type IsLater = (name: RecordName, entry: number) => boolean

/**
 * The problems of some of the records of a file.
 *
 * @param first the entry to start with; those above only say which domains are in force
 * @param isLater whether a record above in the file has the name too; called in the order of the entries, for names
 *   that several records have
 * @param conflicts the merge conflicts of the file
 */
export const integrityOfSome = (
  uri: string,
  file: CheckedFile,
  first: number,
  records: AllRecords,
  isLater: (name: RecordName) => boolean,
  conflicts = conflictsOf(file),
): Problem[] =>
  nameProblems(indicesWith(file.marks, Mark.references | Mark.definition, first), {
    uri,
    file,
    records,
    isLater,
    conflicts,
  })

const hasConflicts = ({ marks }: CheckedFile): boolean => indicesWith(marks, Mark.marker).length > 0

/** Returns a function that tells whether it was called with the same name before. */
export function metBefore(): (name: RecordName) => boolean {
  const seen = new Set<string>()
  return ({ path, id }) => {
    const { size } = seen
    return seen.add(`${path} ${id}`).size === size
  }
}

/** The records of a file among those of all files. */
interface AmongAll {
  readonly uri: string
  readonly file: CheckedFile
  readonly records: AllRecords
  readonly isLater: IsLater
  /** The merge conflicts of the file. */
  readonly conflicts?: readonly Conflict[]
  /** The tags with repeated ids, where they are known; ids of other tags are not looked up. */
  readonly repeated?: ReadonlySet<string>
  /** Whether `records` has these records themselves, so that it can tell them from others of their names. */
  readonly isIndexed?: boolean
}

function nameProblems(
  entries: Iterable<number>,
  { uri, file, records, isLater, conflicts = conflictsOf(file), repeated, isIndexed = false }: AmongAll,
): Problem[] {
  const problems: Problem[] = []
  const areOnOtherSides = conflicts.length > 0 ? sidesOf(conflicts) : undefined
  const isRepeated = (name: RecordName): boolean =>
    repeated?.has(name.path) !== false && (records.isRepeated?.(name) ?? records.count(name) > 1)
  for (const entry of entries) {
    const take = (finding: Finding): void => {
      problems.push(problemAt(entry, finding))
    }
    const { identity } = itemAt(file.list, entry)!
    if (!identity) continue
    const { definition, references, keys } = identity
    if (definition && isRepeated(definition))
      checkDefinition(
        namedRecord(uri, file, entry, isIndexed, areOnOtherSides),
        definition,
        isLater(definition, entry),
        records,
        take,
      )
    for (const key of keys)
      if (isRepeated(key))
        checkKey(
          namedRecord(uri, file, entry, isIndexed, areOnOtherSides),
          key,
          definition,
          isLater(key, entry),
          records,
          take,
        )
    for (const reference of references) {
      if (records.count(reference) > 0) continue
      const { domains } = sectionAt(file, entry)
      checkReference(
        namedRecord(uri, file, entry, isIndexed, areOnOtherSides),
        reference,
        domains,
        records,
        file.context.registry,
        take,
      )
    }
  }
  return problems
}

function namedRecord(
  uri: string,
  { tree, list }: CheckedFile,
  entry: number,
  isIndexed: boolean,
  areOnOtherSides: NamedRecord['areOnOtherSides'],
): NamedRecord {
  const { tag, identity } = itemAt(list, entry)!
  const { nameOfRecords, name } = tag!
  const record = entryAt(tree, entry) as RecordNode
  const firstLine = tree.lineOf(entry)
  // The last record of a file can be without a line end.
  const hasLineEnd = /[\r\n]$/.test(record.text)
  return {
    uri,
    record,
    domain: nameOfRecords.domain,
    tag: name,
    firstLine,
    endLine: firstLine + record.lineBreaks + (hasLineEnd ? 0 : 1),
    areOnOtherSides,
    identity: isIndexed ? identity : undefined,
  }
}
