import { withoutLineBreak } from '../basics/text.ts'
import type { Domain } from '../domains/registry.ts'
import {
  type Entry,
  type Field,
  fieldType,
  isFieldName,
  type RecordNode,
  tagName,
  tagWord,
  type ValueNode,
  valueText,
} from '../syntax/nodes.ts'
import { hasOpenEnd } from '../syntax/open-ends.ts'
import { typeNamed } from '../syntax/type-words.ts'
import { type DeclaredType, declaredType, definitionsOf } from './declared-types.ts'
import { canonicalList } from './lists.ts'
import { headsOf, type LineShape, plainLine } from './plain-line.ts'

/** The contents of a `.rec` file as plain values, without white space. Every other form is made from these. */
export type PlainEntry = PlainRecord | PlainText

export interface PlainRecord {
  readonly kind: 'record'
  readonly tag: string
  /** The fields with a name and a value. If a name is repeated, only the first one counts. */
  readonly fields: readonly PlainField[]
  /** For each field its value without quotes and escapes; a list as written. */
  readonly values: readonly string[]
  /**
   * Whether the values are printable text without quotes and backslashes, and no lists. All such records with the same
   * fields have the same list of them, so other forms can prepare what depends on the fields alone.
   */
  readonly isPlain: boolean
  /**
   * Whether the tag and the fields are all of the record. They are not if a value is missing or not closed, a name is
   * invalid, or there is other text. A form that will be read back must then contain the text of the record, too.
   */
  readonly isWhole: boolean
  /** The record as written, without its last line end. */
  readonly text: string
}

export interface PlainField {
  readonly name: string
  /** The written type, if it is not the declared one. */
  readonly written: string | undefined
  readonly declared: DeclaredType
  readonly isList: boolean
}

/** A comment, a block, or a line that is not part of the notation. */
interface PlainText {
  readonly kind: 'comment' | 'block' | 'stray'
  /** As written, without its last line end. */
  readonly text: string
}

/** An entry as plain values; undefined for blank lines. */
export function plainEntry(entry: Entry, domains: readonly Domain[]): PlainEntry | undefined {
  if (entry.kind === 'blank') return undefined
  return entry.kind === 'record'
    ? plainRecord(entry, domains)
    : { kind: entry.kind === 'marker' ? 'stray' : entry.kind, text: withoutLineBreak(entry.text) }
}

/** A record as plain values. */
export const plainRecord = (record: RecordNode, domains: readonly Domain[]): PlainRecord =>
  recordOfLine(record, domains) ?? recordOfFields(record, domains)

/** What the fields of records with the same shape have in common. They belong to the domains in force. */
interface Shaped {
  readonly domains: readonly Domain[]
  /** Undefined if such a record needs a closer look, because a name is repeated. */
  readonly fields: readonly PlainField[] | undefined
}

const shapedOf = new WeakMap<LineShape, Shaped>()

/** The same as `recordOfFields` for a record as most are, in less time; undefined for another one. */
function recordOfLine(record: RecordNode, domains: readonly Domain[]): PlainRecord | undefined {
  const line = plainLine(record)
  if (!line) return undefined
  const { shape, values } = line
  let shaped = shapedOf.get(shape)
  if (shaped?.domains !== domains) {
    shaped = { domains, fields: fieldsOfShape(record, shape, domains) }
    shapedOf.set(shape, shaped)
  }
  return (
    shaped.fields && {
      kind: 'record',
      tag: tagWord(record),
      fields: shaped.fields,
      values,
      isPlain: true,
      isWhole: true,
      text: withoutLineBreak(record.text),
    }
  )
}

function fieldsOfShape(record: RecordNode, shape: LineShape, domains: readonly Domain[]): Shaped['fields'] {
  const tag = tagWord(record)
  const heads = headsOf(shape)
  const names = heads.map(({ name }) => name)
  if (!isTag(tag) || new Set(names).size < names.length) return undefined
  const definitions = definitionsOf(tag, names, domains)
  return heads.map(({ name, word }) => {
    const declared = declaredType(definitions, name)
    return { name, written: writtenType(word, declared), declared, isList: false }
  })
}

/** A record as plain values, by its parsed fields. */
export function recordOfFields(record: RecordNode, domains: readonly Domain[]): PlainRecord {
  const name = tagName(record)
  const definitions =
    name === undefined
      ? []
      : definitionsOf(
          name,
          record.fields.map(field => field.name),
          domains,
        )
  const fields: PlainField[] = []
  const values: string[] = []
  const names = new Set<string>()
  for (const field of record.fields) {
    const { name, value } = field
    if (!value || names.has(name) || !isFieldName(name)) continue
    names.add(name)
    fields.push(plainField(record, field, value, declaredType(definitions, name)))
    values.push(valueText(record, value))
  }
  const isWhole =
    name !== undefined &&
    isTag(name) &&
    record.strays.length === 0 &&
    fields.length === record.fields.length &&
    !hasOpenEnd(record)
  return {
    kind: 'record',
    tag: name ?? tagWord(record),
    fields,
    values,
    isPlain: false,
    isWhole,
    text: withoutLineBreak(record.text),
  }
}

/** The type by which a field's value is read. */
export const typeOf = ({ written, declared }: PlainField): string =>
  written ?? (declared === 'open' ? 'string' : (declared ?? 'string'))

/**
 * Whether a word is a correctly written tag. `BEGIN` and `END` are not, because a record would look like a block.
 */
export const isTag = (word: string): boolean => /^(?!(?:BEGIN|END)$)[A-Z][A-Z0-9_]*$/.test(word)

/**
 * Whether fields have the same values as a record, in any order and with any types. Some texts cannot be stored in
 * another form, so these count as equal to what replaces them: no field for an empty text, and U+FFFD for a lone
 * surrogate.
 */
export function plainRecordSays(
  record: PlainRecord,
  others: readonly { readonly name: string; readonly value: string }[],
): boolean {
  const given = new Map(others.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))
  const own = record.fields
    .map(({ name, isList }, index) => ({ name, isList, value: record.values[index]! }))
    .filter(({ value }) => value !== '')
  const held = (value: string, isList: boolean): string =>
    (isList ? canonicalList(value) : value).replace(/\p{Cs}/gu, '\ufffd')
  return (
    own.length === given.size &&
    own.every(({ name, value, isList }) => given.has(name) && held(value, isList) === held(given.get(name)!, isList))
  )
}

function plainField(record: RecordNode, field: Field, value: ValueNode, declared: DeclaredType): PlainField {
  return {
    name: field.name,
    written: writtenType(fieldType(record, field), declared),
    declared,
    isList: value.kind === 'list',
  }
}

/** The type that a type word means; undefined if it is the declared one. */
function writtenType(word: string | undefined, declared: DeclaredType): string | undefined {
  const written = word ? (typeNamed(word) ?? word) : undefined
  return written === (declared ?? 'string') ? undefined : written
}
