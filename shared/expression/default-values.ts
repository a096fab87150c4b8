import { isAllowed } from '../domains/allowed-value.ts'
import { canonicalField } from '../domains/notation.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { compiled, readsOf } from './expression.ts'
import { type Evaluate, Frame } from './run/frame.ts'
import { readNewValue } from './run/new-value.ts'
import { ParsedRecord } from './run/parsed-record.ts'
import { valueAsText } from './run/values.ts'

/**
 * The default values of the fields that a new record does not have yet, in the order of the descriptor. A value that
 * the field does not allow, and an expression without a result, are no default: the field stays without a value.
 *
 * @param given the values that the record gets in any case, by the names of the fields; null for a field that stays out
 * @param now what `now` means, in milliseconds since 1970
 */
export function defaultValues(
  tag: Tag,
  registry: Registry,
  given: ReadonlyMap<string, string | null>,
  now: number,
): ReadonlyMap<string, string> {
  const fields = fieldsWithDefault(tag).filter(({ name }) => !given.has(name))
  if (fields.length === 0) return new Map()
  const found = new Map<string, string>()
  const take = (field: FieldDefinition, text: string): void => {
    if (isUsableDefault(text, field)) found.set(field.name, text)
  }
  for (const field of fields) if (typeof field.default !== 'object') take(field, String(field.default))
  // What is calculated comes last, so that it may read the other defaults.
  for (const field of fields) {
    const evaluate = typeof field.default === 'object' ? evaluatorOf(field, tag, registry) : undefined
    if (!evaluate) continue
    const record = new ParsedRecord(recordOfValues(tag, [...given, ...found]))
    const result = evaluate(new Frame(record, { time: now, isDate: false }))
    if (result !== undefined) take(field, valueAsText(result))
  }
  return new Map(fields.flatMap(({ name }) => (found.has(name) ? [[name, found.get(name)!] as const] : [])))
}

/** The fields of a tag that have a default, in the order of the descriptor. An id has none. */
export function fieldsWithDefault(tag: Tag): readonly FieldDefinition[] {
  let fields = withDefault.get(tag)
  if (!fields) {
    fields = [...tag.fields.values()].filter(
      ({ name, default: value }) => value !== undefined && name !== tag.identityField,
    )
    withDefault.set(tag, fields)
  }
  return fields
}

const withDefault = new WeakMap<Tag, readonly FieldDefinition[]>()

/** Whether a field can have a text as its default. */
export const isUsableDefault = (text: string, field: FieldDefinition): boolean =>
  text !== '' && valueTypes[field.type].accepts(text) && isAllowed(text, field)

/** The compiled expressions of defaults, which are the same for all records. */
const evaluators = new WeakMap<FieldDefinition, Evaluate | null>()

/** The expression of a default; undefined if it has a problem, or reads other records. */
function evaluatorOf(field: FieldDefinition, tag: Tag, registry: Registry): Evaluate | undefined {
  const known = evaluators.get(field)
  if (known !== undefined) return known ?? undefined
  const source = typeof field.default === 'object' ? field.default.expression : ''
  const read = readNewValue(source, field, tag, registry)
  const evaluate = readsOf(read).isAcrossRecords ? undefined : compiled(read)
  evaluators.set(field, evaluate ?? null)
  return evaluate
}

function recordOfValues(tag: Tag, values: readonly (readonly [name: string, value: string | null])[]): RecordNode {
  const fields = values.flatMap(([name, value]) => {
    const field = fieldOf(tag, name)
    return field && value !== null ? canonicalField(field, value) : []
  })
  return parseEntries(`@${tag.name} ${fields.join(' | ')}`)[0] as RecordNode
}
