import { isBareSafe, quote } from '../syntax/nodes.ts'
import type { TypeName } from '../syntax/type-words.ts'
import type { FieldDescriptor } from './descriptor.ts'

/** The text before the value of a field in canonical notation: `status=`, `maturity:int=`. */
export const canonicalStart = (name: string, type: TypeName): string =>
  type === 'string' ? `${name}=` : `${name}:${type}=`

/** A value in canonical notation: text in quotes, other values without; an rid without quotes if possible. */
export function canonicalValue(name: string, type: TypeName, value: string): string {
  if (type === 'string' && !(name === 'rid' && isBareSafe(value))) return quote(value)
  return isBareSafe(value) ? value : quote(value)
}

/** A field in canonical notation. */
export const canonicalField = (field: Pick<FieldDescriptor, 'name' | 'type'>, value: string): string =>
  canonicalStart(field.name, field.type) + canonicalValue(field.name, field.type, value)

/** A field without a value in canonical notation, and the offset in it where the value goes. */
export function fieldWithoutValue({ name, type }: Pick<FieldDescriptor, 'name' | 'type'>): {
  text: string
  cursor: number
} {
  const start = canonicalStart(name, type)
  const isQuoted = type === 'string' && name !== 'rid'
  return { text: isQuoted ? `${start}""` : start, cursor: isQuoted ? start.length + 1 : start.length }
}
