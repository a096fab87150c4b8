import { type FieldDefinition, fieldOf, type Tag, tagOfField } from '../../domains/registry.ts'
import type { Span } from '../../syntax/nodes.ts'
import { expectedAt, typeIn } from '../check/expected.ts'
import { meaningOf, tagNamed } from '../check/scope.ts'
import type { Type } from '../check/types.ts'
import { tagOfType } from '../check/types.ts'
import type { ReadExpression } from '../expression.ts'
import type { ExpressionFunction } from '../functions/function.ts'
import { functionNamed } from '../functions/functions.ts'
import { isMacro } from '../functions/list-functions.ts'
import { type Expression, literalText, type NameNode, partsOf } from '../read/nodes.ts'

/** A word or text of an expression that means something. Its offsets count UTF-16 code units of the expression. */
export type ExpressionSymbol = Span &
  (
    | (FieldSymbol & {
        /** How it is written: as a name, behind a dot, or as a text in quotes. */
        readonly form: 'name' | 'member' | 'text'
        /** The names of items that hide fields of the same name here. */
        readonly hidden: readonly string[]
      })
    /** A text in quotes: an allowed value of a field. */
    | { readonly kind: 'value'; readonly tag: Tag; readonly field: FieldDefinition; readonly value: string }
    /** A text in quotes: the name or the path of a tag. */
    | { readonly kind: 'tag'; readonly tag: Tag; readonly isPath: boolean }
    | { readonly kind: 'function'; readonly called: ExpressionFunction }
    /** The name for the items of a list; the declaration is where the function takes it. */
    | { readonly kind: 'variable'; readonly name: string; readonly type: Type; readonly declaration: Span }
    | { readonly kind: 'word'; readonly name: 'this' | 'now' }
  )

interface FieldSymbol {
  readonly kind: 'field'
  readonly tag: Tag
  readonly field: FieldDefinition
}

/**
 * All symbols of an expression, in their order. A word without a meaning is not a symbol.
 *
 * @param expected the type that the whole expression should have
 */
export function symbolsOf(read: ReadExpression, expected?: Type): ExpressionSymbol[] {
  const symbols: ExpressionSymbol[] = []
  const path: Expression[] = []
  const declared = new Map<string, NameNode>()
  const visit = (node: Expression): void => {
    path.push(node)
    const symbol = symbolOfPath(path, declared, read, expected)
    if (symbol) symbols.push(symbol)
    const variable = variableOf(node)
    const hidden = variable && declared.get(variable.name)
    if (variable) declared.set(variable.name, variable)
    partsOf(node).forEach(visit)
    if (hidden) declared.set(hidden.name, hidden)
    else if (variable) declared.delete(variable.name)
    path.pop()
  }
  visit(read.tree)
  return symbols.sort((one, other) => one.start - other.start)
}

/**
 * The symbol of the last node of a path.
 *
 * @param declared the names of items that the calls around it declare
 */
function symbolOfPath(
  path: readonly Expression[],
  declared: ReadonlyMap<string, NameNode>,
  read: ReadExpression,
  expected?: Type,
): ExpressionSymbol | undefined {
  const node = path.at(-1)!
  switch (node.kind) {
    case 'name':
      return ofName(node, declared.get(node.name), read)
    case 'member': {
      const field = fieldIn(tagOfType(typeIn(read, node.object)), node.name)
      return field && { ...field, ...node.nameAt, form: 'member', hidden: [] }
    }
    case 'call': {
      const called = functionNamed(node.name, node.receiver !== undefined)
      return called && { kind: 'function', called, ...node.nameAt }
    }
    case 'literal': {
      const text = literalText(node)
      return text === undefined ? undefined : ofText(text, path, read, expected)
    }
    default:
      return undefined
  }
}

/** @param declaration where a call around the name declares it */
function ofName(node: NameNode, declaration: NameNode | undefined, read: ReadExpression): ExpressionSymbol | undefined {
  const { start, end, name } = node
  const scope = read.typed.scopes.get(node)
  if (declaration === node) return { kind: 'variable', start, end, name, type: typeIn(read, node), declaration: node }
  const meaning = scope && meaningOf(name, scope)
  if (!scope || !meaning) return undefined
  if (meaning.kind === 'field') {
    const hidden = scope.variables.map(variable => variable.name)
    return { kind: 'field', tag: scope.tag, field: meaning.field, start, end, form: 'name', hidden }
  }
  if (meaning.kind !== 'variable') return { kind: 'word', name: meaning.kind, start, end }
  const { type } = meaning.variable
  return declaration && { kind: 'variable', start, end, name, type, declaration }
}

/** The name that a call gives to the items of a list. */
function variableOf(node: Expression): NameNode | undefined {
  const [first] = node.kind === 'call' && isMacro(node.name) ? node.arguments : []
  return first?.kind === 'name' ? first : undefined
}

function ofText(
  text: string,
  path: readonly Expression[],
  read: ReadExpression,
  ofAll?: Type,
): ExpressionSymbol | undefined {
  const node = path.at(-1)!
  const parent = path.at(-2)
  const span = { start: node.start, end: node.end }
  if (parent?.kind === 'index' && parent.index === node) {
    const field = fieldIn(tagOfType(typeIn(read, parent.object)), text)
    return field && { ...field, ...span, form: 'text', hidden: [] }
  }
  if (parent?.kind === 'call' && parent.name === 'referrers') {
    const [first] = parent.arguments
    const tag = tagNamed((first && literalText(first)) ?? '', read.scope)
    if (node === first) return tag && { kind: 'tag', tag, isPath: text.includes('.'), ...span }
    const field = fieldIn(tag, text)
    return field && { ...field, ...span, form: 'text', hidden: [] }
  }
  const expected = expectedAt(path, read, ofAll)
  if (expected?.kind !== 'string' || !expected.field || !expected.values?.includes(text)) return undefined
  const tag = tagOfField(read.scope.registry, expected.field)
  return tag && { kind: 'value', tag, field: expected.field, value: text, ...span }
}

function fieldIn(tag: Tag | undefined, name: string): FieldSymbol | undefined {
  const field = tag && fieldOf(tag, name)
  return field && { kind: 'field', tag, field }
}
