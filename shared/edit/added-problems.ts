import { changeFindings } from '../check/change-findings.ts'
import { type CheckedFile, problemsOf } from '../check/check.ts'
import { type FollowedValues, followedValuesIn } from '../check/declared/followed-records.ts'
import { lineStartOf } from '../check/fixes/edits.ts'
import { merged, type Problem, problemAt, type Severities, withSeverities } from '../check/problem.ts'
import type { Identity } from '../domains/identity.ts'
import { isEqual } from '../expression/run/values.ts'
import { checkIntegrity } from '../index/integrity.ts'
import { WorkspaceIndex } from '../index/workspace-index.ts'
import type { RecordNode } from '../syntax/nodes.ts'
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
  /** The line of the record in the text before, from 0. */
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
): AddedProblem[] {
  // Then the problems between records are the same before and after.
  if (changed.every(isSameForOthers))
    return changed.flatMap(file =>
      addedTo(file, problemsIn(file, file.before), problemsIn(file, file.after, problemsOfChanges(file))),
    )
  const index = new WorkspaceIndex()
  for (const [uri, { before }] of all) index.update(uri, before)
  const files = new Map(changed.map(file => [file.uri, file]))
  const affected = changed.flatMap(({ uri, after }) => [...index.update(uri, after)])
  for (const uri of affected) {
    if (files.has(uri)) continue
    const { before, severity } = all.get(uri)!
    files.set(uri, { uri, before, after: before, changes: [], severity })
  }
  const across = (file: EditedFile, version: CheckedFile): readonly Problem[] =>
    checkIntegrity(file.uri, version, index).problems
  const after = new Map(
    [...files.values()].map(file => {
      const ofRecords = merged(across(file, file.after), problemsOfChanges(file))
      return [file, problemsIn(file, file.after, ofRecords)]
    }),
  )
  for (const { uri, before } of changed) index.update(uri, before)
  return [...after].flatMap(([file, problems]) =>
    addedTo(file, problemsIn(file, file.before, across(file, file.before)), problems),
  )
}

/** The problems of the text after that the text before does not have. */
function addedTo(file: EditedFile, before: readonly Problem[], after: readonly Problem[]): AddedProblem[] {
  const left = new Map<string, number>()
  for (const problem of before) {
    const key = keyOf(problem, problem.entry)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  const entryBefore = entriesBefore(file)
  return after.flatMap(problem => {
    const entry = entryBefore(problem.entry)
    const key = keyOf(problem, entry)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0 ? [] : { uri: file.uri, line: file.before.tree.lines[entry]!, problem }
  })
}

/**
 * Whether other records see the same of each record as before: its tag, its id, its references, and the values that
 * rules about several records read.
 */
function isSameForOthers(file: EditedFile): boolean {
  const { before, after } = file
  if (after.entries.length !== before.entries.length) return false
  const entryBefore = entriesBefore(file)
  return after.entries.every((now, entry) => {
    const earlier = entryBefore(entry)
    const [record, recordBefore] = [after.tree.entries[entry]!, before.tree.entries[earlier]!]
    if (record.text === recordBefore.text) return true
    if (record.kind !== 'record' || recordBefore.kind !== 'record') return false
    const { tag, candidates } = now
    const known = before.entries[earlier]!
    if (tag !== known.tag || candidates || known.candidates) return false
    return (
      namesIn(now.identity) === namesIn(known.identity) &&
      (!tag ||
        isSameFollowed(
          followedValuesIn(record, tag, after.context),
          followedValuesIn(recordBefore, tag, after.context),
        ))
    )
  })
}

const namesIn = (identity: Identity | undefined): string =>
  JSON.stringify([identity?.definition?.id, identity?.references.map(({ path, id, field }) => [path, id, field])])

const isSameFollowed = (one: FollowedValues | undefined, other: FollowedValues | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.every((value, index) => value === other[index] || isSameValue(value, other[index])))

const isSameValue = (one: FollowedValues[number], other: FollowedValues[number]): boolean =>
  one !== undefined && one !== null && other !== undefined && other !== null && isEqual(one, other)

/** @param ofRecords the problems between records, and those that a comparison of two versions finds */
const problemsIn = (
  { severity }: EditedFile,
  file: CheckedFile,
  ofRecords: readonly Problem[] = [],
): readonly Problem[] => withSeverities(problemsOf(file, ofRecords), severity)

/** The problems of the text after that a comparison of its records with those before finds. */
function problemsOfChanges(file: EditedFile): Problem[] {
  const { before, after, changes } = file
  if (changes.length === 0) return []
  const entryBefore = entriesBefore(file)
  return after.entries.flatMap(({ tag }, entry) => {
    if (!tag) return []
    const earlier = before.tree.entries[entryBefore(entry)]!
    const record = after.tree.entries[entry] as RecordNode
    if (earlier.kind !== 'record' || earlier.text === record.text) return []
    return changeFindings(earlier, record, tag).map(finding => problemAt(entry, finding))
  })
}

const keyOf = ({ code, field = '' }: Problem, entry: number): string => `${entry} ${code} ${field}`

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
