import { localize } from './localize.ts'

// Numbers of things in the language of the reader, such as `1 record` and `12000 records`.

export const recordsInWords = (count: number): string =>
  count === 1 ? localize('1 record') : localize('{count} records', { count })

export const filesInWords = (count: number): string =>
  count === 1 ? localize('1 file') : localize('{count} files', { count })

export const moreFilesInWords = (count: number): string =>
  count === 1 ? localize('1 more file') : localize('{count} more files', { count })

export const conflictsInWords = (count: number): string =>
  count === 1 ? localize('1 conflict') : localize('{count} conflicts', { count })

/** The last line of a list of problems, of which so many are not listed. */
export const moreProblems = (count: number): string =>
  count === 1 ? localize('And 1 more problem.') : localize('And {count} more problems.', { count })
