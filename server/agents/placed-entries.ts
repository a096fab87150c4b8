import { type Entry, isHeader } from '../../shared/syntax/nodes.ts'
import { parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { WrittenFile } from './written-file.ts'

/** Where the records of a file are after the changes of a call. */
export interface PlacedEntries {
  /** For each entry before, its entry after; -1 for one that does not stay, and for what is no record. */
  readonly after: Int32Array
  /** For each entry after, its entry before; -1 for the others. */
  readonly before: Int32Array
  /** The entries of the added records, in the order in which they were added. */
  readonly added: readonly number[]
}

/**
 * Finds all records of a file after the changes of a call. Undefined if the changes did more or less than the call
 * says: records that stay are there in their order, with their new values, and nothing else but what was added.
 */
export function placedEntries(
  { file, set, removed, added, fixed }: WrittenFile,
  after: Snapshot,
): PlacedEntries | undefined {
  const now = after.file.tree.entries
  const placed = {
    after: new Int32Array(file.tree.entries.length).fill(-1),
    before: new Int32Array(now.length).fill(-1),
  }
  const pair = (entry: number, at: number): void => {
    placed.after[entry] = at
    placed.before[at] = entry
  }
  // A fix keeps each record, and can only make records of what a block that was not closed took in at the end.
  if (fixed) {
    const since = recordEntries(now)
    const kept = recordEntries(file.tree.entries)
    if (kept.length > since.length) return undefined
    for (const [index, entry] of kept.entries()) pair(entry, since[index]!)
    return { ...placed, added: [] }
  }
  const others: number[] = []
  let next = 0
  /** The next record with a text; those before it are not among the ones that stay. */
  const place = (text: string): number | undefined => {
    for (; next < now.length; next++) {
      const one = now[next]!
      if (one.kind !== 'record') continue
      if (textOfEntry(one) === text) return next++
      others.push(next)
    }
    return undefined
  }
  for (const [entry, before] of file.tree.entries.entries()) {
    if (before.kind !== 'record' || removed.has(entry)) continue
    // Most entries are the same, and their texts are not compared.
    if (now[next] === before && !set.has(entry)) {
      pair(entry, next++)
      continue
    }
    const at = place(textOfEntry(set.get(entry) ?? before))
    if (at === undefined) return undefined
    pair(entry, at)
  }
  for (; next < now.length; next++) if (now[next]!.kind === 'record') others.push(next)
  // A new file can get a header, which nobody asked for.
  const isHeaderOfCall = (entry: number): boolean => file.tree.entries.length === 0 && isHeaderText(now[entry]!)
  const byText = new Map<string, number[]>()
  for (const entry of others) {
    if (isHeaderOfCall(entry)) continue
    const text = textOfEntry(now[entry]!)
    byText.set(text, [...(byText.get(text) ?? []), entry])
  }
  const places: number[] = []
  for (const { texts } of added) {
    const record = parse(texts.join('\n')).entries.find(({ kind }) => kind === 'record')
    const at = record && byText.get(textOfEntry(record))?.shift()
    if (at === undefined) return undefined
    places.push(at)
  }
  return [...byText.values()].every(left => left.length === 0) ? { ...placed, added: places } : undefined
}

/** The indices of the records among entries. Headers are none: a fix can make one. */
export const recordEntries = (entries: readonly Entry[]): number[] =>
  entries.flatMap((entry, index) => (entry.kind === 'record' && !isHeader(entry) ? index : []))

/** The text of an entry, whatever its line ends. */
const textOfEntry = ({ text }: Entry): string =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/\r\n?/g, '\n')

const isHeaderText = ({ text }: Entry): boolean => text.startsWith('@DOC')
