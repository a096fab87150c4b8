import type { TypeName } from '../../syntax/type-words.ts'
import { nearest } from '../nearest.ts'
import { bool } from './bool.ts'
import { float } from './float.ts'
import { int } from './int.ts'
import { string } from './string.ts'
import { ts } from './ts.ts'
import type { ValueType } from './value-type.ts'

/** All types. If several of them accept a value, the first one wins. */
export const valueTypes: Readonly<Record<TypeName, ValueType>> = { string, int, float, ts, bool }

/** The names of the types. */
export const typeNames = Object.keys(valueTypes) as readonly TypeName[]

/** The value that an author most likely meant by a text that is not a value of the type, or undefined. */
export function repair(text: string, type: TypeName): string | undefined {
  const meant = valueTypes[type].repair(text.trim())
  return meant !== undefined && meant !== text && valueTypes[type].accepts(meant) ? meant : undefined
}

/** The type that an unknown type word most likely means, or undefined. */
export function nearestType(word: string): TypeName | undefined {
  const [near] = nearest(word, typesByName.keys(), 1)
  return near === undefined ? undefined : typesByName.get(near)
}

const typesByName: ReadonlyMap<string, TypeName> = new Map([
  ...typeNames.map((type): [string, TypeName] => [type, type]),
  ...typeNames.flatMap(type => valueTypes[type].otherNames.map((name): [string, TypeName] => [name, type])),
])
