import type { FollowedColumn } from '../check/declared/followed-columns.ts'
import type { FollowedValues } from '../check/declared/followed-records.ts'
import type { Domain, Tag } from '../domains/registry.ts'
import { AT, CARRIAGE_RETURN, HASH, LINE_FEED, PIPE } from '../syntax/characters.ts'
import { BLANK, behindLineEnd, isRareBlank, skipBlankBytes } from './bytes/blanks.ts'
import { unsure } from './bytes/values.ts'
import { FieldScanner, type ScanOptions } from './field-scanner.ts'
import { RowList } from './followed-rows.ts'
import type { NameHasher, NameList } from './names.ts'
import { eachKeyHash } from './scanned-keys.ts'
import type { ScannedRecord } from './scanned-record.ts'
import type { ScanTables, TagTable } from './tables.ts'

/** A record of a part that a query or a map needs. Its place counts bytes and lines. */
export interface FollowedRow {
  /** The path of its tag. */
  readonly path: string
  readonly byte: number
  readonly line: number
  readonly values: FollowedValues
  /** For a query, the fields with a value that its tag does not define. */
  readonly undefinedFields?: readonly string[]
  /** For a query, the fields that have several values which are not the same. */
  readonly repeatedFields?: readonly string[]
  /** If a map wants it, the text of the record: rules about several records can find problems in it. */
  readonly text?: string
}

/** A record without problems, except for some fields and rules that the check must look at. Offsets count bytes. */
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
  /** Whether it breaks a rule of its tag that reads only the record itself. */
  readonly breaksRules: boolean
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
  /** The last record that it skipped, though the check must look at some of it. */
  doubtful: DoubtfulRecord | undefined
  /** The records that it skipped and that a query or a map needs. */
  readonly followed: FollowedRow[] = []
  /** The values of the records that rules about several records need, by the tag. */
  readonly rows = new Map<Tag, RowList>()
  private readonly fields: FieldScanner
  private readonly view: DataView
  /** The number of records of each tag in force. */
  counts: Uint32Array
  private readonly allCounts = new Map<Tag, number>()

  /**
   * @param bytes valid UTF-8, with four more bytes behind the text
   * @param tables of the domains in force
   */
  constructor(
    private readonly bytes: Uint8Array,
    private tables: ScanTables,
    options: ScanOptions = {},
  ) {
    this.fields = new FieldScanner(bytes, options)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.counts = new Uint32Array(tables.tags.length)
  }

  /** What the records that it skipped are called, by their ids and by unique lists. */
  get definitions(): NameList {
    return this.fields.definitions
  }

  /** What they refer to. */
  get references(): NameList {
    return this.fields.references
  }

  /** Sets the domains in force from here on. */
  setTables(tables: ScanTables): void {
    this.countTags()
    this.tables = tables
    this.counts = new Uint32Array(tables.tags.length)
  }

  /** Counts a record that it did not skip. */
  count(tag: Tag): void {
    this.allCounts.set(tag, (this.allCounts.get(tag) ?? 0) + 1)
  }

  /** The number of records of each tag. */
  countTags(): ReadonlyMap<Tag, number> {
    this.tables.tags.forEach((tag, index) => {
      if (this.counts[index]! > 0) this.allCounts.set(tag, (this.allCounts.get(tag) ?? 0) + this.counts[index]!)
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
      const position = skipBlankBytes(bytes, line)
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
    let position = skipBlankBytes(bytes, start + 1)
    // The first letter of `recline-` in any case, or a byte that may be white space before it.
    if ((bytes[position]! | 0x20) === 0x72 || bytes[position]! >= 0x80 || isRareBlank(bytes[position]!)) return unsure
    while (bytes[position] !== LINE_FEED && bytes[position] !== CARRIAGE_RETURN) position++
    return behindLineEnd(bytes, position)
  }

  /** Whether the tag behind the `@` at an offset is one. */
  private isTag(tag: TagTable | undefined, at: number): tag is TagTable {
    if (tag === undefined) return false
    const { word } = tag
    return this.bytes[at + 1 + word.length]! <= BLANK && word.standsAt(this.view, at + 1)
  }

  /** @param start the offset of the `@` */
  private scanRecord(line: number, start: number): number {
    const { bytes, view, tables, fields } = this
    const above = tables.latestTag
    let tag = above
    if (!this.isTag(tag, start)) {
      tag = above?.follower
      if (!this.isTag(tag, start)) {
        let end = start + 1
        while (bytes[end]! > BLANK && bytes[end] !== PIPE) end++
        tag = tables.tagAt(view, start + 1, end)
        if (above) above.follower = tag
      }
      tables.latestTag = tag
    }
    if (tag === undefined) return unsure
    const tagEnd = start + 1 + tag.word.length
    for (; tag; tag = tag.next) {
      const next = fields.scan(tag, line, this.lines, tagEnd)
      if (next === unsure) continue
      this.take(tag, line)
      if (tag.keys.length > 0 && fields.hasNames) {
        const lineNumber = this.lines
        eachKeyHash(tag, bytes, view, tables.hasher, hash => fields.definitions.push(hash, line, lineNumber))
      }
      const doubts = fields.takeDoubts()
      if (doubts !== undefined || fields.breaksRules) this.addDoubtful(tag, line, start, next, doubts ?? [])
      this.lines += fields.linesInside
      return next
    }
    return unsure
  }

  /**
   * Counts a record that is skipped, and notes the values that others need of it. Returns whether they may need some.
   *
   * @param line where it starts
   */
  take(tag: TagTable, line: number): boolean {
    this.records++
    this.counts[tag.number]!++
    return tag.ruled !== undefined && this.noteValues(tag.tag, tag.ruled, line)
  }

  /** The rows of a tag. */
  rowsOf(tag: Tag, columns: readonly FollowedColumn[], hasher: NameHasher): RowList {
    let rows = this.rows.get(tag)
    if (rows) return rows
    // Room for many of the records of these bytes, as it takes time to make more.
    rows = new RowList(columns, hasher, Math.max(fewestRows, this.bytes.length >>> 9))
    this.rows.set(tag, rows)
    return rows
  }

  /** Notes what rules about other records, a query or a map need of a record. Returns whether they may need it. */
  private noteValues(tag: Tag, record: ScannedRecord, line: number): boolean {
    const { columns, isWanted } = record
    const isFollowed = (columns.length > 0 || (isWanted && this.fields.hasSpans)) && record.isFollowed
    if (isFollowed && columns.length > 0) {
      const rows = this.rowsOf(tag, columns, this.tables.hasher)
      rows.start(line, this.lines)
      record.addTo(rows)
    }
    if (!isWanted) return isFollowed
    if (this.fields.hasSpans && !isFollowed) return false
    const values = record.followedValues()
    if (values) this.followed.push({ path: tag.fullName.path, byte: line, line: this.lines, values })
    return true
  }

  private addDoubtful(tag: TagTable, start: number, at: number, next: number, fields: readonly number[]): void {
    const {
      tables: { domains },
      lines: line,
      doubtful: above,
    } = this
    const { linesInside, breaksRules } = this.fields
    this.doubtful = { tag, domains, line, start, at, next, lineBreaks: linesInside + 1, fields, breaksRules, above }
  }
}

const fewestRows = 16
