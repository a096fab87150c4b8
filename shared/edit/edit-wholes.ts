import { countLineBreaks } from '../basics/text.ts'
import type { TextChange } from '../syntax/text-change.ts'
import { indexAtLine, type Position, positionAt, type Selection, type Tree, textOf } from '../syntax/tree.ts'
import { toggleComments } from './comment-out.ts'
import { entriesIn, linesOf, shifted, wholeOfSelection, wholesIn } from './selected-records.ts'
import {
  type MovedWhole,
  moveWhole,
  neighborOf,
  removeWholes,
  spanOfWhole,
  type UpOrDown,
  type Whole,
} from './whole-record.ts'

/** What can be done with whole records by their text alone. A copy is not among it: it needs an id that is free. */
export type WholesAction = 'moveUp' | 'moveDown' | 'delete' | 'toggleComment' | 'select'

export interface WholesEdit {
  readonly changes: readonly TextChange[]
  /** What to select after the changes, in the order of the selections before. */
  readonly selections: readonly Selection[]
}

/** An action on the records at selections; null where an editor should do what it does in any text. */
export function editWholes(tree: Tree, action: WholesAction, selections: readonly Selection[]): WholesEdit | null {
  if (action === 'toggleComment') return toggleCommentsIn(tree, selections)
  if (action === 'delete' && !selections.some(selection => hasFirstLine(tree, selection))) return null
  const wholes = wholesIn(tree, selections)
  if (!wholes) return null
  switch (action) {
    case 'moveUp':
      return move(tree, wholes, selections, 'up')
    case 'moveDown':
      return move(tree, wholes, selections, 'down')
    case 'delete':
      return deleteWholes(tree, wholes, selections)
    case 'select':
      return { changes: [], selections: selections.map(selection => selectWhole(tree, wholes, selection)) }
  }
}

/** Whether a selection touches the first line of a record. */
function hasFirstLine(tree: Tree, selection: Selection): boolean {
  const { first, last } = linesOf(selection)
  for (let index = Math.max(0, indexAtLine(tree, first)); index <= indexAtLine(tree, last); index++) {
    const entry = tree.entries[index]
    if (entry?.kind === 'record' && tree.lines[index]! >= first) return true
  }
  return false
}

function move(tree: Tree, wholes: readonly Whole[], selections: readonly Selection[], way: UpOrDown): WholesEdit {
  const moves = new Map<Whole, MovedWhole | undefined>(wholes.map(whole => [whole, moveWhole(tree, whole, way)]))
  return {
    changes: [...moves.values()].flatMap(moved => moved?.change ?? []),
    selections: selections.map(selection =>
      shifted(selection, moves.get(wholeOfSelection(tree, wholes, selection))?.lines ?? 0),
    ),
  }
}

function deleteWholes(tree: Tree, wholes: readonly Whole[], selections: readonly Selection[]): WholesEdit {
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
    changes,
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

function toggleCommentsIn(tree: Tree, selections: readonly Selection[]): WholesEdit | null {
  const changes = toggleComments(tree, [...new Set(selections.flatMap(selection => entriesIn(tree, selection)))])
  if (!changes) return null
  // Each change is on a line of its own.
  const signs = new Map(
    changes.map(({ start, end, text }) => {
      const { line, character } = positionAt(tree, start)
      return [line, { start: character, end: character + end - start, text }]
    }),
  )
  const follow = ({ line, character }: Position): Position => {
    const sign = signs.get(line)
    if (!sign) return { line, character }
    const removed = Math.min(character, sign.end) - sign.start
    return { line, character: character + sign.text.length - Math.max(0, removed) }
  }
  return {
    changes,
    selections: selections.map(({ anchor, active }) => ({ anchor: follow(anchor), active: follow(active) })),
  }
}
