// Skips the records in which the check certainly finds nothing. It does what ../field-scanner.ts does, several times
// faster, for all but rare notations, and leaves these to it. The language is AssemblyScript, whose types are those of
// WebAssembly (https://www.assemblyscript.org). `npm run generate` compiles it.
//
// It reads a window of the bytes of a file. Addresses are those of its memory; the caller gets offsets in the window.

import {
  addDefinition,
  addListed,
  addReference,
  countDefinitions,
  countReferences,
  definitionSpans,
  definitions,
  hasRoom,
  keepNames,
  referenceSpans,
  references,
  setRecord,
} from './names'
import { Field, Flag, indexAmong, isSettled, Tag, tagAt } from './tables'
import {
  BACKSLASH,
  behindLineEnd,
  byteAt,
  CARRIAGE_RETURN,
  endOfBareWord,
  endOfString,
  endOfUnquoted,
  hasByte,
  isRareBlank,
  LINE_FEED,
  lengthOfTag,
  lineEnd,
  numberBetween,
  PIPE,
  QUOTE,
  safeBytes,
  skipBlanks,
  unsure,
  Writing,
} from './values'

export {
  addAllowed,
  addCombinations,
  addField,
  addTag,
  disuseTags,
  forgetTables,
  setRange,
  setTarget,
  settle,
  setWeight,
  textToAdd,
  useTag,
} from './tables'
export {
  countDefinitions,
  countReferences,
  definitionSpans,
  definitions,
  keepNames,
  referenceSpans,
  references,
  safeBytes,
}

/** The bytes that it reads. The caller sets four bytes of zero behind the last one. */
export const windowSize: i32 = 0x200000
export const window: usize = memory.data(0x200000 + 64)

/** What the caller learns of a scan. It sets `latest`, `records` and `counts` back when it has taken them. */
@unmanaged
class State {
  /** The line at the offset that the scan returned. */
  line: i32
  /** The start of the entry that was skipped last. */
  latest: i32
  /** How many records it skipped that the caller need not look at. */
  records: i32
  /** The index of the tag whose record the caller must look at; negative if there is none. */
  tag: i32
  /** About this record: its start, its line, and the names before its own. */
  record: i32
  recordLine: i32
  definitionsBefore: i32
  referencesBefore: i32
  /** 1 if it is not certain of the entry at the offset that the scan returned. */
  isUnsure: i32
}

/** How many records of each domain in force it skipped, without those that the caller must look at. */
export const counts: usize = memory.data(64 * 4)

export const state: usize = memory.data(64)
const result = changetype<State>(state)

/** Where a field has four numbers: `seen`, `valueStart`, `valueEnd` and `said`. */
export const valueOffset: i32 = <i32>offsetof<Field>('seen')
/** Where a tag has the number of its last record. */
export const latestOffset: i32 = <i32>offsetof<Tag>('latest')

let hasNames = false
/** What to add to an address to get the offset in the file. */
let toOffset: i32 = 0
/** About the record that is read: its line, and the line ends inside it. */
let line: i32 = 0
let linesInside: i32 = 0

/**
 * Skips entries of the window, from the start of a line outside a block.
 *
 * @param end where to stop: behind a line end, and not before a line that continues a record
 * @param windowStart the offset of the window in the file
 * @param firstLine the number of the first line
 * @returns the start of the first entry that it is not certain of, or the end. If it stops behind a record that the
 *   caller must look at, `state` tells which one
 */
export function scan(start: i32, end: i32, windowStart: i32, firstLine: i32, isWithNames: bool): i32 {
  hasNames = isWithNames
  toOffset = windowStart - <i32>window
  line = firstLine
  result.tag = -1
  result.isUnsure = 0
  const last = window + <usize>end
  let entry = window + <usize>start
  while (entry < last && result.tag < 0 && hasRoom()) {
    const position = skipBlanks(entry)
    const code = byteAt(position)
    linesInside = 0
    let next: usize
    if (code === 0x40) next = skipRecord(entry, position + 1)
    else if (code === 0x23) next = skipComment(position)
    else next = behindLineEnd(position)
    if (next === unsure) {
      result.isUnsure = 1
      break
    }
    line += linesInside + 1
    result.latest = <i32>(entry - window)
    entry = next
  }
  result.line = line
  return <i32>(entry - window)
}

/** The offset behind a comment; `unsure` if it may suppress problems. */
function skipComment(start: usize): usize {
  const code = byteAt(skipBlanks(start + 1))
  // The first letter of `recline-` in any case, or a byte that may be white space before it.
  if ((code | 0x20) === 0x72 || code >= 0x80 || isRareBlank(code)) return unsure
  return behindLineEnd(lineEnd(start))
}

/** The start of the line behind a record; `word` is its tag. */
function skipRecord(start: usize, word: usize): usize {
  const length = lengthOfTag(word)
  if (length === 0) return unsure
  const tag = tagAt(word, length)
  if (tag === null) return unsure
  setRecord(<i32>start + toOffset, line)
  const definitionsBefore = countDefinitions()
  const referencesBefore = countReferences()
  const next = skipFields(tag, word + <usize>length)
  if (next === unsure) {
    keepNames(definitionsBefore, referencesBefore)
    return unsure
  }
  if (!tag.isChecked || isSettled(tag)) {
    const count = counts + <usize>tag.domain * 4
    store<i32>(count, load<i32>(count) + 1)
    result.records++
    return next
  }
  result.tag = tag.index
  result.record = <i32>(start - window)
  result.recordLine = line
  result.definitionsBefore = definitionsBefore
  result.referencesBefore = referencesBefore
  return next
}

