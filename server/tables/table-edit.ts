import { addToGroup } from '../../shared/basics/group.ts'
import { type CheckedFile, sectionAt } from '../../shared/check/check.ts'
import { lineStartOf } from '../../shared/check/fixes/edits.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { countingTag, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { canCopy, copyWholes, removeWholes, type Whole, wholeAt } from '../../shared/edit/whole-record.ts'
import { type NewValue, writeValues } from '../../shared/edit/write-values.ts'
import { freeIds } from '../../shared/index/free-ids.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { CellValue, TableEdit, TableEditAnswer } from '../../shared/protocol/table/table-edit.ts'
import { quote, type RecordNode, tagName } from '../../shared/syntax/nodes.ts'
import { smallestChange, type TextChange } from '../../shared/syntax/text-change.ts'
import { edit as editTree, indexAt, lengthOf, lineBreakOf, parse, positionIn } from '../../shared/syntax/tree.ts'
import type { Table } from '../../shared/views/table/tables.ts'
import type { RefactoringContext } from '../refactorings/refactoring.ts'
import { countReferring } from '../refactorings/referring.ts'
import { reorder, runsIn } from '../refactorings/reorder.ts'
import { rangeOf } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { noteOnIds } from './changed-ids.ts'
import {
  cellValue,
  clearedCells,
  continuedCells,
  filledCells,
  filledRight,
  type LocatedEdit,
  pastedCells,
  pastedRows,
  readTypedValue,
  recordsInRange,
  rowsOfPaste,
  type TableAt,
  valuesOfPaste,
} from './table-edit-cells.ts'

/** The text edits that make a change to a table, or a sentence that says why there are none. */
export const editTable = (snapshot: Snapshot, { at, edit }: LocatedEdit): TableEditAnswer =>
  answerTo(snapshot, changesFor(snapshot, at, edit))

/** The text edits that write values into cells as they are, or a sentence that says why there are none. */
export const writeTable = (snapshot: Snapshot, cells: readonly CellValue[]): TableEditAnswer =>
  answerTo(snapshot, write(snapshot, cells))

interface TableChanges {
  /** In order, not overlapping. */
  readonly changes: readonly TextChange[]
  /** The line of the record to go to, after the changes. */
  readonly line?: number
  readonly note?: string
}

function answerTo(snapshot: Snapshot, changed: TableChanges | Refusal): TableEditAnswer {
  if ('refusal' in changed) return changed
  const { changes, line = null, note = '' } = changed
  const edits = changes.map(({ text: newText, ...span }) => ({ range: rangeOf(snapshot, span), newText }))
  return { files: [{ uri: snapshot.uri, version: snapshot.version, edits }], line, note }
}

