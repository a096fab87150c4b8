import { capitalized } from '../../basics/text.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { cutTo, shorten, show } from '../../domains/message-text.ts'
import { nameAdvice } from '../../domains/name-advice.ts'
import { nearest } from '../../domains/nearest.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { type BinaryNode, type Expression, literalText } from '../read/nodes.ts'
import { durationOf } from '../run/values.ts'
import { type Checker, mustBe, quoted } from './checker.ts'
import type { Scope, Use } from './scope.ts'
import { describeItems, describeType, isComparable, isNumber, isText, joined, type Type, unknown } from './types.ts'

/** The type check of binary operators. */

/** Checks a binary operator and both of its sides. */
export function checkOperator(checker: Checker, node: BinaryNode, scope: Scope): Type {
  const { operator, left, right } = node
  if (operator === '&&' || operator === '||') {
    mustBe(checker, 'bool', left, scope, localize('The left side of {operator}', { operator }))
    return mustBe(checker, 'bool', right, scope, localize('The right side of {operator}', { operator }))
  }
  const one = checker.check(left, scope)
  const other = checker.check(right, scope, operator === 'in' ? { kind: 'list', item: one } : one)
  if (operator === 'in') return containment(checker, node, one, other, scope.use)
  if (['==', '!=', '<', '<=', '>', '>='].includes(operator)) return comparison(checker, node, one, other, scope.use)
  return arithmetic(checker, node, one, other)
}

function comparison(
  checker: Checker,
  { operator, left, right, start, end }: BinaryNode,
  one: Type,
  other: Type,
  use: Use,
): Type {
  if (!isComparable(one, other)) {
    if (timeInQuotes(checker, left, other) || timeInQuotes(checker, right, one)) return boolResult
    checker.report(
      { start, end },
      sentenceOfClauses(
        localize('{one} and {other} cannot be compared', {
          one: capitalized(describeType(one)),
          other: describeType(other),
        }),
        ...hintFor(one, other),
      ),
    )
    return boolResult
  }
  const isOrder = operator !== '==' && operator !== '!='
  const closed = [one, other].find(type => type.kind === 'string' && type.values)
  if (isOrder && closed)
    checker.report({ start, end }, localize('Allowed values have no order here; compare them with ==, != or in.'))
  else if (isOrder && ['list', 'record', 'bool'].includes(one.kind))
    checker.report(
      { start, end },
      localize('{type} has no order; compare it with == or !=.', { type: capitalized(describeType(one)) }),
    )
  else closedSets(checker, left, one, right, other, use)
  return boolResult
}

/** Reports a text such as `"2026-06-30"` or `"90d"` that is compared with a timestamp or a duration. */
function timeInQuotes(checker: Checker, node: Expression, { kind }: Type): boolean {
  const word = literalText(node)
  if (word === undefined || (kind !== 'ts' && kind !== 'duration')) return false
  if (kind === 'ts' ? !valueTypes.ts.accepts(word) : durationOf(word) === undefined) return false
  const written = `${kind === 'ts' ? 'timestamp' : kind}(${quoted(word)})`
  const type = capitalized(describeType({ kind }))
  const message = localize('{type} is not compared with a text; write {written}.', { type, written })
  checker.report(node, message, [written])
  return true
}

/** Reports a text that is compared with an enum but is not one of its values. */
function closedSets(checker: Checker, left: Expression, one: Type, right: Expression, other: Type, use: Use): void {
  if (use === 'inherited rule') return
  const [values, others] = [allowedTexts(one), allowedTexts(other)]
  if (values && others) {
    if (!values.some(value => others.includes(value)))
      checker.report(
        { start: left.start, end: right.end },
        localize('These two enums have no value in common, so they are never equal.'),
      )
    return
  }
  if (values) mustBeIn(checker, right, values, left, use)
  if (others) mustBeIn(checker, left, others, right, use)
}

function mustBeIn(checker: Checker, node: Expression, values: readonly string[], owner: Expression, use: Use): void {
  const word = literalText(node)
  if (word === undefined || values.includes(word) || use === 'inherited rule') return
  const name = owner.kind === 'name' || owner.kind === 'member' ? owner.name : undefined
  const call = use === 'query' && owner.kind === 'name' ? `written(${shorten(owner.name)})` : undefined
  const advice = call === undefined ? [] : [localize('to find what is written, write {call}', { call })]
  const { message, replacements } = noValueOf(name, values, word, advice)
  checker.report(node, message, replacements)
}

