import { RE2JS, RE2JSSyntaxException } from 're2js'
import { shorten, show } from '../domains/message-text.ts'
import { nearest } from '../domains/nearest.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { Span } from '../syntax/nodes.ts'
import { accepts, type ExpressionFunction, functionNamed, functions, signatureOf, type TypeWord } from './functions.ts'
import {
  type BinaryNode,
  type CallNode,
  type Expression,
  type ExpressionProblem,
  type MemberNode,
  partsOf,
} from './nodes.ts'
import { meaningOf, type Scope, tagNamed, typeOfMeaning, withVariable } from './scope.ts'
import { describeType, isComparable, isNumber, isText, joined, type Type, typeOfField, unknown } from './types.ts'
import { durationOf } from './values.ts'

/** What the descriptors say about an expression. */
export interface TypedExpression {
  readonly type: Type
  /** In the order of their offsets. */
  readonly problems: readonly ExpressionProblem[]
  readonly types: ReadonlyMap<Expression, Type>
  /** The scope of each argument that has a name for items. */
  readonly scopes: ReadonlyMap<Expression, Scope>
}

/**
 * Checks the types of an expression. A part with a problem has an unknown type, so that it causes no other problems.
 */
export function checkTypes(tree: Expression, scope: Scope): TypedExpression {
  const problems: ExpressionProblem[] = []
  const types = new Map<Expression, Type>()
  const scopes = new Map<Expression, Scope>()
  const type = new TypeCheck(types, scopes, problem => problems.push(problem)).check(tree, scope)
  problems.sort((one, other) => one.start - other.start)
  return { type, problems, types, scopes }
}

class TypeCheck {
  constructor(
    private readonly types: Map<Expression, Type>,
    private readonly scopes: Map<Expression, Scope>,
    private readonly problem: (problem: ExpressionProblem) => void,
  ) {}

  check(node: Expression, scope: Scope): Type {
    const type = this.typeOf(node, scope)
    this.types.set(node, type)
    this.scopes.set(node, scope)
    return type
  }

  private report({ start, end }: Span, message: string, replacements: readonly string[] = []): Type {
    this.problem({ start, end, message, ...(replacements.length > 0 && { replacements }) })
    return unknown
  }

  private typeOf(node: Expression, scope: Scope): Type {
    switch (node.kind) {
      case 'missing':
        return unknown
      case 'literal':
        return { kind: node.type }
      case 'name': {
        const meaning = meaningOf(node.name, scope)
        if (!meaning) return this.unknownName(node.name, node, scope)
        return typeOfMeaning(meaning, scope)
      }
      case 'member':
        return this.member(node, scope)
      case 'index':
        return this.index(node.object, node.index, scope)
      case 'call':
        return this.call(node, scope)
      case 'unary':
        return this.unary(node.operator, node.operand, scope)
      case 'binary':
        return this.binary(node, scope)
      case 'conditional': {
        this.mustBe('bool', node.condition, scope, 'The condition before ?')
        const [yes, no] = [this.check(node.yes, scope), this.check(node.no, scope)]
        const type = joined(yes, no)
        return (
          type ??
          this.report(
            node.no,
            `Both sides of : must be of one type; here they are ${describeType(yes)} and ${describeType(no)}.`,
          )
        )
      }
      case 'list':
        return this.list(node.items, scope)
    }
  }

  private unknownName(name: string, at: Span, scope: Scope): Type {
    if (functions.some(one => one.name === name && !one.receiver))
      return this.report(at, `${name} is a function; write ${name}(…).`)
    const known = [...scope.variables.map(variable => variable.name), ...scope.tag.fields.keys(), 'rid', 'now']
    const near = nearest(name, known)
    return this.report(at, `${scope.tag.name} has no field ${shorten(name)}; ${adviceFor(near, name)}.`, near)
  }

  private member(node: MemberNode, scope: Scope): Type {
    const { name, nameAt } = node
    const type = this.check(node.object, scope)
    if (type.kind === 'unknown' || name === '') return unknown
    const tag = this.tagBehind(type, node.object)
    if (!tag) return unknown
    const field = fieldOf(tag, name)
    if (field) return typeOfField(field, scope.registry)
    const isFunction = functions.some(one => one.name === name && one.receiver)
    if (isFunction) return this.report(nameAt, `${name} is a function; write ${name}(…).`)
    const near = nearest(name, [...tag.fields.keys(), 'rid'])
    return this.report(nameAt, `${tag.name} has no field ${shorten(name)}; ${adviceFor(near)}.`, near)
  }

