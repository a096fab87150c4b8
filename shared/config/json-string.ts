import type { Node } from 'jsonc-parser'

/**
 * Converts offsets between what a JSON string says and the file that it is in, through its escapes. All offsets count
 * UTF-16 code units.
 */
export interface StringOffsets {
  /** The offset in the file of a character of the string, or of its end. */
  toFile(offset: number): number
  /** The character of the string at an offset of the file; inside an escape, the character that it stands for. */
  toText(offset: number): number
}

/** The offsets of a string of a file. */
export function offsetsInString(text: string, { offset, length }: Node): StringOffsets {
  const end = offset + Math.max(1, length - (/^"(?:[^\\]|\\.)*"$/s.test(text.slice(offset, offset + length)) ? 1 : 0))
  const places: number[] = []
  for (let place = offset + 1; place < end; place += lengthAt(text, place)) places.push(place)
  places.push(end)
  return {
    toFile: offset => places[Math.max(0, Math.min(offset, places.length - 1))]!,
    toText: offset =>
      Math.max(
        0,
        places.findLastIndex(place => place <= offset),
      ),
  }
}

/** A text as the inside of a JSON string. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The length of a character of a JSON string as it is written. */
function lengthAt(text: string, place: number): number {
  if (text[place] !== '\\') return 1
  return text[place + 1] === 'u' ? 6 : 2
}
