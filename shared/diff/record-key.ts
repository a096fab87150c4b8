import { isHeader } from '../domains/domains-in-force.ts'
import type { Registry } from '../domains/registry.ts'
import { type RecordNode, tagName, tagWord, valueText } from '../syntax/nodes.ts'

/**
 * A text that identifies a record among the versions of a file: its tag and its id. Undefined for headers and for
 * records without an id.
 */
export function keyOfRecordNode(record: RecordNode, registry: Registry): string | undefined {
  const id = idOf(record, registry)
  return id === undefined ? undefined : `${tagOfRecord(record)} ${id}`
}

/** The tag of a record; for a word that can be no tag, the word. */
export const tagOfRecord = (record: RecordNode): string => tagName(record) ?? tagWord(record)

/** The id of a record; undefined if it has none. */
function idOf(record: RecordNode, registry: Registry): string | undefined {
  if (isHeader(record)) return undefined
  const name = identityField(record, registry)
  const value = record.fields.find(field => field.name === name)?.value
  const id = value && valueText(record, value)
  return id === '' ? undefined : id
}

/** The name of the field with the id of a record. */
function identityField(record: RecordNode, registry: Registry): string {
  const tags = registry.tagsNamed(tagOfRecord(record))
  return tags.length > 0 && tags.every(tag => tag.identityField === 'id') ? 'id' : 'rid'
}
