import type { Tag } from '../domains/registry.ts'
import { idsOfValue } from '../expression/run/circles.ts'
import type { ReachableRecords } from '../expression/run/values.ts'
import type { FollowedRecords } from './declared/followed-records.ts'

/** Ids that references name and that lead to no record. */
export interface LedNowhere<Place> {
  /** How many ids there are. */
  readonly count: number
  /** The first id, and where the record is whose expression followed a reference to it. */
  readonly first: { readonly id: string; readonly place: Place } | undefined
}

/** The records that expressions follow references to, and that are not there, or that are not one. */
export class MissingRecords<Place> {
  private readonly names = { absent: new Set<string>(), repeated: new Set<string>() }
  private readonly firsts: { [Kind in 'absent' | 'repeated']?: NonNullable<LedNowhere<Place>['first']> } = {}
  /** The names of tags without records, where an expression asks for the records of the tag that refer to another. */
  readonly referringTags = new Set<string>()
  /** How often a reference was followed and led to no record. */
  misses = 0

  /** The ids that no record has. */
  get absent(): LedNowhere<Place> {
    return { count: this.names.absent.size, first: this.firsts.absent }
  }

  /** The ids that several records have, so that a reference leads to none of them. */
  get repeated(): LedNowhere<Place> {
    return { count: this.names.repeated.size, first: this.firsts.repeated }
  }

  /** The records that the expressions of one record can reach, of all records. Notes those that are missing. */
  reachable(records: FollowedRecords, place: Place): ReachableRecords {
    return {
      find: (tag, id) => {
        const found = records.find(tag, id)
        // If several records have the id, `find` returns none.
        if (!found) this.note(records.has(tag, id) ? 'repeated' : 'absent', tag, id, place)
        return found
      },
      referrers: (tag, field, id) => {
        if (!records.hasTag(tag)) this.referringTags.add(tag.name)
        return records.referrers(tag, field, id)
      },
      isInCircle: (tag, field, id) => {
        for (const target of idsOfValue(records.find(tag, id)?.get(field)))
          if (!records.has(tag, target)) this.note('absent', tag, target, place)
        return records.isInCircle(tag, field, id)
      },
    }
  }

  private note(kind: 'absent' | 'repeated', tag: Tag, id: string, place: Place): void {
    this.misses++
    this.names[kind].add(`${tag.nameOfRecords.path} ${id}`)
    this.firsts[kind] ??= { id, place }
  }
}
