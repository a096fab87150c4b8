import { changeFindings } from '../check/change-findings.ts'
import { type CheckedFile, checkFile, problemsOf, sectionAt } from '../check/check.ts'
import { checkRecord } from '../check/check-record.ts'
import { type FollowedValues, followedValuesIn } from '../check/declared/followed-records.ts'
import { indicesWith, Mark } from '../check/marks.ts'
import { type Finding, merged, type Problem, problemAt, type Severities, withSeverities } from '../check/problem.ts'
import { type Identity, isSameRecord, type RecordKey } from '../domains/identity.ts'
import { isEqual } from '../expression/run/values.ts'
import { checkIntegrity } from '../index/integrity.ts'
import { WorkspaceIndex } from '../index/workspace-index.ts'
import { isHeader, lineStartOf, type RecordNode } from '../syntax/nodes.ts'
import { insertedText, type TextChange } from '../syntax/text-change.ts'
import { indexAt } from '../syntax/tree.ts'

/** A file that an edit changes in part. */
export interface EditedFile {
  readonly uri: string
  readonly before: CheckedFile
  readonly after: CheckedFile
  /** From the text before to the text after; sorted, not overlapping. */
  readonly changes: readonly TextChange[]
  /** The severities that the user chose. */
  readonly severity: Severities
}

/** A problem that a file does not have before a change. */
export interface AddedProblem {
  readonly uri: string
  /** The line of the record in the text before, from 0; of a new record, in the text after. */
  readonly line: number
  readonly problem: Problem
}

/**
 * The problems that changes would add: those of a record with a code and a field that the record does not have yet, and
 * states that may not follow those before. A change can add problems to records in other files too, such as references
 * to a deleted record.
 *
 * @param all all files before the changes, by their addresses
 */
export function addedProblems(
  changed: readonly EditedFile[],
  all: ReadonlyMap<string, Pick<EditedFile, 'before' | 'severity'>>,
): readonly AddedProblem[] {
  const ofChanged = addedToChanged(changed)
  if (ofChanged) return ofChanged
  const index = new WorkspaceIndex()
  const files = new Map(changed.map(file => [file.uri, withProblems(file)]))
  const wholes = [...files.values()]
  for (const [uri, { before }] of all) index.update(uri, files.get(uri)?.before ?? before)
  const affected = wholes.flatMap(({ uri, after }) => [...index.update(uri, after)])
  for (const uri of affected) {
    if (files.has(uri)) continue
    const { before, severity } = all.get(uri)!
    files.set(uri, withProblems({ uri, before, after: before, changes: [], severity }))
  }
  const across = (file: EditedFile, version: CheckedFile): readonly Problem[] =>
    checkIntegrity(file.uri, version, index).problems
  const after = new Map(
    [...files.values()].map(file => {
      const ofRecords = merged(across(file, file.after), comparedProblems(file))
      return [file, allProblemsOf(file, file.after, ofRecords)]
    }),
  )
  for (const { uri, before } of wholes) index.update(uri, before)
  return [...after].flatMap(([file, problems]) =>
    addedTo(file, allProblemsOf(file, file.before, across(file, file.before)), problems),
  )
}

/**
 * The problems that changes would add, if the changed records alone tell them: other records see the same of them as
 * before, so that the problems between records, and those of all others, stay the same. Undefined if they do not.
 */
export function addedToChanged(changed: readonly EditedFile[]): readonly AddedProblem[] | undefined {
  const inPairs = changed.map(changedPairs)
  return inPairs.every((pairs, index) => pairs && areSameForOthers(changed[index]!, pairs))
    ? changed.flatMap((file, index) => addedToPairs(file, inPairs[index]!))
    : undefined
}

