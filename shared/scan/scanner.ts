import type { FollowedValues } from '../check/followed-records.ts'
import type { Domain } from '../domains/registry.ts'
import {
  AT,
  BACKSLASH,
  CARRIAGE_RETURN,
  COLON,
  EQUALS,
  HASH,
  isMarkerCharacter,
  LINE_FEED,
  OPEN_BRACKET,
  PIPE,
  QUOTE,
} from '../syntax/characters.ts'
import { BLANK, behindLineEnd, isRareBlank, skipBlanks } from './blanks.ts'
import { NameList } from './names.ts'
import type { ScannedRecord } from './scanned-record.ts'
import { type FieldTable, type ScanTables, type TagTable, Writing } from './tables.ts'
import {
  type Bytes,
  bytesToRead,
  endOfBareWord,
  endOfBool,
  endOfFloat,
  endOfInt,
  endOfList,
  endOfName,
  endOfString,
  endOfTimestamp,
  hasByte,
  numberBetween,
  plainText,
  unsure,
} from './values.ts'

/** A record of a part that rules about other records need. Its place counts bytes and lines. */
export interface FollowedRow {
  /** The path of its tag. */
  readonly path: string
  readonly byte: number
  readonly line: number
  readonly values: FollowedValues
}

/** A record without problems, except for some fields that the check must look at. Offsets count bytes. */
export interface DoubtfulRecord {
  readonly tag: TagTable
  readonly domains: readonly Domain[]
  readonly line: number
  /** The offsets of its line, of its `@`, and of the next line. */
  readonly start: number
  readonly at: number
  readonly next: number
  readonly lineBreaks: number
  /** Where each of these fields starts and ends, in turn. */
  readonly fields: readonly number[]
  /** The doubtful record above it. A linked list is faster here than an array. */
  readonly above: DoubtfulRecord | undefined
}

/**
 * Skips the records in which the check certainly finds nothing. It reads their bytes, and creates no string and no
 * object for them. If it is not certain of a record, it leaves it to the check, which is slower and always right. It
 * counts the records that it skips, and collects their names.
 */
export class Scanner {
  records = 0
  /** The line that it is on. Callers add the lines that they read themselves. */
  lines = 0
  /** The start of the entry above, which callers set for the entries that they read; negative above the first entry. */
  latest = -1
  /** The last record that it skipped except for some of its fields. */
  doubtful: DoubtfulRecord | undefined
  /** The records that it skipped and that rules about other records need. */
  readonly followed: FollowedRow[] = []
  readonly definitions = new NameList()
  readonly references = new NameList()
  private readonly hasNames: boolean
  private readonly mayDoubt: boolean
  private readonly source: Bytes
  private readonly view: DataView
  /** The number of records of each domain in force. */
  private counts: Uint32Array
  private readonly allCounts = new Map<Domain, number>()
  /**
   * About the record that is read: the line ends inside it, the fields that it is not certain of, and whether one of
   * them is unknown.
   */
  private linesInside = 0
  private doubts: number[] = []
  private hasUnknown = false

  /**
   * @param bytes valid UTF-8, with four more bytes behind the text
   * @param tables of the domains in force
   * @param hasNames whether to collect names
   * @param mayDoubt whether to skip records except for some of their fields
   */
  constructor(
    private readonly bytes: Uint8Array,
    private tables: ScanTables,
    { hasNames = true, mayDoubt = false } = {},
  ) {
    this.hasNames = hasNames
    this.mayDoubt = mayDoubt
    this.source = bytesToRead(bytes)
    this.view = this.source.view
    this.counts = new Uint32Array(tables.domains.length)
  }

  /** Sets the domains in force from here on. */
  setTables(tables: ScanTables): void {
    this.countDomains()
    this.tables = tables
    this.counts = new Uint32Array(tables.domains.length)
  }

  /** Counts a record of a domain that it did not skip. */
  count(domain: Domain): void {
    this.allCounts.set(domain, (this.allCounts.get(domain) ?? 0) + 1)
  }

  /** The number of records of each domain. */
  countDomains(): ReadonlyMap<Domain, number> {
    this.tables.domains.forEach((domain, index) => {
      if (this.counts[index]! > 0) this.allCounts.set(domain, (this.allCounts.get(domain) ?? 0) + this.counts[index]!)
    })
    this.counts.fill(0)
    return this.allCounts
  }

  /**
   * Skips entries, from the start of a line outside a block.
   *
   * @param end the end of the text: behind a line end, and not before a line that continues a record
   * @returns the start of the first entry it is not certain of, or `end`
   */
  scan(start: number, end: number): number {
    const { bytes } = this
    let line = start
    while (line < end) {
      const position = skipBlanks(bytes, line)
      const code = bytes[position]
      let next: number
      if (code === AT) next = this.scanRecord(line, position)
      else if (code === HASH) next = this.scanComment(position)
      else next = behindLineEnd(bytes, position)
      if (next === unsure) return line
      this.lines++
      this.latest = line
      line = next
    }
    return line
  }

