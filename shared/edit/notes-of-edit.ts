import { placeName } from '../basics/place-name.ts'
import { localize } from '../domains/localize.ts'
import type { DoneEdit, EditPlace } from './edit-records.ts'
import type { RecordEdit } from './record-edit.ts'

/** What keeps a record from being edited whose fields are uncertain. */
export const uncertainRecord = (): string =>
  localize(
    'The record has a field twice, or text that is not closed or belongs to no field, so it cannot be edited for certain; fix that in the text first.',
  )

/**
 * Sentences about the records that an edit leaves as they are, and about what else it does not do or makes needless.
 *
 * @param isWritten whether the edit is made, and not only shown
 */
export function notesOfEdit(result: DoneEdit, edit: RecordEdit, isWritten: boolean): string[] {
  const { skipped, inexact, splitItems, taken, wrong, unseen, unusedSuppressions } = result
  const notes: string[] = []
  if (skipped > 0)
    notes.push(
      skipped === 1
        ? localize('Skipped 1 record, because a new value reads an absent value.')
        : localize('Skipped {count} records, because a new value reads an absent value.', { count: skipped }),
    )
  if (wrong.first) notes.push(replacedNote(wrong.count, placeOfEdit(wrong.first), isWritten))
  notes.push(
    ...skippedBecause(
      localize('a new value would lose digits: times are calculated in milliseconds, and numbers with 15 digits'),
      inexact,
    ),
    ...skippedBecause(
      localize('an item of a new list is empty, has blanks around it, or a comma, a quote or a bracket in it'),
      splitItems,
    ),
  )
  const fields = { or: edit.renamed.map(({ to }) => to.name) }
  const has =
    taken.length === 1
      ? localize('it has {fields} already', { fields })
      : localize('they have {fields} already', { fields })
  notes.push(...skippedBecause(has, taken), ...unseen)
  const [unused] = unusedSuppressions
  if (unused)
    notes.push(
      unusedSuppressions.length === 1
        ? localize('The edit makes 1 suppression unused, the first in {place}; "recline check" says what to remove.', {
            place: placeOfEdit(unused),
          })
        : localize(
            'The edit makes {count} suppressions unused, the first in {place}; "recline check" says what to remove.',
            { count: unusedSuppressions.length, place: placeOfEdit(unused) },
          ),
    )
  return notes
}

function replacedNote(count: number, place: string, isWritten: boolean): string {
  if (isWritten)
    return count === 1
      ? localize('Replaced 1 value that is written but not allowed, the first in {place}.', { place })
      : localize('Replaced {count} values that are written but not allowed, the first in {place}.', { count, place })
  return count === 1
    ? localize('It would replace 1 value that is written but not allowed, the first in {place}.', { place })
    : localize('It would replace {count} values that are written but not allowed, the first in {place}.', {
        count,
        place,
      })
}

/** What to say of records that the edit cannot change; nothing if there are none. */
function skippedBecause(reason: string, places: readonly EditPlace[]): string[] {
  const [first] = places
  if (!first) return []
  const place = placeOfEdit(first)
  return [
    places.length === 1
      ? localize('Skipped 1 record, the first in {place}, because {reason}; change it in the text.', { place, reason })
      : localize('Skipped {count} records, the first in {place}, because {reason}; change them in the text.', {
          count: places.length,
          place,
          reason,
        }),
  ]
}

const placeOfEdit = ({ uri, line }: EditPlace): string => placeName({ file: uri, line: line + 1 })
