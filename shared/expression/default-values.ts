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
 * the field does not allow, and an expression without a result, are no default: the field stays without a value. An
 * expression can read the default of any other field, wherever that stands.
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
  const { calculated, hasCircle } = calculatedFields(tag, registry)
  let left = calculated.filter(({ field }) => !given.has(field.name))
  for (let before = -1, looks = 0; before < found.size && looks < mostLooks; looks++) {
    before = found.size
    for (const { field, evaluate } of left) {
      const record = new ParsedRecord(recordOfValues(tag, [...given, ...found]))
      const result = evaluate(new Frame(record, { time: now, isDate: false }))
      if (result !== undefined) take(field, valueAsText(result))
    }
    // In a circle, a field can stand before one that it reads. Elsewhere, a second look finds the same as the first.
    left = hasCircle ? left.filter(({ field }) => !found.has(field.name)) : []
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

/** How often the fields of a circle are looked at: a hostile one of thousands would need as many looks. */
const mostLooks = 10

/** Whether a field can have a text as its default. */
export const isUsableDefault = (text: string, field: FieldDefinition): boolean =>
  text !== '' && valueTypes[field.type].accepts(text) && isAllowed(text, field)

/** A field whose default is calculated. */
interface CalculatedField {
  readonly field: FieldDefinition
  readonly evaluate: Evaluate
  /** The names of the fields that it reads. */
  readonly reads: readonly string[]
}

/** The fields of a tag whose defaults are calculated. */
interface CalculatedFields {
  /** Each field stands behind those that it reads, as far as this is possible. */
  readonly calculated: readonly CalculatedField[]
  /** Whether some of them read each other, so that there is no such order. */
  readonly hasCircle: boolean
}

/** The compiled expressions of the defaults of tags, which are the same for all records. */
const compiledDefaults = new WeakMap<Tag, CalculatedFields>()

/** The fields of a tag whose defaults are calculated, without those whose expression is not usable. */
function calculatedFields(tag: Tag, registry: Registry): CalculatedFields {
  let fields = compiledDefaults.get(tag)
  if (!fields) {
    fields = inOrderOfReads(fieldsWithDefault(tag).flatMap(field => calculatedField(field, tag, registry) ?? []))
    compiledDefaults.set(tag, fields)
  }
  return fields
}

/** Undefined for a value, and for an expression that has a problem or reads other records. */
function calculatedField(field: FieldDefinition, tag: Tag, registry: Registry): CalculatedField | undefined {
  if (typeof field.default !== 'object') return undefined
  const read = readNewValue(field.default.expression, field, tag, registry)
  const { own, isAcrossRecords } = readsOf(read)
  const evaluate = isAcrossRecords ? undefined : compiled(read)
  return evaluate && { field, evaluate, reads: own.map(({ name }) => name) }
}

/** Puts fields behind those that they read. Besides that, they keep their order. */
function inOrderOfReads(fields: readonly CalculatedField[]): CalculatedFields {
  const byName = new Map(fields.map(one => [one.field.name, one]))
  const calculated = new Set<CalculatedField>()
  const begun = new Set<CalculatedField>()
  let hasCircle = false
  // An explicit stack, because a descriptor can have more fields than the call stack allows.
  const open: { readonly one: CalculatedField; readonly left: string[] }[] = []
  const begin = (one: CalculatedField | undefined): void => {
    if (!one || calculated.has(one)) return
    if (begun.has(one)) {
      hasCircle = true
      return
    }
    begun.add(one)
    open.push({ one, left: one.reads.toReversed() })
  }
  for (const first of fields) {
    begin(first)
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const name = last.left.pop()
      if (name !== undefined) begin(byName.get(name))
      else {
        calculated.add(last.one)
        open.pop()
      }
    }
  }
  return { calculated: [...calculated], hasCircle }
}

function recordOfValues(tag: Tag, values: readonly (readonly [name: string, value: string | null])[]): RecordNode {
  const fields = values.flatMap(([name, value]) => {
    const field = fieldOf(tag, name)
    return field && value !== null ? canonicalField(field, value) : []
  })
  return parseEntries(`@${tag.name} ${fields.join(' | ')}`)[0] as RecordNode
}
