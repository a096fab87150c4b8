import { type FieldDefinition, fieldNamed, type Tag } from '../../domains/registry.ts'
import type { TypedExpression } from '../check/check.ts'
import { meaningOf, type Scope, type Use } from '../check/scope.ts'
import { isText, type Type, tagOfType, unknown } from '../check/types.ts'
import { type BinaryNode, type Expression, literalText, partsOf } from '../read/nodes.ts'
import { type Compiler, compileCall } from './compile-calls.ts'
import type { Evaluate, FieldPlace, Frame } from './frame.ts'
import { operation } from './operators.ts'
import type { RecordValues, Value } from './values.ts'

/** Compiles an expression without problems to a function. */
export const compile = (tree: Expression, typed: TypedExpression, scope: Scope): Evaluate =>
  compiler(typed, scope.use).compileNode(tree, scope)

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

function compiler(typed: TypedExpression, use: Use): Compiler {
  const self: Compiler = { use, typeOf, compileNode, compilePlace }
  return self

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
        return compileCall(node, scope, self)
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
    if (operator === '&&' || operator === '||') {
      // As CEL has it: a side that decides counts even if the other one has no value.
      const decides = operator === '||'
      return frame => {
        const value = left(frame)
        if (value === decides) return value
        const other = right(frame)
        return other === decides || value !== undefined ? other : undefined
      }
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
    const tag = tagOfType(typeOf(object))
    return tag && fieldNamed(tag, name)
  }

  /** The record that a node is, or leads to. */
  function compileRecord(node: Expression, scope: Scope): (frame: Frame) => RecordValues | undefined {
    const type = typeOf(node)
    const tag = tagOfType(type)
    if (!tag) return () => undefined
    if (type.kind === 'reference') {
      const meaning = node.kind === 'name' ? meaningOf(node.name, scope) : undefined
      if (meaning?.kind === 'field') return frame => referredRecord(frame.record, meaning.field, tag, frame)
      const field = node.kind === 'member' ? fieldOfMember(node.object, node.name) : undefined
      if (node.kind === 'member' && field) {
        const owner = compileRecord(node.object, scope)
        return frame => {
          const record = owner(frame)
          return record && referredRecord(record, field, tag, frame)
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

/** The record that a field of a record refers to. */
function referredRecord(
  record: RecordValues,
  field: FieldDefinition,
  tag: Tag,
  frame: Frame,
): RecordValues | undefined {
  if (record.links) return record.links.target(field)
  const id = record.get(field)
  return id === undefined ? undefined : frame.records.find(tag, id as string)
}

const negated = (value: Value | undefined): Value | undefined => {
  if (typeof value === 'bigint') return -value
  return value === undefined ? undefined : 0 - (value as number)
}

const present = (values: readonly (Value | undefined)[]): readonly Value[] | undefined =>
  values.includes(undefined) ? undefined : (values as readonly Value[])
