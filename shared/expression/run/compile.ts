import { once } from '../../basics/once.ts'
import { type Matches, matchesPart } from '../../domains/pattern.ts'
import { type Aspect, aspectOf, type FieldDefinition, fieldNamed, fieldOf, type Tag } from '../../domains/registry.ts'
import type { TypedExpression } from '../check/check.ts'
import { meaningOf, type Scope, tagNamed, type Use, withVariable } from '../check/scope.ts'
import { isText, type Type, unknown } from '../check/types.ts'
import { functionNamed } from '../functions/functions.ts'
import { isMacro } from '../functions/list-functions.ts'
import { type BinaryNode, type CallNode, type Expression, literalText, partsOf } from '../read/nodes.ts'
import { type Evaluate, type Frame, stepsOf } from './frame.ts'
import { operation } from './operators.ts'
import type { RecordValues, Value } from './values.ts'
import { valueAsText } from './values.ts'

/** Compiles an expression without problems to a function. */
export const compile = (tree: Expression, typed: TypedExpression, scope: Scope): Evaluate =>
  compiler(typed, scope.use).compileNode(tree, scope)

/** A field that an expression reads, and the record that has it: this one, or one that a reference leads to. */
export interface FieldPlace {
  readonly field: FieldDefinition
  readonly owner: (frame: Frame) => RecordValues | undefined
}

/** The fields that an expression without problems reads, without those of the items of lists. */
export function compilePlaces(tree: Expression, typed: TypedExpression, scope: Scope): FieldPlace[] {
  const { compilePlace } = compiler(typed, scope.use)
  const placesIn = (node: Expression): FieldPlace[] => {
    const inner = typed.scopes.get(node)
    const place = inner?.variables.length === 0 ? compilePlace(node, inner) : undefined
    return [...(place ? [place] : []), ...partsOf(node).flatMap(placesIn)]
  }
  return placesIn(tree)
}

interface Compiler {
  compileNode(node: Expression, scope: Scope): Evaluate
  /** The last field of a path, and the record that has it; undefined for any other node. */
  compilePlace(node: Expression, scope: Scope): FieldPlace | undefined
}

