import type { TypeName } from '../syntax/type-words.ts'
import { valueTypes } from './value-types/index.ts'

/**
 * The type of a field that has only these values: the narrowest one that accepts all of them. Text without any value.
 * Digits with a zero before them are an id or a code: a number would lose the zero.
 */
export function guessedType(values: Iterable<string>): TypeName {
  const left = new Set<TypeName>(['bool', 'int', 'float', 'ts'])
  let hasValue = false
  for (const value of values) {
    if (value === '') continue
    hasValue = true
    for (const type of left) if (!typeFits(type, value)) left.delete(type)
    if (left.size === 0) break
  }
  const [first] = left
  return hasValue && first ? first : 'string'
}

function typeFits(type: TypeName, value: string): boolean {
  const isNumber = type === 'int' || type === 'float'
  return valueTypes[type].accepts(value) && !(isNumber && /^[+-]?0\d|^\+/.test(value))
}
