import type { Entry } from '../../shared/syntax/nodes.ts'
import { positionInEntry, type Tree } from '../../shared/syntax/tree.ts'

/** A place as the command line prints it: line and column from 1, the column in Unicode characters. */
export interface LineAndColumn {
  readonly line: number
  readonly column: number
}

/** Finds places in a tree: of an offset, counted from the start of entry `entry`. Quickest asked entry by entry. */
export function placesIn({ entries, lines }: Tree): (entry: number, offset: number) => LineAndColumn {
  let latest = -1
  let placeOf: (offset: number) => LineAndColumn
  return (entry, offset) => {
    if (entry !== latest) {
      placeOf = placesInEntry(entries[entry]!, lines[entry]!)
      latest = entry
    }
    return placeOf(offset)
  }
}

/** Finds places in an entry that starts on a line, counted from 0. */
export function placesInEntry(entry: Entry, firstLine: number): (offset: number) => LineAndColumn {
  const counts = charactersBefore(entry.text)
  return offset => {
    const { line, character } = positionInEntry(entry, firstLine, offset)
    const column = counts ? counts[offset]! - counts[offset - character]! : character
    return { line: line + 1, column: column + 1 }
  }
}

/** How many characters stand before each offset; undefined where every code unit is a character of its own. */
function charactersBefore(text: string): Uint32Array | undefined {
  if (!/[\ud800-\udbff]/.test(text)) return undefined
  const counts = new Uint32Array(text.length + 1)
  for (let offset = 0; offset < text.length; offset++) {
    const isFirstHalf = (text.charCodeAt(offset) & 0xfc00) === 0xd800
    counts[offset + 1] = counts[offset]! + (isFirstHalf ? 0 : 1)
  }
  return counts
}
