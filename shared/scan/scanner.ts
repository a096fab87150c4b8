import { AT, BACKSLASH, CARRIAGE_RETURN, CLOSE_BRACKET, COLON, EQUALS, HASH, LINE_FEED, OPEN_BRACKET, PIPE, QUOTE } from '../characters.ts'
import type { Domain, Tag } from '../registry.ts'
import { NameList, type NameHash } from './names.ts'
import { Writing, type FieldTable, type ScanTables, type TagTable } from './tables.ts'
import {
  bytesToRead, endOfBareWord, endOfBool, endOfFloat, endOfInt, endOfList, endOfName, endOfString, endOfTimestamp, hasByte, numberBetween, plainText, unsure, type Bytes,
} from './values.ts'

/** A record in which the check has to look at some fields only: where it starts, and the next line. */
export interface DoubtfulRecord {
  readonly tag: Tag
  readonly at: number
  readonly next: number
  readonly lineBreaks: number
  readonly doubts: readonly Doubt[]
}

/** A field that the check has to look at, as `Field` has it, in bytes. */
export interface Doubt {
  /** Undefined for a field that the tag does not define. */
  readonly field: FieldTable | undefined
  readonly nameStart: number
  readonly nameEnd: number
  readonly typeStart: number
  readonly typeEnd: number
  readonly equals: number
  readonly value: { readonly kind: 'quoted' | 'bare' | 'list'; readonly start: number; readonly end: number }
}

/**
 * Reads UTF-8 and tells of which records it is certain that the check finds nothing in them: from the bytes themselves,
 * without making a string or an object for any of them. What it is not certain of, it leaves to the check; that is never
 * wrong, only slower. It counts what it passes, and notes what the records are called and refer to.
 */
export class Scanner {
  records = 0
  /** The line ends of all it has passed; who reads on behind what it has not passed counts that in. */
  lines = 0
  /** Where the latest entry starts that it has passed, or who has read on; negative before the first. */
  latest = -1
  /** The record that the latest scan stopped at, if it is certain of all of it but some fields. Its names are noted, and it is counted. */
  doubtful: DoubtfulRecord | undefined
  readonly definitions = new NameList()
  readonly references = new NameList()
  private readonly hasNames: boolean
  private readonly mayDoubt: boolean
  private readonly source: Bytes
  private readonly view: DataView
  /** The records of each domain in force. */
  private counts: Uint32Array
  private readonly allCounts = new Map<Domain, number>()
  /** The first definition of the latest tag: a guess at the next. */
  private latestTag: TagTable | undefined
  /** Line ends inside the record that is being read, and its fields that it is not certain of. */
  private linesInside = 0
  private doubts: Doubt[] = []

  /**
   * @param bytes valid UTF-8, with four bytes more than are ever asked for
   * @param tables of the domains in force
   * @param hasNames whether names are noted
   * @param mayDoubt whether it may stop at a record of which it is certain but for some fields
   */
  constructor(private readonly bytes: Uint8Array, private tables: ScanTables, { hasNames = true, mayDoubt = false } = {}) {
    this.hasNames = hasNames
    this.mayDoubt = mayDoubt
    this.source = bytesToRead(bytes)
    this.view = this.source.view
    this.counts = new Uint32Array(tables.domains.length)
  }

  /** The domains in force. */
  get domains(): readonly Domain[] {
    return this.tables.domains
  }

  /** Other domains are in force from here on. */
  setTables(tables: ScanTables): void {
    this.countDomains()
    this.tables = tables
    this.latestTag = undefined
    this.counts = new Uint32Array(tables.domains.length)
  }

  /** Counts a record that it has not passed for its domain. */
  count(domain: Domain): void {
    this.allCounts.set(domain, (this.allCounts.get(domain) ?? 0) + 1)
  }

