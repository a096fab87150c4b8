import { counted } from '../basics/text.ts'

/**
 * The sentence about records that expressions follow references to, and that are not in the files of a run.
 *
 * @param first the place of the record whose expression missed one first, its line from 1
 */
export function missingNote(missing: number, first: { readonly file: string; readonly line: number }): string {
  const from = `${missing === 1 ? 'from' : 'the first from'} ${first.file}:${first.line}`
  const advice = 'name all files that the expressions read, or correct the references'
  return `References lead to ${counted(missing, 'record')} that these files do not have, ${from}; ${advice}.`
}

/** The sentence about tags that expressions find records of with `referrers`, and that these files have none of. */
export const noRecordNote = (tags: Iterable<string>): string =>
  `These files have no ${[...tags].join(' and ')} record, so referrers finds none; name all files that the expressions read.`
