// The ends of values, as ../values.ts has them: the addresses behind them, or `unsure`. It is not sure of some rare
// values, and leaves them to JavaScript.

export const unsure: usize = <usize>-1

/** How the values of a type are written: `Writing` in ../tables.ts. */
export namespace Writing {
  export const quoted: i32 = 0
  export const word: i32 = 1
  export const int: i32 = 2
  export const float: i32 = 3
  export const timestamp: i32 = 4
  export const bool: i32 = 5
}

export const QUOTE: i32 = 0x22
export const BACKSLASH: i32 = 0x5c
export const PIPE: i32 = 0x7c
export const LINE_FEED: i32 = 0x0a
export const CARRIAGE_RETURN: i32 = 0x0d
export const BLANK: i32 = 0x20

/**
 * Which bytes need no quotes, in two tables, by the lower and the upper four bits of a byte. A byte needs none if its
 * values in both have a bit in common. The caller fills them.
 */
export const safeBytes: usize = memory.data(32)

export function byteAt(address: usize): i32 {
  return load<u8>(address)
}

export function skipBlanks(start: usize): usize {
  let position = start
  while (isBlankOrTab(byteAt(position))) position++
  return position
}

export function isBlankOrTab(code: i32): bool {
  return code === BLANK || code === 0x09
}

/** ASCII white space other than blank, tab and line ends. */
export function isRareBlank(code: i32): bool {
  return code === 0x0b || code === 0x0c
}

/** The offset behind the line end at an offset; `unsure` if there is none. */
export function behindLineEnd(position: usize): usize {
  const code = byteAt(position)
  if (code === LINE_FEED) return position + 1
  if (code !== CARRIAGE_RETURN) return unsure
  return byteAt(position + 1) === LINE_FEED ? position + 2 : position + 1
}

/** The closing quote of a string; `start` is behind its opening quote. */
export function endOfString(start: usize): usize {
  let position = nextSpecial(start)
  let code = byteAt(position)
  while (code !== QUOTE) {
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return unsure
    if (code === BACKSLASH && !isShortEscape(byteAt(position + 1))) return unsure
    position = nextSpecial(code === BACKSLASH ? position + 2 : position + 1)
    code = byteAt(position)
  }
  // If a string ends with `=`, its closing quote may be missing; this may be the opening quote of the next field.
  return byteAt(position - 1) === 0x3d ? unsure : position
}

/** The next quote, backslash or control character. */
function nextSpecial(start: usize): usize {
  let position = start
  let specials = specialsAt(position)
  while (specials === 0) {
    position += 16
    specials = specialsAt(position)
  }
  return position + ctz(specials)
}

/** The quotes, backslashes and control characters among 16 bytes, one bit for each byte. */
function specialsAt(position: usize): i32 {
  const bytes = v128.load(position)
  const quotes = i8x16.eq(bytes, i8x16.splat(<i8>QUOTE))
  const backslashes = i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH))
  const controls = i8x16.lt_u(bytes, i8x16.splat(0x20))
  return i8x16.bitmask(v128.or(v128.or(quotes, backslashes), controls))
}

/** Whether this character behind a backslash is all of an escape: one of `"`, `\`, `n`, `r`, `t`. */
function isShortEscape(code: i32): bool {
  return code === QUOTE || code === BACKSLASH || code === 0x6e || code === 0x72 || code === 0x74
}

/** The next line end, LF or CR. */
export function lineEnd(start: usize): usize {
  let position = start
  let ends = lineEndsAt(position)
  while (ends === 0) {
    position += 16
    ends = lineEndsAt(position)
  }
  return position + ctz(ends)
}

/** The line ends among 16 bytes, one bit for each byte. */
function lineEndsAt(position: usize): i32 {
  const bytes = v128.load(position)
  const lineFeeds = i8x16.eq(bytes, i8x16.splat(<i8>LINE_FEED))
  return i8x16.bitmask(v128.or(lineFeeds, i8x16.eq(bytes, i8x16.splat(<i8>CARRIAGE_RETURN))))
}

/** The length of a tag that starts here; 0 if it has more than 31 bytes. */
export function lengthOfTag(start: usize): i32 {
  const first = endsOfTag(start)
  if (first !== 0) return ctz(first)
  const second = endsOfTag(start + 16)
  return second === 0 ? 0 : 16 + ctz(second)
}

function endsOfTag(position: usize): i32 {
  const bytes = v128.load(position)
  const blanks = i8x16.le_u(bytes, i8x16.splat(<i8>BLANK))
  return i8x16.bitmask(v128.or(blanks, i8x16.eq(bytes, i8x16.splat(<i8>PIPE))))
}

export function endOfUnquoted(writing: i32, start: usize): usize {
  switch (writing) {
    case Writing.quoted:
      return endOfList(start)
    case Writing.word:
      return endOfBareWord(start)
    case Writing.int:
      return endOfInt(start)
    case Writing.float:
      return endOfFloat(start)
    case Writing.timestamp:
      return endOfTimestamp(start)
    case Writing.bool:
      return endOfBool(start)
    default:
      return unsure
  }
}

