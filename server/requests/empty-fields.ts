import type { TextEdit } from 'vscode-languageserver-types'
import { removeField } from '../../shared/check/fixes/edits.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import type { RemoveEmptyFieldsParams } from '../../shared/protocol/typing.ts'
import { type Field, type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { smallestChange } from '../../shared/syntax/text-change.ts'
import { indexAt, offsetAt } from '../../shared/syntax/tree.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * Takes fields out of the record on a line that are still empty. A required field stays, and so does a field that the
 * record has twice.
 *
 * @returns one edit, or none
 */
export function removeEmptyFields(
  snapshot: Snapshot,
  { line, fields }: Omit<RemoveEmptyFieldsParams, 'uri'>,
): TextEdit[] {
  const { tree, entries } = snapshot.file
  const entry = indexAt(tree, offsetAt(tree, { line, character: 0 }))
  const written = tree.entries[entry]
  const tag = entries[entry]?.tag
  if (written?.kind !== 'record' || !tag || written.strays.length > 0) return []
  let record = written
  for (const name of fields) {
    const [field, ...same] = record.fields.filter(field => field.name === name)
    if (!field || same.length > 0 || fieldOf(tag, name)?.required || !isFieldEmpty(record, field)) continue
    const { start, end, text } = removeField(record, field)
    const [without] = parseEntries(record.text.slice(0, start) + text + record.text.slice(end))
    if (without?.kind === 'record') record = without
  }
  return smallestChange(written.text, record.text).map(({ start, end, text }) => ({
    range: rangeIn(snapshot, entry, { start, end }),
    newText: text,
  }))
}

/** Whether a field has nothing behind its `=`, or only the quotes. */
const isFieldEmpty = (record: RecordNode, { equals, value }: Field): boolean =>
  equals >= 0 && (!value || (value.kind === 'quoted' && value.closed && valueText(record, value) === ''))
