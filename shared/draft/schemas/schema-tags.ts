import type { Deprecation, FieldDescriptor } from '../../domains/descriptor.ts'
import { localize } from '../../domains/localize.ts'
import { isPattern } from '../../domains/pattern.ts'
import { anyRid } from '../../domains/registry.ts'
import { unusedName } from '../../schemas/parts.ts'
import { fieldName } from '../draft-descriptor.ts'

/** A tag that a schema describes. */
export interface SchemaTag {
  readonly tag: string
  readonly description?: string
  readonly deprecated?: Deprecation
  readonly unique?: readonly (readonly string[])[]
  readonly fields: readonly FieldDescriptor[]
}

/** What a schema of another program says about records. */
export interface ReadSchema {
  readonly description?: string
  readonly tags: readonly SchemaTag[]
  /** What a descriptor cannot say or Recline does not read, a sentence each. */
  readonly untaken: readonly string[]
}

/** An object of JSON or YAML. */
export type SchemaObject = Readonly<Record<string, unknown>>

export const isSchemaObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The own value of a key, as a schema can have any keys. */
export const schemaPart = (object: SchemaObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** An object below a key, or an empty one. */
export function objectAt(object: SchemaObject, key: string): SchemaObject {
  const value = schemaPart(object, key)
  return isSchemaObject(value) ? value : {}
}

export const schemaText = (object: SchemaObject, key: string): string | undefined => {
  const value = schemaPart(object, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A name of a schema as a tag: `OrderLine` and `order-line` are ORDER_LINE. */
export function tagOfSchemaName(name: string): string {
  const word = fieldName(name).toUpperCase()
  return /^(DOC|BEGIN|END)$/.test(word) ? `${word}_RECORD` : word
}

/**
 * A tag that no earlier object of a schema has. If it is another one than its name gives, that is told.
 *
 * @param word the name in the schema
 */
export function unusedTag(tag: string, word: string, taken: Set<string>, untaken: string[]): string {
  const free = unusedName(tag, taken)
  if (free !== tag) untaken.push(isCalled(free, word))
  return free
}

/**
 * A name of a schema as the name of a field that no earlier field of its tag has, with the word itself as an alias if
 * the name has other signs. A name that a reader may not find again is told.
 */
export function unusedFieldName(
  tag: string,
  word: string,
  taken: Set<string>,
  untaken: string[],
): Pick<FieldDescriptor, 'name' | 'aliases'> {
  const { name, ...others } = namesOfSchemaField(word)
  const free = unusedName(name, taken)
  untaken.push(...renamingOf(`${tag}.${free}`, free, word))
  return { name: free, ...others }
}

/** A name of a schema as the name of a field, with the word itself as an alias if that is another one. */
export const namesOfSchemaField = (name: string): Pick<FieldDescriptor, 'name' | 'aliases'> =>
  /^[A-Za-z][A-Za-z0-9_.-]*$/.test(name) && (name === name.toLowerCase() || !/[a-z][A-Z]/.test(name))
    ? { name }
    : { name: fieldName(name), aliases: [name] }

/**
 * A sentence about a name that a reader may not find again: one with signs that a name of a field has not, as in `_x`,
 * or the same one as that of another field. Words such as `orderNumber` are still clear in `order_number`.
 *
 * @param name the name of the field
 * @param word the name in the schema
 */
const renamingOf = (label: string, name: string, word: string): readonly string[] =>
  name === word || (/^[A-Za-z0-9]+(?:[ _.-][A-Za-z0-9]+)*$/.test(word) && name === namesOfSchemaField(word).name)
    ? []
    : [isCalled(label, word)]

const isCalled = (label: string, word: string): string =>
  localize('{field} is called {name} there.', { field: label, name: JSON.stringify(word) })

/** Whether a field is the id that every record may have, which a tag need not name. */
export const isIdOfAll = ({ name, description, required }: FieldDescriptor): boolean =>
  name === 'rid' && !required && description === anyRid.description

/**
 * The key of a schema as the id of the records, by which others refer to them: a field `rid`, if it is none yet.
 *
 * @param key a required field
 * @param fields all fields of its tag
 * @returns undefined if it cannot be the id, as another field is called so
 */
export function keyAsId(
  tag: string,
  key: FieldDescriptor,
  fields: readonly FieldDescriptor[],
  untaken: string[],
): FieldDescriptor | undefined {
  const hasRid = fields.some(field => field.name === 'rid' && !isIdOfAll(field))
  if (key.name === 'rid' || (key.name === 'id' && !hasRid)) return key
  if (hasRid) {
    untaken.push(
      localize('{field} is unique, and not the id of the records, as {tag} has another field rid.', {
        field: `${tag}.${key.name}`,
        tag,
      }),
    )
    return undefined
  }
  const { range, ...kept } = key
  untaken.push(
    localize('{field} is called rid here, as it is the key by which other records refer to one.', {
      field: `${tag}.${key.name}`,
    }),
  )
  if (key.type !== 'string') untaken.push(typeReadAsText(`${tag}.rid`, key.type))
  if (range) untaken.push(localize('{field}: its range is not read, as an id is a text.', { field: `${tag}.rid` }))
  return { ...kept, name: 'rid', type: 'string', aliases: kept.aliases ?? [key.name] }
}

/**
 * A pattern of a schema, which part of a text may match, as one of a descriptor, which the whole value must match.
 *
 * @returns undefined if RE2 cannot read it
 */
export function wholePattern(pattern: string): string | undefined {
  const starts = /^\^/.test(pattern)
  const ends = /(?<!\\)\$$/.test(pattern)
  const inside = pattern.replace(/^\^|(?<!\\)\$$/g, '')
  // Without a bracket around it, an alternative at the top has one of the two anchors only.
  const isSplit = (starts || ends) && topAlternatives(inside)
  const unwrapped = /^\(\?:((?:[^()\\]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()\\]|\\.)*\))*)\)$/.exec(inside)?.[1] ?? inside
  const whole = starts && ends ? unwrapped : `${starts ? '' : '.*'}(?:${inside})${ends ? '' : '.*'}`
  return !isSplit && isPattern(whole) ? whole : undefined
}

/** Whether a pattern has alternatives that no bracket holds together. */
function topAlternatives(pattern: string): boolean {
  const flat = pattern.replace(/\\.|\[(?:\\.|[^\]])*\]/g, '')
  let depth = 0
  for (const character of flat) {
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) return true
  }
  return false
}

/** The limits of a number as a range, or a sentence about what a range cannot say. */
export function rangeBetween(
  label: string,
  name: string,
  least: unknown,
  greatest: unknown,
): { readonly range?: readonly [number, number]; readonly untaken?: string } {
  if (typeof least === 'number' && typeof greatest === 'number') return { range: [least, greatest] }
  const [sign, limit] = typeof least === 'number' ? ['>=', least] : ['<=', greatest]
  return typeof limit === 'number'
    ? {
        untaken: localize('{field} has one limit, and a range has two: write a rule with {expression}.', {
          field: label,
          expression: `${name} ${sign} ${limit}`,
        }),
      }
    : {}
}

/** That a pattern of a schema is not taken, as the expressions of descriptors are RE2. */
export const patternNotRead = (field: string, pattern: string): string =>
  localize('{field}: the pattern {pattern} is none of RE2.', { field, pattern: JSON.stringify(pattern) })

export const typeReadAsText = (field: string, type: string): string =>
  localize('{field}: its type {type} is read as text.', { field, type })
