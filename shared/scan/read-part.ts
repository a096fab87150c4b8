import type { CheckedEntry } from '../check/check.ts'
import { entryOf, type PlacedText } from '../check/check-some.ts'
import { type Marker, markersIn } from '../check/conflicts.ts'
import { declaredRules } from '../check/declared/declared-rules.ts'
import { followedColumns } from '../check/declared/followed-columns.ts'
import { followedFields, followedValues } from '../check/declared/followed-records.ts'
import { domainsOfFile, domainsOfHeader, type FileContext } from '../domains/domains-in-force.ts'
import { type Domain, type Tag, tagOfPath } from '../domains/registry.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import { AT } from '../syntax/characters.ts'
import { type Entry, isHeader, type RecordNode, type StrayNode } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { keepingParts } from '../syntax/parse-record.ts'
import { closesBlock, endOfEntry, isBlankBetween, nextLine, opensBlock } from './bytes/lines.ts'
import { DirectiveReader } from './directive-reader.ts'
import { doubtfulEntry } from './doubtful-entry.ts'
import { SpannedNames } from './names.ts'
import { repeatedFieldsIn, undefinedFieldsIn } from './odd-fields.ts'
import { type EntryPlace, type LineState, type Part, textAt } from './part.ts'
import type { PartChecks, PartNames, PartReading, ReadOptions } from './part-reading.ts'
import { placedNames } from './placed-names.ts'
import { type FollowedRow, Scanner } from './scanner.ts'

/** Reads a part of a file: scans its bytes, and gives all that the scanner is not certain of to the checks. */
export const readPart = (
  part: Part,
  before: LineState,
  context: FileContext,
  options: ReadOptions,
  checks: PartChecks,
): PartReading => new PartScan(part, before, context, options, checks).read()

class PartScan {
  private readonly scanner: Scanner
  private readonly directives: DirectiveReader
  /** The domains in force where no header names others. */
  private readonly usual: readonly Domain[]
  private header: PlacedText | undefined
  private isInBlock: boolean
  private openBlock: PlacedText | undefined
  private readonly headers: EntryPlace[] = []
  private readonly undecided: EntryPlace[] = []
  private readonly markers: Marker[] = []
  private records = 0
  /** The fields that the last record of a query had and that its tag does not define. */
  private undefinedFields: readonly string[] = []
  /** Where the entry starts that is read. */
  private position = 0
  /** The next batch to check. */
  private entries: Entry[] = []
  private places: EntryPlace[] = []
  private headerOfBatch: PlacedText | undefined

  constructor(
    private readonly part: Part,
    private readonly before: LineState,
    private readonly context: FileContext,
    private readonly options: ReadOptions,
    private readonly checks: PartChecks,
  ) {
    this.usual = domainsOfFile(context).domains
    this.header = this.headerOfBatch = before.header
    this.isInBlock = before.isInBlock
    this.directives = new DirectiveReader(part)
    const domains = before.header ? this.domainsBelow(entryOf(before.header) as RecordNode) : this.usual
    const mayDoubt = checks.checkDoubts !== undefined
    this.scanner = new Scanner(part.bytes, options.tablesOf(domains), {
      hasNames: options.hasNames,
      hasSpans: options.hasTexts === true,
      mayDoubt,
    })
    this.scanner.lines = before.line
  }

  read(): PartReading {
    const { part, before, scanner, checks, headers, undecided, markers } = this
    this.readEntries()
    this.checkBatch()
    let isWanted = checks.checkDoubts !== undefined
    for (let record = scanner.doubtful; record && isWanted; record = record.above)
      isWanted = checks.checkDoubts!(doubtfulEntry(record, part))
    const { header, isInBlock } = this
    // The line end that a part has behind its text was counted as a line, and starts none.
    const line = part.end > part.textEnd ? scanner.lines - 1 : scanner.lines
    return {
      before,
      after: { header, isInBlock, line },
      records: this.records + scanner.records,
      ...this.counts(),
      headers,
      undecided,
      directives: this.directives.found,
      markers,
      openBlock: this.openBlock,
      names: this.names(),
      followed: this.followed(),
      rows: [...scanner.rows].map(([tag, rows]) => rows.taken(tag.fullName.path)),
    }
  }

