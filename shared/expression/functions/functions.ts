import type { Use } from '../check/scope.ts'
import { isText, type Type } from '../check/types.ts'
import { formatFunctions } from './format-functions.ts'
import { accepts, type ExpressionFunction } from './function.ts'
import { listFunctions } from './list-functions.ts'
import { numberFunctions } from './number-functions.ts'
import { recordFunctions } from './record-functions.ts'
import { textFunctions } from './text-functions.ts'
import { timeFunctions } from './time-functions.ts'

/** All functions, in the order of the documentation. */
export const functions: readonly ExpressionFunction[] = [
  ...recordFunctions,
  ...textFunctions,
  ...listFunctions,
  ...timeFunctions,
  ...numberFunctions,
  ...formatFunctions,
]

/** The function with a name; one with a receiver is called behind a dot. */
export const functionNamed = (name: string, hasReceiver: boolean): ExpressionFunction | undefined =>
  functions.find(one => one.name === name && (one.receiver !== undefined) === hasReceiver) ??
  // As in CEL, `size(text)` is the same as `text.size()`, and `matches` likewise.
  (!hasReceiver && (name === 'size' || name === 'matches') ? functions.find(one => one.name === name) : undefined)

/** Whether expressions of a kind can call a function. */
export const isUsable = ({ notInRules }: ExpressionFunction, use: Use): boolean => !(notInRules && use !== 'query')

/** The functions that can be called behind a value of a type. */
export const functionsBehind = (type: Type): ExpressionFunction[] =>
  functions.filter(
    ({ name, receiver }) =>
      receiver && accepts(receiver.type, type) && (name !== 'size' || isText(type) || type.kind === 'list'),
  )
