import type { FieldDescriptor } from '../../domains/descriptor.ts'
import { localize } from '../../domains/localize.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import {
  isSchemaObject,
  keyAsId,
  namesOfSchemaField,
  objectAt,
  patternNotRead,
  type ReadSchema,
  rangeBetween,
  type SchemaObject,
  type SchemaTag,
  schemaPart,
  schemaText,
  tagOfSchemaName,
  unusedFieldName,
  unusedTag,
  wholePattern,
} from './schema-tags.ts'

/** How many classes inherit from each other in a row. */
const mostAncestors = 20

/**
 * The tags that a schema of LinkML describes: one for each class, without those that are only for others.
 *
 * @see https://linkml.io/linkml-model/latest/docs/
 */
export function tagsOfLinkMl(root: SchemaObject): ReadSchema {
  const untaken: string[] = []
  const classes = objectAt(root, 'classes')
  const wanted = Object.keys(classes).filter(name => {
    const own = objectAt(classes, name)
    if (schemaPart(own, 'abstract') === true || schemaPart(own, 'mixin') === true) return false
    if (schemaPart(own, 'tree_root') !== true) return true
    untaken.push(localize('{name} is left out, as it only holds the records of a file.', { name }))
    return false
  })
  const taken = new Set<string>()
  const tags = new Map(wanted.map(name => [name, unusedTag(tagOfSchemaName(name), name, taken, untaken)]))
  if (schemaPart(root, 'types')) untaken.push(localize('The types that the schema defines are not read.'))
  for (const name of [schemaPart(root, 'imports')].flat())
    if (typeof name === 'string' && name !== 'linkml:types')
      untaken.push(localize('The import {name} is not read.', { name }))
  const read = wanted.map((name): SchemaTag => {
    const own = objectAt(classes, name)
    const tag = tags.get(name)!
    const slots = slotsOfClass(root, name)
    const takenFields = new Set<string>()
    const names = new Map<string, string>()
    const all = [...slots].map(([slot, what]) => {
      const own = unusedFieldName(tag, slot, takenFields, untaken)
      names.set(slot, own.name)
      return fieldOfSlot(root, tag, own, what, tags, untaken)
    })
    const place = [...slots.values()].findIndex(what => schemaPart(what, 'identifier') === true)
    const key = all[place]
    const id = key && keyAsId(tag, key, all, untaken)
    const fields = id ? all.with(place, id) : all
    const nameHere = (slot: string): string => {
      const name = names.get(slot) ?? namesOfSchemaField(slot).name
      return id && name === key.name ? id.name : name
    }
    const unique = Object.values(objectAt(own, 'unique_keys')).flatMap(key => {
      const list = isSchemaObject(key) ? schemaPart(key, 'unique_key_slots') : undefined
      return Array.isArray(list) ? [list.map(slot => nameHere(String(slot)))] : []
    })
    if (key && !id) unique.push([key.name])
    if (schemaPart(own, 'rules')) untaken.push(localize('{tag}: the rules are not read.', { tag }))
    const description = schemaText(own, 'description')
    return {
      tag,
      ...(description !== undefined && { description }),
      ...(schemaPart(own, 'deprecated') !== undefined && { deprecated: {} }),
      ...(unique.length > 0 && { unique }),
      fields,
    }
  })
  const description = schemaText(root, 'description')
  return { ...(description !== undefined && { description }), tags: read, untaken }
}

/** The slots of a class by name, with what its bases, its mixins and its own usage say of them. */
function slotsOfClass(root: SchemaObject, name: string, steps = 0): ReadonlyMap<string, SchemaObject> {
  const own = objectAt(objectAt(root, 'classes'), name)
  if (steps > mostAncestors) return new Map()
  const mixins = schemaPart(own, 'mixins')
  const bases = [schemaText(own, 'is_a'), ...(Array.isArray(mixins) ? mixins.map(String) : [])]
  const names = schemaPart(own, 'slots')
  const slots = new Map(bases.flatMap(base => (base === undefined ? [] : [...slotsOfClass(root, base, steps + 1)])))
  for (const slot of Array.isArray(names) ? names.map(String) : [])
    slots.set(slot, objectAt(objectAt(root, 'slots'), slot))
  for (const [slot, what] of Object.entries(objectAt(own, 'attributes')))
    slots.set(slot, isSchemaObject(what) ? what : {})
  for (const [slot, usage] of Object.entries(objectAt(own, 'slot_usage')))
    slots.set(slot, { ...slots.get(slot), ...(isSchemaObject(usage) ? usage : {}) })
  return slots
}

