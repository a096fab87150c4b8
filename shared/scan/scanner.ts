import { AT, BACKSLASH, CARRIAGE_RETURN, CLOSE_BRACKET, COLON, EQUALS, HASH, LINE_FEED, OPEN_BRACKET, PIPE, QUOTE } from '../characters.ts'
import type { Domain } from '../registry.ts'
import { NameList, type NameHash } from './names.ts'
import { Writing, type FieldTable, type ScanTables, type TagTable } from './tables.ts'
import {
  endOfBareWord, endOfBool, endOfFloat, endOfInt, endOfList, endOfString, endOfTimestamp, hasByte, numberBetween, plainText, unsure,
} from './values.ts'

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
  readonly definitions = new NameList()
  readonly references = new NameList()
  private readonly view: DataView
  /** The records of each domain in force. */
  private counts: Uint32Array
  private readonly allCounts = new Map<Domain, number>()
  /** Line ends inside the record that is being read. */
  private linesInside = 0

  /**
   * @param bytes valid UTF-8, with four bytes more than are ever asked for
   * @param tables of the domains in force
   * @param hasNames whether names are noted
   */
  constructor(private readonly bytes: Uint8Array, private tables: ScanTables, private readonly hasNames = true) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.counts = new Uint32Array(tables.domains.length)
  }

  /** Other domains are in force from here on. */
  setTables(tables: ScanTables): void {
    this.countDomains()
    this.tables = tables
    this.counts = new Uint32Array(tables.domains.length)
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
    let line = start
    while (line < end) {
      const position = this.skipBlanks(line)
      const code = this.bytes[position]
      const next = code === AT ? this.scanRecord(position) : code === HASH ? this.scanComment(position) : this.behindLineEnd(position)
      if (next === unsure) return line
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
    const { bytes, view, tables, definitions, references } = this
    let tagEnd = start + 1
    while (bytes[tagEnd]! > BLANK && bytes[tagEnd] !== PIPE) tagEnd++
    const definitionsBefore = definitions.length
    const referencesBefore = references.length
    for (let tag = tables.tagAt(view, start + 1, tagEnd); tag !== undefined; tag = tag.next) {
      this.linesInside = 0
      const next = this.scanFields(tag, start, tagEnd)
      if (next !== unsure) {
        this.records++
        this.counts[tag.domain]!++
        this.lines += this.linesInside
        return next
      }
      definitions.length = definitionsBefore
      references.length = referencesBefore
    }
    return unsure
  }

  /** Reads the fields of a record by one definition of its tag; gives where the next line starts. */
  private scanFields(tag: TagTable, record: number, tagEnd: number): number {
    const { bytes, view } = this
    const { seen } = tag
    const latest = tag.latest = (tag.latest + 1) | 0
    let { required, rivals } = tag
    let before: FieldTable | undefined
    let position = this.firstField(tagEnd)
    while (position > 0) {
      let field = before === undefined ? tag.first : before.follower
      if (field === undefined || !field.start.standsAt(view, position)) {
        field = this.fieldAt(tag, position)
        if (field === undefined) return unsure
        if (before === undefined) tag.first = field
        else before.follower = field
      }
      if (seen[field.index] === latest) return unsure
      seen[field.index] = latest
      rivals &= field.rivals

      let start = position + field.start.length
      const isQuoted = bytes[start] === QUOTE && (field.writing === Writing.Quoted || field.writing === Writing.Word)
      if (isQuoted) start++
      const end = isQuoted ? endOfString(view, bytes, start) : this.endOfUnquoted(field, start)
      if (end === unsure) return unsure
      // An rid stands in quotes only where it must.
      if (isQuoted && field.writing === Writing.Word && endOfBareWord(bytes, start) === end) return unsure
      if (field.isRequired) {
        if (start === end) return unsure
        required--
      }
      if (field.isConstrained && !this.isAllowed(field, start, end)) return unsure
      if (this.hasNames && (field.isId || field.target) && !this.noteNames(tag, field, start, end, record)) return unsure

      before = field
      position = isQuoted ? end + 1 : end
      position = (view.getInt32(position, true) & 0xffffff) === BLANK_PIPE_BLANK ? this.skipBlanks(position + 3) : this.behindValue(position)
    }
    return position !== unsure && required === 0 && rivals === 0 ? ~position : unsure
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

  private isAllowed({ allowed, range, definition, matched }: FieldTable, start: number, end: number): boolean {
    const { bytes, view } = this
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
