import { localize } from '../../domains/localize.ts'
import type { FieldDefinition, Registry, Tag } from '../../domains/registry.ts'
import { targetOf } from '../../domains/registry.ts'

/** The type of an expression, which the descriptors decide before any record is read. */
export type Type =
  | { readonly kind: 'int' | 'float' | 'bool' | 'ts' | 'duration' | 'unknown' }
  /** With `values`, a text of a closed set: the values of an enum, usually that of a field. */
  | { readonly kind: 'string'; readonly values?: readonly string[]; readonly field?: FieldDefinition }
  /** The id of another record; the tag is undefined if no domain defines it. */
  | { readonly kind: 'reference'; readonly tag: Tag | undefined; readonly path: string }
  | { readonly kind: 'record'; readonly tag: Tag }
  | { readonly kind: 'list'; readonly item: Type }

export const unknown: Type = { kind: 'unknown' }

/** The type of a field's values. */
export function typeOfField(field: FieldDefinition, registry: Registry): Type {
  const item = typeOfItem(field, registry)
  return field.list ? { kind: 'list', item } : item
}

function typeOfItem(field: FieldDefinition, registry: Registry): Type {
  const { type, enum: values, target } = field
  if (target) return { kind: 'reference', tag: targetOf(registry, field), path: target.path }
  return type === 'string' ? { kind: 'string', ...(values && { values, field }) } : { kind: type }
}

export const isNumber = ({ kind }: Type): boolean => kind === 'int' || kind === 'float'

/** Whether values of the type are texts: any text, one of a closed set, or an id. */
export const isText = ({ kind }: Type): boolean => kind === 'string' || kind === 'reference'

/** Whether two types can be compared with `==`, apart from the words of closed sets. */
export function isComparable(one: Type, other: Type): boolean {
  if (one.kind === 'unknown' || other.kind === 'unknown') return true
  if (one.kind === 'list' && other.kind === 'list') return isComparable(one.item, other.item)
  if (one.kind === 'record') return false
  return (isNumber(one) && isNumber(other)) || (isText(one) && isText(other)) || one.kind === other.kind
}

/** The type of a value that has one of two types; undefined if they have nothing in common. */
export function joined(one: Type, other: Type): Type | undefined {
  if (one.kind === 'unknown') return other
  if (other.kind === 'unknown') return one
  if (isNumber(one) && isNumber(other)) return one.kind === other.kind ? one : { kind: 'float' }
  if (one.kind === 'list' && other.kind === 'list') {
    const item = joined(one.item, other.item)
    return item && { kind: 'list', item }
  }
  if (one.kind === 'record' && other.kind === 'record') return one.tag === other.tag ? one : undefined
  if (one.kind === 'reference' && other.kind === 'reference' && one.path === other.path) return one
  if (one.kind === 'string' && other.kind === 'string' && one.values && other.values)
    return { kind: 'string', values: [...new Set([...one.values, ...other.values])] }
  if (isText(one) && isText(other)) return { kind: 'string' }
  return one.kind === other.kind ? one : undefined
}

/** A type in a sentence: `a number`, `a list of texts`. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'list':
      return type.item.kind === 'unknown'
        ? localize('a list')
        : localize('a list of {items}', { items: describeItems(type.item) })
    case 'reference':
      return localize('a reference to {tag}', { tag: type.path.slice(type.path.lastIndexOf('.') + 1) })
    case 'record':
      return localize('a record of {tag}', { tag: type.tag.name })
    case 'int':
      return localize('a whole number')
    case 'float':
      return localize('a number')
    case 'bool':
      return localize('true or false')
    case 'ts':
      return localize('a timestamp')
    case 'duration':
      return localize('a duration')
    case 'string':
      return localize('a text')
    case 'unknown':
      return localize('a value')
  }
}

/** The values of a type in a sentence: `numbers`, `texts`. */
export function describeItems({ kind }: Type): string {
  switch (kind) {
    case 'int':
      return localize('whole numbers')
    case 'float':
      return localize('numbers')
    case 'bool':
      return localize('truth values')
    case 'ts':
      return localize('timestamps')
    case 'duration':
      return localize('durations')
    case 'string':
      return localize('texts')
    case 'reference':
      return localize('references')
    case 'record':
      return localize('records')
    case 'list':
      return localize('lists')
    case 'unknown':
      return localize('values')
  }
}

/** The tag whose fields can follow a value of a type. */
export const tagOfType = (type: Type): Tag | undefined =>
  type.kind === 'record' || type.kind === 'reference' ? type.tag : undefined
