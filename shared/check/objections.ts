import { isAllowed } from '../domains/allowed-value.ts'
import { withoutPrefixes } from '../domains/identity.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { type Field, isBareSafe, type RecordNode } from '../syntax/nodes.ts'
import { never, type Rule } from './rule.ts'
import { rules as allRules } from './rules/index.ts'

/** What rules may object to although it is in canonical notation and its values are allowed. */
export interface Objections {
  /** Whether a rule may find a problem in such a field. */
  readonly toField: (field: FieldDefinition, tag: Tag) => boolean
  /**
   * Whether a rule may find a problem in a record of a tag although no single field is in doubt, or whether it must see
   * the whole record to find those in its fields.
   */
  readonly toRecord: (tag: Tag) => boolean
}

/** What some rules may object to, by what they say themselves. A rule that says nothing may object to everything. */
export function objectionsOf(rules: readonly Rule[]): Objections {
  const ofFields = rules.filter(({ field, value }) => field || value)
  const ofRecords = rules.filter(({ record }) => record)
  const untold = ofFields.some(({ mayObjectToField }) => !mayObjectToField)
  const toFields = ofFields.flatMap(({ mayObjectToField: may }) => (may && may !== never ? [may] : []))
  const toRecords = ofRecords.flatMap(({ mayObjectToRecord: may = always }) => (may === never ? [] : [may]))
  return {
    toField: (field, tag) => untold || toFields.some(may => may(field, tag)),
    toRecord: tag => untold || toRecords.some(may => may(tag)),
  }
}

const always = (): boolean => true

/** What the rules of records may object to. */
export const objections: Objections = objectionsOf(allRules)

/**
 * Whether the check can skip a field: it is in canonical notation, after its `|` or the tag, has an allowed value, and
 * no rule may object to it. Running the rules would take most of the time of a check.
 */
export function canSkip(
  { text, tagEnd }: RecordNode,
  { separator, name, nameStart, typeStart, typeEnd, value }: Field,
  tag: Tag,
  { toField } = objections,
): boolean {
  if (!value?.closed || (separator < 0 && nameStart !== tagEnd + 1)) return false
  const definition = fieldOf(tag, name)
  if (!definition || toField(definition, tag)) return false
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
