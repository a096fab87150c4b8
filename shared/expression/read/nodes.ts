import type { Span } from '../../syntax/nodes.ts'

/**
 * The tree of an expression. Offsets count UTF-16 code units from the start of the expression. A tree of a wrong text
 * has `missing` nodes where something is missing, so that an editor can complete it.
 */
export type Expression =
  | LiteralNode
  | NameNode
  | MemberNode
  | IndexNode
  | CallNode
  | UnaryNode
  | BinaryNode
  | ConditionalNode
  | ListNode
  | MissingNode

/** A number, a text or a truth value. */
interface LiteralNode extends Span {
  readonly kind: 'literal'
  readonly type: 'int' | 'float' | 'string' | 'bool'
  readonly value: number | bigint | string | boolean
}

/** A field, a variable of a function such as `exists`, `this` or `now`. */
export interface NameNode extends Span {
  readonly kind: 'name'
  readonly name: string
}

/** `object.name`. The name is empty if it is missing. */
export interface MemberNode extends Span {
  readonly kind: 'member'
  readonly object: Expression
  readonly name: string
  readonly nameAt: Span
}

/** `object[index]`. */
interface IndexNode extends Span {
  readonly kind: 'index'
  readonly object: Expression
  readonly index: Expression
}

/** `name(…)` or `receiver.name(…)`. */
export interface CallNode extends Span {
  readonly kind: 'call'
  readonly receiver: Expression | undefined
  readonly name: string
  readonly nameAt: Span
  readonly arguments: readonly Expression[]
}

interface UnaryNode extends Span {
  readonly kind: 'unary'
  readonly operator: '!' | '-'
  readonly operand: Expression
}

export interface BinaryNode extends Span {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly left: Expression
  readonly right: Expression
}

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%'

/** `condition ? yes : no`. */
interface ConditionalNode extends Span {
  readonly kind: 'conditional'
  readonly condition: Expression
  readonly yes: Expression
  readonly no: Expression
}

interface ListNode extends Span {
  readonly kind: 'list'
  readonly items: readonly Expression[]
}

interface MissingNode extends Span {
  readonly kind: 'missing'
}

/** A problem of an expression: one sentence, and the texts that may be meant instead of the marked one. */
export interface ExpressionProblem extends Span {
  readonly message: string
  readonly replacements?: readonly string[]
}

/** The parts of a node, in their order in the text. */
export function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'member':
      return [node.object]
    case 'index':
      return [node.object, node.index]
    case 'call':
      return node.receiver ? [node.receiver, ...node.arguments] : node.arguments
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'conditional':
      return [node.condition, node.yes, node.no]
    case 'list':
      return node.items
    default:
      return []
  }
}

/** The text of a text literal. */
export const literalText = (node: Expression): string | undefined =>
  node.kind === 'literal' && node.type === 'string' ? (node.value as string) : undefined
