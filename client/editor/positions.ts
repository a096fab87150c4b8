/** A position in a text, counted from 0 in lines and UTF-16 code units, as VS Code counts. */
export interface TextPosition {
  readonly line: number
  readonly character: number
}

export interface TextRange {
  readonly start: TextPosition
  readonly end: TextPosition
}

/** A change of a document, as VS Code reports it. */
export interface TypedChange {
  readonly range: TextRange
  readonly text: string
}

/** Whether two positions are the same. */
export const isSamePosition = (one: TextPosition, other: TextPosition): boolean =>
  one.line === other.line && one.character === other.character

/** Whether two ranges are the same. */
export const isSameRange = (one: TextRange, other: TextRange): boolean =>
  isSamePosition(one.start, other.start) && isSamePosition(one.end, other.end)

/** Where a text ends that starts at a position. */
export function textEnd({ line, character }: TextPosition, text: string): TextPosition {
  const lines = text.split(/\r\n|\r|\n/)
  const last = lines.at(-1)!.length
  return { line: line + lines.length - 1, character: lines.length > 1 ? last : character + last }
}
