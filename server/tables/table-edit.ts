import { addToGroup } from '../../shared/basics/group.ts'
import { localize } from '../../shared/domains/localize.ts'
import { onlyMeant } from '../../shared/domains/nearest.ts'
import { countingTag } from '../../shared/domains/registry.ts'
import { canCopy, copyWholes, removeWholes, type Whole, wholeAt } from '../../shared/edit/whole-record.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { CellValue, FileEdits, TableEdit, TableEditAnswer } from '../../shared/protocol/table/table-edit.ts'
import { isHeader } from '../../shared/syntax/nodes.ts'
import type { Table } from '../../shared/views/table/tables.ts'
import type { RefactoringContext } from '../refactorings/refactoring.ts'
import { countReferring } from '../refactorings/referring.ts'
import { reorder, runsIn } from '../refactorings/reorder.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { noteOnIds } from './changed-ids.ts'
import { noteOnStates } from './changed-states.ts'
import { changeWithLine, insertRows, type TableChanges, tagIsGone } from './insert-records.ts'
import {
  cellValue,
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
  recordIsGone,
  rowCount,
  rowsAreGone,
  rowsInRange,
  rowsOfPaste,
  valuesOfPaste,
} from './table-edit-cells.ts'
import { gone, recordNodeAt, type Seen, type TableSource } from './table-source.ts'
import { writeCells } from './write-cells.ts'

/** An edit whose rows and cells have the records of a table as they are now, instead of handles. */
interface FoundEdit {
  /** Those of the query of the edit; empty for an edit of cells alone. */
  readonly records: readonly number[]
  readonly edit: TableEdit
}

/**
 * The text edits that make a change to a table: all of it, or, with a sentence that says why, nothing.
 *
 * @param version of the table that the rows of the edit were seen in
 */
export async function editTable(source: TableSource, version: number, edit: TableEdit): Promise<TableEditAnswer> {
  const seen = 'query' in edit ? await source.seen(version, edit.query) : []
  const found = locateEdit(source, seen, edit)
  return 'refusal' in found ? found : editFound(source, found)
}

/**
 * The records and the values of an edit as they are now. From here on the records of its rows keep their handles, so
 * that a next edit of the same rows finds them.
 *
 * @param seen the records of the query of the edit
 */
export function locateEdit(source: TableSource, seen: Seen, edit: TableEdit): FoundEdit | Refusal {
  if (edit.kind === 'add') return { records: [], edit }
  if (edit.kind === 'insert') {
    const record = source.find(edit.record)
    return record === gone ? { refusal: recordIsGone() } : { records: [], edit: { ...edit, record } }
  }
  if (edit.kind === 'write') {
    const cells = edit.cells.map(cell => ({ ...cell, record: source.find(cell.record) }))
    if (cells.some(({ record }) => record === gone)) return { refusal: recordIsGone() }
    return { records: [], edit: { ...edit, cells } }
  }
  if (!seen) return { refusal: rowsAreGone() }
  const meant = rowsInRange(seen, { ...edit, count: rowCount(edit) })
  if (meant.includes(gone)) return { refusal: recordIsGone() }
  for (const record of meant) source.handleOf(record)
  return { records: seen, edit }
}

/** As `editTable`, for an edit whose records are found. */
export function editFound(source: TableSource, { records, edit }: FoundEdit): TableEditAnswer {
  const { file, table, nodeOf } = source
  switch (edit.kind) {
    case 'write':
      return writeTyped(source, edit.cells)
    case 'clear':
      return write(source, clearedCells(records, edit))
    case 'fill':
      return write(source, filledCells(records, nodeOf, edit))
    case 'fillRight':
      return write(source, filledRight(records, nodeOf, edit))
    case 'series':
      return write(source, continuedCells(records, nodeOf, edit))
    case 'sortFile':
      if (!file)
        return { refusal: localize('Only the records of one file can be sorted in it; open the file as a table.') }
      return answerTo(source, [[file, sortFile(file, rowsInRange(records, edit))]])
    case 'add':
      return file ? answerTo(source, [[file, addRecord(file, source, edit)]]) : addedToNoFile()
    case 'insert':
      return file ? answerTo(source, [[file, insertBeside(file, table, edit)]]) : addedToNoFile()
    case 'duplicate':
      return file ? answerTo(source, [[file, duplicateRecords(file, rowsInRange(records, edit))]]) : addedToNoFile()
    case 'delete': {
      const byFile = groupByFile(source, rowsInRange(records, edit), record => record)
      return answerTo(
        source,
        byFile.map(([snapshot, placed]) => [
          snapshot,
          removeRecords(
            snapshot,
            placed.map(({ entry }) => entry),
          ),
        ]),
      )
    }
    case 'paste':
      return paste(source, records, edit)
  }
}

