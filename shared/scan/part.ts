import { AT } from '../characters.ts'
import { domainsOfFile, domainsOfHeader, isHeader, type FileContext } from '../domains.ts'
import { parseEntries } from '../parse.ts'
import type { Domain } from '../registry.ts'
import { areParted, type PlacedDirective } from '../suppression.ts'
import { directiveIn } from '../directive.ts'
import type { CommentNode, Entry, RecordNode } from '../syntax.ts'
import type { Tree } from '../tree.ts'
import { closesBlock, endOfEntry, isComment, nextLine, opensBlock } from './lines.ts'
import { Scanner } from './scanner.ts'
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

/** A part as it was read: what the scanner is certain of is counted, all else is there to be checked. Lines count from 0 in the part. */
export interface PartReading {
  /** The records and stray lines that the scanner is not certain of, and every header. Offsets in it are its own, the lines the part's. */
  readonly tree: Tree
  /** The byte at which each entry of the tree starts. */
  readonly offsets: readonly number[]
  /** What the scanner counted and noted of all others. */
  readonly scanner: Scanner
  /** How many records there are in all. */
  readonly records: number
  /** Their places are lines. */
  readonly directives: readonly PlacedDirective[]
  /** A block that is still open in the end, if it starts in this part: its line, and its text up to the next line with `@`. */
  readonly openBlock: { readonly text: string; readonly line: number } | undefined
  /** Where the headers are. */
  readonly headers: readonly PartPlace[]
  readonly after: Carried
}

/** Where an entry starts in a part. */
export interface PartPlace {
  readonly byte: number
  readonly line: number
}

/**
 * Reads a part of a file.
 *
 * @param hasNames whether what records are called and refer to is noted
 */
export function readPart(
  part: Part, before: Carried, context: FileContext, tablesOf: (domains: readonly Domain[]) => ScanTables, hasNames: boolean,
): PartReading {
  const { bytes, end, textEnd, decode } = part
  const usual = domainsOfFile(context).domains
  const domainsBelow = (header: RecordNode): readonly Domain[] => domainsOfHeader(header, context.registry)?.domains ?? usual
  const scanner = new Scanner(bytes, tablesOf(before.header === undefined ? usual : domainsBelow(parseEntries(before.header)[0] as RecordNode)), hasNames)
  const entries: Entry[] = []
  const lines: number[] = []
  const offsets: number[] = []
  const directives: PlacedDirective[] = []
  let { header, isInBlock } = before
  let openBlock: PartReading['openBlock']
  const headers: PartPlace[] = []
  let records = 0
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
  return {
    tree: treeOf(entries, lines), offsets, scanner, records: records + scanner.records, directives, openBlock, headers, after: { header, isInBlock },
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
    if (entry.kind === 'comment') return takeComment(entry)
    if (entry.kind !== 'record' && entry.kind !== 'stray') return
    entries.push(entry)
    lines.push(scanner.lines)
    offsets.push(position)
    if (entry.kind !== 'record') return
    records++
    if (!isHeader(entry)) return
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
    while (plain.start < end && isComment(bytes, plain.start, end)) plain = { place: plain.place + 1, start: nextLine(bytes, plain.start, end) }
    const above = scanner.latest < 0 ? [] : parseEntries(decode(scanner.latest, position))
    const below = next === end ? [] : parseEntries(decode(next, Math.min(nextLine(bytes, next, end), textEnd)))
    directives.push({ directive, place, next: plain.place, isBetween: areParted(above.at(-1), below[0]) })
  }
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
