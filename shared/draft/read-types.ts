import type { ValueChoices } from '../convert/foreign-tables/value-choices.ts'
import { readingOfColumn } from '../convert/foreign-tables/values.ts'
import { guessedType } from '../domains/guessed-type.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { TypeName } from '../syntax/type-words.ts'

/** The type of the values of a column, and the values as an import writes them. */
export interface TypeOfColumn {
  readonly type: TypeName
  /** Reads a value as an import does; undefined if the values are of the type as they are. */
  readonly read?: (text: string) => string
  /** What the user has to say in an import, because the values can be read in two ways. */
  readonly option?: string
}

/** Fewer values 0 and 1 can be numbers of anything. */
const fewestZerosAndOnes = 10

/**
 * The type that all values of a column have, or that an import reads all of them as: `Yes` and `no` are truth values,
 * and `30.06.2026` is a date.
 */
export function typeOfColumn(values: readonly string[]): TypeOfColumn {
  const type = guessedType(values)
  const couldBeTruth = type === 'string' || (type === 'int' && values.length >= fewestZerosAndOnes)
  const truth = couldBeTruth ? readAs('bool', values) : undefined
  // One word alone, such as `no`, can be anything.
  if (truth && new Set(values.map(truth)).size === 2) return { type: 'bool', read: truth }
  if (type !== 'string' || values.some(text => /^[+-]?0\d/.test(text) && !/[^\d+-]/.test(text))) return { type }
  for (const { type, choices, option } of foreignTypes) {
    const read = readAs(type, values, choices)
    if (read) return { type, read, ...(option && { option }) }
  }
  return { type }
}

/** The types that an import reads, the narrowest first. Where that takes a choice, any will do. */
const foreignTypes: readonly { readonly type: TypeName; readonly choices: ValueChoices; readonly option?: string }[] = [
  { type: 'int', choices: {} },
  { type: 'float', choices: {} },
  { type: 'float', choices: { decimalMark: 'point' }, option: '--decimal-mark' },
  { type: 'ts', choices: {} },
  { type: 'ts', choices: { dateOrder: 'day-month' }, option: '--date-order' },
]

/** How an import reads the values as a type; undefined if some of them cannot be read. */
function readAs(
  type: TypeName,
  values: readonly string[],
  choices: ValueChoices = {},
): ((text: string) => string) | undefined {
  if (values.length === 0) return undefined
  const { read, doubt } = readingOfColumn('', type, values, choices)
  return !doubt && values.every(value => valueTypes[type].accepts(read(value))) ? read : undefined
}
