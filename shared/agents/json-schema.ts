import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

/**
 * The schema of the arguments or of the answer of a tool as JSON Schema, in the part of it that every client reads:
 * objects, maps of texts, lists with one kind of item, texts, numbers and `enum`. It is valid in draft 2020-12, and has
 * no `$ref`, `oneOf`, `anyOf`, `const` or tuple. Lengths are left out, as some clients refuse them: a call that exceeds
 * them is told so. Where several forms of a value are read, such as 3 and "3", the schema has the text.
 */
export function agentSchema(schema: GenericSchema): { readonly type: 'object'; readonly [name: string]: unknown } {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    ignoreActions: ['max_length', 'min_length', 'max_value', 'min_value'],
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'union' || valibotSchema.type === 'nullable' ? { ...jsonSchema, ...textOnly } : undefined,
  })
  return { ...(simplified(json) as object), type: 'object' }
}

const textOnly = { type: 'string', anyOf: undefined } as const

/** A schema without what says nothing, or what not every client reads. */
function simplified(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(simplified)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const isEmpty = value === undefined || (name === 'required' && Array.isArray(value) && value.length === 0)
      return isEmpty || leftOutKeys.has(name) || (name === 'additionalProperties' && value === false)
        ? []
        : [[name, simplified(value)] as const]
    }),
  )
}

const leftOutKeys = new Set(['propertyNames'])
