import { type CheckedFile, ownProblems } from '../../shared/check/check.ts'
import { checkOne, type PlacedText } from '../../shared/check/check-some.ts'
import { findingsOf } from '../../shared/check/conflicts.ts'
import { merged, type Problem } from '../../shared/check/problem.ts'
import { suppressedBy, suppressionsOf, unusedIn } from '../../shared/check/suppression.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Details, PlacedProblem } from '../output/file-result.ts'
import { contextOf, type FileState } from './file-state.ts'
import { type FoundProblem, foundProblems } from './found-problem.ts'

/** Where the problems of a file come from. */
export interface RecordProblems {
  /** Returns the problems of all records in the order of their places, some at a time. It may be called twice. */
  problemsOfRecords(): AsyncIterable<readonly FoundProblem[]>
  /**
   * Whether these include the problems among the records of all files. If not, a comment that suppresses such a problem
   * is not called unused.
   */
  readonly hasAmongAll: boolean
  /** The problems of changes since a revision, in the order of their places. */
  readonly ofChanges: readonly FoundProblem[]
  /** The entries at the top of the file, if fixes are wanted. */
  readonly top: readonly PlacedText[]
  readonly registry: Registry
  readonly details: Details
}

/**
 * Returns the problems of a file whose parts are all read, in the order of their places, some at a time: the problems
 * that no comment suppresses, the comments that suppress nothing, and a block that is never closed.
 */
export async function* problemsOfFile(
  file: FileState,
  source: RecordProblems,
): AsyncGenerator<readonly PlacedProblem[]> {
  let some: PlacedProblem[] = []
  for await (const found of file.directives.length > 0 ? unsuppressed(file, source) : allProblems(file, source)) {
    takePlaced(found, some)
    // Formats align the problems of one array as a table, so an array has the problems of several parts.
    if (some.length < fewest) continue
    yield some
    some = []
  }
  yield some
}

/** The minimum number of problems at a time. */
const fewest = 1000

// A function of its own, because V8 optimizes a loop in a generator less.
function takePlaced(found: readonly FoundProblem[], into: PlacedProblem[]): void {
  for (const { placed } of found) if (placed) into.push(placed)
}

/** The problems that no comment suppresses, and a problem for each suppression that suppresses nothing. */
async function* unsuppressed(file: FileState, source: RecordProblems): AsyncGenerator<readonly FoundProblem[]> {
  const suppressions = suppressionsOf(file.directives)
  const isHit = suppressedBy(suppressions)
  // A comment can suppress a problem far below, so only all problems tell which suppressions are unused.
  for await (const found of allProblems(file, source)) for (const { entry, code } of found) isHit(entry, code)
  const unused = unusedIn(suppressions, source.hasAmongAll).flatMap(({ place, comment, ...problem }) =>
    problemsOfEntry({ text: comment, line: place }, file, source, (_, entry) => [{ ...problem, entry }]),
  )

  const isSuppressed = suppressedBy(suppressionsOf(file.directives))
  let next = 0
  for await (const found of allProblems(file, source)) {
    const left: FoundProblem[] = []
    for (const problem of found) {
      while (next < unused.length && unused[next]!.entry < problem.entry) left.push(unused[next++]!)
      if (!isSuppressed(problem.entry, problem.code)) left.push(problem)
    }
    yield left
  }
  yield unused.slice(next)
}

async function* allProblems(file: FileState, source: RecordProblems): AsyncGenerator<readonly FoundProblem[]> {
  const others = merged(problemsOfMarkers(file, source), source.ofChanges)
  let next = 0
  for await (const found of source.problemsOfRecords()) {
    const first = next
    const last = found.at(-1)?.entry ?? -1
    while (next < others.length && others[next]!.entry <= last) next++
    yield first === next ? found : merged(others.slice(first, next), found)
  }
  yield others.slice(next)
  if (file.openBlock)
    yield problemsOfEntry(file.openBlock, file, source, (checked, entry) =>
      ownProblems(checked).filter(problem => problem.entry === entry),
    )
}

/** The problems of the conflict markers of a file, in order. They have no fixes, because only an author can decide. */
const problemsOfMarkers = (file: FileState, source: RecordProblems): FoundProblem[] =>
  findingsOf(file.markers).flatMap(finding => {
    const { place, line, start, text } = finding.marker
    const alone = { ...finding, start: 0, end: finding.end - start, entry: 0 }
    return problemsOfEntry({ text, line }, file, { ...source, top: [] }, () => [alone]).map(problem => ({
      ...problem,
      entry: place,
      start,
    }))
  })

/** The problems of an entry that is no record. */
function problemsOfEntry(
  text: PlacedText,
  { planned }: FileState,
  { top, registry, details }: RecordProblems,
  find: (file: CheckedFile, entry: number) => Problem[],
): FoundProblem[] {
  const checked = checkOne(top, text, contextOf(planned, registry))
  return foundProblems(planned, checked, find(checked, top.length), details)
}
