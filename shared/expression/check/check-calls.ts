import { RE2JSSyntaxException } from 're2js'
import { formatNames } from '../../domains/formats/format-names.ts'
import { isFormatName } from '../../domains/formats/formats.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { hasNoField, nameAdvice } from '../../domains/name-advice.ts'
import { nearest } from '../../domains/nearest.ts'
import { matchesPart } from '../../domains/pattern.ts'
import { type FieldDefinition, fieldOf } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { accepts, type ExpressionFunction, signatureOf, type TypeWord, typeOfWord } from '../functions/function.ts'
import { functionNamed, functions, functionsBehind, isUsable } from '../functions/functions.ts'
import { isMacro } from '../functions/list-functions.ts'
import { isAboutValue } from '../functions/record-functions.ts'
import { type CallNode, type Expression, literalText, partsOf } from '../read/nodes.ts'
import { callHere, callInWords, nameOfCall } from '../read/other-languages.ts'
import { durationOf } from '../run/values.ts'
import { type Checker, mustBe, quoted } from './checker.ts'
import { namesPresence, presenceAdvice } from './presence.ts'
import { meaningOf, type Scope, tagNamed, withVariable } from './scope.ts'
import { describeType, joined, type Type, unknown } from './types.ts'

/** The type check of calls. Functions that names or descriptors decide about have a check of their own. */

/** Checks a call and its arguments. */
export function checkCall(checker: Checker, node: CallNode, scope: Scope): Type {
  const { name, nameAt, receiver } = node
  const called = functionNamed(name, receiver !== undefined)
  if (!called) {
    const types = partsOf(node).map(part => checker.check(part, scope))
    const all = functions.filter(
      one => (one.receiver !== undefined) === (receiver !== undefined) && isUsable(one, scope.use),
    )
    const fitting = receiver ? functionsBehind(types[0]!) : all
    const other = functionNamed(name, receiver === undefined)
    const hint = namesPresence(name) ? [presenceAdvice()] : []
    if (other) {
      const what = localize('{name} is called as {form}', { name, form: signatureOf(other) })
      return checker.report(nameAt, sentenceOfClauses(what, ...hint))
    }
    if (hint.length > 0) return checker.report(nameAt, sentenceOfClauses(noFunction(name), ...hint))
    const call = callHere(name)
    if (call) return otherCall(checker, node, call, receiver && types[0])
    const near = nearest(name, functionNames(all))
    const hasNone = near.length === 0 && fitting.length === 0
    const advice = hasNone
      ? localize('{type} has none behind it', { type: describeType(types[0]!) })
      : nameAdvice(near, functionNames(fitting))
    return checker.report(nameAt, sentenceOfClauses(noFunction(name), advice), near)
  }
  const isCalledAlone = called.receiver && !receiver
  const args = isCalledAlone ? node.arguments.slice(1) : node.arguments
  const subject = isCalledAlone ? node.arguments[0] : receiver
  const least = called.parameters.filter(one => !one.isOptional).length
  const isWrongNumber = args.length < least || args.length > called.parameters.length
  if (isWrongNumber || (called.receiver && !subject)) {
    if (subject) checker.check(subject, scope)
    if (!isMacro(name)) for (const arg of args) checker.check(arg, scope)
    const { length: count } = args
    const what =
      count === 1
        ? localize('{name} is called with 1 argument', { name })
        : localize('{name} is called with {count} arguments', { name, count })
    const form = localize('its form is {form}', { form: signatureOf(called) })
    const hint = name === 'exists' && count === 0 ? [presenceAdvice()] : []
    checker.report(nameAt, sentenceOfClauses(what, form, ...hint))
    return resultType(called.result, unknown)
  }
  if (isMacro(name)) return overItems(checker, called, subject!, args as [Expression, Expression], scope)
  if (isAboutValue(name)) return aboutValue(checker, node, args[0]!, scope)
  if (name === 'referrers') return referrers(checker, args as [Expression, Expression], scope)
  if (name === 'acyclic') return acyclic(checker, args[0]!, scope)
  return plainCall(checker, called, subject, args, scope)
}

const noFunction = (name: string): string => localize('There is no function {name}', { name: shorten(name) })

/** That there is no function, and what to write in its place. */
const noFunctionMessage = (name: string, text: string): string =>
  sentenceOfClauses(noFunction(name), localize('write {text}', { text }))

const functionNames = (some: readonly ExpressionFunction[]): string[] => some.map(({ name }) => name)

