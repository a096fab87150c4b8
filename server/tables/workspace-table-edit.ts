import { addToGroup } from '../../shared/basics/group.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { CellValue, FileEdits, TableEdit, TableEditAnswer } from '../../shared/protocol/table/table-edit.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { editTable, writeTable } from './table-edit.ts'
import {
  type Arrange,
  clearedCells,
  continuedCells,
  filledCells,
  filledRight,
  gapsAreTooFew,
  pasteCount,
  pastedCells,
  pastedRows,
  pasteTargets,
  readTypedValue,
  recordsInRange,
  rowsOfPaste,
  type TableAt,
  valuesOfPaste,
} from './table-edit-cells.ts'

/** The records of a table of several files, by their numbers in the table. */
interface EditedFiles {
  /** Undefined for a tag that no domain in force defines. */
  readonly tag: Tag | undefined
  readonly arrange: Arrange
  readonly nodeOf: (record: number) => RecordNode | undefined
  /** The file of a record, and its index there. */
  readonly placeOf: (record: number) => { readonly snapshot: Snapshot; readonly record: number } | undefined
  /** The part of the table in a file. */
  readonly tableOf: (snapshot: Snapshot) => TableAt
  readonly isOpen: (uri: string) => boolean
}

/** The text edits that change records of several files: all of them or, with a sentence that says why, none. */
export function editTablesOfFiles(edit: TableEdit, files: EditedFiles): TableEditAnswer {
  if (edit.kind === 'add' || edit.kind === 'insert' || edit.kind === 'duplicate')
    return { refusal: 'A record can only be added to a file; open the file as a table, and add the record there.' }
  if (edit.kind === 'sortFile')
    return { refusal: 'Only the records of one file can be sorted in it; open the file as a table.' }
  if (edit.kind === 'delete') {
    const byFile = groupByFile(recordsInRange(files.arrange, edit), record => files.placeOf(record))
    return joinedEdits(
      files,
      [...byFile].map(([snapshot, records]) => ({
        snapshot,
        answer: editTable(snapshot, {
          at: { ...files.tableOf(snapshot), arrange: () => records.map(({ record }) => record) },
          edit: { ...edit, start: 0, count: records.length, more: undefined },
        }),
      })),
    )
  }
  const write = cellsToWrite(edit, files)
  if ('refusal' in write) return write
  const byFile = groupByFile(write.cells, ({ record }) => files.placeOf(record))
  return joinedEdits(
    files,
    [...byFile].map(([snapshot, placed]) => ({
      snapshot,
      answer: writeTable(
        snapshot,
        placed.map(({ thing, record }) => ({ ...thing, record })),
      ),
    })),
    write.notes,
  )
}

function cellsToWrite(
  edit: Exclude<TableEdit, { kind: 'add' | 'insert' | 'duplicate' | 'delete' | 'sortFile' }>,
  { arrange, nodeOf, tag }: EditedFiles,
): { readonly cells: readonly CellValue[]; readonly notes?: readonly string[] } | Refusal {
  if (edit.kind === 'write') {
    const [typed, ...others] = edit.cells
    if (!typed || others.length > 0) return edit
    const { cell, notes } = readTypedValue(typed, tag)
    return { cells: [cell], notes }
  }
  if (edit.kind === 'clear') return { cells: clearedCells(arrange, edit) }
  if (edit.kind === 'fill') return { cells: filledCells(arrange, nodeOf, edit) }
  if (edit.kind === 'series') return { cells: continuedCells(arrange, nodeOf, edit) }
  if (edit.kind === 'fillRight') return { cells: filledRight(arrange, nodeOf, edit) }
  const targets = pasteTargets(arrange, edit)
  const written = rowsOfPaste(edit)
  if ('refusal' in written) return written
  const read = valuesOfPaste(edit, written, edit.columns, tag)
  const rows = pastedRows(read.rows, { ...edit, count: pasteCount(edit, targets) }, targets.length)
  if ('refusal' in rows) return rows
  if (edit.more && rows.length > targets.length) return { refusal: gapsAreTooFew }
  if (rows.length > targets.length) {
    return {
      refusal: `The copied cells have ${rows.length} rows, but the table has only ${targets.length} from here on; open a file as a table to add records.`,
    }
  }
  return { cells: pastedCells(targets, edit.columns, rows), notes: read.notes }
}

/** Groups things by the file of their record. Things whose record is no longer there are left out. */
function groupByFile<Thing>(
  things: readonly Thing[],
  placeOf: (thing: Thing) => { readonly snapshot: Snapshot; readonly record: number } | undefined,
): Map<Snapshot, { readonly thing: Thing; readonly record: number }[]> {
  const groups = new Map<Snapshot, { readonly thing: Thing; readonly record: number }[]>()
  for (const thing of things) {
    const place = placeOf(thing)
    if (place) addToGroup(groups, place.snapshot, { thing, record: place.record })
  }
  return groups
}

function joinedEdits(
  { isOpen }: EditedFiles,
  answers: readonly { readonly snapshot: Snapshot; readonly answer: TableEditAnswer }[],
  notesOnAll: readonly string[] = [],
): TableEditAnswer {
  const edits: FileEdits[] = []
  const notes = [...notesOnAll]
  for (const { snapshot, answer } of answers) {
    if ('refusal' in answer) return { refusal: `${snapshotName(snapshot)}: ${answer.refusal}` }
    for (const file of answer.files) edits.push({ ...file, version: isOpen(file.uri) ? file.version : null })
    if (answer.note !== '') notes.push(`${snapshotName(snapshot)}: ${answer.note}`)
  }
  return { files: edits, line: null, note: notes.join(' ') }
}

const snapshotName = ({ uri }: Snapshot): string => decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))
