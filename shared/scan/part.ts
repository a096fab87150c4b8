import type { CheckedEntry } from '../check/check.ts'
import { directiveIn } from '../check/directive.ts'
import { areParted, type PlacedDirective } from '../check/suppression.ts'
import { domainsOfFile, domainsOfHeader, type FileContext, isHeader } from '../domains/domains-in-force.ts'
import type { Domain } from '../domains/registry.ts'
import { AT } from '../syntax/characters.ts'
import type { CommentNode, Entry, RecordNode, StrayNode } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { parseRecord } from '../syntax/parse-record.ts'
import type { Tree } from '../syntax/tree.ts'
import { closesBlock, endOfEntry, isComment, nextLine, opensBlock } from './lines.ts'
import type { NameHasher, NameList } from './names.ts'
import { type DoubtfulRecord, Scanner } from './scanner.ts'
import type { ScanTables } from './tables.ts'

/**
 * A part of a file: a whole number of lines, of which the first starts with `@` if it is not the file's first. So no
 * record, comment that suppresses something or run of blank lines lies in two parts; a block may.
 */
export interface Part {
  /** Valid UTF-8 without a byte order mark; with a line end behind the last line, and four more bytes. */
  readonly bytes: Uint8Array
  /** Where the part ends, behind its last line end. */
  readonly end: number
  /** Where its text ends: before that line end, if the file has none there. */
  readonly textEnd: number
  /** The text of some of the bytes. */
  decode(start: number, end: number): string
}

/** What the parts above leave to the next. */
export interface Carried {
  /** The `@DOC` record in force. */
  readonly header: string | undefined
  readonly isInBlock: boolean
}

/** Some of a part's entries: records and stray lines that the scanner is not certain of, and every header. */
export interface Batch {
  readonly entries: readonly Entry[]
  /** Where each of them stands. */
  readonly places: readonly PartPlace[]
  /** The header of this part that is in force above them; undefined for the one that is in force above the part. */
  readonly header: PlacedText | undefined
}

/** An entry's text and the line on which it starts. */
export interface PlacedText {
  readonly text: string
  readonly line: number
}

/** What there is to know of a part that was read. Lines count from 0 in the part. */
export interface PartReading {
  readonly records: number
  readonly lines: number
  /** How many records belong to each domain, without those that several definitions fit. */
  readonly counts: ReadonlyMap<Domain, number>
  /** Whether there are such records. */
  readonly hasCandidates: boolean
  /** What the records are called and refer to. */
  readonly definitions: NameList
  readonly references: NameList
  /** Their places are lines. */
  readonly directives: readonly PlacedDirective[]
  /** A block that is still open in the end, if it starts in this part, with its text up to the next line with `@`. */
  readonly openBlock: PlacedText | undefined
  /** Where the headers are. */
  readonly headers: readonly PartPlace[]
  readonly after: Carried
}

/** Where an entry starts in a part. */
export interface PartPlace {
  readonly byte: number
  readonly line: number
}

/** How parts are read. */
export interface PartWays {
  readonly tablesOf: (domains: readonly Domain[]) => ScanTables
  readonly hasher: NameHasher
  /** Whether what records are called and refer to is noted. */
  readonly hasNames: boolean
}

/** What checks the entries that the scanner is not certain of. */
export interface PartChecks {
  /** Checks some entries; they come some at a time, so that what is found in them is short-lived. */
  check(batch: Batch): readonly CheckedEntry[]
  /** Checks those fields of a record that are not certain; the records come from the last one up. Without it, they are checked as all others. */
  checkFields?(fields: DoubtfulFields): void
}

/** A record of which all is certain but some fields. */
export interface DoubtfulFields extends Pick<DoubtfulRecord, 'line' | 'tag' | 'domains'> {
  readonly record: RecordNode
  /** Where each of these fields starts and ends in the record, in turn. */
  readonly fields: readonly number[]
}

