import type { CheckedFile } from '../../shared/check/check.ts'
import { identityEdit, lineStartOf } from '../../shared/check/edits.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { freeIds } from '../../shared/index/free-ids.ts'
import { applyEdits } from '../../shared/index/rename.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import { insertRecords } from '../../shared/views/table/add-records.ts'
import type { Refactoring } from './refactoring.ts'

/** Writes a copy of a record below it, with the next free id. */
export const duplicateRecord: Refactoring = {
  kind: 'refactor.duplicate',
  offers: ({ snapshot: { file, index }, entry, record, tag }) => {
    const definition = file.entries[entry]!.identity?.definition
    const [id] = definition ? freeIds(index, definition, definition.id, 1) : []
    const copy = copyOf(file, entry, id)
    if (copy === undefined) return []
    const title =
      id === undefined
        ? `Duplicate this ${shorten(tag?.name ?? tagWord(record)) || 'record'}`
        : `Duplicate as ${shorten(id)}`
    return [{ title, changes: [insertRecords(file, entry, [copy])] }]
  },
}

/**
 * The text of a copy of a record, without its line break.
 *
 * @param id the id of the copy; only used if the record has an id
 * @returns undefined for a header, and for a record with a string that is not closed
 */
export function copyOf({ tree, entries }: CheckedFile, entry: number, id: string | undefined): string | undefined {
  const record = tree.entries[entry]
  const definition = entries[entry]?.identity?.definition
  if (record?.kind !== 'record' || isHeader(record)) return undefined
  // All text after an opening quote without a closing one decides where its string ends, including the quotes of the
  // id.
  if (definition && record.fields.some(({ value }) => value?.closed === false)) return undefined
  const text =
    definition && id !== undefined ? applyEdits(record.text, [identityEdit(record, definition, id)]) : record.text
  return text.slice(lineStartOf(text)).replace(/(?:\r\n|\r|\n)$/, '')
}
