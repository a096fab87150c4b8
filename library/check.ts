import { type CheckedFile, problemsOf } from '../shared/check/check.ts'
import { changesOfFix, fixesIn, fixRounds } from '../shared/check/fixes/fixes.ts'
import { type Problem as FoundProblem, withSeverities } from '../shared/check/problem.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { changedText, insertedText } from '../shared/syntax/text-change.ts'
import { positionIn, textOf } from '../shared/syntax/tree.ts'
import type { Files, Options, Severity } from './options.ts'
import { type ReadFile, readFiles } from './read.ts'

/** What a check can be told besides how records are read. */
export interface CheckOptions extends Options {
  /**
   * Whether the records are only some of all. References to records that are not among them are no problems then, and
   * rules about several records are not checked.
   */
  readonly isPart?: boolean
}

/** A problem of a record, or of other text. */
export interface Problem {
  /** The name of the file; empty for a single text without one. */
  readonly file: string
  /** Where it starts: line and column from 1, counted in UTF-16 code units. */
  readonly line: number
  readonly column: number
  /** Where it ends, behind its last character. */
  readonly endLine: number
  readonly endColumn: number
  /** The same as offsets in the text, in UTF-16 code units from 0. */
  readonly start: number
  readonly end: number
  /** What kind of problem it is, such as `out-of-range`. Codes never change; `docs/codes.md` lists all. */
  readonly code: string
  readonly severity: Severity
  /** One sentence for people: what is wrong, and what is allowed. */
  readonly message: string
  /** The domain, the tag and the field that it is about; undefined if it is about none. */
  readonly domain: string | undefined
  readonly tag: string | undefined
  readonly field: string | undefined
}

/** A part of a text to replace. Offsets count UTF-16 code units from 0. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A change of the text that solves a problem. */
export interface Fix {
  /** What it does, such as `Change to 5`. */
  readonly title: string
  /** Whether the records say the same afterwards. */
  readonly isSafe: boolean
  /** Sorted, not overlapping. */
  readonly edits: readonly Edit[]
}

/**
 * Checks records.
 *
 * @param source the text of a file, or the texts of several files by their names. References may lead from one to
 *   another
 * @returns the problems, in the order of the files and of their places; an empty list if nothing is wrong
 * @throws {Error} for an unknown domain, or a descriptor with errors
 * @example
 * check('@CONTROL rid=C-1 | maturity:int=9\n', { domain: 'compliance' }).map(({ line, code }) => `${line}: ${code}`)
 * // ['1: out-of-range']
 */
export function check(source: string | Files, options: CheckOptions = {}): Problem[] {
  const files = readFiles(source, options)
  const amongAll = options.isPart ? undefined : problemsAmongAll(files)
  return files.flatMap(read =>
    withSeverities(problemsOf(read.file, amongAll?.(read) ?? 'unknown'), options.severity ?? {}).map(problem =>
      plainProblem(read, problem),
    ),
  )
}

/**
 * The fixes of a problem, the best one first.
 *
 * @param source as for the check that found the problem, with the same options
 * @returns changes to the text of the problem's file; `apply` makes them
 */
export function fixes(source: string | Files, problem: Problem, options: CheckOptions = {}): Fix[] {
  const files = readFiles(source, options)
  const read = files.find(({ name }) => name === problem.file)
  if (!read) return []
  const all = problemsOf(read.file, options.isPart ? 'unknown' : problemsAmongAll(files)(read))
  const found = all.find(one => one.code === problem.code && startOf(read.file, one) === problem.start)
  if (!found) return []
  return fixesIn(read.file, found).map(fix => ({
    title: fix.title,
    isSafe: fix.isSafe === true,
    edits: changesOfFix(read.file, found, fix).map(change => ({
      start: change.start,
      end: change.end,
      text: insertedText(change),
    })),
  }))
}

/**
 * Applies all fixes that leave what the records say as it was, such as those of notation.
 *
 * @returns the text, the same if nothing is to be fixed
 * @example
 * fix('@CONTROL rid="C-1" | title = Reviews\n', { domain: 'compliance' })
 * // '@CONTROL rid=C-1 | title="Reviews"\n'
 */
export function fix(text: string, options: Options = {}): string {
  let { file } = readFiles(text, options)[0]!
  const severity = options.severity ?? {}
  for (const round of fixRounds(file, ({ code }) => severity[code] !== 'off')) file = round.file
  return textOf(file.tree)
}

/** A text with edits made. They must be sorted, and must not overlap. */
export const apply = (text: string, edits: readonly Edit[]): string => changedText(text, edits)

/** Finds the problems of files that other files decide: ids, references and rules about several records. */
function problemsAmongAll(files: readonly ReadFile[]): (read: ReadFile) => readonly FoundProblem[] {
  const index = new WorkspaceIndex()
  for (const { name, file } of files) index.update(name, file)
  return ({ name, file }) => checkIntegrity(name, file, index).problems
}

const startOf = ({ tree }: CheckedFile, { entry, start }: FoundProblem): number => tree.startOf(entry) + start

function plainProblem({ name, file }: ReadFile, problem: FoundProblem): Problem {
  const { entry, code, severity, message, domain, tag, field } = problem
  const [from, to] = [problem.start, problem.end].map(offset => positionIn(file.tree, entry, offset))
  const start = startOf(file, problem)
  return {
    file: name,
    line: from!.line + 1,
    column: from!.character + 1,
    endLine: to!.line + 1,
    endColumn: to!.character + 1,
    start,
    end: start + problem.end - problem.start,
    code,
    severity,
    message,
    domain,
    tag,
    field,
  }
}
