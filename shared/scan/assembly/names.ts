// The names in the records that were skipped: their ids, and the ids that they refer to, as in ../names.ts.

import { byteAt, isBlankOrTab, isRareBlank, QUOTE, skipBlanks } from './values'

/** What is known of a name: both halves of its hash, the byte at which its record starts in the file, and its line. */
@unmanaged
class Name {
  low: i32
  high: i32
  record: i32
  line: i32
}

/** Where the id of a name stands in the memory, and the index of its field among all fields. */
@unmanaged
class NameSpan {
  start: i32
  end: i32
  field: i32
}

/** How many names of a kind there is room for. A scan stops before there are as many, so that the caller takes them. */
const mostNames: i32 = 8192
const nameSize: i32 = 16
const spanSize: i32 = 12

/** Where the ids of records and their spans start, and the same of references. The caller copies them as they are. */
export const definitions: usize = memory.data(8192 * 16)
export const definitionSpans: usize = memory.data(8192 * 12)
export const references: usize = memory.data(8192 * 16)
export const referenceSpans: usize = memory.data(8192 * 12)

let definitionCount: i32 = 0
let referenceCount: i32 = 0

export function countDefinitions(): i32 {
  return definitionCount
}

export function countReferences(): i32 {
  return referenceCount
}

/** Keeps only the first names of each kind. */
export function keepNames(definitions: i32, references: i32): void {
  definitionCount = definitions
  referenceCount = references
}

/** Whether there is room for the names of another record, if it has not too many. */
export function hasRoom(): bool {
  return definitionCount < mostNames && referenceCount < mostNames - 1024
}

let recordByte: i32 = 0
let recordLine: i32 = 0

/** Sets the record whose names are added next: the byte at which it starts in the file, and its line. */
export function setRecord(byte: i32, line: i32): void {
  recordByte = byte
  recordLine = line
}

/** Adds the id of the record, from the hash of its tag. Returns false if there is no room. */
export function addDefinition(low: i32, high: i32, start: usize, end: usize, field: i32): bool {
  if (definitionCount === mostNames) return false
  setName(definitions, definitionSpans, definitionCount++, low, high, start, end, field)
  return true
}

/** Adds a reference, from the hash of the tag that it is to. Returns false if there is no room. */
export function addReference(low: i32, high: i32, start: usize, end: usize, field: i32): bool {
  if (referenceCount === mostNames) return false
  setName(references, referenceSpans, referenceCount++, low, high, start, end, field)
  return true
}

/** Adds the references in a list with commas or brackets. Returns false if it cannot read the list. */
export function addListed(low: i32, high: i32, start: usize, end: usize, field: i32): bool {
  let item = start
  for (let position = start; position <= end; position++) {
    const code = position < end ? byteAt(position) : COMMA
    if (code >= 0x80 || isRareBlank(code)) return false
    if (code !== COMMA && code !== QUOTE && code !== OPEN_BRACKET && code !== CLOSE_BRACKET) continue
    const first = skipBlanks(item)
    let last = position
    while (last > first && isBlankOrTab(byteAt(last - 1))) last--
    if (last > first && !addReference(low, high, first, last, field)) return false
    item = position + 1
  }
  return true
}

const COMMA: i32 = 0x2c
const OPEN_BRACKET: i32 = 0x5b
const CLOSE_BRACKET: i32 = 0x5d

function setName(
  names: usize,
  spans: usize,
  index: i32,
  low: i32,
  high: i32,
  start: usize,
  end: usize,
  field: i32,
): void {
  const name = changetype<Name>(names + <usize>(index * nameSize))
  setHash(name, low, high, start, end)
  name.record = recordByte
  name.line = recordLine
  const span = changetype<NameSpan>(spans + <usize>(index * spanSize))
  span.start = <i32>start
  span.end = <i32>end
  span.field = field
}

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
