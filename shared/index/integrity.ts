import { type CheckedFile, conflictsOf, sectionAt } from '../check/check.ts'
import { type Conflict, sidesOf } from '../check/conflicts.ts'
import { indicesWith, Mark } from '../check/marks.ts'
import { type Finding, merged, type Problem, problemAt, replacedProblems } from '../check/problem.ts'
import type { RecordName } from '../domains/identity.ts'
import { differenceOf } from '../syntax/difference.ts'
import { itemAt } from '../syntax/list.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { entryAt } from '../syntax/tree.ts'
import { type AllRecords, checkDefinition, checkKey, checkReference, type NamedRecord } from './identity-rules.ts'

/** The problems of a file's records among those of all files, as of a revision of the index. */
export interface Integrity {
  readonly file: CheckedFile
  readonly revision: number
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
}

/**
 * Checks a file's records among those of all files: for ids that are not unique, references to no record, and rules
 * about several records.
 *
 * @param records has the records of all files, this one included
 * @param previous the result before a change. If no id was added or removed anywhere, and no problem points at another
 *   place, which may have moved, only the changed records are checked
 */
export function checkIntegrity(
  uri: string,
  file: CheckedFile,
  records: IndexedRecords,
  previous?: Integrity,
): Integrity {
  const { revision } = records
  const names = integrityNames(uri, file, records, previous)
  const ofRules = records.problemsOfRules(uri, file)
  return { file, revision, names, problems: ofRules.length === 0 ? names : merged(ofRules, names) }
}

function integrityNames(
  uri: string,
  file: CheckedFile,
  records: IndexedRecords,
  previous: Integrity | undefined,
): readonly Problem[] {
  const repeated = records.tagsWithRepeatedIds()
  const check = (first: number, end: number): Problem[] =>
    problemsBetween(first, end, uri, file, records, metBefore(), conflictsOf(file), repeated)
  const areSidesKnown = previous && !hasConflicts(previous.file) && !hasConflicts(file)
  if (!areSidesKnown || previous.revision !== records.revision || previous.names.some(({ related }) => related))
    return check(0, file.list.length)
  const changed = differenceOf(previous.file.list, file)
  return replacedProblems(previous.names, changed, check(changed.first, changed.newEnd))
}

/**
 * The problems of some of the records of a file.
 *
 * @param first the entry to start with; those above only say which domains are in force
 * @param isLater whether a record above in the file has the name too; called in the order of the entries, for names
 *   that
 *   several records have
 * @param conflicts the merge conflicts of the file
 */
export const integrityOfSome = (
  uri: string,
  file: CheckedFile,
  first: number,
  records: AllRecords,
  isLater: (name: RecordName) => boolean,
  conflicts = conflictsOf(file),
): Problem[] => problemsBetween(first, file.list.length, uri, file, records, isLater, conflicts)

const hasConflicts = ({ marks }: CheckedFile): boolean => indicesWith(marks, Mark.marker).length > 0

/** Returns a function that tells whether it was called with the same name before. */
export function metBefore(): (name: RecordName) => boolean {
  const seen = new Set<string>()
  return ({ path, id }) => {
    const { size } = seen
    return seen.add(`${path} ${id}`).size === size
  }
}

/** @param repeated the tags with repeated ids, where they are known; ids of other tags are not looked up */
function problemsBetween(
  first: number,
  end: number,
  uri: string,
  file: CheckedFile,
  records: AllRecords,
  isLater: (name: RecordName) => boolean,
  conflicts: readonly Conflict[],
  repeated?: ReadonlySet<string>,
): Problem[] {
  const problems: Problem[] = []
  const areOnOtherSides = conflicts.length > 0 ? sidesOf(conflicts) : undefined
  // Most tags have no repeated ids, so most records that refer to nothing are skipped without a look at their names.
  const mark = repeated?.size === 0 ? Mark.references : Mark.references | Mark.definition
  const isRepeated = (name: RecordName): boolean =>
    repeated?.has(name.path) !== false && (records.isRepeated?.(name) ?? records.count(name) > 1)
  for (const entry of indicesWith(file.marks, mark, first, end)) {
    const take = (finding: Finding): void => {
      problems.push(problemAt(entry, finding))
    }
    const { identity } = itemAt(file.list, entry)!
    if (!identity) continue
    const { definition, references, keys } = identity
    if (definition && isRepeated(definition))
      checkDefinition(namedRecord(uri, file, entry, areOnOtherSides), definition, isLater(definition), records, take)
    for (const key of keys)
      if (isRepeated(key))
        checkKey(namedRecord(uri, file, entry, areOnOtherSides), key, definition, isLater(key), records, take)
    for (const reference of references) {
      if (records.count(reference) > 0) continue
      const { domains } = sectionAt(file, entry)
      checkReference(namedRecord(uri, file, entry), reference, domains, records, file.context.registry, take)
    }
  }
  return problems
}

function namedRecord(
  uri: string,
  { tree, list }: CheckedFile,
  entry: number,
  areOnOtherSides?: NamedRecord['areOnOtherSides'],
): NamedRecord {
  const { nameOfRecords, name } = itemAt(list, entry)!.tag!
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
  }
}
