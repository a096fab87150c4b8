import { changeFindings } from '../check/change-findings.ts'
import { type CheckedFile, problemsOf } from '../check/check.ts'
import { lineStartOf } from '../check/fixes/edits.ts'
import { merged, type Problem, problemAt, type Severities, withSeverities } from '../check/problem.ts'
import { checkIntegrity } from '../index/integrity.ts'
import type { WorkspaceIndex } from '../index/workspace-index.ts'
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
 * @param index has the records of all files before the changes, and has them again afterwards
 * @param unchanged returns any other file of the index
 */
export function addedProblems(
  changed: readonly EditedFile[],
  index: WorkspaceIndex,
  unchanged: (uri: string) => Pick<EditedFile, 'before' | 'severity'>,
): AddedProblem[] {
  const files = new Map(changed.map(file => [file.uri, file]))
  const affected = changed.flatMap(({ uri, after }) => [...index.update(uri, after)])
  for (const uri of affected) {
    if (files.has(uri)) continue
    const { before, severity } = unchanged(uri)
    files.set(uri, { uri, before, after: before, changes: [], severity })
  }
  const after = new Map(
    [...files.values()].map(file => [file, problemsIn(file, file.after, index, problemsOfChanges(file))]),
  )
  for (const { uri, before } of changed) index.update(uri, before)
  return [...after].flatMap(([file, problems]) => {
    const left = new Map<string, number>()
    for (const problem of problemsIn(file, file.before, index)) {
      const key = keyOf(problem, problem.entry)
      left.set(key, (left.get(key) ?? 0) + 1)
    }
    const entryBefore = entriesBefore(file)
    return problems.flatMap(problem => {
      const entry = entryBefore(problem.entry)
      const key = keyOf(problem, entry)
      const count = left.get(key) ?? 0
      left.set(key, count - 1)
      return count > 0 ? [] : { uri: file.uri, line: file.before.tree.lines[entry]!, problem }
    })
  })
}

const problemsIn = (
  { uri, severity }: EditedFile,
  file: CheckedFile,
  index: WorkspaceIndex,
  ofChanges: readonly Problem[] = [],
): Problem[] => withSeverities(problemsOf(file, merged(checkIntegrity(uri, file, index).problems, ofChanges)), severity)

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
