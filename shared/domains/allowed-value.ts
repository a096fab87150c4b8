import { itemsOf } from './list-items.ts'
import { onlyMeant } from './nearest.ts'
import type { FieldDefinition } from './registry.ts'

/*
 * Which values of its type a field allows. The rules that report other values ask the same functions as the check and
 * the scanner, which skip fields with an allowed value.
 */

/** Whether the enum of a field has a value, or an item of a list; true for a field without an enum. */
export const isInEnum = (item: string, { enum: allowed }: FieldDefinition): boolean =>
  !allowed || (allowed.length > longEnum ? setOfEnum(allowed).has(item) : allowed.includes(item))

/** From how many values on a set is faster than a list. A descriptor may have 100,000. */
const longEnum = 16

function setOfEnum(allowed: readonly string[]): ReadonlySet<string> {
  const known = enumSets.get(allowed)
  if (known) return known
  const values = new Set(allowed)
  enumSets.set(allowed, values)
  return values
}

const enumSets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether a number is in the range of a field; true for a field without a range, and for NaN. */
export const isInRange = (number: number, { range }: FieldDefinition): boolean =>
  !range || !(number < range[0] || number > range[1])

/** Whether a field allows only some values of its type. */
export const isConstrained = ({ enum: allowed, range, pattern }: FieldDefinition): boolean =>
  allowed !== undefined || range !== undefined || pattern !== undefined

/** Whether the constraints of a field allow a value of its type. */
export function isAllowed(said: string, field: FieldDefinition): boolean {
  if (field.list) return itemsOf(said).every(item => isAllowedItem(item, field))
  return isAllowedItem(said, field)
}

/** Whether the constraints of a field allow a value of its type that is no list, or an item of a list. */
export const isAllowedItem = (said: string, field: FieldDefinition): boolean =>
  isInEnum(said, field) && (!field.range || isInRange(Number(said), field)) && field.matches(said)

/** The value that a text can only mean where the field does not allow it, such as `high` for `High`; else the text. */
export const meantValue = (text: string, field: FieldDefinition): string =>
  field.enum && !isInEnum(text, field) ? (onlyMeant(text, field.enum) ?? text) : text