  /** How many of the records belong to each domain. */
  countDomains(): ReadonlyMap<Domain, number> {
    this.tables.domains.forEach((domain, index) => {
      if (this.counts[index]! > 0) this.allCounts.set(domain, (this.allCounts.get(domain) ?? 0) + this.counts[index]!)
    })
    this.counts.fill(0)
    return this.allCounts
  }

  /**
   * Reads on from the start of a line outside a block.
   *
   * @param end where the text ends: behind a line end, and not above a line that continues a record
   * @returns the start of the first line it is not certain of, or `end`
   */
  scan(start: number, end: number): number {
    this.doubtful = undefined
    let line = start
    while (line < end) {
      const position = this.skipBlanks(line)
      const code = this.bytes[position]
      const next = code === AT ? this.scanRecord(position) : code === HASH ? this.scanComment(position) : this.behindLineEnd(position)
      if (next === unsure || this.doubtful) return line
      this.lines++
      this.latest = line
      line = next
    }
    return line
  }

  /** Behind a comment. One that may suppress problems is left to the check. */
  private scanComment(start: number): number {
    const { bytes } = this
    let position = this.skipBlanks(start + 1)
    // The first letter of `recline-`, or what may be white space before it.
    if (bytes[position] === 0x72 || bytes[position]! >= 0x80 || isRareBlank(bytes[position]!)) return unsure
    while (bytes[position] !== LINE_FEED && bytes[position] !== CARRIAGE_RETURN) position++
    return this.behindLineEnd(position)
  }

  /** @param start where the `@` stands */
  private scanRecord(start: number): number {
    const { bytes, view, definitions, references } = this
    let tag = this.latestTag
    let tagEnd = tag === undefined ? start : start + 1 + tag.word.length
    if (tag === undefined || bytes[tagEnd]! > BLANK || !tag.word.standsAt(view, start + 1)) {
      tagEnd = start + 1
      while (bytes[tagEnd]! > BLANK && bytes[tagEnd] !== PIPE) tagEnd++
      tag = this.latestTag = this.tables.tagAt(view, start + 1, tagEnd)
    }
    const definitionsBefore = definitions.length
    const referencesBefore = references.length
    for (; tag !== undefined; tag = tag.next) {
      this.linesInside = 0
      const next = this.scanFields(tag, start, tagEnd)
      if (next !== unsure) {
        this.records++
        this.counts[tag.domain]!++
        if (this.doubts.length === 0) this.lines += this.linesInside
        else this.doubtful = { tag: tag.tag, at: start, next, lineBreaks: this.linesInside + 1, doubts: this.doubts.splice(0) }
        return next
      }
      this.doubts.length = 0
      definitions.length = definitionsBefore
      references.length = referencesBefore
    }
    return unsure
  }

  /** Reads the fields of a record by one definition of its tag; gives where the next line starts. */
  private scanFields(tag: TagTable, record: number, tagEnd: number): number {
    const { view } = this
    const { seen } = tag
    const latest = tag.latest = (tag.latest + 1) | 0
    let { required, rivals } = tag
    let before: FieldTable | undefined
    let position = this.firstField(tagEnd)
    while (position > 0) {
      let field = before === undefined ? tag.first : before.follower
      if (field === undefined || !field.start.standsAt(view, position)) {
        field = this.fieldAt(tag, position)
        if (field !== undefined) {
          if (before === undefined) tag.first = field
          else before.follower = field
        }
      }
      let behind = field === undefined ? unsure : this.scanValue(tag, field, position + field.start.length, record)
      if (behind === unsure) {
        const doubt = this.mayDoubt ? this.doubt(tag, position, record) : undefined
        if (doubt === undefined) return unsure
        field = doubt.field
        behind = doubt.value.end
      }
      if (field !== undefined) {
        if (seen[field.index] === latest) return unsure
        seen[field.index] = latest
        rivals &= field.rivals
        if (field.isRequired) required--
        before = field
      }
      position = (view.getInt32(behind, true) & 0xffffff) === BLANK_PIPE_BLANK ? this.skipBlanks(behind + 3) : this.behindValue(behind)
    }
    return position !== unsure && required === 0 && rivals === 0 ? ~position : unsure
  }

