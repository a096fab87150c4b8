import type {} from '../../domains/registry.ts'
import type { ReadExpression } from '../expression.ts'
import { typeOfWord } from '../functions/function.ts'
import { functionNamed } from '../functions/functions.ts'
import type { Expression } from '../read/nodes.ts'
import { type Type, unknown } from './types.ts'

/**
 * The type that the parts around a node ask for; undefined if they take any.
 *
 * @param path the nodes from the root to the node
 * @param ofAll the type that the whole expression should have
 */
export function expectedAt(path: readonly Expression[], read: ReadExpression, ofAll?: Type): Type | undefined {
  const node = path.at(-1)!
  const parent = path.at(-2)
  const around = path.slice(0, -1)
  switch (parent?.kind) {
    case undefined:
      return ofAll
    case 'conditional':
      return node === parent.condition ? expectedBool : expectedAt(around, read, ofAll)
    case 'unary':
      return parent.operator === '!' ? expectedBool : expectedAt(around, read, ofAll)
    case 'list': {
      const list = expectedAt(around, read, ofAll)
      return list?.kind === 'list' ? list.item : undefined
    }
    case 'index':
      return { kind: 'int' }
    case 'binary': {
      const { operator, left, right } = parent
      if (operator === '&&' || operator === '||') return expectedBool
      const other = typeIn(read, node === left ? right : left)
      if (operator !== 'in') return other
      if (node === right) return { kind: 'list', item: other }
      return other.kind === 'list' ? other.item : undefined
    }
    case 'call': {
      const called = functionNamed(parent.name, parent.receiver !== undefined)
      const parameter = called?.parameters[parent.arguments.indexOf(node)]
      return parameter && typeOfWord(parameter.type)
    }
    default:
      return undefined
  }
}

const expectedBool: Type = { kind: 'bool' }

/** The type of a node. */
export const typeIn = (read: ReadExpression, node: Expression): Type => read.typed.types.get(node) ?? unknown
