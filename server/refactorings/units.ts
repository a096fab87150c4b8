import type { Span } from '../../shared/syntax/nodes.ts'
import { indexAtLine, type Position, type Tree } from '../../shared/syntax/tree.ts'

/** Entries of a file that belong together, such as a record and the comments directly above it; `end` is exclusive. */
export interface Unit {
  readonly first: number
  readonly end: number
}

/** What an editor has selected. */
export interface Selection {
  readonly anchor: Position
  readonly active: Position
}

/** The unit that an entry is in: a record with the comments directly above it, or else comments alone, or the entry. */
export function unitAt({ entries }: Tree, index: number): Unit {
  let first = index
  let last = index
  if (entries[index]!.kind === 'comment') {
    while (entries[last + 1]?.kind === 'comment') last++
    if (entries[last + 1]?.kind === 'record') last++
  }
  if (entries[last]!.kind === 'comment' || entries[last]!.kind === 'record')
    while (entries[first - 1]?.kind === 'comment') first--
  return { first, end: last + 1 }
}

/** The next unit above or below, past blank lines. */
export function neighborOf(tree: Tree, { first, end }: Unit, way: 'up' | 'down'): Unit | undefined {
  const step = way === 'up' ? -1 : 1
  let index = way === 'up' ? first - 1 : end
  while (tree.entries[index]?.kind === 'blank') index += step
  return tree.entries[index] && unitAt(tree, index)
}

/**
 * The units that selections touch, in order. Those with only blank lines between them are one.
 *
 * @returns undefined if a selection touches no record
 */
export function unitsIn(tree: Tree, selections: readonly Selection[]): Unit[] | undefined {
  const touched = selections.map(selection => unitOf(tree, selection))
  if (touched.includes(undefined)) return undefined
  const units: Unit[] = []
  for (const unit of (touched as Unit[]).sort((one, other) => one.first - other.first)) {
    const last = units.at(-1)
    if (last && areJoined(tree, last, unit))
      units[units.length - 1] = { first: last.first, end: Math.max(last.end, unit.end) }
    else units.push(unit)
  }
  return units
}

function unitOf(tree: Tree, selection: Selection): Unit | undefined {
  const { first, last } = linesOf(selection)
  const { entries } = tree
  let start = Math.max(0, indexAtLine(tree, first))
  let end = Math.max(0, indexAtLine(tree, last))
  while (start < end && entries[start]!.kind === 'blank') start++
  while (end > start && entries[end]!.kind === 'blank') end--
  if (!entries[start] || !entries[end]) return undefined
  const unit = { first: unitAt(tree, start).first, end: unitAt(tree, end).end }
  return entries.slice(unit.first, unit.end).some(({ kind }) => kind === 'record') ? unit : undefined
}

const areJoined = ({ entries }: Tree, above: Unit, below: Unit): boolean =>
  entries.slice(above.end, Math.max(above.end, below.first)).every(({ kind }) => kind === 'blank')

/** The lines that a selection touches. One that ends at the start of a line does not touch that line. */
export function linesOf({ anchor, active }: Selection): { readonly first: number; readonly last: number } {
  const isDown = anchor.line < active.line || (anchor.line === active.line && anchor.character <= active.character)
  const [start, end] = isDown ? [anchor, active] : [active, anchor]
  return { first: start.line, last: end.line > start.line && end.character === 0 ? end.line - 1 : end.line }
}

/** The offsets of a unit, without a byte order mark at the start of the file. */
export const spanOf = ({ starts, entries }: Tree, { first, end }: Unit): Span => ({
  start: first === 0 && entries[0]?.text.charCodeAt(0) === 0xfeff ? 1 : starts[first]!,
  end: starts[end]!,
})

/** How many line breaks a text has. */
export const countBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** A text without the line break at its end. */
export const withoutLastBreak = (text: string): string => text.replace(/(?:\r\n|\r|\n)$/, '')

export const endsLine = (text: string): boolean => /[\r\n]$/.test(text)