  /** The offset behind a comment; `unsure` if it may suppress problems. */
  private scanComment(start: number): number {
    const { bytes } = this
    let position = skipBlanks(bytes, start + 1)
    // The first letter of `recline-`, or a byte that may be white space before it.
    if (bytes[position] === 0x72 || bytes[position]! >= 0x80 || isRareBlank(bytes[position]!)) return unsure
    while (bytes[position] !== LINE_FEED && bytes[position] !== CARRIAGE_RETURN) position++
    return behindLineEnd(bytes, position)
  }

  /** @param start the offset of the `@` */
  private scanRecord(line: number, start: number): number {
    const { bytes, view, tables, definitions, references } = this
    let tag = tables.latestTag
    let tagEnd = tag === undefined ? start : start + 1 + tag.word.length
    if (tag === undefined || bytes[tagEnd]! > BLANK || !tag.word.standsAt(view, start + 1)) {
      tagEnd = start + 1
      while (bytes[tagEnd]! > BLANK && bytes[tagEnd] !== PIPE) tagEnd++
      tag = tables.latestTag = tables.tagAt(view, start + 1, tagEnd)
    }
    const definitionsBefore = definitions.length
    const referencesBefore = references.length
    for (; tag !== undefined; tag = tag.next) {
      this.linesInside = 0
      this.hasUnknown = false
      const next = this.scanFields(tag, line, tagEnd)
      if (next !== unsure && (tag.ruled === undefined || this.followsRules(tag, tag.ruled, line))) {
        this.records++
        this.counts[tag.domain]!++
        if (this.doubts.length > 0) this.addDoubtful(tag, line, start, next)
        this.lines += this.linesInside
        return next
      }
      this.doubts.length = 0
      definitions.length = definitionsBefore
      references.length = referencesBefore
    }
    return unsure
  }

  /** Whether a record follows its rules. Notes what rules about other records need of it. */
  private followsRules(tag: TagTable, record: ScannedRecord, line: number): boolean {
    if (!record.isRight(this.bytes, this.view, tag.latest)) return false
    const values = record.followedValues()
    if (values) this.followed.push({ path: tag.tag.fullName.path, byte: line, line: this.lines, values })
    return true
  }

