import { ownProblems } from '../../shared/check/check.ts'
import { checkOne, checkSome, entryOf, type PlacedText } from '../../shared/check/check-some.ts'
import { findingsOf } from '../../shared/check/conflicts.ts'
import { type Finding, merged, problemAt } from '../../shared/check/problem.ts'
import { suppressedBy, suppressionsOf } from '../../shared/check/suppressed-places.ts'
import { unusedIn } from '../../shared/check/suppression.ts'
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
  /** The problems of changes since a revision, and of files that records name, in the order of their places. */
  readonly ofOthers: readonly FoundProblem[]
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
  const unused = problemsOfEntries(
    unusedIn(suppressions, source.hasAmongAll),
    ({ comment, place }) => ({ text: comment, line: place }),
    file,
    source,
  )

  const isSuppressed = suppressedBy(suppressions)
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
  const others = merged(problemsOfMarkers(file, source), source.ofOthers)
  let next = 0
  for await (const found of source.problemsOfRecords()) {
    const first = next
    const last = found.at(-1)?.entry ?? -1
    while (next < others.length && others[next]!.entry <= last) next++
    yield first === next ? found : merged(others.slice(first, next), found)
  }
  yield others.slice(next)
  if (file.openBlock) {
    const { top } = source
    const checked = checkOne(top, file.openBlock, contextOf(file.planned, source.registry))
    const problems = ownProblems(checked).filter(({ entry }) => entry === top.length)
    yield foundProblems(file.planned, checked, problems, source.details)
  }
}

/** The problems of the conflict markers of a file, in order. They have no fixes, because only an author can decide. */
function problemsOfMarkers(file: FileState, source: RecordProblems): FoundProblem[] {
  const findings = findingsOf(file.markers)
  // A marker can stand between the lines of a record. Its line is checked alone here.
  const alone = findings.map(finding => ({ ...finding, start: 0, end: finding.end - finding.start }))
  const found = problemsOfEntries(alone, ({ marker: { text, line } }) => ({ text, line }), file, { ...source, top: [] })
  return found.map((problem, index) => {
    const { place, start } = findings[index]!.marker
    return { ...problem, entry: place, start }
  })
}

/** The problems of entries that are no records, one of each. */
function problemsOfEntries<Item extends Finding>(
  findings: readonly Item[],
  textOf: (finding: Item) => PlacedText,
  { planned }: FileState,
  { top, registry, details }: RecordProblems,
): FoundProblem[] {
  const context = contextOf(planned, registry)
  const all: FoundProblem[] = []
  // A check has a price of its own, so many entries share one. Some at a time, so that their trees are short-lived.
  for (let first = 0; first < findings.length; first += fewest) {
    const some = findings.slice(first, first + fewest)
    const texts = some.map(textOf)
    const lines = texts.map(({ line }) => line)
    const checked = checkSome(top, texts.map(entryOf), lines, context)
    const problems = some.map((finding, index) => problemAt(top.length + index, finding))
    for (const problem of foundProblems(planned, checked, problems, details)) all.push(problem)
  }
  return all
}
