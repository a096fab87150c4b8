import { dayLength, daysOf } from '../../domains/value-types/ts.ts'
import type { Timestamp } from '../../expression/run/values.ts'
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACKET,
  EQUALS,
  isNamePart,
  isNameStart,
  LINE_FEED,
  OPEN_BRACKET,
  QUOTE,
} from '../../syntax/characters.ts'
import { isBareSafe, withoutEscapes } from '../../syntax/nodes.ts'
import { textOfUtf8 } from './utf8.ts'

/**
 * The ends of values in UTF-8, in the canonical notation of each type. All functions take the offset of a value and
 * return the offset behind it, or `unsure` if the value is not one of the type or needs a closer look.
 */
export const unsure = -1

/** The offset of a value that certainly is not allowed. */
export const notAllowed = -1

/** Bytes, and the same memory as words of four bytes. The first word starts `shift` bytes before the first byte. */
export interface Bytes {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly words: Int32Array
  readonly shift: number
}

/** @param bytes has at least four more bytes behind the last value */
export function bytesToRead(bytes: Uint8Array): Bytes {
  const shift = bytes.byteOffset & 3
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    words: new Int32Array(bytes.buffer, bytes.byteOffset - shift, (bytes.byteLength + shift) >> 2),
    shift,
  }
}

/** The offset of the closing quote of a string; `start` is behind its opening quote. */
export function endOfString({ bytes, words, shift }: Bytes, start: number): number {
  let position = start
  for (;;) {
    position = nextSpecial(words, position + shift) - shift
    const code = bytes[position]!
    if (code === QUOTE) {
      // If a string ends with `=`, its closing quote may be missing; this may be the opening quote of the next field.
      return bytes[position - 1] === EQUALS ? unsure : position
    }
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return unsure
    position = code === BACKSLASH ? endOfEscape(bytes, position) : position + 1
    if (position === unsure) return unsure
  }
}

/** The next quote, backslash or control character. Compares four bytes at a time, as most are none of these. */
function nextSpecial(words: Int32Array, start: number): number {
  let index = start >> 2
  // Masks the bytes of the first word that are before the start.
  let specials = specialsIn(words[index]! | ~(-1 << ((start & 3) << 3)))
  while (specials === 0) specials = specialsIn(words[++index]!)
  return (index << 2) + ((31 - Math.clz32(specials & -specials)) >> 3)
}

/**
 * Sets the top bit of each of four bytes that is special. The first bit that is set is right; higher ones may be wrong.
 */
