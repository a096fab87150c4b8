import { carriesText, jsonOf } from '../../shared/convert/json-lines.ts'
import { entryWriter } from '../../shared/convert/record-text.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { type Entry, tagName } from '../../shared/syntax/nodes.ts'
import { jsonList, ndjsonOf } from '../../shared/syntax/written-rows.ts'
import type { Batch } from './batch.ts'
import type { Notes } from './notes.ts'
import type { PlainBatch } from './plain-batches.ts'

/**
 * The text of a `.rec` file with these entries.
 *
 * @param tag keeps only the records of this tag, and the headers that name their domains
 */
export async function* recLines(
  batches: AsyncIterable<Batch>,
  tag: string | undefined,
  notes: Notes,
): AsyncGenerator<string> {
  const write = entryWriter()
  const isWanted = (entry: Entry): boolean =>
    tag === undefined || (entry.kind === 'record' && (tagName(entry) === tag || isHeader(entry)))
  for await (const { entries } of batches) {
    const wanted = entries.filter(isWanted)
    notes.records += wanted.filter(({ kind }) => kind === 'record').length
    yield wanted.map(write).join('')
  }
}

/** Entries as NDJSON: a line of JSON for each. */
export async function* ndjsonLines(batches: AsyncIterable<PlainBatch>, notes: Notes): AsyncGenerator<string> {
  for await (const batch of batches) yield ndjsonOf(jsonOfEntries(batch, notes))
}

/** Entries as a JSON array, with one entry on each line. */
export async function* jsonLines(batches: AsyncIterable<PlainBatch>, notes: Notes): AsyncGenerator<string> {
  const list = jsonList()
  for await (const batch of batches) yield list.some(jsonOfEntries(batch, notes))
  yield list.end()
}

function jsonOfEntries({ entries, places }: PlainBatch, notes: Notes): string[] {
  return entries.map((entry, index) => {
    if (carriesText(entry)) notes.add('carried', places[index]!)
    return jsonOf(entry)
  })
}
