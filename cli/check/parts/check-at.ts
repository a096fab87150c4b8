import type { CheckedFile } from '../../../shared/check/check.ts'
import { checkSome, type PlacedText } from '../../../shared/check/check-some.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import { type EntryPlace, textAt } from '../../../shared/scan/part.ts'
import type { PartReading } from '../../../shared/scan/part-reading.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import { entriesAbove } from './check-part.ts'
import type { Content } from './content.ts'
import type { ByteRange, PartReader } from './part-reader.ts'

/** A part that was read before. */
export interface ReadPart extends Pick<PartReading, 'headers' | 'before'> {
  readonly content: Content
  readonly range: ByteRange
}

/** Some entries of a part, checked. The first ones only say which domains are in force. */
export interface CheckedSome {
  readonly checked: CheckedFile
  /** The index of the first entry behind the header above. */
  readonly first: number
  /** Where the entries from the first one on stand. */
  readonly places: readonly EntryPlace[]
  /** The header in force at that entry. */
  readonly header: PlacedText | undefined
}

/**
 * Reads some entries of a part again, and checks them. They come some at a time, so that what is made of them is
 * short-lived; the reader must not read anything else in between. Gives nothing if the part cannot be read any longer.
 *
 * @param places the places of the entries, in any order; the headers of the part are added
 */
export function* checkAt(
  { content, range, headers, before }: ReadPart,
  places: readonly EntryPlace[],
  context: FileContext,
  reader: PartReader,
): Generator<CheckedSome> {
  const part = reader.read(content, range)
  if (typeof part !== 'object') return
  const all = distinctPlaces([...headers, ...places])
  const isHeader = new Set(headers.map(({ byte }) => byte))
  let { header } = before
  for (let next = 0; next < all.length; next += entriesOfBatch) {
    const some = all.slice(next, next + entriesOfBatch)
    const entries = some.flatMap(({ byte }) => parseEntries(textAt(part, byte))[0] ?? [])
    const above = entriesAbove([], header)
    const lines = some.map(({ line }) => line)
    yield { checked: checkSome(above, entries, lines, context), first: above.length, places: some, header }
    const last = some.findLastIndex(({ byte }) => isHeader.has(byte))
    if (last >= 0) header = { text: entries[last]!.text, line: lines[last]! }
  }
}

/** How many entries are checked at once. */
const entriesOfBatch = 128

/** Sorts places, and removes duplicates. */
function distinctPlaces(places: readonly EntryPlace[]): EntryPlace[] {
  const sorted = places.toSorted((one, other) => one.byte - other.byte)
  return sorted.filter(({ byte }, index) => byte !== sorted[index - 1]?.byte)
}
