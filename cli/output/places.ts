import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
import type { EntryText } from '../../shared/syntax/nodes.ts'
import { positionInEntry, type Tree } from '../../shared/syntax/tree.ts'

/** A place as printed: line and column from 1, the column in Unicode characters. */
export type LineAndColumn = {
  readonly line: number
  readonly column: number
}

/** A range of a file as printed. */
export type PlacedSpan = LineAndColumn & {
  readonly endLine: number
  readonly endColumn: number
}

/** The range between two places. */
export const spanBetween = ({ line, column }: LineAndColumn, end: LineAndColumn): PlacedSpan => ({
  line,
  column,
  endLine: end.line,
  endColumn: end.column,
})

/** Makes a function that returns the place of an offset in an entry. It is fastest if called entry by entry. */
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

/** Makes a function that returns the place of an offset in an entry. The entry starts on line `firstLine`, from 0. */
export function placesInEntry(entry: EntryText, firstLine: number): (offset: number) => LineAndColumn {
  const counts = charactersBefore(entry.text)
  return offset => {
    const { line, character } = positionInEntry(entry, firstLine, offset)
    const column = counts ? counts[offset]! - counts[offset - character]! : character
    return { line: line + 1, column: column + 1 }
  }
}

/** The number of Unicode characters of a text. */
export const codePointCount = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length)

/** The number of Unicode characters before each offset; undefined if every code unit is a character. */
function charactersBefore(text: string): Uint32Array | undefined {
  if (!/[\ud800-\udbff]/.test(text)) return undefined
  const counts = new Uint32Array(text.length + 1)
  for (let offset = 0; offset < text.length; offset++) {
    const isFirstHalf = (text.charCodeAt(offset) & 0xfc00) === 0xd800
    counts[offset + 1] = counts[offset]! + (isFirstHalf ? 0 : 1)
  }
  return counts
}

/** Makes a function that returns the place of each of these offsets. Reads the text only once. */
export function placesInText(text: string, offsets: readonly number[]): (offset: number) => LineAndColumn {
  const places = new Map<number, LineAndColumn>()
  let line = 1
  let column = 1
  let position = 0
  for (const offset of [...offsets].sort((one, other) => one - other)) {
    for (; position < offset; position++) {
      const code = text.charCodeAt(position)
      if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(position + 1) !== LINE_FEED)) {
        line++
        column = 1
      } else if ((code & 0xfc00) !== 0xdc00) {
        // The low surrogate of a pair does not count as a column.
        column++
      }
    }
    places.set(offset, { line, column })
  }
  return offset => places.get(offset)!
}