  /** The tag of the records whose fields can stand behind a dot. */
  private tagBehind(type: Type, at: Expression): Tag | undefined {
    if (type.kind === 'record') return type.tag
    if (type.kind === 'reference') {
      if (!type.tag) this.report(at, `This refers to ${type.path}, which no domain defines; add its descriptor.`)
      return type.tag
    }
    const advice =
      type.kind === 'list'
        ? 'use exists, all, filter or map to look at its items'
        : 'only a reference to a record can be followed by the name of a field'
    this.report(at, `This is ${describeType(type)}; ${advice}.`)
    return undefined
  }

  private index(object: Expression, index: Expression, scope: Scope): Type {
    const type = this.check(object, scope)
    if (type.kind === 'list') {
      this.mustBe('int', index, scope, 'The number of an item')
      return type.item
    }
    if (type.kind === 'unknown') {
      this.check(index, scope)
      return unknown
    }
    const tag = this.tagBehind(type, object)
    this.check(index, scope)
    if (!tag) return unknown
    const name = textOf(index)
    if (name === undefined)
      return index.kind === 'missing' ? unknown : this.report(index, 'The name of a field must stand here, in quotes.')
    const field = fieldOf(tag, name)
    if (field) return typeOfField(field, scope.registry)
    const near = nearest(name, [...tag.fields.keys(), 'rid'])
    return this.report(index, `${tag.name} has no field ${shorten(name)}; ${adviceFor(near)}.`, near.map(quoted))
  }

  private unary(operator: '!' | '-', operand: Expression, scope: Scope): Type {
    if (operator === '!') return this.mustBe('bool', operand, scope, 'What ! negates')
    const type = this.check(operand, scope)
    if (type.kind === 'unknown' || isNumber(type) || type.kind === 'duration') return type
    return this.report(operand, `A minus can stand before a number or a duration, and this is ${describeType(type)}.`)
  }

  private binary(node: BinaryNode, scope: Scope): Type {
    const { operator, left, right } = node
    if (operator === '&&' || operator === '||') {
      this.mustBe('bool', left, scope, `The left side of ${operator}`)
      return this.mustBe('bool', right, scope, `The right side of ${operator}`)
    }
    const [one, other] = [this.check(left, scope), this.check(right, scope)]
    if (operator === 'in') return this.containment(node, one, other)
    if (['==', '!=', '<', '<=', '>', '>='].includes(operator)) return this.comparison(node, one, other)
    return this.arithmetic(node, one, other)
  }

  private comparison({ operator, left, right, start, end }: BinaryNode, one: Type, other: Type): Type {
    if (!isComparable(one, other)) {
      this.report(
        { start, end },
        `${sentence(describeType(one))} and ${describeType(other)} cannot be compared${hintFor(one, other)}.`,
      )
      return bool
    }
    const isOrder = operator !== '==' && operator !== '!='
    const closed = [one, other].find(type => type.kind === 'string' && type.values)
    if (isOrder && closed)
      this.report(
        { start, end },
        'The values of an enum have no order, only that of the alphabet; compare them with ==, != or in.',
      )
    else if (isOrder && ['list', 'record', 'bool'].includes(one.kind))
      this.report({ start, end }, `${sentence(describeType(one))} has no order; compare it with == or !=.`)
    else this.closedSets(left, one, right, other)
    return bool
  }

  /** Reports a text that is compared with an enum and is none of its values. */
  private closedSets(left: Expression, one: Type, right: Expression, other: Type): void {
    const [values, others] = [valuesOf(one), valuesOf(other)]
    if (values && others) {
      if (!values.some(value => others.includes(value)))
        this.report(
          { start: left.start, end: right.end },
          'These two enums have no value in common, so they are never equal.',
        )
      return
    }
    if (values) this.mustBeIn(right, values, left)
    if (others) this.mustBeIn(left, others, right)
  }

  private mustBeIn(node: Expression, values: readonly string[], owner: Expression): void {
    const word = textOf(node)
    if (word === undefined || values.includes(word)) return
    const name = owner.kind === 'name' || owner.kind === 'member' ? owner.name : 'This enum'
    const { message, replacements } = noValueOf(name, values, word)
    this.report(node, message, replacements)
  }