/** The problems of the text after that the text before does not have. */
function addedTo(file: EditedFile, before: readonly Problem[], after: readonly Problem[]): AddedProblem[] {
  const left = new Map<string, number>()
  for (const problem of before) {
    const key = addedProblemKey(problem, problem.entry)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  const entryBefore = entriesBefore(file)
  const isNew = newEntries(file)
  return after.flatMap(problem => {
    const entry = entryBefore(problem.entry)
    const key = addedProblemKey(problem, entry)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    const line = isNew(problem.entry) ? file.after.tree.lines[problem.entry]! : file.before.tree.lines[entry]!
    return count > 0 ? [] : { uri: file.uri, line, problem }
  })
}

/** A file whose problems are all known, also if only its names were asked for. */
function withProblems(file: EditedFile): EditedFile {
  const whole = ({ tree, context }: CheckedFile): CheckedFile => checkFile(tree, { ...context, onlyNames: false })
  if (!file.before.context.onlyNames) return file
  const before = whole(file.before)
  return { ...file, before, after: file.after === file.before ? before : whole(file.after) }
}

/** The indexes of the records that change, if nothing else does and each problem is one of a single record. */
function changedPairs({ before, after }: EditedFile): readonly number[] | undefined {
  const { length } = before.entries
  if (after.entries.length !== length) return undefined
  const hasWider = ({ marks }: CheckedFile): boolean => indicesWith(marks, Mark.suppression | Mark.marker).length > 0
  if (hasWider(before) || hasWider(after)) return undefined
  const pairs: number[] = []
  for (let entry = 0; entry < length; entry++) {
    const [one, other] = [before.tree.entries[entry]!, after.tree.entries[entry]!]
    if (one === other || one.text === other.text) continue
    if (one.kind !== 'record' || other.kind !== 'record' || isHeader(one) || isHeader(other)) return undefined
    pairs.push(entry)
  }
  return pairs
}

/**
 * Whether other records see the same of some records as before: their tags, ids, unique values and references, and the
 * values that rules about several records read.
 */
function areSameForOthers({ before, after }: EditedFile, pairs: readonly number[]): boolean {
  return pairs.every(entry => {
    const { tag, candidates, identity } = after.entries[entry]!
    const known = before.entries[entry]!
    if (tag !== known.tag || candidates || known.candidates) return false
    const [record, recordBefore] = [after.tree.entries[entry] as RecordNode, before.tree.entries[entry] as RecordNode]
    return (
      isSameToOthers(identity, known.identity) &&
      (!tag ||
        isSameFollowed(
          followedValuesIn(record, tag, after.context),
          followedValuesIn(recordBefore, tag, after.context),
        ))
    )
  })
}

/** The problems that changes add to some records, each of which is checked by itself. */
function addedToPairs({ uri, before, after, severity }: EditedFile, pairs: readonly number[]): AddedProblem[] {
  return pairs.flatMap(entry => {
    const { domains } = sectionAt(before, entry)
    const [record, recordBefore] = [after.tree.entries[entry] as RecordNode, before.tree.entries[entry] as RecordNode]
    const problemsAt = (record: RecordNode, others: readonly Finding[] = []): readonly Problem[] => {
      const { findings } = checkRecord(record, domains, { ...after.context, onlyNames: false })
      return withSeverities(
        [...findings, ...others]
          .sort((one, other) => one.start - other.start)
          .map(finding => problemAt(entry, finding)),
        severity,
      )
    }
    const { tag } = after.entries[entry]!
    const fromChange = tag ? changeFindings(recordBefore, record, tag) : []
    return withoutEarlier(problemsAt(record, fromChange), problemsAt(recordBefore)).map(problem => ({
      uri,
      line: before.tree.lineOf(entry),
      problem,
    }))
  })
}

/** Problems of a record without those that it had before: as many of each code and field. */
function withoutEarlier(problems: readonly Problem[], before: readonly Problem[]): readonly Problem[] {
  const left = new Map<string, number>()
  for (const problem of before) left.set(addedProblemKey(problem, 0), (left.get(addedProblemKey(problem, 0)) ?? 0) + 1)
  return problems.filter(problem => {
    const key = addedProblemKey(problem, 0)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

/** Whether two records have the same id, references and unique values. */
const isSameToOthers = (one: Identity | undefined, other: Identity | undefined): boolean =>
  one?.definition?.id === other?.definition?.id &&
  areSameNames(one?.keys ?? [], other?.keys ?? []) &&
  areSameNames(one?.references ?? [], other?.references ?? [])

const areSameNames = (
  some: readonly (RecordKey & { readonly field?: string })[],
  others: readonly (RecordKey & { readonly field?: string })[],
): boolean =>
  some.length === others.length &&
  some.every((name, index) => isSameRecord(name, others[index]!) && name.field === others[index]!.field)

const isSameFollowed = (one: FollowedValues | undefined, other: FollowedValues | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.every((value, index) => value === other[index] || isSameFollowedValue(value, other[index])))

const isSameFollowedValue = (one: FollowedValues[number], other: FollowedValues[number]): boolean =>
  one !== undefined && one !== null && other !== undefined && other !== null && isEqual(one, other)

/** @param ofRecords the problems between records, and those that a comparison of two versions finds */
const allProblemsOf = (
  { severity }: EditedFile,
  file: CheckedFile,
  ofRecords: readonly Problem[] = [],
): readonly Problem[] => withSeverities(problemsOf(file, ofRecords), severity)

/** The problems of the text after that a comparison of its records with those before finds. */
function comparedProblems(file: EditedFile): Problem[] {
  const { before, after, changes } = file
  if (changes.length === 0) return []
  const entryBefore = entriesBefore(file)
  const isNew = newEntries(file)
  return after.entries.flatMap(({ tag }, entry) => {
    if (!tag || isNew(entry)) return []
    const earlier = before.tree.entries[entryBefore(entry)]!
    const record = after.tree.entries[entry] as RecordNode
    if (earlier.kind !== 'record' || earlier.text === record.text) return []
    return changeFindings(earlier, record, tag).map(finding => problemAt(entry, finding))
  })
}

const addedProblemKey = ({ code, field = '' }: Problem, entry: number): string => `${entry} ${code} ${field}`

/** Returns a function that gives the entry of the text before for each entry of the text after, asked in order. */
function entriesBefore({ before, after, changes }: EditedFile): (entry: number) => number {
  let next = 0
  let shift = 0
  return entry => {
    // A byte order mark is a part of the first entry, and stays when that is removed.
    const start = after.tree.starts[entry]! + (entry === 0 ? lineStartOf(after.tree.entries[0]!.text) : 0)
    for (; next < changes.length; next++) {
      const change = changes[next]!
      const end = change.start + shift + insertedText(change).length
      if (end > start) break
      shift = end - change.end
    }
    return indexAt(before.tree, start - shift)
  }
}

/** Returns a function that says whether an entry of the text after is in inserted lines, asked in order. */
function newEntries({ after, changes }: EditedFile): (entry: number) => boolean {
  const inserted: { readonly start: number; readonly end: number }[] = []
  let shift = 0
  for (const change of changes) {
    const { length } = insertedText(change)
    const start = change.start + shift
    if (change.start === change.end) inserted.push({ start, end: start + length })
    shift += length - (change.end - change.start)
  }
  let next = 0
  return entry => {
    const [start, end] = [after.tree.starts[entry]!, after.tree.starts[entry + 1]!]
    while (next < inserted.length && inserted[next]!.end < end) next++
    const found = inserted[next]
    return found !== undefined && found.start <= start && end <= found.end
  }
}
