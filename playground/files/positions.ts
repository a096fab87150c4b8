import type { Text } from '@codemirror/state'
import type { Position, Range } from 'vscode-languageserver-types'

/** The offset of a position of the protocol; the nearest one for a position that the text does not have. */
export function offsetIn(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length
  const { from, length } = text.line(line + 1)
  return from + Math.min(character, length)
}

/** The offsets of a range of the protocol. */
export const spanIn = (text: Text, { start, end }: Range): { readonly from: number; readonly to: number } => ({
  from: offsetIn(text, start),
  to: offsetIn(text, end),
})
