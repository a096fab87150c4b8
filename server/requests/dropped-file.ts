import { writeValues } from '../../shared/edit/write-values.ts'
import type { DroppedFileParams, PathWritten } from '../../shared/protocol/files.ts'
import { smallestChange } from '../../shared/syntax/text-change.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { valueWithPath } from '../snapshot/dropped-file.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The edits that write the path of a file into the record at a position; null if the record cannot take it. */
export function pathIntoRecord(
  snapshot: Snapshot,
  { position, file }: Omit<DroppedFileParams, 'uri'>,
): PathWritten | null {
  const cursor = cursorAt(snapshot.file, position)
  if (!cursor) return null
  const { entry } = cursor
  const name = 'field' in cursor ? cursor.field.name : ''
  const found = valueWithPath(snapshot, entry, name, file.uri)
  const record = snapshot.file.tree.entries[entry]
  if (!found || record?.kind !== 'record') return null
  const { field, value } = found
  const written = writeValues(record, [{ name: field.name, field, value }])
  if (!written) return null
  const edits = smallestChange(record.text, written.text).map(({ start, end, text }) => ({
    range: rangeIn(snapshot, entry, { start, end }),
    newText: text,
  }))
  return { field: field.name, edits }
}
