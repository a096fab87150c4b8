// The names in the records that were skipped: their ids, and the ids that they refer to, as in ../names.ts.

import { byteAt, isBlankOrTab, isRareBlank, QUOTE, skipBlanks } from './values'

/** A name. Offsets are those in the window. */
@unmanaged
class Name {
  /** Both halves of its hash. */
  low: i32
  high: i32
  /** The start of its record, and its line. */
  record: i32
  line: i32
  /** Where its id stands. */
  start: i32
  end: i32
  /** The index of its field among all fields. */
  field: i32
  isDefinition: i32
}

/** How many names there is room for. If there are nearly as many, a scan stops, so that the caller takes them. */
const mostNames: i32 = 16384
const nameSize: i32 = 32

/** Where the names start. */
export const names: usize = memory.data(16384 * 32)

let nameCount: i32 = 0

export function countNames(): i32 {
  return nameCount
}

/** Keeps only the first names. */
export function keepNames(count: i32): void {
  nameCount = count
}

/** Whether there is room for the names of another record, if it has not too many. */
export function hasRoom(): bool {
  return nameCount < mostNames - 1024
}

/**
 * Adds a name. Returns false if there is no room.
 *
 * @param low half of the hash of its tag; `high` is the other one
 */
export function addName(
  low: i32,
  high: i32,
  start: usize,
  end: usize,
  window: usize,
  record: usize,
  line: i32,
  field: i32,
  isDefinition: bool,
): bool {
  if (nameCount === mostNames) return false
  const name = changetype<Name>(names + <usize>(nameCount * nameSize))
  nameCount++
  setHash(name, low, high, start, end)
  name.record = <i32>(record - window)
  name.line = line
  name.start = <i32>(start - window)
  name.end = <i32>(end - window)
  name.field = field
  name.isDefinition = isDefinition ? 1 : 0
  return true
}

/** Adds the references in a list with commas or brackets. Returns false if it cannot read the list. */
export function addListed(
  low: i32,
  high: i32,
  start: usize,
  end: usize,
  window: usize,
  record: usize,
  line: i32,
  field: i32,
): bool {
  let item = start
  for (let position = start; position <= end; position++) {
    const code = position < end ? byteAt(position) : COMMA
    if (code >= 0x80 || isRareBlank(code)) return false
    if (code !== COMMA && code !== QUOTE && code !== OPEN_BRACKET && code !== CLOSE_BRACKET) continue
    const first = skipBlanks(item)
    let last = position
    while (last > first && isBlankOrTab(byteAt(last - 1))) last--
    if (last > first && !addName(low, high, first, last, window, record, line, field, false)) return false
    item = position + 1
  }
  return true
}

const COMMA: i32 = 0x2c
const OPEN_BRACKET: i32 = 0x5b
const CLOSE_BRACKET: i32 = 0x5d

/** Sets the hash of a name, as `hashBytes` in ../names.ts calculates it. */
function setHash(name: Name, tagLow: i32, tagHigh: i32, start: usize, end: usize): void {
  let low = tagLow
  let high = tagHigh
  let position = start
  for (; position + 4 <= end; position += 4) {
    const word = load<i32>(position)
    low = mix(low ^ word, 0x9e3779b1)
    high = mix(high ^ word, 0x85ebca77)
  }
  const left = <i32>(end - position)
  const length = <i32>(end - start)
  const word = left === 0 ? 0 : load<i32>(position) & ((1 << (left * 8)) - 1)
  low = mix(mix(low ^ word, 0x9e3779b1) ^ length, 0xc2b2ae3d)
  high = mix(mix(high ^ word, 0x85ebca77) ^ length, 0x27d4eb2f)
  name.low = low + high
  name.high = mix(high + low + high, 0x165667b1)
}

function mix(state: i32, factor: u32): i32 {
  const product = <u32>state * factor
  return product ^ (product >>> 15)
}
