import { checkSome } from '../../shared/check/check-some.ts'
import { type FormatOptions, formatChanges } from '../../shared/check/fixes/format.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import { NameHasher } from '../../shared/scan/names.ts'
import { type Part, startOfFile } from '../../shared/scan/part.ts'
import type { PartChecks } from '../../shared/scan/part-reading.ts'
import { readPart } from '../../shared/scan/read-part.ts'
import { type LayoutChange, RecordLayout } from '../../shared/scan/record-layout.ts'
import { tablesMaker } from '../../shared/scan/tables.ts'
import { LINE_FEED } from '../../shared/syntax/characters.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { indexAt } from '../../shared/syntax/tree.ts'

/**
 * Formats one file.
 *
 * @param text without halves of surrogate pairs
 * @returns changes that lead to the same text as those of `formatChanges`, sorted. Undefined if they depend on more
 *   than each record by itself: on columns to align, comments that suppress problems, blocks, conflict markers, blank
 *   lines to remove, lines to wrap, byte order marks, or on which definition of a tag most records of the file mean
 */
export type QuickFormat = (text: string, context: FileContext, options: FormatOptions) => TextChange[] | undefined

/**
 * Creates a function that formats files many times faster than a check of all their records: it scans their bytes, and
 * checks only the records that the scanner is not certain of.
 */
export function quickFormatter(): QuickFormat {
  // No names are noted, so their hashes need no secret.
  const hasher = new NameHasher({ low: 0, high: 0 })
  const reading = { tablesOf: tablesMaker(hasher), hasher, hasNames: false }
  return (text, context, options) => {
    if (options.alignColumns || /@BEGIN|@END|\ufeff/.test(text)) return undefined
    const part = wholeFilePart(text)
    if (options.wrapColumn > 0 && part.end > part.textEnd) return undefined
    const layout = new RecordLayout(part.bytes, options.wrapColumn)
    const { check, changes } = collectingCheck(part, context, options)
    const { undecided, directives, markers } = readPart(part, startOfFile, context, reading, {
      check,
      skipped: (start, end) => layout.read(start, end),
    })
    if (layout.isUnsure || undecided.length + directives.length + markers.length > 0) return undefined
    const unitAt = unitCounter(part)
    const laidOut = layout.changes.map(change => textChange(text, change, unitAt))
    return changes.length === 0 ? laidOut : [...laidOut, ...changes].sort((one, other) => one.start - other.start)
  }
}

/** The check of the records that the scanner is not certain of, and a list that gets the changes that format them. */
function collectingCheck(
  part: Part,
  context: FileContext,
  options: FormatOptions,
): { readonly check: PartChecks['check']; readonly changes: readonly TextChange[] } {
  const changes: TextChange[] = []
  const unitAt = unitCounter(part)
  const check: PartChecks['check'] = ({ entries, places, header }) => {
    const above = header ? [header] : []
    const lines = places.map(({ line }) => line)
    const file = checkSome(above, entries, lines, context)
    for (const change of formatChanges(file, options)) {
      const index = indexAt(file.tree, change.start)
      const place = places[index - above.length]
      if (!place) continue
      const moved = unitAt(place.byte) - file.tree.starts[index]!
      changes.push({ ...change, start: change.start + moved, end: change.end + moved })
    }
    return file.entries.slice(above.length)
  }
  return { check, changes }
}

/** A whole file as a part. */
function wholeFilePart(text: string): Part {
  const textEnd = Buffer.byteLength(text)
  const isComplete = /^$|[\r\n]$/.test(text.slice(-1))
  const end = isComplete ? textEnd : textEnd + 1
  const bytes = Buffer.alloc(end + 4)
  bytes.write(text)
  if (!isComplete) bytes[textEnd] = LINE_FEED
  return { bytes, end, textEnd, decode: (from, to) => bytes.toString('utf8', from, to) }
}

/** Returns a function that converts offsets of bytes, in ascending order, to offsets in UTF-16 code units. */
function unitCounter({ bytes }: Part): (byte: number) => number {
  let position = 0
  let units = 0
  return byte => {
    for (; position < byte; position++) {
      const code = bytes[position]!
      if ((code & 0xc0) !== 0x80) units += code >= 0xf0 ? 2 : 1
    }
    return units
  }
}

function textChange(text: string, { start, end, spans }: LayoutChange, unitAt: (byte: number) => number): TextChange {
  const from = unitAt(start)
  let formatted = ''
  for (let index = 0; index < spans.length; index += 2) {
    const gap = index > 2 ? ' | ' : ' '
    const spanStart = unitAt(spans[index]!)
    formatted += (index > 0 ? gap : '') + text.slice(spanStart, unitAt(spans[index + 1]!))
  }
  return { start: from, end: unitAt(end), text: formatted }
}
