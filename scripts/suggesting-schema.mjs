// Derives the schemas for VS Code: they complete and describe as the original ones do, but report no problems. VS
// Code's messages would repeat Recline's, which are more precise and have fixes.

/**
 * @typedef {{ readonly [name: string]: Schema }} Schemas
 *
 * @typedef {object} Keywords the keywords that are read here
 * @property {string | readonly string[]} [type]
 * @property {readonly string[]} [enum]
 * @property {readonly string[]} [enumDescriptions]
 * @property {Schema} [items]
 * @property {Schema | boolean} [additionalProperties]
 * @property {Schemas} [properties]
 * @property {Schemas} [definitions]
 *
 * @typedef {Keywords & { readonly [keyword: string]: unknown }} Schema
 */

/** The keywords that only report problems. */
const constraints = new Set([
  'type',
  'enum',
  'enumDescriptions',
  'required',
  'minItems',
  'maxItems',
  'uniqueItems',
  'pattern',
  'minimum',
  'errorMessage',
  'patternErrorMessage',
  'if',
  'else',
])

/**
 * The value that a completion inserts for each type, if the schema has no better one.
 *
 * @type {Readonly<Record<string, unknown>>}
 */
const values = { string: '', number: 0, integer: 0, array: [], object: {} }

/**
 * @param {Schema} schema
 * @returns {Schema} a schema that accepts every value
 */
export function suggestingSchema(schema) {
  const { items, additionalProperties, properties, definitions } = schema
  const kept = Object.entries(schema).filter(([keyword, value]) => !constraints.has(keyword) && value !== false)
  return {
    ...Object.fromEntries(kept),
    ...(items && { items: suggestingSchema(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: suggestingSchema(additionalProperties) }),
    ...(properties && { properties: suggestingSchemas(properties) }),
    ...(definitions && { definitions: suggestingSchemas(definitions) }),
    ...suggestions(schema),
  }
}

/** @param {Schemas} schemas */
const suggestingSchemas = schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, suggestingSchema(schema)]))

/**
 * The suggestions that follow from the type and the allowed values of a schema.
 *
 * @param {Schema} schema
 * @returns {Schema}
 */
function suggestions({
  type,
  enum: allowed,
  enumDescriptions,
  examples,
  default: usual,
  defaultSnippets,
  properties,
  items,
}) {
  if (allowed && enumDescriptions) {
    return {
      defaultSnippets: allowed.map((body, index) => ({
        label: JSON.stringify(body),
        description: enumDescriptions[index],
        body,
      })),
    }
  }
  if (allowed) return { examples: allowed }
  const [first = ''] = [type].flat()
  if (first === 'boolean') return { examples: [true, false] }
  if (examples || usual !== undefined || defaultSnippets || properties || items || !Object.hasOwn(values, first))
    return {}
  return { default: values[first] }
}