function compiler(typed: TypedExpression, use: Use): Compiler {
  return { compileNode, compilePlace }

  function typeOf(node: Expression): Type {
    return typed.types.get(node) ?? unknown
  }

  function compileNode(node: Expression, scope: Scope): Evaluate {
    switch (node.kind) {
      case 'literal': {
        const { value } = node
        return () => value
      }
      case 'name':
        return compileName(node.name, scope)
      case 'member':
        return follow(node.object, node.name, scope)
      case 'index':
        return compileIndex(node.object, node.index, scope)
      case 'call':
        return compileCall(node, scope)
      case 'unary': {
        const operand = compileNode(node.operand, scope)
        if (node.operator === '-') return frame => negated(operand(frame))
        return frame => {
          const value = operand(frame)
          return value === undefined ? undefined : !value
        }
      }
      case 'binary':
        return compileBinary(node, scope)
      case 'conditional': {
        const [condition, yes, no] = [node.condition, node.yes, node.no].map(part => compileNode(part, scope)) as [
          Evaluate,
          Evaluate,
          Evaluate,
        ]
        return frame => {
          const value = condition(frame)
          if (value === undefined) return undefined
          return value ? yes(frame) : no(frame)
        }
      }
      case 'list': {
        // Most lists are of literals, as in `status in ["open", "late"]`: then one list serves all records.
        const literals = node.items.flatMap(item => (item.kind === 'literal' ? [item.value] : []))
        if (literals.length === node.items.length) return () => literals
        const items = node.items.map(item => compileNode(item, scope))
        return frame => present(items.map(item => item(frame)))
      }
      case 'missing':
        return () => undefined
    }
  }

  function compileIndex(object: Expression, index: Expression, scope: Scope): Evaluate {
    if (typeOf(object).kind !== 'list') return follow(object, literalText(index) ?? '', scope)
    const value = compileNode(object, scope)
    const number = compileNode(index, scope)
    return frame => {
      const list = value(frame) as readonly Value[] | undefined
      const position = number(frame) as number | undefined
      return list === undefined || position === undefined ? undefined : list[position]
    }
  }

  function compileBinary(node: BinaryNode, scope: Scope): Evaluate {
    const { operator } = node
    const left = compileNode(node.left, scope)
    const right = compileNode(node.right, scope)
    if (operator === '&&')
      return frame => {
        const value = left(frame)
        return value === true ? right(frame) : value
      }
    if (operator === '||')
      return frame => {
        const value = left(frame)
        return value === false ? right(frame) : value
      }
    const isEquals = operator === '=='
    const text = node.right.kind === 'literal' && isText(typeOf(node.left)) ? node.right.value : undefined
    if ((isEquals || operator === '!=') && text !== undefined) {
      return frame => {
        const value = left(frame)
        return value === undefined ? undefined : (value === text) === isEquals
      }
    }
    const calculate = operation(node, typeOf(node.left), typeOf(node.right))
    return frame => {
      const one = left(frame)
      if (one === undefined) return undefined
      const other = right(frame)
      return other === undefined ? undefined : calculate(one, other, frame)
    }
  }

  function compileCall(node: CallNode, scope: Scope): Evaluate {
    const { name, receiver } = node
    const called = functionNamed(name, receiver !== undefined)
    if (!called) return () => undefined
    const isCalledAlone = called.receiver !== undefined && receiver === undefined
    const subject = isCalledAlone ? node.arguments[0] : receiver
    const args = isCalledAlone ? node.arguments.slice(1) : node.arguments
    if (isMacro(name)) return compileMacro(name, subject!, args, scope)
    if (name === 'has') return compilePresence(args[0]!, scope)
    if (name === 'valid' || name === 'written') return compileAspect(name, args[0]!, scope)
    if (name === 'referrers') return compileReferrers(args, scope)
    if (name === 'acyclic') return compileAcyclic(args[0]!, scope)
    const values = (subject ? [subject, ...args] : args).map(arg => compileNode(arg, scope))
    if (name === 'matches') return compileMatches(values[0]!, literalText(args[0]!) ?? '')
    if (name === 'string') {
      const isDuration = typeOf(args[0]!).kind === 'duration'
      return frame => {
        const value = values[0]!(frame)
        return value === undefined ? undefined : valueAsText(value, isDuration)
      }
    }
    const evaluate = called.evaluate!
    const literals = (subject ? [subject, ...args] : args).flatMap(arg => (arg.kind === 'literal' ? [arg.value] : []))
    // `duration("1d")` is the same for all records.
    if (literals.length === values.length) return once(() => evaluate(...literals))
    const [first, second] = values
    if (values.length === 1)
      return frame => {
        const value = first!(frame)
        return value === undefined || !frame.take(stepsOf(value)) ? undefined : evaluate(value)
      }
    return frame => {
      const one = first!(frame)
      const other = second!(frame)
      return one === undefined || other === undefined || !frame.take(stepsOf(one)) ? undefined : evaluate(one, other)
    }
  }

  /**
   * A value that is there and not allowed is a problem of its own, so has() has no result for it in a rule. A query
   * reports no problems: for it, what is written is there.
   */
  function compilePresence(node: Expression, scope: Scope): Evaluate {
    const value = compileNode(node, scope)
    const place = compilePlace(node, scope)
    const isWritten = (frame: Frame): boolean => place?.owner(frame)?.isWritten(place.field) ?? false
    if (use === 'query') return frame => isWritten(frame) || value(frame) !== undefined
    return frame => value(frame) !== undefined || (isWritten(frame) ? undefined : false)
  }

  /** The text of a field as it is written, or whether its value is allowed. */
  function compileAspect(kind: Aspect['kind'], node: Expression, scope: Scope): Evaluate {
    const place = compilePlace(node, scope)
    if (!place) return () => undefined
    const { owner } = place
    const field = aspectOf(place.field, kind)
    if (kind === 'written') return frame => owner(frame)?.get(field)
    return frame => owner(frame)?.get(field) === true
  }

  function compilePlace(node: Expression, scope: Scope): FieldPlace | undefined {
    if (node.kind === 'name') {
      const meaning = meaningOf(node.name, scope)
      return meaning?.kind === 'field' ? { field: meaning.field, owner: frame => frame.record } : undefined
    }
    if (node.kind !== 'member' && node.kind !== 'index') return undefined
    const field = fieldOfMember(node.object, node.kind === 'member' ? node.name : (literalText(node.index) ?? ''))
    return field && { field, owner: compileRecord(node.object, scope) }
  }

  /** The field of a record, or of the record that a reference leads to. */
  function follow(object: Expression, name: string, scope: Scope): Evaluate {
    const field = fieldOfMember(object, name)
    const record = compileRecord(object, scope)
    return field ? frame => record(frame)?.get(field) : () => undefined
  }

  function fieldOfMember(object: Expression, name: string): FieldDefinition | undefined {
    const tag = tagOf(typeOf(object))
    return tag && fieldNamed(tag, name)
  }

  /** The record that a node is, or leads to. */
  function compileRecord(node: Expression, scope: Scope): (frame: Frame) => RecordValues | undefined {
    const type = typeOf(node)
    const tag = tagOf(type)
    if (!tag) return () => undefined
    if (type.kind === 'reference') {
      const meaning = node.kind === 'name' ? meaningOf(node.name, scope) : undefined
      if (meaning?.kind === 'field') return frame => targetOf(frame.record, meaning.field, tag, frame)
      const field = node.kind === 'member' ? fieldOfMember(node.object, node.name) : undefined
      if (node.kind === 'member' && field) {
        const owner = compileRecord(node.object, scope)
        return frame => {
          const record = owner(frame)
          return record && targetOf(record, field, tag, frame)
        }
      }
    }
    const value = compileNode(node, scope)
    if (type.kind === 'record') return value as (frame: Frame) => RecordValues | undefined
    return frame => {
      const id = value(frame)
      return id === undefined ? undefined : frame.records.find(tag, id as string)
    }
  }

  function compileMacro(
    name: string,
    subject: Expression,
    [variable, body]: readonly Expression[],
    scope: Scope,
  ): Evaluate {
    const list = compileNode(subject, scope)
    const inner = withVariable(scope, variable?.kind === 'name' ? variable.name : '', unknown)
    const { slot } = inner.variables[0]!
    const evaluate = compileNode(body!, inner)
    return frame => {
      const items = list(frame) as readonly Value[] | undefined
      if (items === undefined) return undefined
      const kept: Value[] = []
      for (const item of items) {
        if (!frame.take(1)) return undefined
        frame.variables[slot] = item
        const value = evaluate(frame)
        if (frame.isExhausted) return undefined
        if (value === undefined) continue
        if (name === 'exists' && value === true) return true
        if (name === 'all' && value === false) return false
        if (name === 'map') kept.push(value)
        else if (value === true) kept.push(item)
      }
      if (name === 'exists_one') return kept.length === 1
      if (name === 'exists' || name === 'all') return name === 'all'
      return kept
    }
  }

  function compileReferrers([tagNode, fieldNode]: readonly Expression[], scope: Scope): Evaluate {
    const tag = tagNamed(literalText(tagNode!) ?? '', scope)
    const field = literalText(fieldNode!) ?? ''
    const id = fieldOf(scope.tag, scope.tag.identityField)
    if (!tag || !id) return () => undefined
    return frame => {
      const { links } = frame.record
      if (links) return links.referrers(tag, field)
      const own = frame.record.get(id)
      return typeof own === 'string' ? frame.records.referrers(tag, field, own) : undefined
    }
  }

  function compileAcyclic(node: Expression, scope: Scope): Evaluate {
    const field = node.kind === 'name' ? fieldOf(scope.tag, node.name) : undefined
    const id = fieldOf(scope.tag, scope.tag.identityField)
    if (!field || !id) return () => undefined
    return ({ record, records }) => {
      const own = record.get(id)
      if (typeof own !== 'string' || record.get(field) === undefined) return undefined
      const isInCircle = record.links?.isInCircle(field) ?? records.isInCircle(scope.tag, field, own)
      return isInCircle === undefined ? undefined : !isInCircle
    }
  }
}