  private containment({ left, right }: BinaryNode, one: Type, other: Type): Type {
    if (other.kind === 'unknown') return bool
    if (other.kind !== 'list') {
      const hint = isText(other) ? '; write text.contains(part) to look into a text' : ''
      this.report(right, `A list must stand behind in, and this is ${describeType(other)}${hint}.`)
      return bool
    }
    if (!isComparable(one, other.item)) {
      this.report(
        left,
        `The list has ${describeType(other).replace(/^a list( of )?/, '') || 'other values'}, and this is ${describeType(one)}.`,
      )
      return bool
    }
    const values = valuesOf(one)
    if (values && right.kind === 'list') for (const item of right.items) this.mustBeIn(item, values, left)
    const itemValues = valuesOf(other.item)
    if (itemValues) this.mustBeIn(left, itemValues, right)
    return bool
  }

  private arithmetic({ operator, start, end }: BinaryNode, one: Type, other: Type): Type {
    if (one.kind === 'unknown' || other.kind === 'unknown') return unknown
    if (operator === '%' && (one.kind !== 'int' || other.kind !== 'int'))
      return this.report({ start, end }, '% is the remainder of whole numbers, and one side is no whole number.')
    if (isNumber(one) && isNumber(other)) return one.kind === other.kind ? one : { kind: 'float' }
    const kinds = `${one.kind} ${operator} ${other.kind}`
    const result = timeResults[kinds]
    if (result) return { kind: result }
    if (operator === '+' && isText(one) && isText(other)) return { kind: 'string' }
    if (operator === '+' && one.kind === 'list' && other.kind === 'list') {
      const list = joined(one, other)
      if (list) return list
    }
    return this.report(
      { start, end },
      `${operator} cannot be used with ${describeType(one)} and ${describeType(other)}${hintFor(one, other)}.`,
    )
  }

  private list(items: readonly Expression[], scope: Scope): Type {
    let type = unknown
    for (const item of items) {
      const own = this.check(item, scope)
      // A list of words is one of texts, whatever they are compared with later.
      const common = joined(type, own)
      if (!common) {
        this.report(
          item,
          `The items of a list must be of one type; this is ${describeType(own)}, and others are ${describeType(type)}.`,
        )
        return { kind: 'list', item: unknown }
      }
      type = common
    }
    return { kind: 'list', item: type }
  }

  private call(node: CallNode, scope: Scope): Type {
    const { name, nameAt, receiver } = node
    const called = functionNamed(name, receiver !== undefined)
    if (!called) {
      for (const part of partsOf(node)) this.check(part, scope)
      const known = functions.filter(one => (one.receiver !== undefined) === (receiver !== undefined))
      const other = functionNamed(name, receiver === undefined)
      if (other) return this.report(nameAt, `${name} is called as ${signatureOf(other)}.`)
      const near = nearest(
        name,
        known.map(one => one.name),
      )
      return this.report(nameAt, `There is no function ${shorten(name)}; ${adviceFor(near)}.`, near)
    }
    const isCalledAlone = called.receiver && !receiver
    const args = isCalledAlone ? node.arguments.slice(1) : node.arguments
    const subject = isCalledAlone ? node.arguments[0] : receiver
    const least = called.parameters.filter(one => !one.isOptional).length
    const isWrongNumber = args.length < least || args.length > called.parameters.length
    if (isWrongNumber || (called.receiver && !subject)) {
      if (subject) this.check(subject, scope)
      if (!isMacro(name)) for (const arg of args) this.check(arg, scope)
      this.report(nameAt, `${name} is called with ${counted(args.length)}; its form is ${signatureOf(called)}.`)
      return resultType(called.result, unknown)
    }
    if (isMacro(name)) return this.overItems(node, subject!, args as [Expression, Expression], scope)
    if (name === 'has') return this.presence(args[0]!, scope)
    if (name === 'referrers') return this.referrers(args as [Expression, Expression], scope)
    if (name === 'acyclic') return this.acyclic(args[0]!, scope)
    return this.plainCall(called, subject, args, scope)
  }

