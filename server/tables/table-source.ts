import type { TableQuery, TableRow } from '../../shared/protocol/table/table.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import type { Table } from '../../shared/views/table/tables.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Stands for a record that a view shows and that cannot be found any more. */
export const gone = -1

/** The record of an entry; undefined if the entry is none. */
export function recordNodeAt({ file }: Snapshot, entry: number): RecordNode | undefined {
  const record = file.tree.entries[entry]
  return record?.kind === 'record' ? record : undefined
}

/** A record of a file, by the index of its entry. */
export interface PlacedRecord {
  readonly snapshot: Snapshot
  readonly record: number
}

/**
 * A table as it is now, with the records of one open file or of all files of the workspace. Here, a record is a number
 * that means nothing later; requests and answers have its handle.
 */
export interface TableSource {
  /** The version of the file, or of the files of the workspace. */
  readonly version: number
  readonly key: string
  /** Its columns are those of all its files. Undefined if no record of the file has the tag. */
  readonly table: Table | undefined
  /** How many records are not in it, because their files are too large to be read. */
  readonly left: number
  /** The only file of the table; undefined for a table of the workspace. */
  readonly file: Snapshot | undefined
  /** The records of a query in its order. */
  arrange(query: TableQuery): readonly number[] | Promise<readonly number[]>
  /**
   * The records of a query as a view has seen them, as they are now: `gone` for one that cannot be found, and undefined
   * if the version is no longer known.
   */
  seen(version: number, query: TableQuery): Seen | Promise<Seen>
  /** The record of a handle; `gone` if it is not there, or not for certain. */
  find(handle: number): number
  /** Whether a record is one of the table, whatever a query leaves out. */
  has(record: number): boolean
  /** The handle of a record, which it keeps from now on. */
  handleOf(record: number): number
  placeOf(record: number): PlacedRecord | undefined
  nodeOf(record: number): RecordNode | undefined
  rowsOf(records: readonly number[]): TableRow[]
  /** The version that edits of a file are for; null for a file that is not open. */
  versionOf(snapshot: Snapshot): number | null
}

/** A table of one file: all of it is there, so nothing has to wait. */
export interface FileTable extends TableSource {
  readonly file: Snapshot
  arrange(query: TableQuery): readonly number[]
  seen(version: number, query: TableQuery): Seen
}

/** Records as a view has seen them; undefined if that is no longer known. */
export type Seen = readonly number[] | undefined
