import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  EQUALS,
  isBlank,
  isLineBreak,
  isNamePart,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  PIPE,
  QUOTE,
  wordIn,
} from './characters.ts'
import type { Field, RecordNode, Stray, ValueNode } from './nodes.ts'
import {
  endBeforeNextField,
  endOfBare,
  endOfCommas,
  endOfStray,
  endOfType,
  endOfWrittenName,
  endsValue,
  isNextField,
  skipBlanks,
  startsComment,
  startsField,
  trimEnd,
} from './record-line.ts'
import { typeNamed } from './type-words.ts'

/**
 * Reads the text of one record: its line and its continuation lines, with conflict markers between them or not, line
 * ends included.
 *
 * Parses the tag now and the fields on each access. A record is usually read once, when it is checked, and its parsed
 * fields take many times the memory of its text, so they are not kept for all records of a file.
 *
 * @param at where the `@` stands
 */
export function parseRecord(text: string, at: number, lineBreaks: number): RecordNode {
  const [tagStart, tagEnd] = parseTag(text, at)
  return new LazyRecord(text, lineBreaks, at, tagStart, tagEnd)
}

class LazyRecord implements RecordNode {
  readonly kind = 'record'
  /** Its parts, as long as they are kept. They are no part of what it is. */
  #parts: Parts | undefined

  constructor(
    readonly text: string,
    readonly lineBreaks: number,
    readonly at: number,
    readonly tagStart: number,
    readonly tagEnd: number,
  ) {}

  get fields(): readonly Field[] {
    return this.parts().fields
  }

  get emptyFields(): readonly number[] {
    return this.parts().emptyFields
  }

  get strays(): readonly Stray[] {
    return this.parts().strays
  }