const addedToNoFile = (): Refusal => ({
  refusal: localize('A record can only be added to a file; open the file as a table, and add the record there.'),
})

/** What an edit changes in each file, or why it changes nothing there. */
type ChangesByFile = readonly (readonly [snapshot: Snapshot, changed: TableChanges | Refusal])[]

/** Joins what an edit changes in files: all of it, or nothing. In a table of the workspace, sentences name the file. */
function answerTo(source: TableSource, changes: ChangesByFile, notesOnAll: readonly string[] = []): TableEditAnswer {
  const about = ({ uri }: Snapshot, sentence: string): string =>
    source.file ? sentence : `${decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}: ${sentence}`
  const files: FileEdits[] = []
  const notes: string[] = []
  let line: number | null = null
  for (const [snapshot, changed] of changes) {
    if ('refusal' in changed) return { refusal: about(snapshot, changed.refusal) }
    const edits = changed.changes.map(change => plainEdit(snapshot.file.tree, change))
    files.push({ uri: snapshot.uri, version: source.versionOf(snapshot), edits })
    if (changed.note) notes.push(about(snapshot, changed.note))
    if (source.file) line = changed.line ?? null
  }
  return { files, line, note: [...notes, ...notesOnAll].join(' ') }
}

/** Groups things by the files of their records, each with the index of its record there. */
function groupByFile<Thing>(
  { placeOf }: TableSource,
  things: readonly Thing[],
  recordOf: (thing: Thing) => number,
): [Snapshot, { readonly thing: Thing; readonly entry: number }[]][] {
  const groups = new Map<Snapshot, { readonly thing: Thing; readonly entry: number }[]>()
  for (const thing of things) {
    const place = placeOf(recordOf(thing))
    if (place) addToGroup(groups, place.snapshot, { thing, entry: place.record })
  }
  return [...groups]
}

/** Writes values into cells as they are. */
function write(source: TableSource, cells: readonly CellValue[], notes: readonly string[] = []): TableEditAnswer {
  return answerTo(source, changesOfCells(source, cells), notes)
}

function changesOfCells(source: TableSource, cells: readonly CellValue[]): ChangesByFile {
  const byFile = groupByFile(source, cells, ({ record }) => record)
  return byFile.map(([snapshot, placed]) => {
    const inFile = placed.map(({ thing, entry }) => ({ ...thing, record: entry }))
    const changes = writeCells(snapshot.file, inFile)
    if ('refusal' in changes) return [snapshot, changes]
    const notes = [noteOnIds(snapshot, inFile), noteOnStates(snapshot, inFile)]
    return [snapshot, { changes, note: notes.filter(Boolean).join(' ') }]
  })
}

/** Writes the value that the user has typed into a cell, or several values as they are. */
function writeTyped(source: TableSource, cells: readonly CellValue[]): TableEditAnswer {
  const [typed, ...others] = cells
  if (!typed || others.length > 0) return write(source, cells)
  const { cell, notes } = readTypedValue(typed, source.table?.tag)
  return write(source, [cell], notes)
}

/**
 * Adds a record with an id and at most one other field. Missing fields are marked as problems; example values could be
 * mistaken for real ones.
 */
function addRecord(
  snapshot: Snapshot,
  { key, table }: TableSource,
  { cell }: Extract<TableEdit, { kind: 'add' }>,
): TableChanges | Refusal {
  const tag = table ? table.tag : countingTag(snapshot.registry, key)
  if (!cell) return insertRows(snapshot, table, tag, [[]])
  const typed = readTypedValue(cell, tag)
  return withNotes(insertRows(snapshot, table, tag, [[[cell.column, typed.cell.value]]]), typed.notes)
}

/** Adds a record above or below another one. The comments above that one stay with it. */
function insertBeside(
  snapshot: Snapshot,
  table: Table | undefined,
  { record, isBelow }: Extract<TableEdit, { kind: 'insert' }>,
): TableChanges | Refusal {
  const { file } = snapshot
  const { first, end } = wholeAt(file.tree, record)
  return insertRows(snapshot, table, file.entries[record]?.tag ?? table?.tag, [[]], isBelow ? end - 1 : first - 1)
}

