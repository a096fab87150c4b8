import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { fieldsAndId, patternOfText, sentencesOfField, timePattern } from './parts.ts'
import { headLines, type Unsaid, unsaidByAll, unsaidFields, unsaidFormats, unsaidKeys } from './unsaid.ts'

/** A schema of JSON, or a part of one. */
type Schema = Readonly<Record<string, unknown>>

/**
 * A domain as JSON Schema, draft 2020-12: of what `recline convert --to json` writes, and of one record of it.
 *
 * @returns JSON as text
 */
export function jsonSchemaOf(domain: Domain): string {
  const tags = [...domain.tags.values()]
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: headLines(domain, unsaidInSchema(domain), notes).join('\n'),
    title: domain.path,
    description: domain.descriptor.description,
    if: { type: 'array' },
    // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
    then: { items: { $ref: '#/$defs/entry' } },
    else: { $ref: '#/$defs/entry' },
    $defs: {
      entry: { oneOf: ['DOC', ...tags.map(({ name }) => name), 'comment', 'block'].map(refTo) },
      DOC: {
        description: 'A header, which names the domain of the records below it.',
        type: 'object',
        properties: { $tag: { const: 'DOC' } },
        required: ['$tag'],
      },
      comment: onlyText('$comment'),
      block: onlyText('$block'),
      ...Object.fromEntries(tags.map(tag => [tag.name, schemaOfTag(tag)])),
    },
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

const notes = [
  'A number with a plus sign or with zeros before it is a text in JSON, and this refuses it.',
  'So it does with a list in brackets in a field that is no list.',
]

const unsaidInSchema = (domain: Domain): readonly Unsaid[] => [
  ...unsaidByAll(domain),
  unsaidFields(domain, 'references to records', ({ field }) => field.target !== undefined),
  unsaidKeys(domain),
  unsaidFormats(domain),
  unsaidFields(domain, 'patterns', ({ field }) => field.pattern !== undefined && patternOfText(field) === undefined),
  unsaidFields(domain, 'values of lists', ({ field }) => field.list === true && hasValueLimits(field)),
]

const hasValueLimits = ({ enum: values, range, pattern }: FieldDefinition): boolean =>
  Boolean(values ?? range ?? pattern)

const refTo = (name: string): Schema => ({ $ref: `#/$defs/${name}` })

const onlyText = (key: string): Schema => ({
  type: 'object',
  properties: { [key]: { type: 'string' } },
  required: [key],
  additionalProperties: false,
})

function schemaOfTag(tag: Tag): Schema {
  const { name, descriptor, required } = tag
  return {
    type: 'object',
    description: descriptor.description,
    properties: {
      $tag: { const: name },
      ...Object.fromEntries(fieldsAndId(tag).map(field => [field.name, schemaOfField(field)])),
      $text: { type: 'string', description: 'The record as it is written, where its fields are not all of it.' },
    },
    required: ['$tag', ...required.map(field => field.name)],
    additionalProperties: false,
    ...(descriptor.deprecated && { deprecated: true }),
  }
}

function schemaOfField(field: FieldDefinition): Schema {
  const { example, deprecated } = field
  const said = sentencesOfField(field)
  return {
    ...(said.length > 0 && { description: said.join('\n') }),
    ...valuesOfField(field),
    ...(example !== undefined && field.type === 'string' && { examples: [example] }),
    ...(deprecated && { deprecated: true }),
  }
}

function valuesOfField(field: FieldDefinition): Schema {
  const { type, isTypeUnknown, list, required, range, format } = field
  if (isTypeUnknown) return {}
  if (list) return { type: ['string', 'array'], ...(required && { minLength: 1 }) }
  switch (type) {
    case 'string':
      return {
        type: 'string',
        ...(required && { minLength: 1 }),
        ...(field.enum && { enum: field.enum }),
        ...(field.pattern !== undefined && { pattern: patternOfText(field) }),
        ...(format !== undefined && sharedFormats.has(format) && { format }),
      }
    case 'ts':
      return { type: 'string', pattern: timePattern, ...(field.enum && { enum: field.enum }) }
    case 'bool':
      return { type: 'boolean' }
    case 'int':
    case 'float':
      return {
        type: type === 'int' ? 'integer' : 'number',
        ...(range && { minimum: range[0], maximum: range[1] }),
        ...(field.enum && { enum: field.enum.map(Number) }),
      }
  }
}

/** The formats that JSON Schema knows by the same names. */
const sharedFormats: ReadonlySet<string> = new Set(['email', 'uri', 'hostname', 'ipv4', 'ipv6', 'uuid'])
