import type { RecordName, Reference } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import type { Place } from '../syntax/tree.ts'

/** The title, the id, the references and the unique values of a record, without their positions. */
export interface RecordNames {
  readonly title: string
  readonly definition: RecordName | undefined
  readonly references: readonly (RecordName & Pick<Reference, 'field'>)[]
  readonly keys: readonly RecordName[]
}

/** A record of any file, open or not. Its contents and positions are computed on request. */
export interface IndexedRecord {
  readonly uri: string
  readonly tag: TagName
  readonly id: string | undefined
  readonly title: string
  readonly identity: RecordNames
  /** The position of its `@TAG`. */
  tagPlace(): Place
  /** The position of its definition or of one of its references. */
  placeOf(part: RecordName): Place
}

/** A file as the index sees it: a list of entries, some of them records with a known tag. */
export interface IndexedFile {
  readonly length: number
  /** How long its text is, in UTF-16 code units. */
  readonly textLength: number
  /** The paths of the tags of its records, and maybe of the tags that these refer to. */
  readonly tags: ReadonlySet<string>
  /** What its records are called and refer to, in order. */
  names(): RecordNames[]
  recordAt(entry: number): IndexedRecord | undefined
  /** The record whose tag is on a line. */
  recordOnLine(line: number): IndexedRecord | undefined
  /** The records that have an id or refer to it and for which `holds` is true, in order. */
  recordsNaming(id: string, holds: (names: RecordNames) => boolean): Iterable<IndexedRecord>
  /**
   * Calls `take` for each record that matches in this way, in order, with its rank. It may also take weaker matches
   * early.
   */
  match(wanted: RecordQuery, way: Way, take: (entry: number, rank: number) => void): void
}

/** A search for records. */
export interface RecordQuery {
  /** As `foldQuery` makes it. */
  readonly query: string
  /** Only records of this tag that have an id; then the tag itself does not count as a match. */
  readonly tag?: TagName
  /** Texts that the search text of a record has to contain, besides the query; then it has to contain the query too. */
  readonly words?: readonly string[]
}

/**
 * How a record matches: it contains the query, or the characters of the query in their order, or neither.
 */
export type Way = 'text' | 'characters' | 'none'
