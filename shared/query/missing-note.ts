import { placeName } from '../basics/place-name.ts'
import type { LedNowhere, MissingRecords } from '../check/missing-records.ts'
import { localize } from '../domains/localize.ts'
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
  const placeIn = ({ first }: LedNowhere<Place>): string => placeName(placeOf(first!.place))
  const sentences: string[] = []
  if (absent.first)
    sentences.push(
      absent.count === 1
        ? localize(
            'References lead to 1 record that these files do not have, from {place}; name all files that the expressions read, or correct the references.',
            { place: placeIn(absent) },
          )
        : localize(
            'References lead to {count} records that these files do not have, the first from {place}; name all files that the expressions read, or correct the references.',
            { count: absent.count, place: placeIn(absent) },
          ),
    )
  if (repeated.first) {
    const first = { id: show(repeated.first.id), place: placeIn(repeated) }
    sentences.push(
      repeated.count === 1
        ? localize(
            'References lead to 1 id that several records have, such as {id}, so they count as absent, from {place}; give each record an id of its own.',
            { ...first },
          )
        : localize(
            'References lead to {count} ids that several records have, such as {id}, so they count as absent, the first from {place}; give each record an id of its own.',
            { ...first, count: repeated.count },
          ),
    )
  }
  return sentences
}

/** The sentence about tags that expressions find records of with `referrers`, and that these files have none of. */
export const noRecordNote = (tags: Iterable<string>): string =>
  localize('These files have no {tags} record, so referrers finds none; name all files that the expressions read.', {
    tags: { and: [...tags] },
  })
