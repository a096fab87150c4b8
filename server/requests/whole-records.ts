import type { TextEdit } from 'vscode-languageserver-types'
import { countLineBreaks } from '../../shared/basics/text.ts'
import { toggleComments } from '../../shared/edit/comment-out.ts'
import {
  copyWholes,
  type MovedWhole,
  moveWhole,
  neighborOf,
  removeWholes,
  spanOfWhole,
  type UpOrDown,
  type Whole,
} from '../../shared/edit/whole-record.ts'
import type { EditWholeRecordsParams, RecordsEdit, Selection } from '../../shared/protocol/whole-records.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { indexAtLine, type Position, positionAt, type Tree, textOf } from '../../shared/syntax/tree.ts'
import { entriesIn, linesOf, wholesIn } from '../refactorings/selected-records.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

type ActionOnRecords = Omit<EditWholeRecordsParams, 'uri'>

/** An action on the records at the selections; null where an editor should do what it does in any text. */
export function editWholeRecords(snapshot: Snapshot, { action, selections }: ActionOnRecords): RecordsEdit | null {
  const { tree } = snapshot.file
  if (action === 'toggleComment') return toggleCommentsIn(tree, selections)
  if (action === 'delete' && !selections.some(selection => hasFirstLine(tree, selection))) return null
  const wholes = wholesIn(tree, selections)
  if (!wholes) return null
  switch (action) {
    case 'moveUp':
      return move(tree, wholes, selections, 'up')
    case 'moveDown':
      return move(tree, wholes, selections, 'down')
    case 'duplicateUp':
      return duplicate(snapshot, wholes, selections, 'up')
    case 'duplicateDown':
      return duplicate(snapshot, wholes, selections, 'down')
    case 'delete':
      return deleteWholes(tree, wholes, selections)
    case 'select':
      return { edits: [], selections: selections.map(selection => selectWhole(tree, wholes, selection)) }
  }
}

const wholeRecordEdits = (tree: Tree, changes: readonly TextChange[]): TextEdit[] =>
  changes.map(change => plainEdit(tree, change))

/** Whether a selection touches the first line of a record. */
function hasFirstLine(tree: Tree, selection: Selection): boolean {
  const { first, last } = linesOf(selection)
  for (let index = Math.max(0, indexAtLine(tree, first)); index <= indexAtLine(tree, last); index++) {
    const entry = tree.entries[index]
    if (entry?.kind === 'record' && tree.lines[index]! >= first) return true
  }
  return false
}

function move(tree: Tree, wholes: readonly Whole[], selections: readonly Selection[], way: UpOrDown): RecordsEdit {
  const moves = new Map<Whole, MovedWhole | undefined>(wholes.map(whole => [whole, moveWhole(tree, whole, way)]))
  return {
    edits: wholeRecordEdits(
      tree,
      [...moves.values()].flatMap(moved => moved?.change ?? []),
    ),
    selections: selections.map(selection =>
      shifted(selection, moves.get(wholeOfSelection(tree, wholes, selection))?.lines ?? 0),
    ),
  }
}

function duplicate(
  snapshot: Snapshot,
  wholes: readonly Whole[],
  selections: readonly Selection[],
  way: UpOrDown,
): RecordsEdit {
  const { tree } = snapshot.file
  const changes: TextChange[] = []
  const shifts = new Map<Whole, number>()
  let added = 0
  for (const whole of wholes) {
    const { change, lines } = copyWholes(snapshot.file, snapshot.index, [whole], way)
    changes.push(change)
    shifts.set(whole, way === 'up' ? added : added + lines)
    added += lines
  }
  return {
    edits: wholeRecordEdits(tree, changes),
    selections: selections.map(selection => shifted(selection, shifts.get(wholeOfSelection(tree, wholes, selection))!)),
  }
}

function deleteWholes(tree: Tree, wholes: readonly Whole[], selections: readonly Selection[]): RecordsEdit {
  const changes = removeWholes(tree, wholes)
  const text = textOf(tree)
  const cursorAt = (whole: Whole): Position => {
    const own = changes.findLast(({ start }) => start <= spanOfWhole(tree, whole).start)!
    const removed = changes.filter(({ start }) => start < own.start)
    const lines = removed.reduce((count, { start, end }) => count + countLineBreaks(text.slice(start, end)), 0)
    const { line, character } = positionAt(tree, own.start)
    return { line: line - lines, character }
  }
  return {
    edits: wholeRecordEdits(tree, changes),
    selections: selections.map(selection => {
      const cursor = cursorAt(wholeOfSelection(tree, wholes, selection))
      return { anchor: cursor, active: cursor }
    }),
  }
}

/** Selects whole lines. A selection that is already the whole whole takes in the next one. */
function selectWhole(tree: Tree, wholes: readonly Whole[], selection: Selection): Selection {
  const { first, end } = wholeOfSelection(tree, wholes, selection)
  const selected = { anchor: entryStart(tree, first), active: entryStart(tree, end) }
  if (!isSameSelection(selected, selection)) return selected
  const next = neighborOf(tree, { first, end }, 'down')
  return next ? { ...selected, active: entryStart(tree, next.end) } : selected
}

const isSameSelection = (one: Selection, other: Selection): boolean =>
  one.anchor.line === other.anchor.line &&
  one.anchor.character === other.anchor.character &&
  one.active.line === other.active.line &&
  one.active.character === other.active.character

/** The start of an entry; the end of the last line if that has no line break. */
function entryStart({ lines, entries, starts }: Tree, index: number): Position {
  const last = entries[index - 1]
  if (index < entries.length || !last || /[\r\n]$/.test(last.text)) return { line: lines[index]!, character: 0 }
  const lastLine = last.text.slice(last.text.search(/[^\r\n]*$/))
  return { line: lines[index]!, character: Math.min(lastLine.length, starts[index]!) }
}

function toggleCommentsIn(tree: Tree, selections: readonly Selection[]): RecordsEdit | null {
  const changes = toggleComments(tree, [...new Set(selections.flatMap(selection => entriesIn(tree, selection)))])
  if (!changes) return null
  const edits = wholeRecordEdits(tree, changes)
  const lines = new Map(edits.map(({ range, newText }) => [range.start.line, { range, newText }]))
  const follow = ({ line, character }: Position): Position => {
    const edit = lines.get(line)
    if (!edit) return { line, character }
    const removed = Math.min(character, edit.range.end.character) - edit.range.start.character
    return { line, character: character + edit.newText.length - Math.max(0, removed) }
  }
  return {
    edits,
    selections: selections.map(({ anchor, active }) => ({ anchor: follow(anchor), active: follow(active) })),
  }
}

/** The whole that a selection is in. */
const wholeOfSelection = (tree: Tree, wholes: readonly Whole[], selection: Selection): Whole => {
  const { first, last } = linesOf(selection)
  return wholes.find(
    whole => tree.lines[whole.first]! <= last && (tree.lines[whole.end]! > first || whole.end === tree.entries.length),
  )!
}

const shifted = ({ anchor, active }: Selection, lines: number): Selection => ({
  anchor: { ...anchor, line: anchor.line + lines },
  active: { ...active, line: active.line + lines },
})
