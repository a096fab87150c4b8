import { isAllowed, isInRange } from '../domains/allowed-value.ts'
import { BACKSLASH, COLON, OPEN_BRACKET, QUOTE } from '../syntax/characters.ts'
import { textOfUtf8 } from './bytes/utf8.ts'
import {
  type Bytes,
  endOfBareWord,
  endOfBool,
  endOfFloat,
  endOfInt,
  endOfList,
  endOfString,
  endOfTimestamp,
  hasByte,
  numberBetween,
  plainText,
  unsure,
} from './bytes/values.ts'
import { type FieldTable, Writing } from './tables.ts'

/** The values of fields, in the bytes of a record. */

/** The end of a value of any type. */
export function endOfValue(source: Bytes, start: number): number {
  const { bytes } = source
  if (bytes[start] === OPEN_BRACKET) return endOfList(bytes, start)
  if (bytes[start] !== QUOTE) return endOfBareWord(bytes, start)
  const end = endOfString(source, start + 1)
  return end === unsure ? unsure : end + 1
}

/** The end of a value without quotes, in the canonical notation of its field; `unsure` if it is not in it. */
export function endOfUnquoted(bytes: Uint8Array, writing: FieldTable['writing'], start: number): number {
  switch (writing) {
    case Writing.Quoted:
      return endOfList(bytes, start)
    case Writing.Word:
      return endOfBareWord(bytes, start)
    case Writing.Int:
      return endOfInt(bytes, start)
    case Writing.Float:
      return endOfFloat(bytes, start)
    case Writing.Timestamp:
      return endOfTimestamp(bytes, start)
    case Writing.Bool:
      return endOfBool(bytes, start)
    default:
      return unsure
  }
}

/** Whether a field certainly allows a value in canonical notation. */
export function isAllowedValue({ bytes, view }: Bytes, field: FieldTable, start: number, end: number): boolean {
  const { definition, allowed, matched, hasOnlyRange } = field
  if (allowed) {
    field.said = allowed.get(view, start, end)
    return field.said !== undefined
  }
  if (hasOnlyRange) {
    const number = numberBetween(bytes, start, end)
    return !Number.isNaN(number) && isInRange(number, definition)
  }
  if (matched!.has(view, start, end)) return true
  const text = plainText(bytes, start, end)
  if (text === undefined || !isAllowed(text, definition)) return false
  matched!.add(text)
  return true
}

/** Whether a value certainly is not allowed: it has no escapes, and its text is not allowed. */
export function isCertainlyWrong({ bytes }: Bytes, { definition }: FieldTable, start: number, end: number): boolean {
  return !hasByte(bytes, start, end, BACKSLASH) && !isAllowed(textOfUtf8(bytes, start, end), definition)
}

/** Whether `rid:` or `ref:` may stand before an id among references. */
export function mayHavePrefix(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start + 3; position < end; position++)
    if (bytes[position] === COLON && bytes[position - 3] === 0x72) return true
  return false
}
