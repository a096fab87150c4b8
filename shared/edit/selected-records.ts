import { indexAtLine, type Selection, type Tree } from '../syntax/tree.ts'
import { joinWholes, type Whole, wholeAt } from './whole-record.ts'

/**
 * The wholes that selections touch, in order. Those with only blank lines between them are one.
 *
 * @returns undefined if a selection touches no record
 */
export function wholesIn(tree: Tree, selections: readonly Selection[]): [Whole, ...Whole[]] | undefined {
  const touched = selections.map(selection => wholeOf(tree, selection))
  if (touched.includes(undefined)) return undefined
  const [first, ...others] = joinWholes(tree, touched as Whole[])
  return first && [first, ...others]
}

function wholeOf(tree: Tree, selection: Selection): Whole | undefined {
  const { first, last } = linesOf(selection)
  const { entries } = tree
  let start = Math.max(0, indexAtLine(tree, first))
  let end = Math.max(0, indexAtLine(tree, last))
  while (start < end && entries[start]!.kind === 'blank') start++
  while (end > start && entries[end]!.kind === 'blank') end--
  if (!entries[start] || !entries[end]) return undefined
  const whole = { first: wholeAt(tree, start).first, end: wholeAt(tree, end).end }
  return entries.slice(whole.first, whole.end).some(({ kind }) => kind === 'record') ? whole : undefined
}

/** The entries that a selection touches. */
export function entriesIn(tree: Tree, selection: Selection): number[] {
  const { first, last } = linesOf(selection)
  const start = Math.max(0, indexAtLine(tree, first))
  const end = Math.min(indexAtLine(tree, last), tree.entries.length - 1)
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
}

/** The lines that a selection touches. One that ends at the start of a line does not touch that line. */
export function linesOf({ anchor, active }: Selection): { readonly first: number; readonly last: number } {
  const isDown = anchor.line < active.line || (anchor.line === active.line && anchor.character <= active.character)
  const [start, end] = isDown ? [anchor, active] : [active, anchor]
  return { first: start.line, last: end.line > start.line && end.character === 0 ? end.line - 1 : end.line }
}

/** The whole that a selection is in, of those that selections touch. */
export const wholeOfSelection = (tree: Tree, wholes: readonly Whole[], selection: Selection): Whole => {
  const { first, last } = linesOf(selection)
  return wholes.find(
    whole => tree.lines[whole.first]! <= last && (tree.lines[whole.end]! > first || whole.end === tree.entries.length),
  )!
}

/** A selection some lines below; above for a negative number. */
export const shifted = ({ anchor, active }: Selection, lines: number): Selection => ({
  anchor: { ...anchor, line: anchor.line + lines },
  active: { ...active, line: active.line + lines },
})