/** Reports a function of another language, and how it is called here. */
function otherCall(checker: Checker, node: CallNode, call: string, receiver: Type | undefined): Type {
  const { name, nameAt } = node
  const here = nameOfCall(call)
  if (here === 'contains' && receiver?.kind === 'list')
    return checker.report(nameAt, noFunctionMessage(name, 'value in list'))
  const isSameForm = here !== undefined && functionNamed(here, receiver !== undefined)
  const message = noFunctionMessage(name, callInWords(call))
  if (isSameForm) return checker.report(nameAt, message, [here])
  const isWhole = here === undefined && call === 'now' && node.arguments.length === 0
  return checker.report(isWhole ? node : nameAt, message, isWhole ? [call] : [])
}

function plainCall(
  checker: Checker,
  called: ExpressionFunction,
  subject: Expression | undefined,
  args: readonly Expression[],
  scope: Scope,
): Type {
  const { name, receiver, parameters, result } = called
  const types: Type[] = []
  let common = unknown
  const pairs = [
    ...(receiver && subject ? [{ parameter: receiver, node: subject }] : []),
    ...args.map((node, index) => ({ parameter: parameters[index]!, node })),
  ]
  for (const { parameter, node } of pairs) {
    const type = checker.check(node, scope)
    types.push(type)
    common = joined(common, type) ?? common
    if (!accepts(parameter.type, type))
      checker.report(
        node,
        localize('{name} needs {wanted} here, and this is {type}.', {
          name,
          wanted: wordsForType(parameter.type),
          type: describeType(type),
        }),
      )
  }
  const [first] = pairs
  const type = types[0] ?? unknown
  const places = { name, type: describeType(type) }
  if (name === 'size' && !accepts('string', type) && type.kind !== 'list')
    checker.report(first!.node, localize('{name} needs a text or a list, and this is {type}.', places))
  if ((name === 'int' || name === 'double') && !accepts('number', type) && !accepts('string', type))
    checker.report(first!.node, localize('{name} needs a number or a text, and this is {type}.', places))
  if (name === 'string' && (type.kind === 'list' || type.kind === 'record'))
    checker.report(first!.node, localize('{name} needs a single value, and this is {type}.', places))
  literals(checker, name, args)
  if (name === 'split') return { kind: 'list', item: { kind: 'string' } }
  return resultType(result, common)
}

/** Reports text literals that a function cannot read. */
function literals(checker: Checker, name: string, [first]: readonly Expression[]): void {
  const word = first && literalText(first)
  if (name === 'timestamp' && word !== undefined && !valueTypes.ts.accepts(word))
    checker.report(first!, localize('The timestamp {problem}.', { problem: valueTypes.ts.explain(word) }))
  if (name === 'isFormat' && word !== undefined && !isFormatName(word))
    checker.report(
      first!,
      sentenceOfClauses(
        localize('There is no format {name}', { name: show(word) }),
        nameAdvice(nearest(word, formatNames), formatNames),
      ),
    )
  if (name === 'duration' && word !== undefined && durationOf(word) === undefined)
    checker.report(
      first!,
      localize('{text} is no duration; write numbers with units, such as "90d" or "1h30m".', { text: show(word) }),
    )
  if (name !== 'matches' || !first) return
  if (word === undefined) {
    checker.report(
      first,
      localize('The pattern of matches must be a text in quotes, so that it can be checked beforehand.'),
    )
    return
  }
  const problem = whyPatternFails(word)
  if (problem) checker.report(first, localize('The pattern cannot be used: {problem}.', { problem }))
}

/** Checks a call that asks about the value of a field, such as `has(…)`. */
function aboutValue(checker: Checker, { name, nameAt }: CallNode, node: Expression, scope: Scope): Type {
  const isPath = (part: Expression): boolean =>
    part.kind === 'name' ||
    (part.kind === 'member' && isPath(part.object)) ||
    (part.kind === 'index' && part.index.kind === 'literal' && isPath(part.object))
  checker.check(node, scope)
  if (!isPath(node))
    checker.report(
      node,
      localize('{name}() needs a field or a path such as control_ref.owner, without quotes.', { name }),
    )
  if (scope.use !== 'query' && name !== 'has') {
    const what = localize('A rule reads only values that are allowed, so it cannot use {call}', { call: `${name}(…)` })
    const advice =
      name === 'valid' ? localize('write {text}', { text: 'has(…)' }) : localize('write string(…) for a value as text')
    checker.report(nameAt, sentenceOfClauses(what, advice))
  }
  return name === 'written' ? { kind: 'string' } : boolType
}

