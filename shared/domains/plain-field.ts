import { type Field, isBareSafe, type RecordNode } from '../syntax/nodes.ts'
import { withoutPrefixes } from './identity.ts'
import { itemsOf } from './list-items.ts'
import { type FieldDefinition, fieldOf, type Tag } from './registry.ts'
import { valueTypes } from './value-types/index.ts'

/**
 * Whether a field is in canonical notation, after its `|` or the tag, and has an allowed value. No rule can find a
 * problem in such a field, so the check skips it: running the rules would take most of the time of a check. A test
 * compares this function with the rules.
 */
export function isPlain(
  { text, tagEnd }: RecordNode,
  { separator, name, nameStart, typeStart, typeEnd, value }: Field,
  tag: Tag,
): boolean {
  if (!value?.closed || (separator < 0 && nameStart !== tagEnd + 1)) return false
  const definition = fieldOf(tag, name)
  if (!definition) return false
  const { type } = definition
  if (value.kind === 'quoted') {
    if (type !== 'string' || typeStart >= 0 || name === 'rid') return false
    const said = text.slice(value.start + 1, value.end - 1)
    if (definition.target && withoutPrefixes(said) !== said) return false
    return !said.includes('\\') && isAllowed(said, definition)
  }
  const said = text.slice(value.start, value.end)
  const isCanonical =
    type === 'string' ? name === 'rid' && typeStart < 0 : typeStart >= 0 && text.slice(typeStart, typeEnd) === type
  return isCanonical && isBareSafe(said) && valueTypes[type].accepts(said) && isAllowed(said, definition)
}

/** Whether the constraints of a field allow a value of its type. */
export function isAllowed(said: string, field: FieldDefinition): boolean {
  if (field.list) return itemsOf(said).every(item => isAllowedItem(item, field))
  return isAllowedItem(said, field)
}

function isAllowedItem(said: string, { enum: allowed, range, matches }: FieldDefinition): boolean {
  if (allowed && !allowed.includes(said)) return false
  if (range && (Number(said) < range[0] || Number(said) > range[1])) return false
  return matches(said)
}
