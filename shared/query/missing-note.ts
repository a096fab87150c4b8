import { placeName } from '../basics/place-name.ts'
import { counted } from '../basics/text.ts'
import type { LedNowhere, MissingRecords } from '../check/missing-records.ts'
import { show } from '../domains/message-text.ts'

/**
 * The sentences about references that expressions follow and that lead to no record in the files of a run.
 *
 * @param placeOf gives the file and the line, from 1, of a record whose expression follows one
 */
export function missingNotes<Place>(
  { absent, repeated }: Pick<MissingRecords<Place>, 'absent' | 'repeated'>,
  placeOf: (place: Place) => { readonly file: string; readonly line: number },
): string[] {
  const from = ({ count, first }: LedNowhere<Place>): string => {
    return `${count === 1 ? 'from' : 'the first from'} ${placeName(placeOf(first!.place))}`
  }
  const sentences: string[] = []
  if (absent.first)
    sentences.push(
      `References lead to ${counted(absent.count, 'record')} that these files do not have, ${from(absent)}; name all files that the expressions read, or correct the references.`,
    )
  if (repeated.first)
    sentences.push(
      `References lead to ${counted(repeated.count, 'id')} that several records have, such as ${show(repeated.first.id)}, so they count as absent, ${from(repeated)}; give each record an id of its own.`,
    )
  return sentences
}

/** The sentence about tags that expressions find records of with `referrers`, and that these files have none of. */
export const noRecordNote = (tags: Iterable<string>): string =>
  `These files have no ${[...tags].join(' and ')} record, so referrers finds none; name all files that the expressions read.`
