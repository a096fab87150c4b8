import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
import type { LineAndColumn } from './places.ts'

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
