import { capitalized } from '../../basics/text.ts'
import { cutTo, nameAdvice, shorten, show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { type BinaryNode, type Expression, literalText } from '../read/nodes.ts'
import { durationOf } from '../run/values.ts'
import { type Checker, mustBe, quoted } from './checker.ts'
import type { Scope, Use } from './scope.ts'
import { describeType, isComparable, isNumber, isText, joined, type Type, unknown } from './types.ts'

/** The type check of binary operators. */

/** Checks a binary operator and both of its sides. */
export function checkOperator(checker: Checker, node: BinaryNode, scope: Scope): Type {
  const { operator, left, right } = node
  if (operator === '&&' || operator === '||') {
    mustBe(checker, 'bool', left, scope, `The left side of ${operator}`)
    return mustBe(checker, 'bool', right, scope, `The right side of ${operator}`)
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
      `${capitalized(describeType(one))} and ${describeType(other)} cannot be compared${hintFor(one, other)}.`,
    )
    return boolResult
  }
  const isOrder = operator !== '==' && operator !== '!='
  const closed = [one, other].find(type => type.kind === 'string' && type.values)
  if (isOrder && closed)
    checker.report({ start, end }, 'Allowed values have no order here; compare them with ==, != or in.')
  else if (isOrder && ['list', 'record', 'bool'].includes(one.kind))
    checker.report({ start, end }, `${capitalized(describeType(one))} has no order; compare it with == or !=.`)
  else closedSets(checker, left, one, right, other, use)
  return boolResult
}

/** Reports a text such as `"2026-06-30"` or `"90d"` that is compared with a timestamp or a duration. */
function timeInQuotes(checker: Checker, node: Expression, { kind }: Type): boolean {
  const word = literalText(node)
  if (word === undefined || (kind !== 'ts' && kind !== 'duration')) return false
  if (kind === 'ts' ? !valueTypes.ts.accepts(word) : durationOf(word) === undefined) return false
  const written = `${kind === 'ts' ? 'timestamp' : kind}(${quoted(word)})`
  checker.report(node, `${capitalized(describeType({ kind }))} is not compared with a text; write ${written}.`, [
    written,
  ])
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
        'These two enums have no value in common, so they are never equal.',
      )
    return
  }
  if (values) mustBeIn(checker, right, values, left, use)
  if (others) mustBeIn(checker, left, others, right, use)
}

function mustBeIn(checker: Checker, node: Expression, values: readonly string[], owner: Expression, use: Use): void {
  const word = literalText(node)
  if (word === undefined || values.includes(word) || use === 'inherited rule') return
  const name = owner.kind === 'name' || owner.kind === 'member' ? owner.name : 'This enum'
  const { message, replacements } = noValueOf(name, values, word)
  const isField = use === 'query' && owner.kind === 'name'
  const advice = isField ? `; to find what is written, write written(${shorten(name)})` : ''
  checker.report(node, message.replace(/\.$/, `${advice}.`), replacements)
}

function containment(checker: Checker, { left, right }: BinaryNode, one: Type, other: Type, use: Use): Type {
  if (other.kind === 'unknown') return boolResult
  if (other.kind !== 'list') {
    const word = literalText(right)
    const list = word === undefined ? undefined : `[${JSON.stringify(word)}]`
    const hint = `; write ${list ? `${cutTo(80, list)} for a list, or ` : ''}text.contains(part) to look into a text`
    const message = `A list must stand behind in, and this is ${describeType(other)}${isText(other) ? hint : ''}.`
    checker.report(right, message, list ? [list] : [])
    return boolResult
  }
  if (!isComparable(one, other.item)) {
    const items = describeType(other).replace('a list of ', '')
    checker.report(left, `The list has ${items}, and this is ${describeType(one)}.`)
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
    return checker.report({ start, end }, '% is the remainder of whole numbers, and one side is no whole number.')
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
    `${operator} cannot be used with ${describeType(one)} and ${describeType(other)}${hintFor(one, other)}.`,
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

/** The problem of a word that is no value of an enum. */
export function noValueOf(
  name: string,
  values: readonly string[],
  word: string,
): { readonly message: string; readonly replacements: readonly string[] } {
  const near = nearest(word, values)
  const allowed =
    values.length <= 8 ? `it can be ${values.map(show).join(', ')}` : nameAdvice(near.map(show), values.map(show))
  return { message: `${shorten(name)} has no value ${show(word)}; ${allowed}.`, replacements: near.map(quoted) }
}

/** How to compare two types that cannot be compared as they are. */
function hintFor(one: Type, other: Type): string {
  const kinds = [one.kind, other.kind]
  if (kinds.includes('ts') && kinds.includes('string')) return '; write a date as timestamp("2026-06-30")'
  if (kinds.includes('duration') && kinds.includes('string')) return '; write a duration as duration("90d")'
  if (kinds.includes('ts') && (kinds.includes('int') || kinds.includes('float')))
    return '; write a number of days as duration("30d")'
  if (kinds.includes('duration') && (kinds.includes('int') || kinds.includes('float')))
    return '; write a duration as duration("90d"), or count days with daysBetween'
  return ''
}
