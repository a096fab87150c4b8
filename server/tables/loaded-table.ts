import type { Sort } from '../../shared/protocol/table/table.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { columnOfRecords, sortByCells } from '../../shared/views/table/order.ts'
import type { Table } from '../../shared/views/table/tables.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * In a table of the workspace, a record is the number of its file and its index among the entries of the file, as one
 * number. That holds for one version; requests and answers have its handle.
 */
export const entryLimit = 2 ** 24

/** A table of the workspace, with the files that its records come from by their numbers. */
export interface LoadedTable {
  readonly version: number
  /** Its columns are those of all files. It has no records: those of each file have indexes of their own. */
  readonly table: Table
  readonly files: ReadonlyMap<number, Snapshot>
  readonly left: number
}

/** The file of a record, and its index there; undefined if the table does not have the file. */
export function placeIn(
  { files }: LoadedTable,
  record: number,
): { readonly snapshot: Snapshot; readonly record: number } | undefined {
  const snapshot = files.get(Math.floor(record / entryLimit))
  return snapshot && { snapshot, record: record % entryLimit }
}

/** A record as its file has it; undefined if it is not there. */
export function nodeIn(loaded: LoadedTable, record: number): RecordNode | undefined {
  const place = placeIn(loaded, record)
  const node = place?.snapshot.file.tree.entries[place.record]
  return node?.kind === 'record' ? node : undefined
}

/** How to read a column of the records of a table. */
export const cellsIn = (loaded: LoadedTable): ReturnType<typeof columnOfRecords<number>> =>
  columnOfRecords((record: number) => nodeIn(loaded, record))

/** Sorts records; those that were sorted before stay where they are, so that no row moves after an edit. */
export function keptInOrder(
  loaded: LoadedTable,
  records: readonly number[],
  sort: readonly Sort[],
  before: readonly number[] | undefined,
): readonly number[] {
  const current = new Set(records)
  const kept = before?.filter(record => current.has(record)) ?? []
  const old = new Set(kept)
  const fresh = records.filter(record => !old.has(record))
  return [...kept, ...sortByCells(fresh, cellsIn(loaded), loaded.table.columns, sort)]
}
