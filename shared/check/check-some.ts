import type { FileContext } from '../domains/domains-in-force.ts'
import { placesOfEntries } from '../syntax/chunked-tree.ts'
import type { Entry } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { type Tree, treeAt } from '../syntax/tree.ts'
import { type CheckedFile, checkFile } from './check.ts'

/** The text of an entry, and the line of the file on which it starts, from 0. */
export interface PlacedText {
  readonly text: string
  readonly line: number
}

/** The entry of a text. */
export const entryOf = ({ text }: PlacedText): Entry => parseEntries(text)[0]!

/**
 * Checks some entries of a file, with the same result as in the check of the whole file.
 *
 * @param above the entries above that count with them: the `@DOC` header in force, and for fixes those at the top of
 *   the file. They come first in the result.
 * @param lines the line on which each entry starts, from 0
 */
export function checkSome(
  above: readonly PlacedText[],
  entries: readonly Entry[],
  lines: readonly number[],
  context: FileContext,
): CheckedFile {
  const all = [...above.map(entryOf), ...entries]
  return checkFile(treeOf(all, [...above.map(({ line }) => line), ...lines]), context)
}

/** Checks one entry of a file; it is the last one in the result. */
export const checkOne = (above: readonly PlacedText[], text: PlacedText, context: FileContext): CheckedFile =>
  checkSome(above, [entryOf(text)], [text.line], context)

function treeOf(entries: readonly Entry[], entryLines: readonly number[]): Tree {
  const { starts, lines } = placesOfEntries(entries)
  entries.forEach(({ lineBreaks }, index) => {
    lines[index] = entryLines[index]!
    lines[index + 1] = entryLines[index]! + lineBreaks
  })
  return treeAt(entries, starts, lines)
}
