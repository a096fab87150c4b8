import type { FieldDescriptor } from '../../domains/descriptor.ts'
import { formatNames, type TextFormatName } from '../../domains/formats/format-names.ts'
import { localize } from '../../domains/localize.ts'
import { timePattern } from '../../schemas/parts.ts'
import { tagOfFile } from '../tables.ts'
import {
  isSchemaObject,
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

/** How deep schemas refer to each other, and objects are in objects. */
const mostSchemaReferences = 20
const mostNested = 3

/** An object with properties: what is a record of its own. */
interface ObjectSchema {
  readonly properties: SchemaObject
  readonly required: ReadonlySet<string>
  readonly schema: SchemaObject
  /** The schema itself and its bases, of which each can demand more. */
  readonly parts: readonly SchemaObject[]
}

/**
 * The tags that a JSON Schema describes, or an OpenAPI document: one for each object with a name, and one for the root
 * if it is an object or a list of them.
 *
 * @param file the name of the file, which names the root if it has no title
 */
export const tagsOfJsonSchema = (root: SchemaObject, file: string): ReadSchema => new JsonSchemaReader(root).read(file)

class JsonSchemaReader {
  private readonly untaken: string[] = []
  /** The tags of the schemas that are one. */
  private readonly tags = new Map<SchemaObject, string>()

  constructor(private readonly root: SchemaObject) {}

  read(file: string): ReadSchema {
    const { root } = this
    const named = [
      objectAt(objectAt(root, 'components'), 'schemas'),
      objectAt(root, 'definitions'),
      objectAt(root, '$defs'),
    ]
    const all: [string, SchemaObject][] = named
      .flatMap(group => Object.entries(group))
      .flatMap(([name, schema]) => (isSchemaObject(schema) ? [[name, schema] as [string, SchemaObject]] : []))
    const items = objectAt(root, 'items')
    const isList = !schemaPart(root, 'properties') && !schemaPart(root, 'allOf') && !schemaPart(items, '$ref')
    const top = isList ? items : root
    all.push([schemaText(top, 'title') ?? schemaText(root, 'title') ?? tagOfFile(file), top])
    const taken = new Set<string>()
    const objects = all.flatMap(([name, schema]) => {
      const object = this.objectIn(schema)
      // A definition that only refers to another one is that one.
      if (!object || schemaText(schema, '$ref') !== undefined) return []
      const own = schemaPart(objectAt(object.properties, '$tag'), 'const')
      if (own === 'DOC') return []
      if (typeof own !== 'string' && ('$comment' in object.properties || '$block' in object.properties)) return []
      const tag = unusedTag(typeof own === 'string' ? own : tagOfSchemaName(name), name, taken, this.untaken)
      this.tags.set(schema, tag)
      return [{ tag, object }]
    })
    const tags = objects.map(({ tag, object }) => this.tagOf(tag, object))
    if (tags.length === 0) this.untaken.push(localize('The schema has no object with properties, so there is no tag.'))
    const description = schemaText(root, 'description') ?? schemaText(objectAt(root, 'info'), 'description')
    return { ...(description !== undefined && { description }), tags, untaken: this.untaken }
  }

  /** A schema without references and bases: with all its properties if it is an object. */
  private objectIn(schema: SchemaObject, steps = 0): ObjectSchema | undefined {
    const found = this.resolved(schema)
    if (!found || steps > mostSchemaReferences) return undefined
    const parts = schemaPart(found, 'allOf')
    const bases = (Array.isArray(parts) ? parts : []).flatMap(part =>
      isSchemaObject(part) ? (this.objectIn(part, steps + 1) ?? []) : [],
    )
    const required = schemaPart(found, 'required')
    // A property can be called `__proto__`, which is no key to assign to.
    const properties = Object.fromEntries(
      [...bases.map(base => base.properties), objectAt(found, 'properties')].flatMap(group => Object.entries(group)),
    )
    if (Object.keys(properties).length === 0) return undefined
    const names = [...bases.flatMap(base => [...base.required]), ...(Array.isArray(required) ? required : [])]
    const all = [...bases.flatMap(base => base.parts), found]
    return { properties, required: new Set(names), schema: found, parts: all }
  }

  /** What a schema refers to within the document. */
  private resolved(schema: SchemaObject, steps = 0): SchemaObject | undefined {
    const ref = schemaText(schema, '$ref')
    if (ref === undefined) return schema
    if (!ref.startsWith('#') || steps > mostSchemaReferences) {
      this.untaken.push(
        localize('{reference} is not read, as it leads to another document or to itself.', {
          reference: JSON.stringify(ref),
        }),
      )
      return undefined
    }
    let part: unknown = this.root
    for (const step of ref.slice(1).split('/').slice(1)) {
      const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      part = isSchemaObject(part) ? schemaPart(part, key) : undefined
    }
    return isSchemaObject(part) ? this.resolved(part, steps + 1) : undefined
  }

  private tagOf(tag: string, { properties, required, schema, parts }: ObjectSchema): SchemaTag {
    for (const part of parts) this.tellLeftKeys(tag, part)
    const description = schemaText(schema, 'description')
    const names = new Set<string>()
    return {
      tag,
      ...(description !== undefined && { description }),
      ...(schemaPart(schema, 'deprecated') === true && { deprecated: {} }),
      fields: this.fieldsOf(tag, properties, required, '', names),
    }
  }

  private fieldsOf(
    tag: string,
    properties: SchemaObject,
    required: ReadonlySet<string>,
    prefix: string,
    taken: Set<string>,
    depth = 0,
  ): FieldDescriptor[] {
    return Object.entries(properties).flatMap(([name, schema]) => {
      if (name === '$tag' || name === '$text' || !isSchemaObject(schema)) return []
      const { name: free, aliases } = unusedFieldName(tag, prefix + name, taken, this.untaken)
      const label = `${tag}.${free}`
      const plain = this.plain(schema, label)
      if (!plain)
        return this.left(localize('{field} is left out, as its schema has no single meaning.', { field: label }))
      const inner = this.tagOfSchema(plain) === undefined ? this.objectIn(plain) : undefined
      if (inner && depth < mostNested) {
        const isNeeded = required.has(name)
        for (const part of inner.parts) this.tellLeftKeys(label, part)
        return this.fieldsOf(tag, inner.properties, isNeeded ? inner.required : new Set(), `${free}_`, taken, depth + 1)
      }
      const field = this.fieldOf(label, free, plain, required.has(name))
      return field ? [{ ...field, ...(aliases && { aliases }) }] : []
    })
  }

  private left(sentence: string): [] {
    this.untaken.push(sentence)
    return []
  }

  /** A schema without null: of alternatives, the only one that is left, or their values if these are listed. */
  private plain(schema: SchemaObject, label: string): SchemaObject | undefined {
    const alternatives = schemaPart(schema, 'anyOf') ?? schemaPart(schema, 'oneOf')
    const single = schemaPart(schema, 'allOf')
    if (
      Array.isArray(single) &&
      single.length === 1 &&
      isSchemaObject(single[0]) &&
      !schemaPart(schema, 'properties')
    ) {
      const { allOf: _, ...own } = schema
      return this.plain({ ...single[0], ...own }, label)
    }
    if (!Array.isArray(alternatives)) return schema
    const { anyOf: _, oneOf: __, ...own } = schema
    const left = alternatives.filter(isSchemaObject).filter(one => schemaPart(one, 'type') !== 'null')
    if (left.length === 1) return this.plain({ ...left[0], ...own }, label)
    const values = left.flatMap(one => schemaPart(one, 'enum') ?? schemaPart(one, 'const') ?? [])
    const areListed = left.every(one => 'enum' in one || 'const' in one)
    return areListed && values.length > 0 ? { ...own, enum: values } : undefined
  }

  /** The tag whose records a schema describes. */
  private tagOfSchema(schema: SchemaObject): string | undefined {
    const found = this.resolved(schema)
    return found && this.tags.get(found)
  }

  private fieldOf(label: string, name: string, schema: SchemaObject, isRequired: boolean): FieldDescriptor | undefined {
    const target = this.tagOfSchema(schema)
    const found = this.resolved(schema)
    if (!found) return undefined
    const types = typesIn(found)
    const isList = types.includes('array')
    const items = isList ? objectAt(found, 'items') : found
    const itemTag = target ?? (isList ? this.tagOfSchema(items) : undefined)
    const item = this.plain(this.resolved(items) ?? {}, label) ?? {}
    if (!isList && target === undefined && (types.includes('object') || this.objectIn(found))) {
      this.untaken.push(
        localize('{field} is left out, as it is an object without known properties, or too deep in others.', {
          field: label,
        }),
      )
      return undefined
    }
    if (isList) this.tellLeftKeys(label, found)
    if (isRequired && (hasNull(schema) || hasNull(found)))
      this.untaken.push(localize('{field}: it can be null there, and needs a value here.', { field: label }))
    if (itemTag !== undefined)
      this.untaken.push(
        localize('{field} holds {tag} there, and the id of a record here.', { field: label, tag: itemTag }),
      )
    const values = itemTag === undefined ? this.valuesOf(label, name, item, isList) : idValues
    const said = partsOfDescription(
      schemaText(schema, 'description') ?? schemaText(found, 'description') ?? '',
      values.enum ?? [],
    )
    const ref = itemTag ?? this.ownRef(said.ref)
    const example = [schemaPart(found, 'examples')].flat()[0] ?? schemaPart(found, 'example')
    return {
      name,
      ...values,
      ...said,
      ...(ref !== undefined && { ref }),
      ...(isRequired && { required: true }),
      ...(isList && { list: true }),
      ...(example !== undefined && values.type === 'string' && { example: String(example) }),
      ...(schemaPart(found, 'deprecated') === true && { deprecated: {} }),
    }
  }

  /** Tells what a schema demands that no descriptor says. */
  private tellLeftKeys(label: string, schema: SchemaObject): void {
    const isLong = Number(schemaPart(schema, 'minLength')) > 1
    for (const key of Object.keys(schema))
      if (leftKeys.has(key) || (key === 'minLength' && isLong))
        this.untaken.push(localize('{field}: {key} is not read.', { field: label, key }))
  }

  /** The type of a value; of several types, the one that has the values of all. */
  private singleType(label: string, types: readonly unknown[]): readonly unknown[] {
    if (types.length < 2) return types
    if (types.every(type => type === 'integer' || type === 'number')) return ['number']
    this.untaken.push(
      localize('{field}: its types {types} are read as text.', { field: label, types: { and: types.map(String) } }),
    )
    return ['string']
  }

  /** The values that a schema lists, as texts. */
  private allowedValues(
    label: string,
    listed: readonly unknown[],
    types: readonly unknown[],
    isList: boolean,
  ): string[] {
    const values = listed.filter(value => typeof value !== 'object')
    if (listed.includes(null))
      this.untaken.push(
        localize('{field}: the value null is left out; a record lacks the field then.', { field: label }),
      )
    const nested = listed.filter(value => typeof value === 'object' && value !== null)
    if (nested.length > 0)
      this.untaken.push(
        localize('{field}: the values {values} are left out.', {
          field: label,
          values: nested.map(value => JSON.stringify(value)).join(', '),
        }),
      )
    if (types.includes('boolean') && !isList) {
      const isEither = values.length === 0 || (values.includes(true) && values.includes(false))
      if (!isEither)
        this.untaken.push(
          localize('{field}: that only {values} is allowed is not read.', {
            field: label,
            values: values.map(String).join(', '),
          }),
        )
      return []
    }
    const isNumber = types.includes('integer') || types.includes('number')
    const others = isNumber || isList ? [] : values.filter(value => typeof value !== 'string')
    if (others.length > 0)
      this.untaken.push(
        localize('{field}: allowed values that are no texts are read as such: {values}.', {
          field: label,
          values: others.map(String).join(', '),
        }),
      )
    return values.map(String)
  }

  /** The tag that a schema of Recline names in a description, as this document has it. */
  private ownRef(path: string | undefined): string | undefined {
    const domain = schemaText(this.root, 'title')
    const own = domain !== undefined && path?.startsWith(`${domain}.`) ? path.slice(domain.length + 1) : path
    return own
  }

  private valuesOf(
    label: string,
    name: string,
    schema: SchemaObject,
    isList: boolean,
  ): Pick<FieldDescriptor, 'type' | 'enum' | 'range' | 'pattern' | 'format'> {
    this.tellLeftKeys(label, schema)
    const listed = schemaPart(schema, 'enum') ?? ('const' in schema ? [schemaPart(schema, 'const')] : undefined)
    const listedValues: readonly unknown[] = Array.isArray(listed) ? listed : []
    const types = this.singleType(label, typesOfValues(schema, listedValues))
    const values = this.allowedValues(label, listedValues, types, isList)
    const some = values.length > 0 ? { enum: values } : {}
    const pattern = schemaText(schema, 'pattern')
    const format = schemaText(schema, 'format')
    const isTime = pattern === timePattern || format === 'date' || format === 'date-time'
    if (isList && (isTime || types.some(type => type !== 'string')))
      this.untaken.push(
        localize('{field}: the items of the list are texts here, without a type and a range.', { field: label }),
      )
    if (isTime && !isList) return { type: 'ts', ...some }
    if (types.includes('boolean') && !isList) return { type: 'bool' }
    if ((types.includes('integer') || types.includes('number')) && !isList) {
      const { range, untaken } = rangeBetween(label, name, schemaPart(schema, 'minimum'), schemaPart(schema, 'maximum'))
      if (untaken !== undefined) this.untaken.push(untaken)
      return { type: types.includes('number') ? 'float' : 'int', ...some, ...(range && { range }) }
    }
    const own = pattern === undefined || isTime ? undefined : wholePattern(pattern)
    if (pattern !== undefined && !isTime && own === undefined) this.untaken.push(patternNotRead(label, pattern))
    const known = formatNames.find(one => one === format)
    if (format !== undefined && !isTime && !known && !formatsOfNumbers.has(format))
      this.untaken.push(
        localize('{field}: the format {format} is not known.', { field: label, format: JSON.stringify(format) }),
      )
    return {
      type: 'string',
      ...some,
      ...(own !== undefined && { pattern: own }),
      ...(known && { format: known as TextFormatName }),
    }
  }
}

/** What an id is. */
const idValues: Pick<FieldDescriptor, 'type' | 'enum'> = { type: 'string' }

/** What no descriptor says. `minLength` of 1 is what a required text has. */
const leftKeys: ReadonlySet<string> = new Set(
  (
    'maxLength exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems not if then else contains ' +
    'minContains maxContains prefixItems patternProperties propertyNames minProperties maxProperties ' +
    'dependentRequired dependentSchemas dependencies default'
  ).split(' '),
)

/** Formats of OpenAPI that only say how large a number is, or how a text is shown. */
const formatsOfNumbers: ReadonlySet<string> = new Set('int32 int64 float double password byte binary'.split(' '))

const typesIn = (schema: SchemaObject): readonly unknown[] => {
  const types = [schemaPart(schema, 'type')].flat().filter(type => type !== 'null' && type !== undefined)
  return types.length === 0 && schemaPart(schema, 'items') ? ['array'] : types
}

/** The types of a schema; if it has none, those of the values that it lists. */
function typesOfValues(schema: SchemaObject, listed: readonly unknown[]): readonly unknown[] {
  const types = typesIn(schema)
  const values = listed.filter(value => value !== null)
  if (types.length > 0 || values.length === 0) return types
  if (values.every(value => typeof value === 'boolean')) return ['boolean']
  if (!values.every(value => typeof value === 'number')) return types
  return [values.every(Number.isInteger) ? 'integer' : 'number']
}

/** Whether a schema says that a value can be null, as one of its types or alternatives. */
const hasNull = (schema: SchemaObject): boolean =>
  schemaPart(schema, 'nullable') === true ||
  [schemaPart(schema, 'type')].flat().includes('null') ||
  [schemaPart(schema, 'anyOf') ?? schemaPart(schema, 'oneOf')]
    .flat()
    .some(one => isSchemaObject(one) && schemaPart(one, 'type') === 'null')

/** The parts of a description as Recline writes them: a unit, what a value refers to, and what values mean. */
function partsOfDescription(
  text: string,
  values: readonly string[],
): Pick<FieldDescriptor, 'description' | 'unit' | 'ref' | 'enumDescriptions'> {
  const left: string[] = []
  const meanings: [string, string][] = []
  const said: { unit?: string; ref?: string } = {}
  for (const line of text.split('\n')) {
    const unit = /^Unit: (.*)\.$/.exec(line)?.[1]
    const ref = /^Refers to a record of ([\w.]+)\.$/.exec(line)?.[1]
    const value = values.find(one => line.startsWith(`${one}: `))
    if (unit !== undefined) said.unit = unit
    else if (ref !== undefined) said.ref = ref
    else if (value !== undefined) meanings.push([value, line.slice(value.length + 2)])
    else left.push(line)
  }
  const description = left.join('\n')
  return {
    ...said,
    ...(description !== '' && { description }),
    ...(meanings.length > 0 && { enumDescriptions: Object.fromEntries(meanings) }),
  }
}
