import type { Tag } from '../domains/registry.ts'
import { idsOfValue } from '../expression/run/circles.ts'
import type { ReachableRecords } from '../expression/run/values.ts'
import type { FollowedRecords } from './declared/followed-records.ts'

/** The records that expressions follow references to, and that are not there. */
export class MissingRecords<Place> {
  private readonly names = new Set<string>()
  /** The names of tags without records, where an expression asks for the records of the tag that refer to another. */
  readonly referringTags = new Set<string>()
  /** Where the record is whose expression followed such a reference first. */
  first: Place | undefined

  /** How many records are missing. */
  get count(): number {
    return this.names.size
  }

  /** The records that the expressions of one record can reach, of all records. Notes those that are missing. */
  reachable(records: FollowedRecords, place: Place): ReachableRecords {
    return {
      find: (tag, id) => {
        const found = records.find(tag, id)
        // If several records have the id, `find` returns none.
        if (!found && !records.has(tag, id)) this.note(tag, id, place)
        return found
      },
      referrers: (tag, field, id) => {
        if (!records.hasTag(tag)) this.referringTags.add(tag.name)
        return records.referrers(tag, field, id)
      },
      isInCircle: (tag, field, id) => {
        for (const target of idsOfValue(records.find(tag, id)?.get(field)))
          if (!records.has(tag, target)) this.note(tag, target, place)
        return records.isInCircle(tag, field, id)
      },
    }
  }

  private note(tag: Tag, id: string, place: Place): void {
    this.names.add(`${tag.nameOfRecords.path} ${id}`)
    this.first ??= place
  }
}
