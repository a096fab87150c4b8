import type { TextEdit } from 'vscode-languageserver-types'
import type { EditRecordsParams, RecordsEdit } from '../../shared/protocol/whole-records.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { indexAtLine, type Position, type Tree, textBetween } from '../../shared/syntax/tree.ts'
import { toggleComments } from '../refactorings/comment-records.ts'
import { copyOfUnit } from '../refactorings/copy-unit.ts'
import { type Move, moveUnit } from '../refactorings/move-units.ts'
import { countBreaks, linesOf, neighborOf, type Selection, spanOf, type Unit, unitsIn } from '../refactorings/units.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { plainEdit } from '../snapshot/workspace-edit.ts'

type Params = Omit<EditRecordsParams, 'uri'>

/** An action on the records at the selections; null where an editor should do what it does in any text. */
export function editRecords(snapshot: Snapshot, { action, selections }: Params): RecordsEdit | null {
  const { tree } = snapshot.file
  if (action === 'toggleComment') return toggleCommentsIn(tree, selections)
  if (action === 'delete' && !selections.some(selection => hasFirstLine(tree, selection))) return null
  const units = unitsIn(tree, selections)
  if (!units) return null
  switch (action) {
    case 'moveUp':
      return move(tree, units, selections, 'up')
    case 'moveDown':
      return move(tree, units, selections, 'down')
    case 'duplicateUp':
      return duplicate(snapshot, units, selections, 'up')
    case 'duplicateDown':
      return duplicate(snapshot, units, selections, 'down')
    case 'delete':
      return deleteUnits(tree, units, selections)
    case 'select':
      return { edits: [], selections: selections.map(selection => select(tree, units, selection)) }
  }
}

const toEdits = (tree: Tree, changes: readonly TextChange[]): TextEdit[] =>
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

function move(tree: Tree, units: readonly Unit[], selections: readonly Selection[], way: 'up' | 'down'): RecordsEdit {
  const moves = new Map<Unit, Move | undefined>(units.map(unit => [unit, moveUnit(tree, unit, way)]))
  return {
    edits: toEdits(
      tree,
      [...moves.values()].flatMap(moved => moved?.change ?? []),
    ),
    selections: selections.map(selection => shifted(selection, moves.get(unitOf(tree, units, selection))?.lines ?? 0)),
  }
}

function duplicate(
  snapshot: Snapshot,
  units: readonly Unit[],
  selections: readonly Selection[],
  way: 'up' | 'down',
): RecordsEdit {
  const { tree } = snapshot.file
  const changes: TextChange[] = []
  const shifts = new Map<Unit, number>()
  let added = 0
  for (const unit of units) {
    const { change, lines } = copyOfUnit(snapshot, unit, way)
    changes.push(change)
    shifts.set(unit, way === 'up' ? added : added + lines)
    added += lines
  }
  return {
    edits: toEdits(tree, changes),
    selections: selections.map(selection => shifted(selection, shifts.get(unitOf(tree, units, selection))!)),
  }
}

function deleteUnits(tree: Tree, units: readonly Unit[], selections: readonly Selection[]): RecordsEdit {
  const places = new Map<Unit, number>()
  let removed = 0
  const changes = units.map(unit => {
    const change = { ...spanOf(tree, withBlank(tree, unit)), text: '' }
    places.set(unit, tree.lines[unit.first]! - removed)
    removed += countBreaks(textBetween(tree, unit.first, withBlank(tree, unit).end))
    return change
  })
  return {
    edits: toEdits(tree, changes),
    selections: selections.map(selection => {
      const cursor = { line: places.get(unitOf(tree, units, selection))!, character: 0 }
      return { anchor: cursor, active: cursor }
    }),
  }
}

/** A unit between blank lines is deleted with those below, so that they do not add up. */
function withBlank({ entries }: Tree, { first, end }: Unit): Unit {
  const isBlankAbove = first === 0 || entries[first - 1]!.kind === 'blank'
  return isBlankAbove && entries[end]?.kind === 'blank' ? { first, end: end + 1 } : { first, end }
}

/** Selects whole lines. A selection that is already the whole unit takes in the next one. */
function select(tree: Tree, units: readonly Unit[], selection: Selection): Selection {
  const unit = unitOf(tree, units, selection)
  const whole = { anchor: startOf(tree, unit.first), active: startOf(tree, unit.end) }
  if (!isSame(whole, selection)) return whole
  const next = neighborOf(tree, unit, 'down')
  return next ? { ...whole, active: startOf(tree, next.end) } : whole
}

const isSame = (one: Selection, other: Selection): boolean =>
  one.anchor.line === other.anchor.line &&
  one.anchor.character === other.anchor.character &&
  one.active.line === other.active.line &&
  one.active.character === other.active.character

/** The start of an entry; the end of the last line if that has no line break. */
function startOf({ lines, entries, starts }: Tree, index: number): Position {
  const last = entries[index - 1]
  if (index < entries.length || !last || /[\r\n]$/.test(last.text)) return { line: lines[index]!, character: 0 }
  const lastLine = last.text.slice(last.text.search(/[^\r\n]*$/))
  return { line: lines[index]!, character: Math.min(lastLine.length, starts[index]!) }
}

function toggleCommentsIn(tree: Tree, selections: readonly Selection[]): RecordsEdit | null {
  const changes = toggleComments(tree, selections)
  if (!changes) return null
  const edits = toEdits(tree, changes)
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

/** The unit that a selection is in. */
const unitOf = (tree: Tree, units: readonly Unit[], selection: Selection): Unit => {
  const { first, last } = linesOf(selection)
  return units.find(
    unit => tree.lines[unit.first]! <= last && (tree.lines[unit.end]! > first || unit.end === tree.entries.length),
  )!
}

const shifted = ({ anchor, active }: Selection, lines: number): Selection => ({
  anchor: { ...anchor, line: anchor.line + lines },
  active: { ...active, line: active.line + lines },
})
