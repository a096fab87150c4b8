import { fileFieldsOf, pathToFile } from '../../shared/check/linked-files.ts'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import { valueText } from '../../shared/syntax/nodes.ts'
import { namesBelowTop } from './linked-file.ts'
import type { Snapshot } from './snapshot.ts'

/** A field of a record, and its value with the path of a file. */
export interface ValueWithPath {
  readonly field: FieldDefinition
  readonly value: string
}

/**
 * What the record at an index of a file gets when a file is dropped on it: the path in a field for paths. A list gets
 * it behind its items.
 *
 * @param name the field that the file is dropped on; if it is none for paths, the first one without a value counts, or
 *   else the first one
 * @param uri the file
 * @returns undefined if the record has no such field, or the file is not below the folder of the record's files
 */
export function valueWithPath(
  { uri: own, file, topFolder }: Pick<Snapshot, 'uri' | 'file' | 'topFolder'>,
  entry: number,
  name: string,
  uri: string,
): ValueWithPath | undefined {
  const record = file.tree.entries[entry]
  const tag = file.entries[entry]?.tag
  if (record?.kind !== 'record' || !tag || topFolder === undefined || !uri.startsWith(`${topFolder}/`)) return undefined
  const fields = fileFieldsOf(tag).map(({ field }) => field)
  const written = (field: FieldDefinition): string => {
    const value = record.fields.find(one => one.name === field.name)?.value
    return value ? valueText(record, value) : ''
  }
  const field = fields.find(one => one.name === name) ?? fields.find(one => written(one) === '') ?? fields[0]
  if (!field) return undefined
  const path = pathToFile(namesBelowTop(uri, topFolder), namesBelowTop(own, topFolder).slice(0, -1))
  if (!field.list) return { field, value: path }
  // A comma ends an item of a list.
  if (path.includes(',')) return undefined
  const items = written(field)
  return { field, value: items.trim() === '' ? path : `${items}, ${path}` }
}