function containment(checker: Checker, { left, right }: BinaryNode, one: Type, other: Type, use: Use): Type {
  if (other.kind === 'unknown') return boolResult
  if (other.kind !== 'list') {
    const word = literalText(right)
    const list = word === undefined ? undefined : `[${JSON.stringify(word)}]`
    const advice = list
      ? localize('write {list} for a list, or text.contains(part) to look into a text', { list: cutTo(80, list) })
      : localize('write text.contains(part) to look into a text')
    const what = localize('A list must stand behind in, and this is {type}', { type: describeType(other) })
    checker.report(right, sentenceOfClauses(what, ...(isText(other) ? [advice] : [])), list ? [list] : [])
    return boolResult
  }
  if (!isComparable(one, other.item)) {
    const message = localize('The list has {items}, and this is {type}.', {
      items: describeItems(other.item),
      type: describeType(one),
    })
    checker.report(left, message)
    return boolResult
  }
  const values = allowedTexts(one)
  if (values && right.kind === 'list') for (const item of right.items) mustBeIn(checker, item, values, left, use)
  const itemValues = allowedTexts(other.item)
  if (itemValues) mustBeIn(checker, left, itemValues, right, use)
  return boolResult
}

function arithmetic(checker: Checker, { operator, start, end }: BinaryNode, one: Type, other: Type): Type {
  if (one.kind === 'unknown' || other.kind === 'unknown') return unknown
  if (operator === '%' && (one.kind !== 'int' || other.kind !== 'int'))
    return checker.report(
      { start, end },
      localize('% is the remainder of whole numbers, and one side is no whole number.'),
    )
  if (isNumber(one) && isNumber(other)) return one.kind === other.kind ? one : { kind: 'float' }
  const kinds = `${one.kind} ${operator} ${other.kind}`
  const result = timeResults[kinds]
  if (result) return { kind: result }
  if (operator === '+' && isText(one) && isText(other)) return { kind: 'string' }
  if (operator === '+' && one.kind === 'list') {
    const list = joined(one, other)
    if (list) return list
  }
  return checker.report(
    { start, end },
    sentenceOfClauses(
      localize('{operator} cannot be used with {one} and {other}', {
        operator,
        one: describeType(one),
        other: describeType(other),
      }),
      ...hintFor(one, other),
    ),
  )
}

const boolResult: Type = { kind: 'bool' }

const allowedTexts = (type: Type): readonly string[] | undefined => (type.kind === 'string' ? type.values : undefined)

/** The results of arithmetic with time. */
const timeResults: Readonly<Record<string, 'ts' | 'duration'>> = {
  'ts - ts': 'duration',
  'ts + duration': 'ts',
  'duration + ts': 'ts',
  'ts - duration': 'ts',
  'duration + duration': 'duration',
  'duration - duration': 'duration',
}

/**
 * The problem of a word that is no value of an enum.
 *
 * @param name the field; undefined if it has no name here
 * @param advice more clauses
 */
export function noValueOf(
  name: string | undefined,
  values: readonly string[],
  word: string,
  advice: readonly string[] = [],
): { readonly message: string; readonly replacements: readonly string[] } {
  const near = nearest(word, values)
  const allowed =
    values.length <= 8
      ? localize('it can be {values}', { values: values.map(show).join(', ') })
      : nameAdvice(near.map(show), values.map(show))
  const value = show(word)
  const what =
    name === undefined
      ? localize('This enum has no value {value}', { value })
      : localize('{field} has no value {value}', { field: shorten(name), value })
  return { message: sentenceOfClauses(what, allowed, ...advice), replacements: near.map(quoted) }
}

/** How to compare two types that cannot be compared as they are: no clause, or one. */
function hintFor(one: Type, other: Type): readonly string[] {
  const kinds = [one.kind, other.kind]
  if (kinds.includes('ts') && kinds.includes('string'))
    return [localize('write a date as {call}', { call: 'timestamp("2026-06-30")' })]
  if (kinds.includes('duration') && kinds.includes('string'))
    return [localize('write a duration as {call}', { call: 'duration("90d")' })]
  if (kinds.includes('ts') && (kinds.includes('int') || kinds.includes('float')))
    return [localize('write a number of days as {call}', { call: 'duration("30d")' })]
  if (kinds.includes('duration') && (kinds.includes('int') || kinds.includes('float')))
    return [localize('write a duration as {call}, or count days with daysBetween', { call: 'duration("90d")' })]
  return []
}
