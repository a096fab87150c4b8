import { placeName } from '../basics/place-name.ts'
import { MissingRecords } from '../check/missing-records.ts'
import { noSuchField } from '../domains/field-text.ts'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import { fieldOf, type Tag } from '../domains/registry.ts'
import type { FollowedRow } from '../scan/scanner.ts'
import type { FoundPlace } from './found-record.ts'
import { missingNotes } from './missing-note.ts'
import type { QueryPlan } from './query-plan.ts'

/** What is noted of a record. */
type ReadRecord = Pick<FollowedRow, 'path' | 'undefinedFields' | 'repeatedFields'>

/** What the user should know of the records that a query reads, whether it finds them or not. */
export class ReadNotes {
  /** The records that references lead to and that the files do not have. */
  readonly missing = new MissingRecords<FoundPlace>()
  /** A sentence about records that could not be read. */
  unread: string | undefined
  /** The fields that tags do not define, by the path of the tag. */
  private readonly undefinedFields = new Map<string, Set<string>>()
  private latest: { readonly path: string; readonly fields: readonly string[] } = { path: '', fields: [] }
  /** How many records have a field twice, and the first one, by the path of the tag and the name. */
  private readonly repeated = new Map<string, { count: number; readonly first: FoundPlace }>()

  note({ path, undefinedFields = [], repeatedFields = [] }: ReadRecord, place: FoundPlace): void {
    // Records of a tag often have the same list.
    const isKnown = undefinedFields === this.latest.fields && path === this.latest.path
    if (undefinedFields.length > 0 && !isKnown) {
      this.latest = { path, fields: undefinedFields }
      const known = this.undefinedFields.get(path) ?? new Set()
      for (const name of undefinedFields) known.add(name)
      this.undefinedFields.set(path, known)
    }
    for (const name of repeatedFields) {
      const key = `${path} ${name}`
      const known = this.repeated.get(key)
      if (known) known.count++
      else this.repeated.set(key, { count: 1, first: place })
    }
  }

  /** How many fields the records of a tag have that it does not define. */
  undefinedCount({ fullName: { path } }: Tag): number {
    return this.undefinedFields.get(path)?.size ?? 0
  }

  /** A sentence for each field of a query that no tag defines and that none of the records has. */
  unseen({ followed }: QueryPlan): string[] {
    const { undefinedFields } = this
    const isSeen = (path: string, name: string): boolean =>
      [...followed].some(
        ([{ fullName, nameOfRecords }]) =>
          nameOfRecords.path === path && undefinedFields.get(fullName.path)?.has(name) === true,
      )
    // A field that one of the tags with the same records defines is no mistake.
    const isDefined = (path: string, name: string): boolean =>
      [...followed].some(([other]) => other.nameOfRecords.path === path && fieldOf(other, name))
    return [...followed].flatMap(([tag, fields]) =>
      fields.flatMap(({ name, isUndefined }) => {
        const { path } = tag.nameOfRecords
        return isUndefined && !isSeen(path, name) && !isDefined(path, name) ? noSuchField(tag, name) : []
      }),
    )
  }

  /** @param isComplete whether all records were read */
  sentences(query: QueryPlan, isComplete: boolean): string[] {
    const { followed, tag, showsAll } = query
    const { missing, repeated } = this
    const read = [...followed].flatMap(([{ fullName }, fields]) => fields.map(({ name }) => `${fullName.path} ${name}`))
    const own = `${tag.fullName.path} `
    const keys = [...repeated.keys()].filter(key => read.includes(key) || (showsAll && key.startsWith(own)))
    return [
      ...(this.unread === undefined ? [] : [this.unread]),
      ...missingNotes(missing, place => place),
      ...(isComplete ? this.unseen(query) : []),
      ...keys.map(key => repeatedNote(key.slice(key.indexOf(' ') + 1), repeated.get(key)!)),
    ]
  }
}

function repeatedNote(name: string, { count, first }: { readonly count: number; readonly first: FoundPlace }): string {
  const said = { field: shorten(name), place: placeName(first) }
  return count === 1
    ? localize('1 record has {field} twice, and the first value counts; it is at {place}.', { ...said })
    : localize('{count} records have {field} twice, and the first value counts; the first one is at {place}.', {
        ...said,
        count,
      })
}