  private counts(): Pick<PartReading, 'counts' | 'tags'> {
    const counts = new Map<string, number>()
    const tags: string[] = []
    for (const [tag, count] of this.scanner.countTags()) {
      const { path } = tag.domain
      counts.set(path, (counts.get(path) ?? 0) + count)
      tags.push(tag.fullName.path)
    }
    return { counts, tags }
  }

  private names(): PartNames {
    const { definitions, references } = this.scanner
    const arePlaced = this.options.hasTexts && definitions instanceof SpannedNames && references instanceof SpannedNames
    return {
      definitions: definitions.taken(),
      references: references.taken(),
      ...(arePlaced && { placed: placedNames(definitions, references, this.part.bytes) }),
    }
  }

  private followed(): readonly FollowedRow[] {
    const { context, options, part, scanner } = this
    if (!options.hasTexts) return scanner.followed
    const ruled = new Map<string, boolean>()
    const hasRules = (path: string): boolean => {
      const known = ruled.get(path) ?? declaredRules(tagOfPath(context.registry, path)!, context).across.length > 0
      ruled.set(path, known)
      return known
    }
    return scanner.followed.map(row => {
      if (!hasRules(row.path)) return row
      const { path, byte, line, values } = row
      // Lists all properties, because object spread is many times slower.
      return { path, byte, line, values, text: textAt(part, byte) }
    })
  }

  private readEntries(): void {
    const { scanner } = this
    const { bytes, end } = this.part
    if (this.isInBlock) this.position = this.skipBlock(0)
    while (this.position < end) {
      const start = this.position
      this.position = scanner.scan(start, end)
      this.checks.skipped?.(start, this.position)
      if (this.position === end) return
      if (opensBlock(bytes, this.position, end)) this.readBlock()
      else this.parseEntry()
    }
  }

  private readBlock(): void {
    const { bytes, end, textEnd, decode } = this.part
    const start = this.position
    const line = this.scanner.lines++
    const inside = nextLine(bytes, start, end)
    this.isInBlock = true
    this.position = this.skipBlock(inside)
    if (this.isInBlock) this.openBlock = { text: decode(start, Math.min(this.nextTag(inside), textEnd)), line }
  }

  /** Parses the entry that the scanner is not certain of. */
  private parseEntry(): void {
    const { part, scanner, position } = this
    for (const entry of parseEntries(textAt(part, position))) {
      this.take(entry)
      scanner.lines += entry.lineBreaks
    }
    scanner.latest = position
    this.position = endOfEntry(part.bytes, position, part.end)
    if (this.position > part.textEnd) scanner.lines++
  }

  /** The offset behind the line that closes the block, or the end of the part. */
  private skipBlock(start: number): number {
    const { scanner } = this
    const { bytes, end } = this.part
    let line = start
    while (this.isInBlock && line < end) {
      this.isInBlock = !closesBlock(bytes, line, end)
      scanner.latest = line
      scanner.lines++
      line = nextLine(bytes, line, end)
    }
    return line
  }

  /** The next line that starts with `@`, or the end of the part. */
  private nextTag(start: number): number {
    const { bytes, end } = this.part
    let line = start
    while (line < end && bytes[line] !== AT) line = nextLine(bytes, line, end)
    return line
  }

  private take(entry: Entry): void {
    if (entry.kind === 'comment') {
      this.directives.take(entry, this.position, this.scanner.lines, this.scanner.latest)
      return
    }
    for (const marker of markersIn(entry, this.scanner.lines, this.scanner.lines)) this.markers.push(marker)
    if (entry.kind === 'record' && isHeader(entry)) this.takeHeader(entry)
    else {
      if (entry.kind === 'record') this.records++
      if (entry.kind === 'record' || entry.kind === 'stray') this.addToBatch(entry)
    }
  }