function changesFor(snapshot: Snapshot, at: TableAt, edit: TableEdit): TableChanges | Refusal {
  switch (edit.kind) {
    case 'write':
      return writeTyped(snapshot, at, edit.cells)
    case 'clear':
      return write(snapshot, clearedCells(at.arrange, edit))
    case 'fill':
      return write(
        snapshot,
        filledCells(at.arrange, entry => recordAt(snapshot, entry), edit),
      )
    case 'fillRight':
      return write(
        snapshot,
        filledRight(at.arrange, entry => recordAt(snapshot, entry), edit),
      )
    case 'series':
      return write(
        snapshot,
        continuedCells(at.arrange, entry => recordAt(snapshot, entry), edit),
      )
    case 'sortFile':
      return sortFile(snapshot, recordsInRange(at.arrange, edit))
    case 'add':
      return add(snapshot, at, edit)
    case 'duplicate':
      return duplicate(snapshot, recordsInRange(at.arrange, edit))
    case 'delete':
      return remove(snapshot, recordsInRange(at.arrange, edit))
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

function recordAt({ file }: Snapshot, entry: number): RecordNode | undefined {
  const record = file.tree.entries[entry]
  return record?.kind === 'record' ? record : undefined
}

/**
 * Adds a record with an id and at most one other field. Missing fields are marked as problems; example values could be
 * mistaken for real ones.
 */
function add(snapshot: Snapshot, at: TableAt, { cell }: Extract<TableEdit, { kind: 'add' }>): TableChanges | Refusal {
  const tag = at.table ? at.table.tag : countingTag(snapshot.registry, at.key)
  if (!cell) return insert(snapshot, at, tag, [[]])
  const typed = readTypedValue(cell, tag)
  return withNotes(insert(snapshot, at, tag, [[[cell.column, typed.cell.value]]]), typed.notes)
}

/**
 * Writes new records below the last one of their table, or else at the end of the file, and goes to the first of them.
 * Records without a field for the id get the next free ids.
 */
function insert(
  { file, index }: Snapshot,
  { table }: TableAt,
  tag: Tag | undefined,
  records: readonly NewFields[],
): TableChanges | Refusal {
  const name = table?.name ?? tag?.name
  if (name === undefined) return { refusal: 'The file no longer has this tag; choose another table.' }
  const { tree } = file
  const below = table?.records.at(-1)
  if (tag && !sectionAt(file, below ?? tree.entries.length - 1).domains.includes(tag.domain)) {
    const { path } = tag.domain
    return {
      refusal: `${path} is not in force at the end of this file, so ${name} would be an unknown tag there; choose the domain first.`,
    }
  }
  const texts = withIds({ file, index }, tag, records).map(fields => newRecordText(name, tag, fields))
  const isReadable = texts.every(text => {
    const [record, ...others] = parse(text).entries
    return record?.kind === 'record' && others.length === 0 && tagName(record) === name
  })
  if (name === 'DOC')
    return { refusal: 'A header sets the domains of the records below it, so it can only be added in the text.' }
  if (!isReadable) return { refusal: `"@${name}" does not start a record; fix the tag in the text first.` }
  return insertTexts(file.tree, insertRecords(file, below, texts))
}

function withIds(
  { file, index }: Pick<Snapshot, 'file' | 'index'>,
  tag: Tag | undefined,
  records: readonly NewFields[],
): readonly NewFields[] {
  const own = tag?.fields.get(tag.identityField)
  if (!tag || !own) return records
  const isWithout = (fields: NewFields): boolean => fields.every(([name]) => name !== own.name)
  const ids = freeIds(
    file,
    index,
    tag.nameOfRecords,
    own.example ?? `${tag.name}-1`,
    records.filter(isWithout).length,
  ).values()
  return records.map(fields => (isWithout(fields) ? [[own.name, ids.next().value!], ...fields] : fields))
}

function insertTexts(tree: Snapshot['file']['tree'], change: TextChange): TableChanges {
  const after = editTree(tree, change.start, change.end, change.text)
  let record = indexAt(after, change.start + change.text.search(/[^\r\n]/))
  while (after.entries[record]?.kind === 'comment') record++
  return { changes: [change], line: after.lineOf(record) }
}

/** Writes copies below the last of the records, in the order of the file, with free ids. */
function duplicate({ file, index }: Snapshot, records: readonly number[]): TableChanges | Refusal {
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
  return insertTexts(tree, change)
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

function remove(snapshot: Snapshot, records: readonly number[]): TableChanges | Refusal {
  const { file } = snapshot
  const contexts = records.flatMap((entry): RefactoringContext[] => {
    const record = recordAt(snapshot, entry)
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
  const [names, ...records] = rows
  if (names && records.length > 0 && areNames(names, table)) {
    const inOrder = table.columns.flatMap(({ name }) => (names.includes(name) ? [name] : []))
    const read = valuesOfPaste(edit, records, names, table.tag)
    const fields = read.rows.map(row => inOrder.map(name => [name, cellValue(row[names.indexOf(name)])] as const))
    return withNotes(insert(snapshot, at, table.tag, fields), read.notes)
  }
  const read = valuesOfPaste(edit, rows, edit.columns, table.tag)
  const targets = at.arrange(edit.query)?.slice(edit.start) ?? []
  const pasted = pastedRows(read.rows, edit, targets.length)
  if ('refusal' in pasted) return pasted
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
  const added = insert(
    snapshot,
    at,
    at.table?.tag,
    beyond.map(row => row.map((cell, place) => [columns[place]!, cellValue(cell)] as const)),
  )
  return 'refusal' in added
    ? added
    : { ...written, changes: [...written.changes, ...added.changes].sort((one, other) => one.start - other.start) }
}

function areNames(row: readonly string[], { columns }: Table): boolean {
  const known = new Set(columns.map(({ name }) => name))
  return new Set(row).size === row.length && row.every(name => known.has(name))
}

/** A record about to be written: its fields in their order, empty ones left out. */
type NewFields = readonly (readonly [name: string, value: string | null])[]

/**
 * A record in canonical notation, as one line without its end.
 *
 * @param name the tag as it is written
 * @param tag its definition, if a domain in force has one
 */
function newRecordText(name: string, tag: Tag | undefined, fields: NewFields): string {
  const texts = fields.flatMap(([field, value]) => {
    if (value === null) return []
    const definition = tag && fieldOf(tag, field)
    return definition ? canonicalField(definition, value) : `${field}=${quote(value)}`
  })
  return texts.length === 0 ? `@${name}` : `@${name} ${texts.join(' | ')}`
}

/**
 * The change that writes records, a line each: below a record, or at the end of the file.
 *
 * @param below the record, as the index of its entry
 */
export function insertRecords(
  { tree }: CheckedFile,
  below: number | undefined,
  records: readonly string[],
): TextChange {
  const last = tree.entries.length - 1
  const entry = tree.entries[below ?? last]
  // A block that is never closed has all the text below it, so the records go above it.
  const isOpen = below === undefined && entry?.kind === 'block' && !entry.closed
  const end = below === undefined ? lengthOf(tree) : tree.starts[below + 1]!
  const at = isOpen ? tree.starts[last]! + lineStartOf(entry.text) : end
  const endsLine = isOpen || !entry || /[\r\n]$/.test(entry.text) || entry.text.length === lineStartOf(entry.text)
  // In a file with line ends of several kinds another one than that of the line above could become one with what
  // follows.
  const lineBreak = (isOpen ? undefined : /(?:\r\n|\r|\n)$/.exec(entry?.text ?? '')?.[0]) ?? lineBreakOf(tree)
  const lines = records.join(lineBreak)
  return { start: at, end: at, text: endsLine ? lines + lineBreak : lineBreak + lines }
}

/**
 * The changes that set these cells of a file and no others. Either all cells can be set, or there are no changes.
 */
export function writeCells(file: CheckedFile, cells: readonly CellValue[]): TextChange[] | Refusal {
  const { tree, entries } = file
  const values = new Map<number, NewValue[]>()
  for (const { record: entry, column, value } of cells) {
    const tag = entries[entry]?.tag
    addToGroup(values, entry, { name: column, field: tag && fieldOf(tag, column), value })
  }
  const written = new Map<number, RecordNode>()
  for (const [entry, ofRecord] of values) {
    const record = tree.entries[entry]
    if (record?.kind !== 'record') return { refusal: 'The record is no longer where it was; look at the table again.' }
    const changed = isInConflict(record) ? undefined : writeValues(record, ofRecord)
    if (!changed) return { refusal: refusalAt(file, entry) }
    written.set(entry, changed)
  }
  return [...written]
    .sort(([one], [other]) => one - other)
    .flatMap(([entry, { text }]) => {
      const at = tree.starts[entry]!
      const changes = smallestChange(tree.entries[entry]!.text, text)
      return changes.map(({ start, end, ...change }) => ({ ...change, start: at + start, end: at + end }))
    })
}

function refusalAt({ tree }: CheckedFile, entry: number): string {
  const record = tree.entries[entry] as RecordNode
  const line = positionIn(tree, entry, record.at).line + 1
  if (isInConflict(record)) return `The record on line ${line} is in a merge conflict; resolve the conflict first.`
  const reason = `The record on line ${line} has text that is not closed or belongs to no field`
  return `${reason}, so that this cannot be written into it for certain; fix that in the text first.`
}

/** Whether the record has conflict markers between its lines: its fields are those of both sides. */
function isInConflict({ strays }: RecordNode): boolean {
  return strays.some(({ kind }) => kind === 'marker')
}