/** The end of a list with its brackets, on one line. */
function endOfList(start: usize): usize {
  if (byteAt(start) !== 0x5b) return unsure
  let depth = 1
  let inQuotes = false
  let position = start
  while (depth > 0) {
    position++
    const code = byteAt(position)
    if (code === BACKSLASH || code === LINE_FEED || code === CARRIAGE_RETURN) return unsure
    if (code === QUOTE) inQuotes = !inQuotes
    else if (code === 0x5b && !inQuotes) depth++
    else if (code === 0x5d && !inQuotes) depth--
  }
  return position + 1
}

/** The end of a word of characters that need no quotes, at least one. */
export function endOfBareWord(start: usize): usize {
  let position = start
  let others = unsafeAt(position)
  while (others === 0) {
    position += 16
    others = unsafeAt(position)
  }
  const end = position + ctz(others)
  return end > start ? end : unsure
}

/** The bytes that need quotes among 16 bytes, one bit for each byte. */
function unsafeAt(position: usize): i32 {
  const bytes = v128.load(position)
  const lower = i8x16.swizzle(v128.load(safeBytes), v128.and(bytes, i8x16.splat(0x0f)))
  const upper = i8x16.swizzle(v128.load(safeBytes, 16), i8x16.shr_u(bytes, 4))
  return i8x16.bitmask(i8x16.eq(v128.and(lower, upper), i8x16.splat(0)))
}

function endOfInt(start: usize): usize {
  const digits = behindSign(start)
  const end = endOfDigits(digits)
  return end > digits ? end : unsure
}

/** The end of a number without exponent that has few enough digits to be exact. */
function endOfFloat(start: usize): usize {
  const digits = behindSign(start)
  let end = endOfDigits(digits)
  if (end === digits) return unsure
  if (byteAt(end) === 0x2e) {
    const fraction = end + 1
    end = endOfDigits(fraction)
    if (end === fraction) return unsure
  }
  return end - digits <= mostDigits + 1 ? end : unsure
}

/** The number of digits up to which every decimal number is exact. */
const mostDigits: usize = 15

/** The number in the bytes from `start` to `end`; NaN if it has too many digits to be exact. */
export function numberBetween(start: usize, end: usize): f64 {
  const digits = behindSign(start)
  if (end - digits > mostDigits) return NaN
  let number: f64 = 0
  let scale: f64 = 1
  let isFraction = false
  for (let position = digits; position < end; position++) {
    const code = byteAt(position)
    if (code === 0x2e) isFraction = true
    else {
      number = number * 10 + <f64>(code - 0x30)
      if (isFraction) scale *= 10
    }
  }
  // Both are exact, so the quotient is rounded once.
  const quotient = number / scale
  return byteAt(start) === 0x2d ? -quotient : quotient
}

function endOfBool(start: usize): usize {
  const word = load<u32>(start)
  if (word === 0x65757274) return start + 4
  return word === 0x736c6166 && byteAt(start + 4) === 0x65 ? start + 5 : unsure
}

/** The end of a date, or of a date and time, that exist. Fractions of a second and leap days are left to JavaScript. */
function endOfTimestamp(start: usize): usize {
  const year = twoDigits(start)
  const month = twoDigits(start + 5)
  const day = twoDigits(start + 8)
  if (year < 0 || twoDigits(start + 2) < 0 || month < 1 || month > 12 || day < 1) return unsure
  if (byteAt(start + 4) !== 0x2d || byteAt(start + 7) !== 0x2d || day > shortestMonth(month)) return unsure
  if (byteAt(start + 10) !== 0x54) return start + 10
  if (!isTime(start + 11)) return unsure
  let end = start + 16
  if (byteAt(end) === 0x3a) {
    if (!isBelow(end + 1, 60) || byteAt(end + 3) === 0x2e) return unsure
    end += 3
  }
  const zone = byteAt(end)
  if (zone === 0x5a) return end + 1
  if (zone !== 0x2b && zone !== 0x2d) return end
  return isTime(end + 1) ? end + 6 : unsure
}

/** The days of a month in any year. */
function shortestMonth(month: i32): i32 {
  if (month === 2) return 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Whether hours and minutes stand here, with a colon between them. */
function isTime(start: usize): bool {
  return isBelow(start, 24) && byteAt(start + 2) === 0x3a && isBelow(start + 3, 60)
}

/** Whether two digits stand here that are a number below a limit. */
function isBelow(start: usize, limit: i32): bool {
  const number = twoDigits(start)
  return number >= 0 && number < limit
}

/** The two digits at `start` as a number; negative if they are not digits. */
function twoDigits(start: usize): i32 {
  const tens = byteAt(start) - 0x30
  const ones = byteAt(start + 1) - 0x30
  return isDigit(tens) && isDigit(ones) ? tens * 10 + ones : -1
}

function isDigit(number: i32): bool {
  return number >= 0 && number <= 9
}

function behindSign(start: usize): usize {
  const code = byteAt(start)
  return code === 0x2b || code === 0x2d ? start + 1 : start
}

function endOfDigits(start: usize): usize {
  let position = start
  while (isDigit(byteAt(position) - 0x30)) position++
  return position
}

export function hasByte(start: usize, end: usize, byte: i32): bool {
  for (let position = start; position < end; position++) if (byteAt(position) === byte) return true
  return false
}