  private takeHeader(entry: RecordNode): void {
    const { position: byte, scanner } = this
    this.checkBatch()
    this.addToBatch(entry)
    this.header = { text: entry.text, line: scanner.lines }
    this.headers.push({ byte, line: scanner.lines })
    scanner.setTables(this.options.tablesOf(this.domainsBelow(entry)))
  }

  private domainsBelow(header: RecordNode): readonly Domain[] {
    return domainsOfHeader(header, this.context)?.domains ?? this.usual
  }

  private addToBatch(entry: RecordNode | StrayNode): void {
    // The check of stray lines looks at what stands above them.
    if (entry.kind === 'stray') this.addBlankLines()
    else if (this.entries.length >= batchSize) this.checkBatch()
    this.entries.push(entry)
    this.places.push({ byte: this.position, line: this.scanner.lines })
  }

  /** Adds the blank lines below the last entry of the batch, if nothing else stands there. */
  private addBlankLines(): void {
    const { bytes, end, decode } = this.part
    const above = this.places.at(-1)
    if (!above) return
    const start = endOfEntry(bytes, above.byte, end)
    if (start >= this.position || !isBlankBetween(bytes, start, this.position)) return
    const line = above.line + this.entries.at(-1)!.lineBreaks
    this.entries.push({ kind: 'blank', text: decode(start, this.position), lineBreaks: this.scanner.lines - line })
    this.places.push({ byte: start, line })
  }

  private checkBatch(): void {
    const { entries, places, headerOfBatch: header } = this
    if (entries.length > 0)
      keepingParts(() => {
        this.checks.check({ entries, places, header }).forEach((checked, index) => {
          this.takeChecked(checked, places[index]!, entries[index]!)
        })
      })
    this.entries = []
    this.places = []
    this.headerOfBatch = this.header
  }

  private takeChecked({ tag, candidates, identity }: CheckedEntry, place: EntryPlace, entry: Entry): void {
    const { context, options, scanner } = this
    if (candidates && !context.domainCounts) {
      this.undecided.push(place)
      return
    }
    if (tag) {
      scanner.count(tag)
      if (entry.kind === 'record') this.noteValues(tag, entry, place)
    }
    if (!options.hasNames || !identity) return
    const { byte, line } = place
    if (identity.definition) scanner.definitions.push(options.hasher.of(identity.definition), byte, line)
    for (const key of identity.keys) scanner.definitions.push(options.hasher.of(key), byte, line)
    for (const reference of identity.references) scanner.references.push(options.hasher.of(reference), byte, line)
  }

  /** Notes what rules about other records, a query or a map need of a record. */
  private noteValues(tag: Tag, entry: RecordNode, place: EntryPlace): void {
    const { context, options, scanner } = this
    const isForQuery = !options.hasTexts && options.followed !== undefined
    const record = new ParsedRecord(entry, undefined, isForQuery ? 'query' : 'rule')
    const followed = options.hasTexts ? followedFields(context) : options.followed
    if (followed) {
      const fields = followed.get(tag)
      if (!fields) return
      const values = followedValues(fields, record)
      const found = { path: tag.fullName.path, ...place, values }
      if (!isForQuery) {
        scanner.followed.push(found)
        return
      }
      // A record keeps its fields for a while only.
      const fieldsOfEntry = entry.fields
      const undefinedFields = undefinedFieldsIn(fieldsOfEntry, tag, this.undefinedFields)
      this.undefinedFields = undefinedFields
      const repeatedFields = repeatedFieldsIn(entry, fieldsOfEntry)
      const isPlain = undefinedFields.length === 0 && repeatedFields.length === 0
      scanner.followed.push(isPlain ? found : { path: found.path, ...place, values, undefinedFields, repeatedFields })
      return
    }
    const columns = followedColumns(context).get(tag)
    if (columns) scanner.rowsOf(tag, columns, options.hasher).add(place, record)
  }
}

/** How many entries are checked at once. */
const batchSize = 128
