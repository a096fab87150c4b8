import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
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
  if (type.kind !== 'unknown' && type.kind !== word) checker.report(node, mustBeMessage(what, word, node, type))
  return { kind: word }
}

/** What to say about a part of an expression that has another type than it must have. */
export function mustBeMessage(what: string, word: 'bool' | 'int', node: Expression, type: Type): string {
  const places = { what, type: describeType(type) }
  return word === 'bool'
    ? sentenceOfClauses(
        localize('{what} must be true or false, and this is {type}', places),
        ...conditionAdvice(node, type),
      )
    : localize('{what} must be a whole number, and this is {type}.', places)
}

export const quoted = (word: string): string => JSON.stringify(word)

/** That a word is no field, where it would be right as a text. */
export const isNoFieldMessage = (word: string): string =>
  localize('{word} is no field; for the text, write {text} with its quotes.', {
    word: shorten(word),
    text: show(word),
  })