const typesOfLinkMl: ReadonlyMap<string, TypeName> = new Map([
  ['integer', 'int'],
  ['float', 'float'],
  ['double', 'float'],
  ['decimal', 'float'],
  ['boolean', 'bool'],
  ['date', 'ts'],
  ['datetime', 'ts'],
])

/** The types of LinkML whose values are texts here too. */
const textTypes: ReadonlySet<string> = new Set('string uri uriorcurie curie ncname'.split(' '))

function fieldOfSlot(
  root: SchemaObject,
  tag: string,
  names: Pick<FieldDescriptor, 'name' | 'aliases'>,
  what: SchemaObject,
  tags: ReadonlyMap<string, string>,
  untaken: string[],
): FieldDescriptor {
  const label = `${tag}.${names.name}`
  const range = schemaText(what, 'range') ?? schemaText(root, 'default_range') ?? 'string'
  const isList = schemaPart(what, 'multivalued') === true
  const ref = tags.get(range)
  const values = objectAt(objectAt(objectAt(root, 'enums'), range), 'permissible_values')
  const allowed = Object.keys(values)
  const meanings = Object.entries(values).flatMap(([value, meaning]) => {
    const description = isSchemaObject(meaning) ? schemaText(meaning, 'description') : undefined
    return description === undefined ? [] : [[value, description] as const]
  })
  const type = isList ? 'string' : (typesOfLinkMl.get(range) ?? 'string')
  const limits = rangeBetween(label, names.name, schemaPart(what, 'minimum_value'), schemaPart(what, 'maximum_value'))
  if (limits.untaken !== undefined) untaken.push(limits.untaken)
  const pattern = schemaText(what, 'pattern')
  const own = pattern === undefined ? undefined : wholePattern(pattern)
  if (pattern !== undefined && own === undefined) untaken.push(patternNotRead(label, pattern))
  const isKnown = ref !== undefined || allowed.length > 0 || typesOfLinkMl.has(range) || textTypes.has(range)
  if (!isKnown || (isList && typesOfLinkMl.has(range)))
    untaken.push(localize('{field}: its range {range} is read as text.', { field: label, range }))
  const unit = objectAt(what, 'unit')
  const unitName = schemaText(unit, 'descriptive_name') ?? schemaText(unit, 'symbol') ?? schemaText(unit, 'ucum_code')
  const description = schemaText(what, 'description')
  const [example] = [schemaPart(what, 'examples')].flat()
  const shown = isSchemaObject(example) ? schemaPart(example, 'value') : undefined
  for (const key of ['any_of', 'exactly_one_of', 'all_of', 'none_of', 'ifabsent', 'equals_expression'])
    if (schemaPart(what, key) !== undefined)
      untaken.push(localize('{field}: {key} is not read.', { field: label, key }))
  return {
    ...names,
    type,
    ...((schemaPart(what, 'required') === true ||
      (schemaPart(what, 'identifier') === true && names.name !== 'rid')) && {
      required: true,
    }),
    ...(allowed.length > 0 && { enum: allowed }),
    ...(meanings.length > 0 && { enumDescriptions: Object.fromEntries(meanings) }),
    ...(limits.range && { range: limits.range }),
    ...(unitName !== undefined && { unit: unitName }),
    ...(own !== undefined && { pattern: own }),
    ...(ref !== undefined && { ref }),
    ...(isList && { list: true }),
    ...(shown !== undefined && shown !== null && { example: String(shown) }),
    ...(description !== undefined && { description }),
    ...(schemaPart(what, 'deprecated') !== undefined && { deprecated: {} }),
  }
}