  private plainCall(
    called: ExpressionFunction,
    subject: Expression | undefined,
    args: readonly Expression[],
    scope: Scope,
  ): Type {
    const { name, receiver, parameters, result } = called
    let common = unknown
    const pairs = [
      ...(receiver && subject ? [{ parameter: receiver, node: subject }] : []),
      ...args.map((node, index) => ({ parameter: parameters[index]!, node })),
    ]
    for (const { parameter, node } of pairs) {
      const type = this.check(node, scope)
      common = joined(common, type) ?? common
      if (!accepts(parameter.type, type))
        this.report(node, `${name} needs ${typeWords[parameter.type]} here, and this is ${describeType(type)}.`)
    }
    const [first] = pairs
    const type = first ? this.types.get(first.node)! : unknown
    if (name === 'size' && !accepts('string', type) && type.kind !== 'list')
      this.report(first!.node, `size needs a text or a list, and this is ${describeType(type)}.`)
    if ((name === 'int' || name === 'double') && !accepts('number', type) && !accepts('string', type))
      this.report(first!.node, `${name} needs a number or a text, and this is ${describeType(type)}.`)
    if (name === 'string' && (type.kind === 'list' || type.kind === 'record'))
      this.report(first!.node, `string needs a single value, and this is ${describeType(type)}.`)
    this.literals(name, args)
    if (name === 'split') return { kind: 'list', item: { kind: 'string' } }
    return resultType(result, common)
  }

  /** Reports text literals that a function cannot read. */
  private literals(name: string, [first]: readonly Expression[]): void {
    const word = first && textOf(first)
    if (name === 'timestamp' && word !== undefined && !valueTypes.ts.accepts(word))
      this.report(first!, `The timestamp ${valueTypes.ts.explain(word)}.`)
    if (name === 'duration' && word !== undefined && durationOf(word) === undefined)
      this.report(first!, `${show(word)} is no duration; write numbers with units, such as "90d" or "1h30m".`)
    if (name !== 'matches' || !first || first.kind === 'missing') return
    if (word === undefined) {
      this.report(first, 'The pattern of matches must be a text in quotes, so that it can be checked beforehand.')
      return
    }
    const problem = patternProblem(word)
    if (problem) this.report(first, `The pattern cannot be used: ${problem}.`)
  }

  private presence(node: Expression, scope: Scope): Type {
    const isPath = (part: Expression): boolean =>
      part.kind === 'name' ||
      (part.kind === 'member' && isPath(part.object)) ||
      (part.kind === 'index' && part.index.kind === 'literal' && isPath(part.object))
    this.check(node, scope)
    if (node.kind !== 'missing' && !isPath(node))
      this.report(node, 'has() needs a field or a path such as control_ref.owner.')
    return bool
  }

  private overItems(
    node: CallNode,
    subject: Expression,
    [variable, body]: [Expression, Expression],
    scope: Scope,
  ): Type {
    const { name } = node
    const list = this.check(subject, scope)
    if (list.kind !== 'list' && list.kind !== 'unknown')
      this.report(subject, `${name} needs a list before it, and this is ${describeType(list)}.`)
    const item = list.kind === 'list' ? list.item : unknown
    if (variable.kind !== 'name') {
      if (variable.kind !== 'missing')
        this.report(variable, `A name for the items must stand here, such as ${name}(x, …).`)
      return resultType(macroResults[name]!, unknown)
    }
    this.types.set(variable, item)
    const inner = withVariable(scope, variable.name, item)
    const type = name === 'map' ? this.check(body, inner) : this.mustBe('bool', body, inner, `The condition of ${name}`)
    if (name === 'map') return { kind: 'list', item: type }
    return name === 'filter' ? { kind: 'list', item } : bool
  }

  private referrers([tagNode, fieldNode]: [Expression, Expression], scope: Scope): Type {
    const [tagWord, fieldWord] = [textOf(tagNode), textOf(fieldNode)]
    for (const node of [tagNode, fieldNode]) {
      this.check(node, scope)
      if (textOf(node) === undefined && node.kind !== 'missing')
        this.report(node, 'The arguments of referrers are a tag and a field in quotes.')
    }
    const list: Type = { kind: 'list', item: unknown }
    if (tagWord === undefined) return list
    const tag = tagNamed(tagWord, scope)
    if (!tag) {
      const near = nearest(tagWord, scope.tag.domain.tags.keys())
      this.report(tagNode, `There is no tag ${shorten(tagWord)}; ${adviceFor(near)}.`, near.map(quoted))
      return list
    }
    const ofTag: Type = { kind: 'list', item: { kind: 'record', tag } }
    if (fieldWord === undefined) return ofTag
    const refers = (field: FieldDefinition): boolean => field.target?.path === scope.tag.fullName.path
    const field = fieldOf(tag, fieldWord)
    if (field && refers(field)) return ofTag
    const fitting = [...tag.fields.values()].filter(refers).map(one => one.name)
    const reason = field
      ? `${field.label} does not refer to ${scope.tag.name}`
      : `${tag.name} has no field ${shorten(fieldWord)}`
    this.report(
      fieldNode,
      `${reason}; ${fitting.length > 0 ? `${fitting.join(', ')} does` : 'no field of it does'}.`,
      fitting.map(quoted),
    )
    return ofTag
  }

