/** A schema, as far as it says which form an argument has. */
export interface ArgumentSchema {
  readonly type: string
  readonly entries?: Readonly<Record<string, ArgumentSchema>>
  readonly item?: ArgumentSchema
  readonly wrapped?: ArgumentSchema
}

/**
 * Arguments of a tool in the form that its schema wants. Models, and the programs between them and a server, write null
 * or an empty list for what they leave out, lists and objects as JSON in a text, and numbers and `true` as texts. What
 * has no certain meaning stays, so that the schema refuses it.
 *
 * @param schema a schema of valibot
 */
export function forgivingArguments(schema: ArgumentSchema, given: unknown): unknown {
  if (given === undefined || given === null) return {}
  return argumentForm(schema, given)
}

function argumentForm(schema: ArgumentSchema, given: unknown): unknown {
  switch (schema.type) {
    case 'optional':
      return argumentForm(schema.wrapped!, given)
    case 'strict_object':
      return objectForm(schema.entries!, parsedJson(given, '{'))
    case 'array':
      return listForm(schema.item!, parsedJson(given, '['))
    case 'record':
      return parsedJson(given, '{')
    case 'boolean':
      return booleans.get(typeof given === 'string' ? given.trim().toLowerCase() : given) ?? given
    case 'number':
      return typeof given === 'string' && /^\s*\d{1,15}\s*$/.test(given) ? Number(given) : given
    case 'string':
      return typeof given === 'number' ? String(given) : given
    default:
      return given
  }
}

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])

function objectForm(entries: NonNullable<ArgumentSchema['entries']>, given: unknown): unknown {
  if (!isPlainObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = Object.hasOwn(entries, name) ? entries[name] : undefined
      if (!schema) return [[name, value] as const]
      // Nothing is left out of what is needed, so that the answer names it.
      if (schema.type !== 'optional') return [[name, argumentForm(schema, value)] as const]
      if (value === null) return []
      const form = argumentForm(schema, value)
      return Array.isArray(form) && form.length === 0 ? [] : [[name, form] as const]
    }),
  )
}

/** One thing where a list is wanted is a list of it. */
function listForm(item: ArgumentSchema, given: unknown): unknown {
  if (Array.isArray(given)) return given.map(one => argumentForm(item, one))
  if (given === '') return []
  const isItem = item.type === 'string' ? typeof given === 'string' || typeof given === 'number' : isPlainObject(given)
  return isItem ? [argumentForm(item, given)] : given
}

const isPlainObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/** The list or object that a text is the JSON of; anything else as it is. */
function parsedJson(given: unknown, start: '[' | '{'): unknown {
  if (typeof given !== 'string' || !given.trimStart().startsWith(start)) return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
