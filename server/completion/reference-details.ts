import * as v from 'valibot'
import type { CompletionItem } from 'vscode-languageserver-types'
import { recordName } from '../../shared/domains/identity.ts'
import { tagOfPath } from '../../shared/domains/registry.ts'
import type { FileExcerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { describeRecord } from '../snapshot/describe-record.ts'
import { markup } from '../snapshot/markup.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** What an entry for a reference carries, so that the client can ask for more about its record. */
const referenceData = v.object({
  /** The file that the entry is for. */
  uri: v.string(),
  /** The path of the tag of the record. */
  path: v.string(),
})

export type ReferenceData = v.InferOutput<typeof referenceData>

/** What an entry carries; undefined for an entry that is no reference. */
export function dataOfReference({ data }: CompletionItem): ReferenceData | undefined {
  const read = v.safeParse(referenceData, data)
  return read.success ? read.output : undefined
}

/** The first record that an entry refers to. */
export function recordOfReference(
  { registry, index }: Snapshot,
  { label }: CompletionItem,
  { path }: ReferenceData,
): IndexedRecord | undefined {
  const tag = tagOfPath(registry, path)
  const [record] = tag ? index.recordsNamed(recordName(tag.nameOfRecords, label)) : []
  return record
}

/**
 * The entry with the fields of its record, such as its title, state and owner.
 *
 * @param file the file of the record, or a part of it
 */
export const withDetails = (
  snapshot: Snapshot,
  item: CompletionItem,
  record: IndexedRecord,
  file: FileExcerpt | undefined,
): CompletionItem => ({ ...item, documentation: markup(describeRecord(snapshot, record, file), snapshot.client) })
