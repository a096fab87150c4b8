import { localize } from '../../shared/domains/localize.ts'
import { nextDaysOf } from '../../shared/due/next-days.ts'
import type { Offer, RefactoringContext } from './refactoring.ts'

/** The kind of the action that writes the next day, where nothing asks for it. */
export const nextDayKind = 'refactor.rewrite.next'

/** An action that writes the next day of a field with an interval. */
interface NextDayOffer extends Offer {
  /** Whether the state of the record ends the day that was. */
  readonly isWanted: boolean
}

/**
 * Writes the next day of what comes again, such as a review.
 *
 * @param now in milliseconds since 1970
 */
export function nextDays({ snapshot, entry, record, tag }: RefactoringContext, now: number): NextDayOffer[] {
  if (!tag) return []
  const start = snapshot.file.tree.starts[entry]!
  return nextDaysOf(record, tag, snapshot.registry, now).map(({ field, value, day, text, isWanted }) => ({
    title: localize('Next {event} on {day}', { event: eventOf(field), day }),
    changes: [
      { start: start + value.start, end: start + value.end, text: value.kind === 'quoted' ? `"${text}"` : text },
    ],
    isWanted,
  }))
}

/** What happens on the day of a field, by its name: `next_review` and `review_due` are of a review. */
const eventOf = (field: string): string =>
  field
    .replace(/^next_(?=.)/, '')
    .replace(/(?<=.)_(due|date|day|on|by)$/, '')
    .replaceAll('_', ' ')
