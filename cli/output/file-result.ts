import type { Severity } from '../../shared/check/rule.ts'

/** What was found in one file. */
export interface FileResult {
  /** The file's name as printed: relative to the working directory, with `/`. */
  readonly file: string
  readonly records: number
  /** How many bytes the file has. */
  readonly bytes: number
  /**
   * In the order of their places, some at a time, as not all may fit into memory; to be taken once, before the next
   * file.
   */
  readonly problems: AsyncIterable<readonly PlacedProblem[]>
}

/** The problems of a file that has them all at hand. */
export async function* allAtOnce(problems: readonly PlacedProblem[]): AsyncGenerator<readonly PlacedProblem[]> {
  yield problems
}

/**
 * A problem as the command line reports it: lines and columns from 1, columns in Unicode characters, the end not
 * included.
 */
export interface PlacedProblem extends PlacedSpan {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** What it is about; null where it is about none. */
  readonly domain: string | null
  readonly tag: string | null
  readonly field: string | null
  /** What follows is there only where a format asked for it. */
  readonly excerpt?: Excerpt | undefined
  readonly related?: readonly PlacedRelated[] | undefined
  readonly fixes?: readonly PlacedFix[] | undefined
  /** Whether `--fix` fixes it. */
  readonly isFixable?: boolean | undefined
}

/** A stretch of a file. */
export interface PlacedSpan {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** The line on which a problem starts, without its line end; the part of it around the problem where it is long. */
export interface Excerpt {
  readonly text: string
  /** The column of the text's first character. */
  readonly column: number
  /** Whether the line goes on behind the text. */
  readonly isCut: boolean
}

/** Another place that explains a problem, in this file or another. */
export interface PlacedRelated {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** A way to fix a problem: edits of its file, sorted, not overlapping. */
export interface PlacedFix {
  readonly title: string
  /** Whether it keeps what the records say, so that `--fix` applies it. */
  readonly isSafe: boolean
  readonly changes: readonly (PlacedSpan & { readonly text: string })[]
}

/** What of a problem costs something to work out, and is worked out where a format asks for it. */
export interface Details {
  readonly excerpts?: boolean
  readonly related?: boolean
  readonly fixes?: boolean
  readonly fixability?: boolean
}