function skipFields(tag: Tag, tagEnd: usize): usize {
  const latest = tag.latest + 1
  tag.latest = latest
  let required = tag.required
  let combination = 0
  let before: usize = 0
  let position = firstField(tagEnd)
  while (position !== unsure && position !== 0) {
    const address = fieldAt(tag, before, position)
    if (address === 0) return unsure
    const field = changetype<Field>(address)
    if (field.seen === latest) return unsure
    field.seen = latest
    if (field.flags & Flag.required) required--
    const behind = skipValue(tag, field, position + <usize>field.length)
    if (behind === unsure) return unsure
    if (field.weight < 0) combination = -1
    else if (combination >= 0) combination += field.weight * (field.said + 1)
    before = address
    position = fieldBehind(behind)
  }
  tag.combination = combination
  return position === 0 && required === 0 ? lineBehind : unsure
}

/** The field that starts here; 0 if none does. */
function fieldAt(tag: Tag, before: usize, position: usize): usize {
  const guess = before === 0 ? tag.first : changetype<Field>(before).follower
  if (guess !== 0 && changetype<Field>(guess).standsAt(position)) return guess
  let address = tag.fields
  while (address !== 0 && !changetype<Field>(address).standsAt(position)) address = changetype<Field>(address).next
  if (address === 0) return 0
  if (before === 0) tag.first = address
  else changetype<Field>(before).follower = address
  return address
}

/** The end of a field's value; `unsure` if the check may find a problem in the field. */
function skipValue(tag: Tag, field: Field, behindEquals: usize): usize {
  const writing = field.writing
  const isQuoted = byteAt(behindEquals) === QUOTE
  // The canonical notation of an rid has quotes only if it needs them, which is rare.
  if (isQuoted && writing !== Writing.quoted) return unsure
  const start = isQuoted ? behindEquals + 1 : behindEquals
  const end = isQuoted ? endOfString(start) : endOfUnquoted(writing, start)
  if (end === unsure) return unsure
  const flags = field.flags
  if (start === end && flags & Flag.required) return unsure
  field.valueStart = <i32>(start - window)
  field.valueEnd = <i32>(end - window)
  if (flags & Flag.allowed) {
    const said = indexAmong(field.allowed, start, <i32>(end - start))
    if (said < 0) return unsure
    field.said = said
  }
  if (writing === Writing.bool) field.said = byteAt(start) === 0x74 ? 0 : 1
  if (flags & Flag.range) {
    const number = numberBetween(start, end)
    if (!(number >= field.least && number <= field.greatest)) return unsure
  }
  if (flags & Flag.target && mayHavePrefix(start, end)) return unsure
  if (hasNames && flags & (Flag.id | Flag.target) && start < end && !addNames(tag, field, start, end)) return unsure
  return isQuoted ? end + 1 : end
}

/** Adds the names in a value. Returns false if it cannot read them. */
function addNames(tag: Tag, field: Field, start: usize, end: usize): bool {
  const isWord = field.writing === Writing.word || endOfBareWord(start) === end
  // The id of a text with escapes has other bytes.
  if (!isWord && hasByte(start, end, BACKSLASH)) return false
  const isId = (field.flags & Flag.id) !== 0
  if (isId && !addDefinition(tag.nameLow, tag.nameHigh, start, end, field.index)) return false
  if (!(field.flags & Flag.target)) return true
  const targetLow = field.targetLow
  const targetHigh = field.targetHigh
  return isWord
    ? addReference(targetLow, targetHigh, start, end, field.index)
    : addListed(targetLow, targetHigh, start, end, field.index)
}

/** Whether `rid:` or `ref:` may stand before an id among references. */
function mayHavePrefix(start: usize, end: usize): bool {
  for (let position = start + 3; position < end; position++)
    if (byteAt(position) === 0x3a && byteAt(position - 3) === 0x72) return true
  return false
}

/** The start of the first field; `unsure` if there is none. */
function firstField(tagEnd: usize): usize {
  const position = skipBlanks(tagEnd)
  const code = byteAt(position)
  if (code === PIPE) return unsure
  if (code !== LINE_FEED && code !== CARRIAGE_RETURN) return position
  return fieldBehind(position)
}

/** If the record has ended: the start of the next line. */
let lineBehind: usize = 0

/** The start of the next field, perhaps on a line that continues the record; 0 if the record ends. */
function fieldBehind(start: usize): usize {
  let position = skipBlanks(start)
  if (byteAt(position) !== PIPE) {
    lineBehind = behindLineEnd(position)
    if (lineBehind === unsure) return unsure
    if (byteAt(lineBehind) === 0x40) return 0
    position = skipBlanks(lineBehind)
    const code = byteAt(position)
    // This may be white space that the scanner does not know, with a `|` behind it, or a conflict marker.
    if (code >= 0x80 || isRareBlank(code) || isMarkerCharacter(byteAt(lineBehind))) return unsure
    if (position === lineBehind || code !== PIPE) return 0
    linesInside++
  }
  return skipBlanks(position + 1)
}

/** The characters of which the conflict markers of git are made. */
function isMarkerCharacter(code: i32): bool {
  return code === PIPE || code === 0x3c || code === 0x3d || code === 0x3e
}
