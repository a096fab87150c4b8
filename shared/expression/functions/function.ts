import { isNumber, isText, type Type, unknown } from '../check/types.ts'
import type { Value } from '../run/values.ts'

/** The types of parameters and results: those of values, `number` for int or float, `list`, and `any`. */
export type TypeWord = 'string' | 'int' | 'float' | 'number' | 'bool' | 'ts' | 'duration' | 'list' | 'any'

/** What a function is called with, or on. */
export interface Parameter {
  readonly name: string
  readonly type: TypeWord
  readonly isOptional?: true
}

/** A function of the language. Documentation, hover and completion read this, and so does the type check. */
export interface ExpressionFunction {
  readonly name: string
  /** What stands before the dot of a call; undefined for a function that is called by itself. */
  readonly receiver?: Parameter
  readonly parameters: readonly Parameter[]
  /** The type of the result. `number` is the type of the arguments. */
  readonly result: TypeWord
  /** Some sentences in Markdown. */
  readonly description: string
  /** An expression in which the function is used; one without fields is true. */
  readonly example: string
  /** Set for a function that rules cannot use. */
  readonly notInRules?: true
  /**
   * Calculates the result, from the receiver if there is one and the arguments. Undefined if there is no result.
   * Without it, the type check and the compiler know the function by its name.
   */
  readonly evaluate?: (...values: readonly Value[]) => Value | undefined
}

/** Whether a parameter takes values of a type. */
export function accepts(word: TypeWord, type: Type): boolean {
  if (word === 'any' || type.kind === 'unknown') return true
  if (word === 'string') return isText(type)
  return word === 'number' || word === 'float' ? isNumber(type) : type.kind === word
}

/** The type of the values that a parameter takes; undefined if it takes any or several. */
export function typeOfWord(word: TypeWord): Type | undefined {
  if (word === 'any') return undefined
  if (word === 'list') return { kind: 'list', item: unknown }
  return { kind: word === 'number' ? 'float' : word }
}

/** The signature of a function, such as `text.startsWith(prefix: string): bool`. */
export function signatureOf(called: ExpressionFunction): string {
  const { name, receiver, result } = called
  return `${receiver ? `${receiver.name}.` : ''}${name}(${parametersOf(called).join(', ')}): ${result}`
}

/** The parameters of a function as its signature has them, such as `prefix: string`. */
export const parametersOf = ({ parameters }: ExpressionFunction): string[] =>
  parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`)

/** The parameter of functions that read a text. */
export const textParameter: Parameter = { name: 'text', type: 'string' }