  /** The end of a field's value; `unsure` where it is not certain that the check finds nothing in the field. */
  private scanValue(tag: TagTable, field: FieldTable, behindEquals: number, record: number): number {
    const { bytes } = this
    const isQuoted = bytes[behindEquals] === QUOTE && (field.writing === Writing.Quoted || field.writing === Writing.Word)
    const start = isQuoted ? behindEquals + 1 : behindEquals
    const end = isQuoted ? endOfString(this.source, start) : this.endOfUnquoted(field, start)
    if (end === unsure) return unsure
    // An rid stands in quotes only where it must.
    if (isQuoted && field.writing === Writing.Word && endOfBareWord(bytes, start) === end) return unsure
    if (start === end && field.isRequired) return unsure
    if (field.isConstrained && !this.isAllowed(field, start, end)) return unsure
    if (this.hasNames && (field.isId || field.target) && !this.noteNames(tag, field, start, end, record)) return unsure
    return isQuoted ? end + 1 : end
  }

  /**
   * A field that the check has to look at, of which it is certain how it is read; undefined where it is not, or where
   * the field may bear on what is found elsewhere in the record.
   */
  private doubt(tag: TagTable, start: number, record: number): Doubt | undefined {
    const { bytes, view, doubts } = this
    const nameEnd = endOfName(bytes, start)
    const typeStart = bytes[nameEnd] === COLON ? nameEnd + 1 : -1
    const typeEnd = typeStart < 0 ? -1 : endOfName(bytes, typeStart)
    const equals = typeStart < 0 ? nameEnd : typeEnd
    if (nameEnd === start || typeEnd === typeStart && typeStart >= 0 || bytes[equals] !== EQUALS) return undefined
    const value = this.certainValue(equals + 1)
    if (value === undefined) return undefined
    const field = tag.fields.get(view, start, nameEnd)
    const isQuoted = value.kind === 'quoted'
    const [textStart, textEnd] = isQuoted ? [value.start + 1, value.end - 1] : [value.start, value.end]
    // An unknown name can speak for a rival, and stand there twice.
    if (field === undefined ? tag.rivals !== 0 || doubts.some(other => other.field === undefined) : field.isRequired && textStart === textEnd) return undefined
    if (this.hasNames && field && (field.isId || field.target) && !this.noteNames(tag, field, textStart, textEnd, record)) return undefined
    const doubt = { field, nameStart: start, nameEnd, typeStart, typeEnd, equals, value }
    doubts.push(doubt)
    return doubt
  }

  /** A value of any kind whose end is certain. */
  private certainValue(start: number): Doubt['value'] | undefined {
    const { bytes } = this
    const kind = bytes[start] === QUOTE ? 'quoted' : bytes[start] === OPEN_BRACKET ? 'list' : 'bare'
    const end = kind === 'quoted' ? endOfString(this.source, start + 1) : kind === 'list' ? endOfList(bytes, start) : endOfBareWord(bytes, start)
    return end === unsure ? undefined : { kind, start, end: kind === 'quoted' ? end + 1 : end }
  }

  private endOfUnquoted(field: FieldTable, start: number): number {
    const { bytes } = this
    switch (field.writing) {
      case Writing.Quoted: return endOfList(bytes, start)
      case Writing.Word: return endOfBareWord(bytes, start)
      case Writing.Int: return endOfInt(bytes, start)
      case Writing.Float: return endOfFloat(bytes, start)
      case Writing.Timestamp: return endOfTimestamp(bytes, start)
      default: return endOfBool(bytes, start)
    }
  }

