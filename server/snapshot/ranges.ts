import type { Location, Range, TextEdit } from 'vscode-languageserver-types'
import type { Span } from '../../shared/syntax/nodes.ts'
import { type TextChange, withoutTabStops } from '../../shared/syntax/text-change.ts'
import { type Place, positionAt, positionIn, type Tree } from '../../shared/syntax/tree.ts'

/** The range between two offsets of a file. */
export const rangeOf = (tree: Tree, { start, end }: Span): Range => ({
  start: positionAt(tree, start),
  end: positionAt(tree, end),
})

/** The range between two offsets of one entry. */
export const rangeIn = (
  { file: { tree } }: { readonly file: { readonly tree: Tree } },
  entry: number,
  { start, end }: Span,
): Range => ({
  start: positionIn(tree, entry, start),
  end: positionIn(tree, entry, end),
})

/** A change as a plain text edit of the protocol; a snippet is turned into plain text. */
export const plainEdit = (tree: Tree, change: TextChange): TextEdit => ({
  range: rangeOf(tree, change),
  newText: change.isSnippet ? withoutTabStops(change.text) : change.text,
})

/** A place in a file as a location of the protocol. */
export const locationOf = ({ uri, start, end }: Place): Location => ({ uri, range: { start, end } })
