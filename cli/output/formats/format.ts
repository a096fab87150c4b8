import type { Colors } from 'picocolors/types'
import type { Details, FileResult } from '../file-result.ts'

/** A form of the results of a check. Each is one file here, listed in `index.ts`. */
export interface Format {
  /** What it shows of a problem besides what every problem has. */
  readonly details?: Details
  /** What goes to standard output, in pieces of any size. */
  readonly output: (run: Run) => AsyncIterable<string>
  /** What people read on standard error when all is done. */
  readonly closing?: (run: Outcome) => string
}

/** What a format prints. */
export interface Run extends Outcome {
  readonly results: AsyncIterable<FileResult>
}

/** How a run went; complete once all its results are taken. */
export interface Outcome {
  readonly summary: Readonly<Summary>
  /** A sentence for each thing that could not be checked. */
  readonly failures: ReadonlySet<string>
  /** The revision since which records changed whose problems these are; undefined where they are all. */
  readonly since: string | undefined
  /** Those of the stream that is written to; they leave text as it is where it has none. */
  readonly colours: Colors
}

/** Counts over all files that were checked. */
export interface Summary {
  files: number
  records: number
  error: number
  warning: number
  information: number
  /** The number of problems that `--fix` fixes. */
  fixable: number
}