  /** The field whose name, and type if it has one, stand here as they are written canonically. */
  private fieldAt(tag: TagTable, start: number): FieldTable | undefined {
    const { bytes, view } = this
    let end = start
    while (bytes[end]! > BLANK && bytes[end] !== EQUALS && bytes[end] !== COLON) end++
    const field = tag.fields.get(view, start, end)
    return field?.start.standsAt(view, start) ? field : undefined
  }

  private isAllowed({ isTellable, allowed, range, definition, matched }: FieldTable, start: number, end: number): boolean {
    const { bytes, view } = this
    if (!isTellable) return false
    if (allowed && !allowed.get(view, start, end)) return false
    if (range) {
      const number = numberBetween(bytes, start, end)
      if (!(number >= range[0] && number <= range[1])) return false
    }
    if (!matched || matched.has(view, start, end)) return true
    const text = plainText(bytes, start, end)
    if (text === undefined || !definition.matches(text)) return false
    matched.add(text)
    return true
  }

  private noteNames(tag: TagTable, { isId, target }: FieldTable, start: number, end: number, record: number): boolean {
    const { bytes, view, definitions, references } = this
    if (start === end) return true
    const isWord = endOfBareWord(bytes, start) === end
    // An escape stands for another character than itself.
    if (!isWord && hasByte(bytes, start, end, BACKSLASH)) return false
    if (isId) definitions.add(tag.name, view, start, end, record, this.lines)
    if (!target) return true
    if (!isWord) return this.noteList(target, start, end, record)
    references.add(target, view, start, end, record, this.lines)
    return true
  }

  /** Notes references between commas or in brackets. */
  private noteList(target: NameHash, start: number, end: number, record: number): boolean {
    const { bytes, view, references } = this
    let item = start
    for (let position = start; position <= end; position++) {
      const code = position < end ? bytes[position]! : COMMA
      if (code >= 0x80 || isRareBlank(code)) return false
      if (code !== COMMA && code !== QUOTE && code !== OPEN_BRACKET && code !== CLOSE_BRACKET) continue
      const first = this.skipBlanks(item)
      let last = position
      while (last > first && isBlankOrTab(bytes[last - 1]!)) last--
      if (last > first) references.add(target, view, first, last, record, this.lines)
      item = position + 1
    }
    return true
  }

  /** Where the first field starts; as `behindValue`. */
  private firstField(tagEnd: number): number {
    const position = this.skipBlanks(tagEnd)
    const code = this.bytes[position]
    return code === LINE_FEED || code === CARRIAGE_RETURN ? this.behindValue(position) : code === PIPE ? unsure : position
  }

  /** Where the next field starts, perhaps on a line that continues the record; `~line` where the record ends and `line` is the next. */
  private behindValue(start: number): number {
    const { bytes } = this
    let position = this.skipBlanks(start)
    if (bytes[position] !== PIPE) {
      const line = this.behindLineEnd(position)
      if (line === unsure) return unsure
      position = this.skipBlanks(line)
      // More white space than is known here may stand before a `|`.
      if (bytes[position]! >= 0x80 || isRareBlank(bytes[position]!)) return unsure
      if (position === line || bytes[position] !== PIPE) return ~line
      this.linesInside++
    }
    return this.skipBlanks(position + 1)
  }

  private behindLineEnd(position: number): number {
    const code = this.bytes[position]
    if (code === LINE_FEED) return position + 1
    if (code !== CARRIAGE_RETURN) return unsure
    return this.bytes[position + 1] === LINE_FEED ? position + 2 : position + 1
  }

  private skipBlanks(position: number): number {
    const { bytes } = this
    while (isBlankOrTab(bytes[position]!)) position++
    return position
  }
}

const BLANK = 0x20
const TAB = 0x09
const COMMA = 0x2c
/** The three bytes of ` | ` as one number. */
const BLANK_PIPE_BLANK = 0x207c20

const isBlankOrTab = (code: number): boolean => code === BLANK || code === TAB

/** The white space of ASCII besides blank and tab. */
const isRareBlank = (code: number): boolean => code === 0x0b || code === 0x0c
