import type { CheckedFile } from '../../../shared/check/check.ts'
import { checkSome, type PlacedText } from '../../../shared/check/check-some.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import { type EntryPlace, textAt } from '../../../shared/scan/part.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import type { Content } from './content.ts'
import type { ByteRange, PartReader } from './part-reader.ts'

/**
 * Reads some entries of a part again, and checks them.
 *
 * @param places the places of the entries, including all headers of the part
 * @param above the header in force above the part; it comes first in the result
 * @returns undefined if the part cannot be read any longer
 */
export function checkAt(
  content: Content,
  range: ByteRange,
  places: readonly EntryPlace[],
  above: readonly PlacedText[],
  context: FileContext,
  reader: PartReader,
): CheckedFile | undefined {
  const part = reader.read(content, range)
  if (typeof part !== 'object') return undefined
  const all = inOrder(places)
  const entries = all.flatMap(({ byte }) => parseEntries(textAt(part, byte))[0] ?? [])
  const lines = all.map(({ line }) => line)
  return checkSome(above, entries, lines, context)
}

/** Sorts places, and removes duplicates. */
function inOrder(places: readonly EntryPlace[]): EntryPlace[] {
  const sorted = places.toSorted((one, other) => one.byte - other.byte)
  return sorted.filter(({ byte }, index) => byte !== sorted[index - 1]?.byte)
}