  /**
   * Reads the fields of a record with one definition of its tag.
   *
   * @param record the start of the record's line
   * @returns the start of the next line, or `unsure`
   */
  private scanFields(tag: TagTable, record: number, tagEnd: number): number {
    const { bytes, view } = this
    const { seen } = tag
    const latest = (tag.latest + 1) | 0
    tag.latest = latest
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
        if (!this.mayDoubt) return unsure
        const nameEnd = endOfName(bytes, position)
        field = tag.fields.get(view, position, nameEnd)
        behind = this.doubt(tag, field, position, nameEnd, record)
        if (behind === unsure) return unsure
      }
      if (field !== undefined) {
        if (seen[field.index] === latest) return unsure
        seen[field.index] = latest
        rivals &= field.rivals
        if (field.isRequired) required--
        before = field
      }
      position =
        (view.getInt32(behind, true) & 0xffffff) === BLANK_PIPE_BLANK
          ? skipBlanks(bytes, behind + 3)
          : this.behindValue(behind)
    }
    return position !== unsure && required === 0 && rivals === 0 ? ~position : unsure
  }

  /** The end of a field's value; `unsure` if the check may find a problem in the field. */
  private scanValue(tag: TagTable, field: FieldTable, behindEquals: number, record: number): number {
    const { bytes } = this
    const isQuoted =
      bytes[behindEquals] === QUOTE && (field.writing === Writing.Quoted || field.writing === Writing.Word)
    const start = isQuoted ? behindEquals + 1 : behindEquals
    const end = isQuoted ? endOfString(this.source, start) : this.endOfUnquoted(field, start)
    if (end === unsure) return unsure
    // The canonical notation of an rid has quotes only if it needs them.
    if (isQuoted && field.writing === Writing.Word && endOfBareWord(bytes, start) === end) return unsure
    if (start === end && field.isRequired) return unsure
    if (field.isRead) {
      field.valueStart = start
      field.valueEnd = end
    }
    if (field.isConstrained && !this.isAllowed(field, start, end)) return unsure
    if (field.target && mayHavePrefix(bytes, start, end)) return unsure
    if (this.hasNames && (field.isId || field.target) && !this.noteNames(tag, field, start, end, record)) return unsure
    return isQuoted ? end + 1 : end
  }

  /**
   * Notes a field that the check must look at. Returns its end; `unsure` if that is not certain, or if the field may
   * change the findings elsewhere in the record.
   */
  private doubt(tag: TagTable, field: FieldTable | undefined, start: number, nameEnd: number, record: number): number {
    const { bytes } = this
    const typeEnd = bytes[nameEnd] === COLON ? endOfName(bytes, nameEnd + 1) : nameEnd
    if (nameEnd === start || typeEnd === nameEnd + 1 || bytes[typeEnd] !== EQUALS) return unsure
    const value = typeEnd + 1
    const end = this.endOfValue(value)
    if (end === unsure) return unsure
    const isQuoted = bytes[value] === QUOTE
    const isEmpty = isQuoted && end === value + 2
    // An unknown name can be a field of a rival, and can be a duplicate.
    if (field === undefined ? tag.rivals !== 0 || this.hasUnknown : field.isRequired && isEmpty) return unsure
    if (field?.target && mayHavePrefix(bytes, value, end)) return unsure
    // A rule cannot read a value that may be wrong.
    if (field?.isRead) return unsure
    if (field === undefined) this.hasUnknown = true
    else if (
      this.hasNames &&
      (field.isId || field.target) &&
      !this.noteNames(tag, field, isQuoted ? value + 1 : value, isQuoted ? end - 1 : end, record)
    )
      return unsure
    this.doubts.push(start, end)
    return end
  }

  private addDoubtful(tag: TagTable, start: number, at: number, next: number): void {
    const {
      tables: { domains },
      lines: line,
      linesInside,
      doubts: fields,
    } = this
    this.doubtful = { tag, domains, line, start, at, next, lineBreaks: linesInside + 1, fields, above: this.doubtful }
    this.doubts = []
  }

  /** The end of a value of any type. */
  private endOfValue(start: number): number {
    const { bytes } = this
    if (bytes[start] === OPEN_BRACKET) return endOfList(bytes, start)
    if (bytes[start] !== QUOTE) return endOfBareWord(bytes, start)
    const end = endOfString(this.source, start + 1)
    return end === unsure ? unsure : end + 1
  }

  private endOfUnquoted(field: FieldTable, start: number): number {
    const { bytes } = this
    switch (field.writing) {
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

  /** The field whose name, and type if it needs one, start here in canonical notation. */
  private fieldAt(tag: TagTable, start: number): FieldTable | undefined {
    const { bytes, view } = this
    let end = start
    while (bytes[end]! > BLANK && bytes[end] !== EQUALS && bytes[end] !== COLON) end++
    const field = tag.fields.get(view, start, end)
    return field?.start.standsAt(view, start) ? field : undefined
  }

  private isAllowed(
    { isTellable, allowed, range, definition, matched }: FieldTable,
    start: number,
    end: number,
  ): boolean {
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
    // The id of a text with escapes has other bytes.
    if (!isWord && hasByte(bytes, start, end, BACKSLASH)) return false
    if (isId) definitions.add(tag.name, view, start, end, record, this.lines)
    if (!target) return true
    if (!isWord) return references.addListed(target, bytes, view, start, end, record, this.lines)
    references.add(target, view, start, end, record, this.lines)
    return true
  }

  /** The start of the first field; the same results as `behindValue`. */
  private firstField(tagEnd: number): number {
    const { bytes } = this
    const position = skipBlanks(bytes, tagEnd)
    const code = bytes[position]
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return this.behindValue(position)
    return code === PIPE ? unsure : position
  }

  /**
   * The start of the next field, perhaps on a line that continues the record. If the record ends, the result is
   * `~line`, where `line` is the start of the next line.
   */
  private behindValue(start: number): number {
    const { bytes } = this
    let position = skipBlanks(bytes, start)
    if (bytes[position] !== PIPE) {
      const line = behindLineEnd(bytes, position)
      if (line === unsure) return unsure
      position = skipBlanks(bytes, line)
      // This may be white space that the scanner does not know, with a `|` behind it, or a conflict marker.
      if (bytes[position]! >= 0x80 || isRareBlank(bytes[position]!) || isMarkerCharacter(bytes[line]!)) return unsure
      if (position === line || bytes[position] !== PIPE) return ~line
      this.linesInside++
    }
    return skipBlanks(bytes, position + 1)
  }
}

/** Whether `rid:` or `ref:` may stand before an id among references. */
function mayHavePrefix(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start + 3; position < end; position++)
    if (bytes[position] === COLON && bytes[position - 3] === 0x72) return true
  return false
}

/** The three bytes of ` | ` as one number. */
const BLANK_PIPE_BLANK = 0x207c20
