import type { RecordName, Reference } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import type { Place } from '../syntax/tree.ts'

/** What a record is called and refers to, wherever that stands in it. */
export interface RecordNames {
  readonly title: string
  readonly definition: RecordName | undefined
  readonly references: readonly (RecordName & Pick<Reference, 'field'>)[]
}

/** A record of any file, open or not. What it says and where it stands is worked out when it is asked for. */
export interface IndexedRecord {
  readonly uri: string
  readonly tag: TagName
  readonly id: string | undefined
  readonly title: string
  readonly identity: RecordNames
  /** Where its `@TAG` stands. */
  tagPlace(): Place
  /** Where its definition or one of its references stands. */
  placeOf(part: RecordName): Place
}

/** A file as the index sees it: entries of which some are records whose tag is known. */
export interface IndexedFile {
  readonly length: number
  /** How long its text is, in UTF-16 code units. */
  readonly textLength: number
  namesAt(entry: number): RecordNames | undefined
  recordAt(entry: number): IndexedRecord | undefined
  /** Those of the records that have an id or refer to it for which something holds, in order. */
  recordsNaming(id: string, holds: (names: RecordNames) => boolean): Iterable<IndexedRecord>
  /**
   * Gives the records that match in a way, each with its rank, in order; it may also give some that match in a way to
   * come.
   */
  match(wanted: RecordQuery, way: Way, take: (entry: number, rank: number) => void): void
}

/** What someone looks for among the records. */
export interface RecordQuery {
  /** As `foldQuery` makes it. */
  readonly query: string
  /** Only records of this tag that have an id; then the tag itself does not count as a match. */
  readonly tag?: TagName
}

/**
 * How a record matches: it has the query as it stands, it has its characters in their order, or not at all. Each
 * includes the ones before.
 */
export type Way = 'text' | 'characters' | 'none'
