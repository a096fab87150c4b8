import { shorten } from '../../shared/domains/message-text.ts'
import { oneLine } from '../output/one-line.ts'
import type { FoundRecord } from './find-records.ts'
import type { FoundPlace } from './read-notes.ts'

/** The fields that a result lacks because another program wrote them while the files were read. */
export class LateFields {
  private readonly places = new Map<string, FoundPlace>()

  /** Notes the fields of a record that had no place among the columns. */
  note(known: ReadonlySet<string>, { undefinedFields, place }: FoundRecord): void {
    for (const name of undefinedFields) if (!known.has(name) && !this.places.has(name)) this.places.set(name, place)
  }

  /** A sentence for each field. */
  sentences(): string[] {
    return [...this.places].map(
      ([name, { file, line }]) =>
        `${oneLine(file)} changed while it was read, so the output lacks the field ${shorten(name)}, which is now at ${oneLine(file)}:${line}; run the query again.`,
    )
  }
}
