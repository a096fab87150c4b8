import { type FieldDefinition, fieldOf, type Registry, type Tag, withoutExtendedTags } from '../../domains/registry.ts'
import type { Type } from './types.ts'
import { typeOfField } from './types.ts'

/**
 * What an expression is for. A rule that an extension of a domain inherits may name values of enums that the extension
 * does not allow. A query reads what is written, allowed or not.
 */
export type Use = 'rule' | 'inherited rule' | 'query'

/** What the names of an expression mean. */
export interface Scope {
  readonly use: Use
  /** The tag of the records that the expression is about. */
  readonly tag: Tag
  readonly registry: Registry
  /** The items of functions such as `exists` around a place, the innermost one first, without those that it hides. */
  readonly variables: readonly Variable[]
}

/** A name for the items of a list. */
interface Variable {
  readonly name: string
  readonly type: Type
  /** Its index among the variables of the expression. */
  readonly slot: number
}

/** What a name means: the first of these that fits. */
export type Meaning =
  | { readonly kind: 'variable'; readonly variable: Variable }
  | { readonly kind: 'field'; readonly field: FieldDefinition }
  | { readonly kind: 'this' }
  | { readonly kind: 'now' }

/** The meaning of a name; undefined if it has none. A field can have any name, so it goes before `this` and `now`. */
export function meaningOf(name: string, { variables, tag }: Scope): Meaning | undefined {
  const variable = variables.find(one => one.name === name)
  if (variable) return { kind: 'variable', variable }
  const field = fieldOf(tag, name)
  if (field) return { kind: 'field', field }
  return name === 'this' || name === 'now' ? { kind: name } : undefined
}

/** The type of a meaning. */
export function typeOfMeaning(meaning: Meaning, { tag, registry }: Scope): Type {
  if (meaning.kind === 'variable') return meaning.variable.type
  if (meaning.kind === 'field') return typeOfField(meaning.field, registry)
  return meaning.kind === 'this' ? { kind: 'record', tag } : { kind: 'ts' }
}

/** The scope inside a function that names its items. */
export const withVariable = (scope: Scope, name: string, type: Type): Scope => ({
  ...scope,
  variables: [
    { name, type, slot: (scope.variables[0]?.slot ?? -1) + 1 },
    ...scope.variables.filter(variable => variable.name !== name),
  ],
})

/** The tag that a text names, such as `EVIDENCE` or `core.compliance.EVIDENCE`, seen from another tag. */
export function tagNamed(name: string, { tag, registry }: Pick<Scope, 'tag' | 'registry'>): Tag | undefined {
  const dot = name.lastIndexOf('.')
  if (dot >= 0) return registry.domainNamed(name.slice(0, dot))?.tags.get(name.slice(dot + 1))
  // All tags with the same name are candidates; that of the own domain goes first, and another one must be the only
  // one.
  const own = tag.domain.tags.get(name)
  if (own) return own
  const others = withoutExtendedTags(registry.tagsNamed(name))
  return others.length === 1 ? others[0] : undefined
}
