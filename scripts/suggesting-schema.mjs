// A schema as VS Code gets it: it suggests and explains as the whole one does, and finds nothing wrong. Its messages would
// stand beside Recline's own, which name what they are about, say what may be meant and come with fixes.

/** @typedef {{ readonly [keyword: string]: unknown }} Schema */

/** The keywords that only say what is wrong. */
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
])

/** What is written for a value of a type, where the schema has nothing better. */
const values = /** @type {const} */ ({ string: '', number: 0, integer: 0, array: [], object: {} })

/**
 * @param {Schema} schema
 * @returns {Schema} a schema that every value meets
 */
export function suggestingSchema(schema) {
  const kept = Object.entries(schema).filter(([keyword, value]) => !constraints.has(keyword) && value !== false)
  return {
    ...Object.fromEntries(kept.map(([keyword, value]) => [keyword, part(keyword, value)])),
    ...suggestions(schema),
  }
}

/**
 * @param {string} keyword
 * @param {any} value
 */
function part(keyword, value) {
  if (keyword === 'items' || keyword === 'additionalProperties') return suggestingSchema(value)
  if (keyword !== 'properties' && keyword !== 'definitions') return value
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, suggestingSchema(schema)]))
}

/**
 * What the type and the allowed values of a schema suggest.
 *
 * @param {any} schema
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
      defaultSnippets: allowed.map((/** @type {string} */ body, /** @type {number} */ index) => ({
        label: JSON.stringify(body),
        description: enumDescriptions[index],
        body,
      })),
    }
  }
  if (allowed) return { examples: allowed }
  const [first] = [type].flat()
  if (first === 'boolean') return { examples: [true, false] }
  if (examples || usual !== undefined || defaultSnippets || properties || items || !Object.hasOwn(values, first))
    return {}
  return { default: values[/** @type {keyof typeof values} */ (first)] }
}