function specialsIn(word: number): number {
  const quotes = word ^ 0x22222222
  const backslashes = word ^ 0x5c5c5c5c
  return (
    (((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | ((word - 0x20202020) & ~word)) &
    0x80808080
  )
}

function endOfEscape(bytes: Uint8Array, start: number): number {
  switch (bytes[start + 1]) {
    case QUOTE:
    case BACKSLASH:
    case 0x6e:
    case 0x72:
    case 0x74:
      return start + 2
    case 0x75:
      return isHex(bytes[start + 2]!) &&
        isHex(bytes[start + 3]!) &&
        isHex(bytes[start + 4]!) &&
        isHex(bytes[start + 5]!)
        ? start + 6
        : unsure
    default:
      return unsure
  }
}

/** The end of a list with its brackets, on one line. */
export function endOfList(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== OPEN_BRACKET) return unsure
  let depth = 0
  let inQuotes = false
  for (let position = start; ; position++) {
    switch (bytes[position]) {
      case QUOTE:
        inQuotes = !inQuotes
        break
      case OPEN_BRACKET:
        if (!inQuotes) depth++
        break
      case CLOSE_BRACKET:
        if (!inQuotes && --depth === 0) return position + 1
        break
      case BACKSLASH:
      case LINE_FEED:
      case CARRIAGE_RETURN:
        return unsure
    }
  }
}

/** The end of a word of characters that need no quotes, at least one. */
export function endOfBareWord(bytes: Uint8Array, start: number): number {
  let position = start
  while (safeBytes[bytes[position]!] === 1) position++
  return position > start ? position : unsure
}

/** The end of a field's name; `start` itself if there is none. */
export function endOfName(bytes: Uint8Array, start: number): number {
  if (!isNameStart(bytes[start]!)) return start
  let position = start + 1
  while (isNamePart(bytes[position]!)) position++
  return position
}

export function endOfInt(bytes: Uint8Array, start: number): number {
  const digits = behindSign(bytes, start)
  const end = endOfDigits(bytes, digits)
  return end > digits ? end : unsure
}

/** The end of a number without exponent that has few enough digits to be exact. */
export function endOfFloat(bytes: Uint8Array, start: number): number {
  const digits = behindSign(bytes, start)
  let end = endOfDigits(bytes, digits)
  if (end === digits) return unsure
  if (bytes[end] === 0x2e) {
    const fraction = end + 1
    end = endOfDigits(bytes, fraction)
    if (end === fraction) return unsure
  }
  return end - digits <= mostDigits + 1 ? end : unsure
}

/** The number in the bytes from `start` to `end`; NaN if it has too many digits to be exact. */
export function numberBetween(bytes: Uint8Array, start: number, end: number): number {
  const digits = behindSign(bytes, start)
  if (end - digits > mostDigits) return NaN
  let number = 0
  let scale = 0
  for (let position = digits; position < end; position++) {
    const code = bytes[position]!
    if (code === 0x2e) scale = end - position - 1
    else number = number * 10 + (code - 0x30)
  }
  if (bytes[start] === 0x2d) number = -number
  // Both are exact, so the quotient is rounded once, to the same number as `Number` gives.
  return scale === 0 ? number : number / powersOfTen[scale]!
}

/** The number of digits up to which every decimal number is exact. */
const mostDigits = 15

const powersOfTen = Array.from({ length: mostDigits + 1 }, (_, exponent) => Number(`1e${exponent}`))

export function endOfBool(bytes: Uint8Array, start: number): number {
  if (bytes[start] === 0x74)
    return bytes[start + 1] === 0x72 && bytes[start + 2] === 0x75 && bytes[start + 3] === 0x65 ? start + 4 : unsure
  return bytes[start] === 0x66 &&
    bytes[start + 1] === 0x61 &&
    bytes[start + 2] === 0x6c &&
    bytes[start + 3] === 0x73 &&
    bytes[start + 4] === 0x65
    ? start + 5
    : unsure
}

/** The end of a date, or of a date and time, that exist. */
export function endOfTimestamp(bytes: Uint8Array, start: number): number {
  const century = numberOfTwoDigits(bytes, start)
  const year = numberOfTwoDigits(bytes, start + 2)
  const month = numberOfTwoDigits(bytes, start + 5)
  const day = numberOfTwoDigits(bytes, start + 8)
  if (
    century < 0 ||
    year < 0 ||
    bytes[start + 4] !== 0x2d ||
    month < 1 ||
    month > 12 ||
    bytes[start + 7] !== 0x2d ||
    day < 1
  )
    return unsure
  if (day > 28 && day > daysOf(century * 100 + year, month)) return unsure
  if (bytes[start + 10] !== 0x54) return start + 10
  const hour = numberOfTwoDigits(bytes, start + 11)
  const minute = numberOfTwoDigits(bytes, start + 14)
  if (hour < 0 || hour > 23 || bytes[start + 13] !== 0x3a || minute < 0 || minute > 59) return unsure
  let end = start + 16
  if (bytes[end] === 0x3a) {
    const second = numberOfTwoDigits(bytes, end + 1)
    if (second < 0 || second > 59) return unsure
    end += 3
    if (bytes[end] === 0x2e) {
      const fraction = end + 1
      end = endOfDigits(bytes, fraction)
      if (end === fraction) return unsure
    }
  }
  if (bytes[end] === 0x5a) return end + 1
  if (bytes[end] !== 0x2b && bytes[end] !== 0x2d) return end
  const zoneHour = numberOfTwoDigits(bytes, end + 1)
  const zoneMinute = numberOfTwoDigits(bytes, end + 4)
  return zoneHour >= 0 && zoneHour <= 23 && bytes[end + 3] === 0x3a && zoneMinute >= 0 && zoneMinute <= 59
    ? end + 6
    : unsure
}

/** The timestamp in some bytes, if it is a date, or a time with the zone `Z` and no fraction. */
export function timestampBetween(bytes: Uint8Array, start: number, end: number): Timestamp | undefined {
  const isDate = end - start === 10
  if (!isDate && (end - start !== 20 || bytes[end - 1] !== 0x5a)) return undefined
  const year = numberOfTwoDigits(bytes, start) * 100 + numberOfTwoDigits(bytes, start + 2)
  const days = daysSince1970(year, numberOfTwoDigits(bytes, start + 5), numberOfTwoDigits(bytes, start + 8))
  if (isDate) return { time: days * dayLength, isDate }
  const minutes = numberOfTwoDigits(bytes, start + 11) * 60 + numberOfTwoDigits(bytes, start + 14)
  return { time: days * dayLength + (minutes * 60 + numberOfTwoDigits(bytes, start + 17)) * 1000, isDate }
}

/** The days from 1970-01-01 to a date of the Gregorian calendar. Counts from March, so that a leap day comes last. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** ASCII text without escapes as a string; undefined for any other text, or a long one. */
export function plainText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > longestPlainText) return undefined
  let text = ''
  for (let position = start; position < end; position++) {
    const byte = bytes[position]!
    if (byte >= 0x80 || byte === BACKSLASH) return undefined
    // Four times as fast as to spread a subarray.
    text += String.fromCharCode(byte)
  }
  return text
}

const longestPlainText = 256

/** The text of a value: without escapes, if it stands in quotes. */
export function textOfBytes(bytes: Uint8Array, start: number, end: number): string {
  const plain = plainText(bytes, start, end)
  if (plain !== undefined) return plain
  const text = textOfUtf8(bytes, start, end)
  return bytes[start - 1] === QUOTE ? withoutEscapes(text) : text
}

export const hasByte = (bytes: Uint8Array, start: number, end: number, byte: number): boolean => {
  for (let position = start; position < end; position++) {
    if (bytes[position] === byte) return true
  }
  return false
}

/** The two digits at `start` as a number; negative if they are not digits. */
function numberOfTwoDigits(bytes: Uint8Array, start: number): number {
  const tens = bytes[start]! - 0x30
  const ones = bytes[start + 1]! - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

const behindSign = (bytes: Uint8Array, start: number): number =>
  bytes[start] === 0x2b || bytes[start] === 0x2d ? start + 1 : start

function endOfDigits(bytes: Uint8Array, start: number): number {
  let position = start
  while (bytes[position]! >= 0x30 && bytes[position]! <= 0x39) position++
  return position
}

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

/** Which bytes need no quotes. */
const safeBytes = Uint8Array.from({ length: 256 }, (_, code) => Number(isBareSafe(String.fromCharCode(code))))
