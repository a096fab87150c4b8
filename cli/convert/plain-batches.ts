import { followHeaders } from '../../shared/convert/declared-types.ts'
import { type PlainEntry, plainEntry } from '../../shared/convert/plain-record.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import type { Entry } from '../../shared/syntax/nodes.ts'
import type { Batch, Input } from './batch.ts'
import type { Notes } from './notes.ts'
import type { SourceLine } from './problems.ts'

/** Some entries as plain values, each with its place. */
export interface PlainBatch {
  readonly entries: readonly PlainEntry[]
  readonly places: readonly SourceLine[]
}

/**
 * Converts the entries of batches to plain values, without blank lines.
 *
 * @param tag keeps only the records of this tag
 */
export async function* plainBatches(
  batches: AsyncIterable<Batch>,
  tag: string | undefined,
  notes: Notes,
): AsyncGenerator<PlainBatch> {
  let input: Input | undefined
  let domainsAt: (entry: Entry) => readonly Domain[] = () => []
  for await (const batch of batches) {
    if (batch.input !== input) {
      input = batch.input
      domainsAt = followHeaders(input.context)
    }
    const entries: PlainEntry[] = []
    const places: SourceLine[] = []
    batch.entries.forEach((entry, index) => {
      const plain = plainEntry(entry, domainsAt(entry))
      if (!plain || (tag !== undefined && !(plain.kind === 'record' && plain.tag === tag))) return
      if (plain.kind === 'record') notes.records++
      entries.push(plain)
      places.push(batch.places[index]!)
    })
    yield { entries, places }
  }
}
