import type { Details, FileResult } from '../file-result.ts'

/** A form of the results of a check. Each is one file here, listed in `index.ts`. */
export interface Format {
  /** What it shows of a problem besides what every problem has. */
  readonly details?: Details
  /** What goes to standard output, in pieces of any size. The summary is complete once all results are taken. */
  readonly output: (results: AsyncIterable<FileResult>, summary: Readonly<Summary>) => AsyncIterable<string>
  /** What people read on standard error when all is done. */
  readonly closing?: (summary: Readonly<Summary>, failures: number) => string
}

/** Counts over all files that were checked. */
export interface Summary {
  files: number
  records: number
  error: number
  warning: number
  information: number
}
