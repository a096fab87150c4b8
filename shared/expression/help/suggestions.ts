import { phraseOf } from '../../domains/field-text.ts'
import type { FieldDefinition, Tag } from '../../domains/registry.ts'
import { expectedAt, tagOfType, typeIn } from '../check/expected.ts'
import { type Scope, tagNamed } from '../check/scope.ts'
import { describeType, isComparable, type Type, typeOfField } from '../check/types.ts'
import type { ReadExpression } from '../expression.ts'
import type { ExpressionFunction } from '../functions/function.ts'
import { functions, functionsBehind } from '../functions/functions.ts'
import type { Expression } from '../read/nodes.ts'

/** Something that fits at a place, however it is written there. */
export type Suggestion =
  /** A field of the record, or of what stands before a dot. */
  | { readonly kind: 'field'; readonly field: FieldDefinition; readonly type: Type; readonly isMember: boolean }
  /** `item` is a name for the items of a list that is not taken yet. */
  | { readonly kind: 'function'; readonly called: ExpressionFunction; readonly item: string }
  | { readonly kind: 'variable' | 'word'; readonly label: string; readonly detail?: string }
  /** A text in quotes. */
  | {
      readonly kind: 'value' | 'tag'
      readonly label: string
      readonly detail?: string | undefined
      readonly field?: FieldDefinition
    }

/** What fits at the last node of a path from the root, the most likely first. */
export function suggestionsAt(
  read: ReadExpression,
  path: readonly Expression[],
  expectedOfAll: Type | undefined,
): Suggestion[] {
  const node = path.at(-1)!
  const parent = path.at(-2)
  const scope = read.typed.scopes.get(node)
  // The place of a new name, such as that for the items of a list, has no scope.
  if (!scope) return []
  if (node.kind === 'member') return behindDot(node.object, read, scope)
  if (node.kind === 'call' && node.receiver) return behindDot(node.receiver, read, scope)
  const expected = expectedAt(path, read, expectedOfAll)
  const texts = textsFor(expected, node, parent, read, scope)
  return node.kind === 'literal' ? texts : [...texts, ...wordsFor(expected, parent, scope)]
}

/** The texts that fit: the values of an enum, or names that stand in quotes. */
function textsFor(
  expected: Type | undefined,
  node: Expression,
  parent: Expression | undefined,
  read: ReadExpression,
  scope: Scope,
): Suggestion[] {
  if (parent?.kind === 'index' && parent.index === node) {
    const tag = tagOfType(typeIn(read, parent.object))
    return tag ? fieldsOf(tag).map(field => ({ kind: 'value', label: field.name, field })) : []
  }
  if (parent?.kind === 'call' && parent.name === 'referrers') return referring(parent.arguments, node, scope)
  if (expected?.kind !== 'string') return []
  const { values = [], field } = expected
  return values.map(label => ({ kind: 'value', label, detail: field && phraseOf(field, label) }))
}

function wordsFor(expected: Type | undefined, parent: Expression | undefined, scope: Scope): Suggestion[] {
  const { tag, registry, variables } = scope
  const caller = parent?.kind === 'call' && !parent.receiver ? parent.name : undefined
  if (caller === 'referrers') return []
  const fields = fieldsOf(tag).map(field => {
    return { kind: 'field' as const, field, type: typeOfField(field, registry), isMember: false }
  })
  if (caller === 'acyclic') return fields.filter(({ field: { target } }) => target?.path === tag.fullName.path)
  const named = variables.map(({ name, type }) => {
    return { kind: 'variable' as const, label: name, detail: describeType(type), type }
  })
  const own = likelyFirst([...named, ...fields], expected)
  if (caller === 'has') return own
  return [
    ...own,
    ...functions.filter(({ receiver }) => !receiver).map(called => ({ kind: 'function' as const, called, item: '' })),
    ...words,
  ]
}

function behindDot(object: Expression, read: ReadExpression, { registry, variables }: Scope): Suggestion[] {
  const type = typeIn(read, object)
  const tag = tagOfType(type)
  const fields = (tag ? fieldsOf(tag) : []).map(field => {
    return { kind: 'field' as const, field, type: typeOfField(field, registry), isMember: true }
  })
  const item = ['x', 'y', 'z'].find(name => variables.every(variable => variable.name !== name)) ?? 'item'
  return [...fields, ...functionsBehind(type).map(called => ({ kind: 'function' as const, called, item }))]
}

/** The tags whose records can refer to this one, or the fields with which they do. */
function referring(args: readonly Expression[], node: Expression, scope: Scope): Suggestion[] {
  const { tag, registry } = scope
  const refersHere = ({ target }: FieldDefinition): boolean => target?.path === tag.fullName.path
  if (node === args[0])
    return [...registry.domains.values()]
      .flatMap(({ tags }) => [...tags.values()])
      .filter(({ fields }) => [...fields.values()].some(refersHere))
      .map(other => ({
        kind: 'tag',
        label: tagNamed(other.name, scope) === other ? other.name : other.fullName.path,
        detail: other.domain.path,
      }))
  const [first] = args
  const named = first?.kind === 'literal' ? tagNamed(String(first.value), scope) : undefined
  return named
    ? fieldsOf(named)
        .filter(refersHere)
        .map(field => ({ kind: 'value', label: field.name, field }))
    : []
}

/** Puts those of the expected type first. A truth value can begin with anything, so it changes nothing. */
function likelyFirst<Item extends { type: Type }>(items: readonly Item[], expected: Type | undefined): Item[] {
  if (!expected || expected.kind === 'bool') return [...items]
  const fits = ({ type }: Item): boolean => isComparable(type, expected)
  return [...items.filter(fits), ...items.filter(item => !fits(item))]
}

const words = [
  { kind: 'word', label: 'now', detail: 'the time of the check' },
  { kind: 'word', label: 'this', detail: 'the record itself' },
  { kind: 'word', label: 'true' },
  { kind: 'word', label: 'false' },
] as const

const fieldsOf = (tag: Tag): FieldDefinition[] => [...new Map(tag.fields).set('rid', tag.rid).values()]