/** Writes copies below the last of the records, in the order of the file, with free ids. */
function duplicateRecords({ file, index }: Snapshot, records: readonly number[]): TableChanges | Refusal {
  const { tree } = file
  const sorted = [...records].sort((one, other) => one - other)
  const [first, ...others] = sorted.map(entry => wholeAt(tree, entry))
  if (!first) return { changes: [] }
  if (!sorted.every(entry => canCopy(file, entry))) {
    return {
      refusal: localize(
        'A header, or a record with a string that is not closed, cannot be duplicated; use the text instead.',
      ),
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
  return { changes, note: sortNote(changes.length > 0, count) }
}

function sortNote(isChanged: boolean, parts: number): string {
  if (!isChanged) return localize('The file has this order already.')
  return parts > 1
    ? localize('Sorted the file within {count} parts, as headers, blocks and separate comments stay where they are.', {
        count: parts,
      })
    : localize('Sorted the file.')
}

function removeRecords(snapshot: Snapshot, records: readonly number[]): TableChanges | Refusal {
  const { file } = snapshot
  const contexts = records.flatMap((entry): RefactoringContext[] => {
    const record = recordNodeAt(snapshot, entry)
    return record ? [{ snapshot, entry, record, tag: file.entries[entry]!.tag }] : []
  })
  if (contexts.some(({ record }) => isHeader(record))) {
    return {
      refusal: localize('A header sets the domains of the records below it, so it can only be deleted in the text.'),
    }
  }
  const referring = contexts.reduce((count, context) => count + countReferring(context), 0)
  return {
    changes: removeWholes(
      file.tree,
      contexts.map(({ entry }) => wholeAt(file.tree, entry)),
    ),
    note: referring === 0 ? '' : stillReferring(referring),
  }
}

const stillReferring = (count: number): string =>
  count === 1
    ? localize('One record still refers to a deleted record.')
    : localize('{count} records still refer to a deleted record.', { count })

/**
 * Writes pasted text over cells, starting at the first of a range. If the range has room for the text several times,
 * the text is repeated. In a file, rows below the last record make new records, and if the first row has the names of
 * columns, all rows below it do.
 */
function paste(
  source: TableSource,
  records: readonly number[],
  edit: Extract<TableEdit, { kind: 'paste' }>,
): TableEditAnswer {
  const { file, table } = source
  if (!table) return { refusal: tagIsGone() }
  const rows = rowsOfPaste(edit)
  if ('refusal' in rows) return rows
  const [names, ...below] = rows
  const named = file && names && below.length > 0 ? columnsOfHeadings(names, table) : undefined
  if (named) {
    const inOrder = table.columns.flatMap(({ name }) => (named.includes(name) ? [name] : []))
    const read = valuesOfPaste(edit, below, named, table.tag)
    const fields = read.rows.map(row => inOrder.map(name => [name, cellValue(row[named.indexOf(name)])] as const))
    return answerTo(source, [[file!, insertRows(file!, table, table.tag, fields)]], read.notes)
  }
  const read = valuesOfPaste(edit, rows, edit.columns, table.tag)
  const targets = pasteTargets(records, edit)
  const pasted = pastedRows(read.rows, { ...edit, count: pasteCount(edit, targets) }, targets.length)
  if ('refusal' in pasted) return pasted
  const beyond = pasted.slice(targets.length)
  if (edit.more && beyond.length > 0) return { refusal: gapsAreTooFew() }
  const written = changesOfCells(source, pastedCells(targets, edit.columns, pasted.slice(0, targets.length)))
  if (beyond.length === 0) return answerTo(source, written, read.notes)
  if (!file) {
    return {
      refusal: localize(
        'The copied cells have {height} rows, but the table has only {count} from here on; open a file as a table to add records.',
        { height: pasted.length, count: targets.length },
      ),
    }
  }
  const fields = beyond.map(row => row.map((cell, place) => [edit.columns[place]!, cellValue(cell)] as const))
  return answerTo(
    source,
    [[file, withNewRecords(written[0]?.[1] ?? { changes: [] }, insertRows(file, table, table.tag, fields))]],
    read.notes,
  )
}

/** Changes of cells and new records below them, as one change of a file. */
function withNewRecords(written: TableChanges | Refusal, added: TableChanges | Refusal): TableChanges | Refusal {
  if ('refusal' in written) return written
  if ('refusal' in added) return added
  const changes = [...written.changes, ...added.changes].sort((one, other) => one.start - other.start)
  return { ...written, changes }
}

const withNotes = (changed: TableChanges | Refusal, notes: readonly string[]): TableChanges | Refusal =>
  'refusal' in changed ? changed : { ...changed, note: [changed.note, ...notes].filter(Boolean).join(' ') }

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
