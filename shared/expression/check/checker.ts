import type { Span } from '../../syntax/nodes.ts'
import type { Expression } from '../read/nodes.ts'
import { conditionAdvice } from './presence.ts'
import type { Scope } from './scope.ts'
import { describeType, type Type } from './types.ts'

/** What the parts of the type check need of it. */
export interface Checker {
  /**
   * Checks a node and all its parts; gives its type.
   *
   * @param expected what stands around it asks for, if that is known; only messages about unknown names need it
   */
  check(node: Expression, scope: Scope, expected?: Type): Type
  /** Reports a problem; gives the unknown type, which causes no other problems. */
  report(at: Span, message: string, replacements?: readonly string[]): Type
  /** Sets the type of a node that is only a name for other ones. */
  declare(node: Expression, type: Type): void
}

/** Checks a node that must be of a type; gives that type. */
export function mustBe(checker: Checker, word: 'bool' | 'int', node: Expression, scope: Scope, what: string): Type {
  const type = checker.check(node, scope)
  if (type.kind !== 'unknown' && type.kind !== word) {
    const hint = word === 'bool' ? conditionAdvice(node, type) : ''
    checker.report(
      node,
      `${what} must be ${word === 'bool' ? 'true or false' : 'a whole number'}, and this is ${describeType(type)}${hint}.`,
    )
  }
  return { kind: word }
}

export const quoted = (word: string): string => JSON.stringify(word)
