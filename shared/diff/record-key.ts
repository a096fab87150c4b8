import { bestFitting } from '../domains/domains-in-force.ts'
import { keysOfRecord } from '../domains/identity.ts'
import { type Registry, type Tag, withoutExtendedTags } from '../domains/registry.ts'
import { keyFieldsIn, keyValuesOf } from '../domains/unique-keys.ts'
import { isHeader, type RecordNode, tagName, tagWord, valueText } from '../syntax/nodes.ts'

/**
 * A text that identifies a record among the versions of a file: its tag and its id, or without one, its values in the
 * first unique list of its tag, such as `PATIENT mrn=4711`. Undefined for headers, and for records that have neither.
 */
export function keyOfRecordNode(record: RecordNode, registry: Registry): string | undefined {
  const id = idOfRecordNode(record, registry) ?? uniqueValuesOf(record, registry)
  return id === undefined ? undefined : `${tagOfRecord(record)} ${id}`
}

function uniqueValuesOf(record: RecordNode, registry: Registry): string | undefined {
  const tag = isHeader(record) ? undefined : definitionFor(record, registry)
  const [list] = tag?.keys ?? []
  const key = list && keysOfRecord(record, tag!).find(({ path }) => path === list.name.path)
  if (!key) return undefined
  const fields = keyFieldsIn(key.tag)!
  const values = keyValuesOf(fields, key.id)
  return fields.map((field, index) => `${field}=${values[index]}`).join(', ')
}

/** The tag of a record; for a word that can be no tag, the word. */
export const tagOfRecord = (record: RecordNode): string => tagName(record) ?? tagWord(record)

/** The id of a record; undefined if it has none. */
export function idOfRecordNode(record: RecordNode, registry: Registry): string | undefined {
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

/** The definition of a tag that fits a record best; undefined if its tag is unknown. */
export function definitionFor(record: RecordNode, registry: Registry): Tag | undefined {
  const tags = withoutExtendedTags(registry.tagsNamed(tagOfRecord(record)))
  if (tags.length < 2) return tags[0]
  return bestFitting(
    tags,
    record.fields.map(({ name }) => name),
  )[0]
}