  private acyclic(node: Expression, scope: Scope): Type {
    const type = this.check(node, scope)
    const item = type.kind === 'list' ? type.item : type
    const isOwn = item.kind === 'reference' && item.path === scope.tag.fullName.path
    const field = node.kind === 'name' ? meaningOf(node.name, scope)?.kind === 'field' : false
    if (item.kind !== 'unknown' && !(isOwn && field))
      this.report(node, `acyclic needs a field of ${scope.tag.name} that refers to other records of ${scope.tag.name}.`)
    return bool
  }

  private mustBe(word: 'bool' | 'int', node: Expression, scope: Scope, what: string): Type {
    const type = this.check(node, scope)
    if (type.kind !== 'unknown' && type.kind !== word) {
      const hint = word === 'bool' && type.kind === 'reference' ? '; write has(…) to ask whether there is one' : ''
      this.report(
        node,
        `${what} must be ${word === 'bool' ? 'true or false' : 'a whole number'}, and this is ${describeType(type)}${hint}.`,
      )
    }
    return { kind: word }
  }
}

const bool: Type = { kind: 'bool' }

const macroResults: Readonly<Record<string, TypeWord>> = {
  exists: 'bool',
  all: 'bool',
  exists_one: 'bool',
  filter: 'list',
  map: 'list',
}

/** Whether a function names the items of a list. */
export const isMacro = (name: string): boolean => Object.hasOwn(macroResults, name)

/** The text of a text literal. */
export const textOf = (node: Expression): string | undefined =>
  node.kind === 'literal' && node.type === 'string' ? (node.value as string) : undefined

const valuesOf = (type: Type): readonly string[] | undefined => (type.kind === 'string' ? type.values : undefined)

/** The results of arithmetic with time. */
const timeResults: Readonly<Record<string, 'ts' | 'duration'>> = {
  'ts - ts': 'duration',
  'ts + duration': 'ts',
  'duration + ts': 'ts',
  'ts - duration': 'ts',
  'duration + duration': 'duration',
  'duration - duration': 'duration',
}

const typeWords: Readonly<Record<TypeWord, string>> = {
  string: 'a text',
  int: 'a whole number',
  float: 'a number',
  number: 'a number',
  bool: 'true or false',
  ts: 'a timestamp',
  duration: 'a duration',
  list: 'a list',
  any: 'a value',
}

function resultType(word: TypeWord, common: Type): Type {
  if (word === 'number') return common
  if (word === 'list') return { kind: 'list', item: unknown }
  return word === 'any' ? unknown : { kind: word }
}

function adviceFor(near: readonly string[], written?: string): string {
  if (near.length > 0) return `${near.join(' or ')} may be meant`
  return written === undefined ? 'write one that there is' : `for a text, write ${show(written)}`
}

/** The problem of a word that is no value of an enum. */
export function noValueOf(
  name: string,
  values: readonly string[],
  word: string,
): { readonly message: string; readonly replacements: readonly string[] } {
  const near = nearest(word, values)
  const allowed = values.length <= 8 ? `it can be ${values.map(show).join(', ')}` : adviceFor(near.map(show))
  return { message: `${shorten(name)} has no value ${show(word)}; ${allowed}.`, replacements: near.map(quoted) }
}

/** How to compare two types that cannot be compared as they are. */
function hintFor(one: Type, other: Type): string {
  const kinds = [one.kind, other.kind]
  if (kinds.includes('ts') && kinds.includes('string')) return '; write a date as timestamp("2026-06-30")'
  if (kinds.includes('duration') && kinds.includes('string')) return '; write a duration as duration("90d")'
  if (kinds.includes('duration') && (kinds.includes('int') || kinds.includes('float')))
    return '; write a duration as duration("90d"), or count days with daysBetween'
  return ''
}

/** Why a pattern cannot be used, as a part of a sentence; undefined if it can. */
function patternProblem(pattern: string): string | undefined {
  if (pattern.length > 1000) return `it has ${pattern.length} characters, and at most 1000 are read`
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    if (/\(\?<?[=!]|\\[1-9]/.test(pattern)) return 'look-ahead, look-behind and back-references are not supported'
    return error instanceof RE2JSSyntaxException ? shorten(String(error.error)) : 'it does not compile'
  }
}

const quoted = (word: string): string => JSON.stringify(word)

const counted = (count: number): string => (count === 1 ? '1 argument' : `${count} arguments`)

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
