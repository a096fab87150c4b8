import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { onlyMeant } from '../../shared/domains/nearest.ts'
import { countingTag } from '../../shared/domains/registry.ts'
import { canCopy, copyWholes, removeWholes, type Whole, wholeAt } from '../../shared/edit/whole-record.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { CellValue, TableEdit, TableEditAnswer } from '../../shared/protocol/table/table-edit.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import type { Table } from '../../shared/views/table/tables.ts'
import type { RefactoringContext } from '../refactorings/refactoring.ts'
import { countReferring } from '../refactorings/referring.ts'
import { reorder, runsIn } from '../refactorings/reorder.ts'
import { rangeOf } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { noteOnIds } from './changed-ids.ts'
import { changeWithLine, insertRows, type TableChanges } from './insert-records.ts'
import {
  cellValue,
  clearedCells,
  continuedCells,
  filledCells,
  filledRight,
  gapsAreTooFew,
  type LocatedEdit,
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
import { writeCells } from './write-cells.ts'

/** The text edits that make a change to a table, or a sentence that says why there are none. */
export const editTable = (snapshot: Snapshot, { at, edit }: LocatedEdit): TableEditAnswer =>
  answerTo(snapshot, tableChangesFor(snapshot, at, edit))

/** The text edits that write values into cells as they are, or a sentence that says why there are none. */
export const writeTable = (snapshot: Snapshot, cells: readonly CellValue[]): TableEditAnswer =>
  answerTo(snapshot, write(snapshot, cells))

function answerTo(snapshot: Snapshot, changed: TableChanges | Refusal): TableEditAnswer {
  if ('refusal' in changed) return changed
  const { changes, line = null, note = '' } = changed
  const edits = changes.map(({ text: newText, ...span }) => ({ range: rangeOf(snapshot, span), newText }))
  return { files: [{ uri: snapshot.uri, version: snapshot.version, edits }], line, note }
}

function tableChangesFor(snapshot: Snapshot, at: TableAt, edit: TableEdit): TableChanges | Refusal {
  switch (edit.kind) {
    case 'write':
      return writeTyped(snapshot, at, edit.cells)
    case 'clear':
      return write(snapshot, clearedCells(at.arrange, edit))
    case 'fill':
      return write(
        snapshot,
        filledCells(at.arrange, entry => recordNodeAt(snapshot, entry), edit),
      )
    case 'fillRight':
      return write(
        snapshot,
        filledRight(at.arrange, entry => recordNodeAt(snapshot, entry), edit),
      )
    case 'series':
      return write(
        snapshot,
        continuedCells(at.arrange, entry => recordNodeAt(snapshot, entry), edit),
      )
    case 'sortFile':
      return sortFile(snapshot, recordsInRange(at.arrange, edit))
    case 'add':
      return addRecord(snapshot, at, edit)
    case 'insert':
      return insertBeside(snapshot, at, edit)
    case 'duplicate':
      return duplicateRecords(snapshot, recordsInRange(at.arrange, edit))
    case 'delete':
      return removeRecords(snapshot, recordsInRange(at.arrange, edit))
    case 'paste':
      return paste(snapshot, at, edit)
  }
}

function write(snapshot: Snapshot, cells: readonly CellValue[]): TableChanges | Refusal {
  const changes = writeCells(snapshot.file, cells)
  return 'refusal' in changes ? changes : { changes, note: noteOnIds(snapshot, cells) }
}

/** Writes the value that the user has typed into a cell, or several values as they are. */
function writeTyped(snapshot: Snapshot, { table }: TableAt, cells: readonly CellValue[]): TableChanges | Refusal {
  const [typed, ...others] = cells
  if (!typed || others.length > 0) return write(snapshot, cells)
  const { cell, notes } = readTypedValue(typed, table?.tag)
  return withNotes(write(snapshot, [cell]), notes)
}

function recordNodeAt({ file }: Snapshot, entry: number): RecordNode | undefined {
  const record = file.tree.entries[entry]
  return record?.kind === 'record' ? record : undefined
}

/**
 * Adds a record with an id and at most one other field. Missing fields are marked as problems; example values could be
 * mistaken for real ones.
 */
function addRecord(
  snapshot: Snapshot,
  at: TableAt,
  { cell }: Extract<TableEdit, { kind: 'add' }>,
): TableChanges | Refusal {
  const tag = at.table ? at.table.tag : countingTag(snapshot.registry, at.key)
  if (!cell) return insertRows(snapshot, at, tag, [[]])
  const typed = readTypedValue(cell, tag)
  return withNotes(insertRows(snapshot, at, tag, [[[cell.column, typed.cell.value]]]), typed.notes)
}

/** Adds a record above or below another one. The comments above that one stay with it. */
function insertBeside(
  snapshot: Snapshot,
  at: TableAt,
  { record, isBelow }: Extract<TableEdit, { kind: 'insert' }>,
): TableChanges | Refusal {
  const { file } = snapshot
  const { first, end } = wholeAt(file.tree, record)
  return insertRows(snapshot, at, file.entries[record]?.tag ?? at.table?.tag, [[]], isBelow ? end - 1 : first - 1)
}

/** Writes copies below the last of the records, in the order of the file, with free ids. */
function duplicateRecords({ file, index }: Snapshot, records: readonly number[]): TableChanges | Refusal {
  const { tree } = file
  const sorted = [...records].sort((one, other) => one - other)
  const [first, ...others] = sorted.map(entry => wholeAt(tree, entry))
  if (!first) return { changes: [] }
  if (!sorted.every(entry => canCopy(file, entry))) {
    return {
      refusal: 'A header, or a record with a string that is not closed, cannot be duplicated; use the text instead.',
    }
  }
  const { change } = copyWholes(file, index, [first, ...others], 'down')
  return changeWithLine(tree, change)
}

/** Writes records in an order into the places that they have together in each part of the file. */
function sortFile({ file }: Snapshot, inOrder: readonly number[]): TableChanges {
  const ranks = new Map(inOrder.map((record, rank) => [record, rank]))
  const rankOf = ({ end }: Whole): number | undefined => ranks.get(end - 1)
  const parts = runsIn(file, { first: 0, end: file.tree.entries.length })
  const changes = parts.flatMap(part => {
    const own = part.filter(whole => rankOf(whole) !== undefined)
    const sorted = own.toSorted((one, other) => rankOf(one)! - rankOf(other)!).values()
    return reorder(
      file,
      part,
      part.map(whole => (rankOf(whole) === undefined ? whole : sorted.next().value!)),
    )
  })
  const count = parts.filter(part => part.some(whole => rankOf(whole) !== undefined)).length
  const within = count > 1 ? ` within ${count} parts, as headers, blocks and separate comments stay where they are` : ''
  return { changes, note: changes.length === 0 ? 'The file has this order already.' : `Sorted the file${within}.` }
}

function removeRecords(snapshot: Snapshot, records: readonly number[]): TableChanges | Refusal {
  const { file } = snapshot
  const contexts = records.flatMap((entry): RefactoringContext[] => {
    const record = recordNodeAt(snapshot, entry)
    return record ? [{ snapshot, entry, record, tag: file.entries[entry]!.tag }] : []
  })
  if (contexts.some(({ record }) => isHeader(record))) {
    return { refusal: 'A header sets the domains of the records below it, so it can only be deleted in the text.' }
  }
  const referring = contexts.reduce((count, context) => count + countReferring(context), 0)
  const subject = referring === 1 ? 'One record still refers' : `${referring} records still refer`
  return {
    changes: removeWholes(
      file.tree,
      contexts.map(({ entry }) => wholeAt(file.tree, entry)),
    ),
    note: referring === 0 ? '' : `${subject} to a deleted record.`,
  }
}

/**
 * Writes pasted text over cells, starting at the first of a range. If the range has room for the text several times,
 * the text is repeated. Rows below the last record make new records. If the first row has the names of columns, all
 * rows below it make new records.
 */
function paste(snapshot: Snapshot, at: TableAt, edit: Extract<TableEdit, { kind: 'paste' }>): TableChanges | Refusal {
  const { table } = at
  if (!table) return { refusal: 'The file no longer has this tag; choose another table.' }
  const rows = rowsOfPaste(edit)
  if ('refusal' in rows) return rows
  const [names, ...records] = rows
  const named = names && records.length > 0 ? columnsOfHeadings(names, table) : undefined
  if (named) {
    const inOrder = table.columns.flatMap(({ name }) => (named.includes(name) ? [name] : []))
    const read = valuesOfPaste(edit, records, named, table.tag)
    const fields = read.rows.map(row => inOrder.map(name => [name, cellValue(row[named.indexOf(name)])] as const))
    return withNotes(insertRows(snapshot, at, table.tag, fields), read.notes)
  }
  const read = valuesOfPaste(edit, rows, edit.columns, table.tag)
  const targets = pasteTargets(at.arrange, edit)
  const pasted = pastedRows(read.rows, { ...edit, count: pasteCount(edit, targets) }, targets.length)
  if ('refusal' in pasted) return pasted
  if (edit.more && pasted.length > targets.length) return { refusal: gapsAreTooFew }
  return withNotes(pasteRows(snapshot, at, edit.columns, targets, pasted), read.notes)
}

const withNotes = (changed: TableChanges | Refusal, notes: readonly string[]): TableChanges | Refusal =>
  'refusal' in changed ? changed : { ...changed, note: [changed.note, ...notes].filter(Boolean).join(' ') }

/** Writes rows over the cells of records, in their order. The rows after the last record make new records. */
function pasteRows(
  snapshot: Snapshot,
  at: TableAt,
  columns: readonly string[],
  records: readonly number[],
  rows: readonly (readonly string[])[],
): TableChanges | Refusal {
  const over = rows.slice(0, records.length)
  const beyond = rows.slice(records.length)
  const written = write(snapshot, pastedCells(records, columns, over))
  if ('refusal' in written || beyond.length === 0) return written
  const added = insertRows(
    snapshot,
    at,
    at.table?.tag,
    beyond.map(row => row.map((cell, place) => [columns[place]!, cellValue(cell)] as const)),
  )
  return 'refusal' in added
    ? added
    : { ...written, changes: [...written.changes, ...added.changes].sort((one, other) => one.start - other.start) }
}

/**
 * The columns that the cells of a row name, each another one; undefined if the row is no row of headings. Case, blanks,
 * `_` and `-` do not count: spreadsheets have `Control Ref` for `control_ref`.
 */
function columnsOfHeadings(row: readonly string[], { columns }: Table): readonly string[] | undefined {
  const known = columns.map(({ name }) => name)
  const named = row.map(heading => (known.includes(heading) ? heading : onlyMeant(heading, known)))
  const found = named.filter(name => name !== undefined)
  return found.length === row.length && new Set(found).size === row.length ? found : undefined
}
