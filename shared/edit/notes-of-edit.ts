import { placeName } from '../basics/place-name.ts'
import { counted } from '../basics/text.ts'
import { oneOf } from '../domains/message-text.ts'
import type { EditPlace, EditResult } from './edit-records.ts'
import type { RecordEdit } from './record-edit.ts'

/** What keeps a record from being edited whose fields are uncertain. */
export const uncertainRecord =
  'The record has a field twice, or text that is not closed or belongs to no field, so it cannot be edited for certain; fix that in the text first.'

/**
 * Sentences about the records that an edit leaves as they are, and about what else it does not do or makes needless.
 *
 * @param isWritten whether the edit is made, and not only shown
 */
export function notesOfEdit(result: EditResult, edit: RecordEdit, isWritten: boolean): string[] {
  const { skipped, inexact, splitItems, taken, wrong, unseen, unusedSuppressions } = result
  const notes: string[] = []
  if (skipped > 0) notes.push(`Skipped ${counted(skipped, 'record')}, because a new value reads an absent value.`)
  if (wrong.first) {
    const which = `${counted(wrong.count, 'value')} that ${wrong.count === 1 ? 'is' : 'are'} written but not allowed`
    notes.push(`${isWritten ? 'Replaced' : 'It would replace'} ${which}, ${firstOf([wrong.first])}.`)
  }
  const digits = 'a new value would lose digits: times are calculated in milliseconds, and numbers with 15 digits'
  const items = 'an item of a new list is empty, has blanks around it, or a comma, a quote or a bracket in it'
  notes.push(...skippedBecause(digits, inexact), ...skippedBecause(items, splitItems))
  const [one, other] = [edit.renamed.map(({ to }) => to.name), taken.length === 1 ? 'it has' : 'they have']
  notes.push(...skippedBecause(`${other} ${oneOf(one)} already`, taken), ...unseen)
  if (unusedSuppressions.length > 0)
    notes.push(
      `The edit makes ${counted(unusedSuppressions.length, 'suppression')} unused, ${firstOf(unusedSuppressions)}; "recline check" says what to remove.`,
    )
  return notes
}

/** What to say of records that the edit cannot change; nothing if there are none. */
function skippedBecause(reason: string, places: readonly EditPlace[]): string[] {
  if (places.length === 0) return []
  const which = `Skipped ${counted(places.length, 'record')}, ${firstOf(places)},`
  return [`${which} because ${reason}; change ${places.length === 1 ? 'it' : 'them'} in the text.`]
}

const firstOf = ([first]: readonly EditPlace[]): string =>
  `the first in ${placeName({ file: first!.uri, line: first!.line + 1 })}`