function overItems(
  checker: Checker,
  { name, result }: ExpressionFunction,
  subject: Expression,
  [variable, body]: [Expression, Expression],
  scope: Scope,
): Type {
  const list = checker.check(subject, scope)
  if (list.kind !== 'list' && list.kind !== 'unknown')
    checker.report(
      subject,
      localize('{name} needs a list before it, and this is {type}.', { name, type: describeType(list) }),
    )
  const item = list.kind === 'list' ? list.item : unknown
  if (variable.kind !== 'name') {
    checker.report(variable, localize('Write a name for the items here, such as {call}.', { call: `${name}(x, …)` }))
    return resultType(result, unknown)
  }
  checker.declare(variable, item)
  const inner = withVariable(scope, variable.name, item)
  const type =
    name === 'map'
      ? checker.check(body, inner)
      : mustBe(checker, 'bool', body, inner, localize('The condition of {name}', { name }))
  if (name === 'map') return { kind: 'list', item: type }
  return name === 'filter' ? { kind: 'list', item } : boolType
}

function referrers(checker: Checker, [tagNode, fieldNode]: [Expression, Expression], scope: Scope): Type {
  const [tagWord, fieldWord] = [literalText(tagNode), literalText(fieldNode)]
  for (const node of [tagNode, fieldNode]) {
    checker.check(node, scope)
    if (literalText(node) === undefined)
      checker.report(node, localize('The arguments of referrers are a tag and a field in quotes.'))
  }
  const list: Type = { kind: 'list', item: unknown }
  if (tagWord === undefined) return list
  const tag = tagNamed(tagWord, scope)
  if (!tag) {
    const tags = [...scope.tag.domain.tags.keys()]
    const near = nearest(tagWord, tags)
    const message = sentenceOfClauses(
      localize('There is no tag {tag}', { tag: shorten(tagWord) }),
      nameAdvice(near, tags),
    )
    checker.report(tagNode, message, near.map(quoted))
    return list
  }
  const ofTag: Type = { kind: 'list', item: { kind: 'record', tag } }
  if (fieldWord === undefined) return ofTag
  const refers = (field: FieldDefinition): boolean => field.target?.path === scope.tag.nameOfRecords.path
  const field = fieldOf(tag, fieldWord)
  if (field && refers(field)) return ofTag
  const fitting = [...tag.fields.values()].filter(refers).map(one => one.name)
  const reason = field
    ? localize('{field} does not refer to {tag}', { field: field.label, tag: scope.tag.name })
    : hasNoField(tag, fieldWord)
  checker.report(fieldNode, sentenceOfClauses(reason, whichRefer(fitting)), fitting.map(quoted))
  return ofTag
}

/** Which fields of a tag refer to the one that is asked for, as a clause. */
function whichRefer(fields: readonly string[]): string {
  if (fields.length === 0) return localize('no field of it does')
  const [only] = fields
  return fields.length === 1
    ? localize('{field} does', { field: only! })
    : localize('{fields} do', { fields: { and: fields } })
}

function acyclic(checker: Checker, node: Expression, scope: Scope): Type {
  const type = checker.check(node, scope)
  const item = type.kind === 'list' ? type.item : type
  const isOwn = item.kind === 'reference' && item.path === scope.tag.nameOfRecords.path
  const field = node.kind === 'name' ? meaningOf(node.name, scope)?.kind === 'field' : false
  if (item.kind !== 'unknown' && !(isOwn && field))
    checker.report(
      node,
      localize('acyclic needs a field of {tag} that refers to other records of {tag}.', { tag: scope.tag.name }),
    )
  return boolType
}

const boolType: Type = { kind: 'bool' }

/** What a parameter takes, in a sentence. */
const wordsForType = (word: TypeWord): string => describeType(typeOfWord(word) ?? unknown)

function resultType(word: TypeWord, common: Type): Type {
  if (word === 'number') return common
  if (word === 'list') return { kind: 'list', item: unknown }
  return word === 'any' ? unknown : { kind: word }
}

/** Why a pattern cannot be used, as a part of a sentence; undefined if it can. */
function whyPatternFails(pattern: string): string | undefined {
  if (pattern.length > 1000)
    return localize('it has {count} characters, and at most 1000 are read', { count: pattern.length })
  try {
    matchesPart(pattern)
    return undefined
  } catch (error) {
    if (/\(\?<?[=!]|\\[1-9]/.test(pattern))
      return localize('look-ahead, look-behind and back-references are not supported')
    return error instanceof RE2JSSyntaxException ? shorten(String(error.error)) : localize('it does not compile')
  }
}