function compileName(name: string, scope: Scope): Evaluate {
  const meaning = meaningOf(name, scope)
  switch (meaning?.kind) {
    case 'variable': {
      const { slot } = meaning.variable
      return frame => frame.variables[slot]
    }
    case 'field': {
      const { field } = meaning
      return frame => frame.record.get(field)
    }
    case 'this':
      return frame => frame.record
    case 'now':
      return frame => frame.now
    default:
      return () => undefined
  }
}

/** The tag of a record, or of the record that a reference leads to. */
const tagOf = (type: Type): Tag | undefined =>
  type.kind === 'record' || type.kind === 'reference' ? type.tag : undefined

/** The record that a field of a record refers to. */
function targetOf(record: RecordValues, field: FieldDefinition, tag: Tag, frame: Frame): RecordValues | undefined {
  if (record.links) return record.links.target(field)
  const id = record.get(field)
  return id === undefined ? undefined : frame.records.find(tag, id as string)
}

function compileMatches(value: Evaluate, pattern: string): Evaluate {
  let compiled: Matches | undefined
  return frame => {
    const text = value(frame) as string | undefined
    if (text === undefined || !frame.take(stepsOf(text))) return undefined
    compiled ??= matchesPart(pattern)
    return compiled(text)
  }
}

const negated = (value: Value | undefined): Value | undefined => {
  if (typeof value === 'bigint') return -value
  return value === undefined ? undefined : 0 - (value as number)
}

const present = (values: readonly (Value | undefined)[]): readonly Value[] | undefined =>
  values.includes(undefined) ? undefined : (values as readonly Value[])
