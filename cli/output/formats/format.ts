import type { Colors } from 'picocolors/types'
import type { Details, FileResult } from '../file-result.ts'

/** An output format for the results of a check. Each format is a file in this folder, listed in `index.ts`. */
export interface Format {
  /** The expensive properties of problems that the format needs. */
  readonly details?: Details
  /** Yields the text for standard output, in pieces of any size. */
  readonly output: (run: Run) => AsyncIterable<string>
  /** The text for standard error at the end of the run. */
  readonly closing?: (run: Outcome) => string
}

/** The input of a format. */
export interface Run extends Outcome {
  readonly results: AsyncIterable<FileResult>
  /** The most problems that a text for people lists one by one: all for a terminal or a file, few for a program. */
  readonly mostListed: number
}

/** The outcome of a run. It is complete after all results have been read. */
export interface Outcome {
  readonly summary: Readonly<Summary>
  /** One sentence for each thing that could not be checked. */
  readonly failures: ReadonlySet<string>
  /** If only new problems are reported: which, such as `that main did not have`. */
  readonly which: string | undefined
  /** Whether the files were fixed, so that no more is to be fixed. */
  readonly hasFixed: boolean
  /** Whether the fixes that change what records say were made too. */
  readonly hasFixedAll: boolean
  /** Color functions for the stream. They return the text unchanged if the stream has no colors. */
  readonly colors: Colors
}

/** The totals over all checked files. */
export interface Summary {
  files: number
  records: number
  error: number
  warning: number
  information: number
  /** The number of problems that `--fix` fixes. */
  fixable: number
  /** The number of problems that only `--fix --unsafe-fixes` fixes. */
  answerable: number
}
