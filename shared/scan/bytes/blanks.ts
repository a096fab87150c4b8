import { CARRIAGE_RETURN, LINE_FEED } from '../../syntax/characters.ts'
import { unsure } from './values.ts'

/** White space between the words of canonical lines. */

export const BLANK = 0x20
const TAB = 0x09

export const isBlankOrTab = (code: number): boolean => code === BLANK || code === TAB

/** ASCII white space other than blank, tab and line ends. */
export const isRareBlank = (code: number): boolean => code === 0x0b || code === 0x0c

export function skipBlankBytes(bytes: Uint8Array, position: number): number {
  while (isBlankOrTab(bytes[position]!)) position++
  return position
}

/** The offset behind the line end at an offset; `unsure` if there is none. */
export function behindLineEnd(bytes: Uint8Array, position: number): number {
  const code = bytes[position]
  if (code === LINE_FEED) return position + 1
  if (code !== CARRIAGE_RETURN) return unsure
  return bytes[position + 1] === LINE_FEED ? position + 2 : position + 1
}
