import { type Definition, recordName } from '../../shared/domains/identity.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import type { FileExcerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { CellValue, TableEdit, TableEditAnswer } from '../../shared/protocol/table/table-edit.ts'
import {
  editsToRename,
  filesAfterRename,
  planRenameOf,
  problemOfTaken,
  type RenamedFile,
} from '../snapshot/rename-plan.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The files of the workspace as they are now. */
interface NamingFiles {
  /** An open file; undefined for any other file. */
  snapshot(uri: string): Snapshot | undefined
  /** Reads some records of files; a file that cannot be read is missing in the result. */
  readRecords(
    records: ReadonlyMap<string, readonly IndexedRecord[]>,
    look: (file: { readonly file: FileExcerpt; readonly version: number | null }) => RenamedFile,
  ): Promise<ReadonlyMap<string, RenamedFile>>
}

/** The cell that an edit of a table writes; undefined if it writes several, or does something else. */
export function writtenCell(edit: TableEdit): CellValue | undefined {
  const [cell, ...others] = edit.kind === 'write' ? edit.cells : []
  return others.length === 0 ? cell : undefined
}

/** Whether a cell has the id of its record. */
export const isId = ({ file }: Snapshot, { record, column }: CellValue): boolean =>
  file.entries[record]?.tag?.identityField === column

/**
 * The edit of a cell and, if the cell has the id of its record, of all references to it. If they cannot be changed, it
 * is the edit of the cell alone, with a note that says why. An id that another record has is refused: with it, nobody
 * could tell anymore which references mean which record.
 *
 * @param answer the edit of the cell alone
 */
export async function withReferences(
  files: NamingFiles,
  snapshot: Snapshot,
  cell: CellValue,
  answer: TableEditAnswer,
): Promise<TableEditAnswer> {
  if ('refusal' in answer) return answer
  const taken = takenBy(snapshot, cell)
  if (taken !== undefined) return { refusal: taken }
  const [changed] = changedIds(snapshot, [cell])
  if (!changed?.value) return answer
  const { name, value } = changed
  const count = snapshot.index.countReferring(name)
  if (count === 0) return answer
  const plan = planRenameOf(snapshot, name, value)
  const others = await files.readRecords(plan.records, ({ file, version }) => ({
    version,
    edits: editsToRename(plan, file),
  }))
  const renamed = filesAfterRename(snapshot, plan, others)
  if ('refusal' in renamed) return { ...answer, note: `${answer.note} ${renamed.refusal}` }
  return {
    files: renamed.map(file => (files.snapshot(file.uri) ? file : { ...file, version: null })),
    line: null,
    note:
      count === 1
        ? localize('One record that refers to {id} changed too.', { id: show(name.id) })
        : localize('{count} records that refer to {id} changed too.', { count, id: show(name.id) }),
  }
}

/** Why a cell cannot have its new id, as a sentence; undefined if no other record has it, or the cell has no id. */
function takenBy(snapshot: Snapshot, cell: CellValue): string | undefined {
  const { tag, identity } = snapshot.file.entries[cell.record] ?? {}
  const id = cell.value?.trim() ?? ''
  if (!tag || id === '' || id === identity?.definition?.id || !isId(snapshot, cell)) return undefined
  return problemOfTaken(snapshot, recordName(tag.nameOfRecords, id))
}

/** A sentence about the references to ids that cells change; empty if there are none. */
export function noteOnIds(snapshot: Snapshot, cells: readonly CellValue[]): string {
  const changed = changedIds(snapshot, cells)
  const written = new Set(changed.map(({ value }) => value))
  const missing = changed.flatMap(({ name }) => {
    const count = written.has(name.id) ? 0 : snapshot.index.countReferring(name)
    return count > 0 ? [{ id: name.id, count }] : []
  })
  const [first, ...others] = missing
  if (!first) return ''
  const count = missing.reduce((sum, each) => sum + each.count, 0)
  const places = { id: show(first.id), count }
  if (others.length > 0) return localize('{count} records still refer to ids that were changed.', places)
  return count === 1
    ? localize('One record still refers to {id}.', places)
    : localize('{count} records still refer to {id}.', places)
}

interface ChangedId {
  /** The record as it was. */
  readonly name: Definition
  /** The new id; null for none. */
  readonly value: string | null
}

/** The ids that cells change. Of several records with the same id, another one still has it. */
const changedIds = (snapshot: Snapshot, cells: readonly CellValue[]): ChangedId[] =>
  cells.flatMap(cell => {
    const name = snapshot.file.entries[cell.record]?.identity?.definition
    if (!name || !isId(snapshot, cell)) return []
    const value = cell.value?.trim() ?? null
    return value !== name.id && snapshot.index.count(name) === 1 ? [{ name, value }] : []
  })