/** Reads a part of a file. */
export function readPart(
  part: Part,
  before: Carried,
  context: FileContext,
  { tablesOf, hasher, hasNames }: PartWays,
  { check, checkFields }: PartChecks,
): PartReading {
  const { bytes, end, textEnd, decode } = part
  const usual = domainsOfFile(context).domains
  const domainsBelow = (header: RecordNode): readonly Domain[] =>
    domainsOfHeader(header, context.registry)?.domains ?? usual
  const scanner = new Scanner(
    bytes,
    tablesOf(before.header === undefined ? usual : domainsBelow(parseEntries(before.header)[0] as RecordNode)),
    { hasNames, mayDoubt: checkFields !== undefined },
  )
  let entries: Entry[] = []
  let places: PartPlace[] = []
  const directives: PlacedDirective[] = []
  let { header, isInBlock } = before
  let openBlock: PartReading['openBlock']
  const headers: PartPlace[] = []
  let headerAbove: PlacedText | undefined
  let records = 0
  let hasCandidates = false
  /** The next line that is no comment, as far as it was looked for. */
  let plain = { place: 0, start: 0 }

  let position = isInBlock ? skipBlock(0) : 0
  while (position < end) {
    position = scanner.scan(position, end)
    if (position === end) break
    if (opensBlock(bytes, position, end)) {
      const line = scanner.lines++
      const start = position
      const next = nextLine(bytes, position, end)
      isInBlock = true
      position = skipBlock(next)
      if (isInBlock) openBlock = { text: decode(start, Math.min(nextTag(next), textEnd)), line }
      continue
    }
    const next = endOfEntry(bytes, position, end)
    for (const entry of parseEntries(decode(position, Math.min(next, textEnd)))) {
      take(entry)
      scanner.lines += entry.lineBreaks
    }
    scanner.latest = position
    position = next
  }
  giveToCheck()
  if (checkFields) checkDoubtful(scanner.doubtful, part, checkFields)
  return {
    records: records + scanner.records,
    lines: scanner.lines,
    counts: scanner.countDomains(),
    hasCandidates,
    definitions: scanner.definitions,
    references: scanner.references,
    directives,
    openBlock,
    headers,
    after: { header, isInBlock },
  }

  function giveToCheck(): void {
    if (entries.length > 0) check({ entries, places, header: headerAbove }).forEach(takeChecked)
    entries = []
    places = []
    const line = headers.at(-1)?.line
    headerAbove = line === undefined ? undefined : { text: header!, line }
  }

  function takeChecked({ tag, candidates, identity }: CheckedEntry, index: number): void {
    if (candidates) hasCandidates = true
    else if (tag) scanner.count(tag.domain)
    if (!hasNames || !identity) return
    const { byte, line } = places[index]!
    if (identity.definition) scanner.definitions.push(hasher.of(identity.definition), byte, line)
    for (const reference of identity.references) scanner.references.push(hasher.of(reference), byte, line)
  }

  /** Behind the line that closes the block, or the end of the part. */
  function skipBlock(start: number): number {
    let line = start
    while (isInBlock && line < end) {
      isInBlock = !closesBlock(bytes, line, end)
      scanner.latest = line
      scanner.lines++
      line = nextLine(bytes, line, end)
    }
    return line
  }

  /** The next line that starts with `@`, or the end of the part. */
  function nextTag(start: number): number {
    let line = start
    while (line < end && bytes[line] !== AT) line = nextLine(bytes, line, end)
    return line
  }

  function take(entry: Entry): void {
    if (entry.kind === 'record') records++
    if (entry.kind === 'comment') takeComment(entry)
    else if (entry.kind === 'record' && isHeader(entry)) takeHeader(entry)
    else if (entry.kind === 'record' || entry.kind === 'stray') add(entry)
  }

  function add(entry: RecordNode | StrayNode): void {
    if (entries.length === mostAtOnce) giveToCheck()
    entries.push(entry)
    places.push({ byte: position, line: scanner.lines })
  }

  function takeHeader(entry: RecordNode): void {
    giveToCheck()
    add(entry)
    header = entry.text
    headers.push({ byte: position, line: scanner.lines })
    scanner.setTables(tablesOf(domainsBelow(entry)))
  }

  function takeComment(comment: CommentNode): void {
    const directive = directiveIn(comment)
    if (!directive) return
    const next = nextLine(bytes, position, end)
    const place = scanner.lines
    if (plain.place <= place) plain = { place: place + 1, start: next }
    while (plain.start < end && isComment(bytes, plain.start, end))
      plain = { place: plain.place + 1, start: nextLine(bytes, plain.start, end) }
    const above = scanner.latest < 0 ? [] : parseEntries(decode(scanner.latest, position))
    const below = next === end ? [] : parseEntries(decode(next, Math.min(nextLine(bytes, next, end), textEnd)))
    directives.push({ directive, place, next: plain.place, isBetween: areParted(above.at(-1), below[0]) })
  }
}

function checkDoubtful(
  latest: DoubtfulRecord | undefined,
  part: Part,
  checkFields: (fields: DoubtfulFields) => void,
): void {
  for (let record = latest; record; record = record.above) checkFields(doubtfulFields(record, part))
}

function doubtfulFields(
  { tag, domains, line, start, at, next, lineBreaks, fields }: DoubtfulRecord,
  { textEnd, decode }: Part,
): DoubtfulFields {
  const end = Math.min(next, textEnd)
  const text = decode(start, end)
  // Where every byte is a character, places are the same in both.
  const isAscii = text.length === end - start
  const placeOf = (byte: number): number => (isAscii ? byte - start : decode(start, byte).length)
  const places: number[] = []
  for (const place of fields) places.push(placeOf(place))
  return {
    record: parseRecord(text, placeOf(at), next > textEnd ? lineBreaks - 1 : lineBreaks),
    line,
    tag,
    domains,
    fields: places,
  }
}

/** How many entries are checked at once. */
const mostAtOnce = 128

/** The entries at the top of a file, from the text at its start: they show where a header goes, and how the file ends its lines. */
export function entriesAtTop(text: string): PlacedText[] {
  const entries = parseEntries(text.slice(0, 2 ** 16))
  let comments = 0
  while (entries[comments]?.kind === 'comment') comments++
  let line = 0
  return entries.slice(0, entries[comments]?.kind === 'blank' ? comments + 2 : comments + 1).map(entry => {
    const placed = { text: entry.text, line }
    line += entry.lineBreaks
    return placed
  })
}

/** A tree of some of a file's entries, each with its line. */
export function treeOf(entries: readonly Entry[], entryLines: readonly number[]): Tree {
  const starts = new Uint32Array(entries.length + 1)
  const lines = new Uint32Array(entries.length + 1)
  entries.forEach(({ text, lineBreaks }, index) => {
    starts[index + 1] = starts[index]! + text.length
    lines[index] = entryLines[index]!
    lines[index + 1] = entryLines[index]! + lineBreaks
  })
  return { entries, starts, lines }
}
