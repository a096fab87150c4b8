import { fieldOf, type Tag } from '../domains/registry.ts'
import { type Field, type RecordNode, valueText } from '../syntax/nodes.ts'

/** What a query tells of the fields of a record, besides their values. */

/**
 * The fields of a record with a value that its tag does not define. Records of a file often have the same ones, so a
 * list is the one before if it has the same names.
 */
export function undefinedFieldsIn(fields: readonly Field[], tag: Tag, before: readonly string[]): readonly string[] {
  let count = 0
  let isSame = true
  for (const { name, value } of fields) {
    if (!value || fieldOf(tag, name)) continue
    if (before[count] !== name) isSame = false
    count++
  }
  if (count === 0) return noFields
  if (isSame && count === before.length) return before
  return [...new Set(fields.flatMap(({ name, value }) => (value && !fieldOf(tag, name) ? name : [])))]
}

/**
 * The fields of a record that have several values which are not the same.
 *
 * @param fields those of the record
 */
export function repeatedFieldsIn(record: RecordNode, fields: readonly Field[]): readonly string[] {
  if (!mayRepeat(fields)) return noFields
  const repeated = new Set<string>()
  const said = new Map<string, string>()
  for (const { name, value } of fields) {
    if (!value) continue
    const text = valueText(record, value)
    const first = said.get(name) ?? text
    said.set(name, first)
    if (text !== first) repeated.add(name)
  }
  return [...repeated]
}

const noFields: readonly string[] = []

/** Whether a record may have a field twice. */
function mayRepeat(fields: readonly Field[]): boolean {
  if (fields.length > mostCompared) return true
  for (let index = 1; index < fields.length; index++)
    for (let other = 0; other < index; other++) if (fields[index]!.name === fields[other]!.name) return true
  return false
}

/** Up to so many names, it is quicker to compare each with each than to make a set of them. */
const mostCompared = 40
