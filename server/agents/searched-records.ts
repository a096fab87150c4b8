import type { CheckedFile } from '../../shared/check/check.ts'
import { FollowedRecord, fieldsToFollow, followedValues } from '../../shared/check/declared/followed-records.ts'
import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'

/** A record to search, with the values of its fields. */
export interface SearchedRecord {
  readonly node: RecordNode
  readonly entry: number
  readonly values: FollowedRecord
}

/**
 * The records of a tag in a file. Their values are kept as long as the file is: to parse 100,000 records again takes
 * ten times as long as to search in their values.
 *
 * @param reads what the search reads besides the fields of the tag, such as fields that it does not define
 */
export function searchedRecords(
  file: CheckedFile,
  tag: Tag,
  reads: readonly FieldDefinition[],
): readonly SearchedRecord[] {
  const fields = fieldsToFollow(tag, new Set(reads))
  const names = fields.map(({ name }) => name)
  const key = JSON.stringify([tag.fullName.path, names])
  const known = searched.get(file) ?? new Map<string, readonly SearchedRecord[]>()
  searched.set(file, known)
  const found = known.get(key)
  if (found) return found
  const { tree, entries } = file
  const records = entries.flatMap(({ tag: own }, entry): SearchedRecord[] => {
    if (own?.nameOfRecords.path !== tag.nameOfRecords.path) return []
    const node = tree.entries[entry] as RecordNode
    return [
      {
        node,
        entry,
        values: new FollowedRecord(names, followedValues(fields, new ParsedRecord(node, undefined, 'query'))),
      },
    ]
  })
  // An expression with other fields is rare, so only the last ones are kept.
  if (known.size >= 4) known.delete([...known.keys()][0]!)
  known.set(key, records)
  return records
}

const searched = new WeakMap<CheckedFile, Map<string, readonly SearchedRecord[]>>()
