import type { Severity } from '../../shared/check/rule.ts'
import type { PlacedSpan } from './places.ts'

/** The result of checking one file. */
export interface FileResult {
  /** The file's name as printed: relative to the working directory, with `/`. */
  readonly file: string
  readonly records: number
  /** The size of the file in bytes. */
  readonly bytes: number
  /**
   * In order, in chunks, because all problems together may not fit into memory. Must be read only once, and before the
   * next file.
   */
  readonly problems: AsyncIterable<readonly PlacedProblem[]>
}

/** Yields the problems of a file as one chunk. */
export async function* allAtOnce(problems: readonly PlacedProblem[]): AsyncGenerator<readonly PlacedProblem[]> {
  yield problems
}

/** A problem as printed. Lines and columns start at 1, columns count Unicode characters, and the end is exclusive. */
export interface PlacedProblem extends PlacedSpan {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** The domain, tag and field of the problem; null if there is none. */
  readonly domain: string | null
  readonly tag: string | null
  readonly field: string | null
  /** Whether a rule was stopped, so that the check is incomplete. */
  readonly isStopped?: boolean | undefined
  /** The properties below are only set if the format needs them. */
  readonly identity?: ProblemIdentity | undefined
  readonly excerpt?: Excerpt | undefined
  /** Absent if nothing else explains the problem. */
  readonly related?: readonly PlacedRelated[] | undefined
  readonly fixes?: readonly PlacedFix[] | undefined
  /** Whether `--fix` fixes it. */
  readonly isFixable?: boolean | undefined
  /** Whether only `--fix --unsafe-fixes` fixes it. */
  readonly hasAnswer?: boolean | undefined
}

/**
 * Identifies a problem together with its code and its field, without its line and its message. Several problems can
 * have the same identity.
 */
export interface ProblemIdentity {
  /** Identifies the record; empty for text between records. */
  readonly record: string
  /** The text or value that the problem is about. */
  readonly value: string
}

/** The line where a problem starts, without its line end; of a long line, only the part around the problem. */
export interface Excerpt {
  readonly text: string
  /** The column of the first character of `text`, from 1. */
  readonly column: number
  /** Whether the line continues after `text`. */
  readonly isCut: boolean
}

/** Another place that explains a problem, in the same file or another one. */
export interface PlacedRelated {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** A fix of a problem: changes of its file, sorted and not overlapping. */
export interface PlacedFix {
  readonly title: string
  /** Whether the fix keeps the meaning of the records. `--fix` applies only such fixes. */
  readonly isSafe: boolean
  readonly changes: readonly (PlacedSpan & { readonly text: string })[]
}

/** The properties of a problem that a format needs and that are expensive to compute. */
export interface Details {
  readonly identities?: boolean
  readonly excerpts?: boolean
  readonly related?: boolean
  readonly fixes?: boolean
  readonly fixability?: boolean
}
