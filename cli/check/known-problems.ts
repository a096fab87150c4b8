import type { Failure } from '../files/failure.ts'
import type { FileResult, PlacedProblem } from '../output/file-result.ts'
import { pathOfUnnamed, problemKey } from '../output/problem-identity.ts'

/** What identifies a problem. */
type Identified = Pick<PlacedProblem, 'identity' | 'field' | 'code'>

/**
 * Problems that are known from before, and how many there are of each. A problem of a record without an id is known by
 * all fields of the record. If some of these change, it is the known one of the same file that is gone.
 */
export class KnownProblems {
  private readonly counts = new Map<string, number>()
  /** The keys of the problems of records without an id, by what they share with those of the changed records. */
  private readonly unnamed = new Map<string, Set<string>>()

  /** @param nameOf how a file is named here, from its name in the results */
  constructor(private readonly nameOf: (file: string) => string = file => file) {}

  /** Adds a problem of a file, or as many equal ones. */
  add(file: string, problem: Identified, count = 1): void {
    const key = problemKey(problem)
    this.counts.set(key, this.left(key) + count)
    const shared = sharedKey(this.nameOf(file), problem)
    if (shared === undefined) return
    const keys = this.unnamed.get(shared) ?? new Set()
    this.unnamed.set(shared, keys.add(key))
  }

  /** Adds what others know more. */
  addMore({ counts, unnamed }: KnownProblems): void {
    for (const [key, count] of counts) this.counts.set(key, Math.max(count, this.left(key)))
    for (const [shared, keys] of unnamed)
      this.unnamed.set(shared, new Set([...(this.unnamed.get(shared) ?? []), ...keys]))
  }

  /** Whether all of them were found. */
  get isEmpty(): boolean {
    return this.counts.size === 0
  }

  /** How many with a key from `problemKey` were not found. */
  left(key: string): number {
    return this.counts.get(key) ?? 0
  }

  /** Takes some with a key away; false if none is left. */
  take(key: string, count = 1): boolean {
    const left = this.left(key)
    if (left > count) this.counts.set(key, left - count)
    else this.counts.delete(key)
    return left > 0
  }

  /** Whether a problem may be that of a record without an id that changed. */
  mayHaveChanged(file: string, problem: Identified): boolean {
    const shared = sharedKey(this.nameOf(file), problem)
    return shared !== undefined && this.unnamed.has(shared)
  }

  /** Takes the problem away that a record without an id had before it changed. Those that did not change come first. */
  takeChanged(file: string, problem: Identified): boolean {
    const shared = sharedKey(this.nameOf(file), problem)
    for (const key of (shared !== undefined && this.unnamed.get(shared)) || []) if (this.take(key)) return true
    return false
  }
}

/** What the problems of two versions of a record without an id share; undefined for any other problem. */
function sharedKey(file: string, { code, field, identity }: Identified): string | undefined {
  const path = pathOfUnnamed(identity!.record)
  return path === undefined ? undefined : JSON.stringify([file, code, path, field, identity!.value])
}

/** Removes known problems from results. Those that are left in `known` at the end were not found. */
export async function* withoutKnown(
  results: AsyncIterable<FileResult | Failure>,
  known: KnownProblems,
): AsyncGenerator<FileResult | Failure> {
  for await (const result of results)
    yield 'failure' in result ? result : { ...result, problems: problemsNotKnown(result, known) }
}

async function* problemsNotKnown(
  { file, problems }: FileResult,
  known: KnownProblems,
): AsyncGenerator<readonly PlacedProblem[]> {
  // From the first problem on that may be known, all wait until the file is read, so that they stay in order.
  const waiting: PlacedProblem[] = []
  for await (const some of problems) {
    const others = some.filter(problem => !known.take(problemKey(problem)))
    const first = waiting.length > 0 ? 0 : others.findIndex(problem => known.mayHaveChanged(file, problem))
    if (first !== 0) yield first < 0 ? others : others.slice(0, first)
    if (first >= 0) for (const problem of others.slice(first)) waiting.push(problem)
  }
  if (waiting.length > 0) yield waiting.filter(problem => !known.takeChanged(file, problem))
}