  /**
   * The parts of the record. A cache keeps those of the last two records, because most code reads a record several
   * times in a row, and an edit compares a record with what becomes of it.
   */
  private parts(): Parts {
    if (this.#parts) return this.#parts
    const parts = parseParts(this)
    if (keptLazyRecords) keptLazyRecords.push(this)
    else {
      latest[0]?.forget()
      latest = [latest[1], this]
    }
    this.#parts = parts
    return parts
  }

  forget(): void {
    this.#parts = undefined
  }
}

/** The last two records whose parts were read, the last one behind the other. */
let latest: readonly [LazyRecord | undefined, LazyRecord | undefined] = [undefined, undefined]
/** The records whose parts are all kept for now. */
let keptLazyRecords: LazyRecord[] | undefined

/** Keeps the parts of all records that some work reads, until it is done: it goes through them more than once. */
export function keepingParts<Result>(work: () => Result): Result {
  for (const record of latest) record?.forget()
  latest = [undefined, undefined]
  keptLazyRecords = []
  try {
    return work()
  } finally {
    for (const record of keptLazyRecords) record.forget()
    keptLazyRecords = undefined
  }
}

/**
 * Linear time for any text: the parser looks ahead no further than to the next field. The only exception is the text
 * after a list that is not closed, once for each line.
 */
function parseParts({ text, at, tagEnd, lineBreaks }: LazyRecord): Parts {
  const parts: Parts = { text, fields: [], emptyFields: [], strays: [], sawUnclosedList: false }
  const lastLineEnd = endOfText(text)
  const hasOneLine = lineBreaks === 0 || (lineBreaks === 1 && lastLineEnd < text.length)
  let lineEnd = hasOneLine ? lastLineEnd : lineEndFrom(text, at)
  parseFields(parts, tagEnd, lineEnd, -1)
  for (let line = offsetBehindLineEnd(text, lineEnd); line < text.length; line = offsetBehindLineEnd(text, lineEnd)) {
    lineEnd = lineEndFrom(text, line)
    if (!isBlank(text.charCodeAt(line))) {
      parseStray(parts, line, lineEnd, 'marker')
      continue
    }
    const separator = skipBlanks(text, line, lineEnd)
    parts.sawUnclosedList = false
    parseFields(parts, separator + 1, lineEnd, separator)
  }
  return parts
}

interface Parts {
  readonly text: string
  readonly fields: Field[]
  readonly emptyFields: number[]
  readonly strays: Stray[]
  /**
   * Set after a search for `]` or `}` has reached the end of the line. From then on a list ends before the next field.
   */
  sawUnclosedList: boolean
}

/** The tag: the text up to white space or `|`. A word with a blank after its `@` counts if it can only be the tag. */
function parseTag(text: string, at: number): [start: number, end: number] {
  const end = endOfWord(text, at + 1)
  if (end > at + 1) return [at + 1, end]
  const apart = skipBlanks(text, end, text.length)
  const apartEnd = endOfWord(text, apart)
  return /^[A-Za-z]\w*$/.test(text.slice(apart, apartEnd)) ? [apart, apartEnd] : [end, end]
}

function endOfWord(text: string, position: number): number {
  for (; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (isBlank(code) || code === PIPE || isLineBreak(code)) break
  }
  return position
}

/** Reads the fields of one line. `separator` is the `|` before the first of them, or -1. */
function parseFields(parts: Parts, start: number, lineEnd: number, separator: number): void {
  const { text } = parts
  let position = start
  for (;;) {
    position = skipBlanks(text, position, lineEnd)
    if (position === lineEnd) break
    const code = text.charCodeAt(position)
    if (code === PIPE) {
      // A `|` directly after the tag separates nothing. Of two in a row, the first separates nothing.
      const isLeading = separator < 0 && parts.fields.length === 0 && parts.strays.length === 0
      if (isLeading) parts.emptyFields.push(position)
      else {
        if (separator >= 0) parts.emptyFields.push(separator)
        separator = position
      }
      position++
      continue
    }
    const commasEnd = endOfCommas(text, position, lineEnd)
    if (commasEnd >= 0) {
      parseStray(parts, position, trimEnd(text, position, commasEnd), 'comma')
      if (separator < 0 && startsField(text, commasEnd, lineEnd)) separator = position
      position = commasEnd
      continue
    }
    position = startsComment(text, position, lineEnd)
      ? parseStray(parts, position, endBeforeNextField(text, position, lineEnd), 'comment')
      : parseField(parts, position, lineEnd, separator)
    separator = -1
  }
  if (separator >= 0) parts.emptyFields.push(separator)
}

/** Parses the field, or other text, at `start`. Returns the offset at which to go on. */
function parseField(parts: Parts, start: number, lineEnd: number, separator: number): number {
  const { text } = parts
  const nameEnd = endOfWrittenName(text, start, lineEnd)
  if (nameEnd === start) return parseStray(parts, start, endOfStray(text, start, lineEnd), 'text')
  const name = wordIn(text, start, nameEnd)
  let typeStart = -1
  let typeEnd = -1
  let end = nameEnd
  let position = skipBlanks(text, nameEnd, lineEnd)
  if (position < lineEnd && text.charCodeAt(position) === COLON) {
    typeStart = skipBlanks(text, position + 1, lineEnd)
    typeEnd = endOfType(text, typeStart, lineEnd)
    // White space and a name start a new field, so after white space only an unambiguous word is the type.
    const isApart = typeStart > position + 1 && typeNamed(text.slice(typeStart, typeEnd)) === undefined
    if (typeEnd === typeStart || isApart) typeStart = typeEnd = position + 1
    end = typeEnd
    position = skipBlanks(text, typeEnd, lineEnd)
  }
  if (position === lineEnd || text.charCodeAt(position) !== EQUALS) {
    const strayEnd = endOfStray(text, end, lineEnd)
    if (strayEnd > end && endOfCommas(text, end, lineEnd) < 0) return parseStray(parts, start, strayEnd, 'text')
    parts.fields.push({ separator, name, nameStart: start, nameEnd, typeStart, typeEnd, equals: -1, value: undefined })
    return end
  }
  const value = parseValue(parts, position + 1, lineEnd)
  const behindEnd = value?.closed ? endOfStray(text, value.end, lineEnd) : -1
  const hasTextBehind = value !== undefined && behindEnd > value.end
  // Not a spread: copying would take as long as all the rest.
  parts.fields.push({
    separator,
    name,
    nameStart: start,
    nameEnd,
    typeStart,
    typeEnd,
    equals: position,
    value: hasTextBehind ? { ...value, hasTextBehind } : value,
  })
  if (!value) return position + 1
  if (!hasTextBehind || endOfCommas(text, value.end, lineEnd) >= 0) return value.end
  return parseStray(parts, skipBlanks(text, value.end, lineEnd), behindEnd, 'behind-value')
}

function parseStray(parts: Parts, start: number, end: number, kind: Stray['kind']): number {
  parts.strays.push({ kind, start, end })
  return end
}

function parseValue(parts: Parts, behindEquals: number, lineEnd: number): ValueNode | undefined {
  const { text } = parts
  const start = skipBlanks(text, behindEquals, lineEnd)
  if (start === lineEnd || endsValue(text, start, behindEquals, lineEnd)) return undefined
  switch (text.charCodeAt(start)) {
    case QUOTE:
      return parseQuoted(text, start, lineEnd)
    case OPEN_BRACKET:
      return parseList(parts, start, lineEnd, OPEN_BRACKET, CLOSE_BRACKET)
    case OPEN_BRACE:
      return parseList(parts, start, lineEnd, OPEN_BRACE, CLOSE_BRACE)
    default: {
      const end = endOfBare(text, start, lineEnd)
      return end === start ? undefined : { kind: 'bare', start, end, closed: true }
    }
  }
}

/**
 * A string. If the quote that would close it opens the value of the next field (`a="x | b="y"`), then this string is
 * the one without a closing quote.
 */
function parseQuoted(text: string, start: number, lineEnd: number): ValueNode {
  // Usually the next quote closes it: a quote without a backslash before it that does not start a value.
  const next = text.indexOf('"', start + 1)
  const before = text.charCodeAt(next - 1)
  if (next >= 0 && next < lineEnd && before !== BACKSLASH && before !== EQUALS)
    return { kind: 'quoted', start, end: next + 1, closed: true }
  for (let position = start + 1; position < lineEnd; position++) {
    const code = text.charCodeAt(position)
    if (code === BACKSLASH) position++
    else if (code === QUOTE) {
      const end = position + 1
      if (opensNextValue(text, start, position) && endOfStray(text, end, lineEnd) > end) break
      return { kind: 'quoted', start, end, closed: true }
    }
  }
  return { kind: 'quoted', start, end: endBeforeNextField(text, start + 1, lineEnd), closed: false }
}

/** Whether what stands before the quote is ` | name=` or ` | name:type=`. */
function opensNextValue(text: string, start: number, quote: number): boolean {
  if (text.charCodeAt(quote - 1) !== EQUALS) return false
  let position = quote - 2
  while (position > start && (isNamePart(text.charCodeAt(position)) || text.charCodeAt(position) === COLON)) position--
  while (position > start && isBlank(text.charCodeAt(position))) position--
  return isNextField(text, position, quote)
}

/** @param open the bracket or brace at `start`, and `close` the one that ends it */
function parseList(parts: Parts, start: number, lineEnd: number, open: number, close: number): ValueNode {
  const { text } = parts
  let depth = 0
  let inQuotes = false
  for (let position = start; position < lineEnd; position++) {
    const code = text.charCodeAt(position)
    if (code === BACKSLASH && inQuotes) position++
    else if (code === QUOTE) inQuotes = !inQuotes
    else if (code === open && !inQuotes) depth++
    else if (code === close && !inQuotes && --depth === 0)
      return { kind: 'list', start, end: position + 1, closed: true }
    else if (parts.sawUnclosedList && isNextField(text, position, lineEnd)) break
  }
  parts.sawUnclosedList = true
  return { kind: 'list', start, end: endBeforeNextField(text, start + 1, lineEnd), closed: false }
}

/** Where the last line of a text ends, without its line end. */
function endOfText(text: string): number {
  let end = text.length
  while (end > 0 && isLineBreak(text.charCodeAt(end - 1))) end--
  return end
}

function lineEndFrom(text: string, position: number): number {
  while (position < text.length && !isLineBreak(text.charCodeAt(position))) position++
  return position
}

const offsetBehindLineEnd = (text: string, lineEnd: number): number =>
  text.charCodeAt(lineEnd) === CARRIAGE_RETURN && text.charCodeAt(lineEnd + 1) === LINE_FEED ? lineEnd + 2 : lineEnd + 1
