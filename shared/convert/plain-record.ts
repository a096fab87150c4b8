import type { Domain } from '../domains/registry.ts'
import {
  type Entry,
  type Field,
  fieldType,
  isFieldName,
  type RecordNode,
  tagName,
  tagWord,
  type Value,
  valueText,
} from '../syntax/nodes.ts'
import { hasOpenEnd } from '../syntax/open-ends.ts'
import { typeNamed } from '../syntax/type-words.ts'
import { type DeclaredType, declaredType, definitionsOf } from './declared-types.ts'
import { canonicalList } from './lists.ts'

/** What a `.rec` file holds besides white space, as plain values: what every other form is made from. */
export type PlainEntry = PlainRecord | PlainText

export interface PlainRecord {
  readonly kind: 'record'
  readonly tag: string
  /** The fields that have a name and a value; of several with one name the first, which is the one that counts. */
  readonly fields: readonly PlainField[]
  /**
   * Whether tag and fields are all that the record says. If they are not, as where a value is missing or not closed,
   * a name is none, or there is text that is no field, a form that is to be read back has to carry the record's text
   * too.
   */
  readonly isWhole: boolean
  /** The record as written, without its last line end. */
  readonly text: string
}

export interface PlainField {
  readonly name: string
  /** The type that is written and not the declared one; undefined where the descriptor says it. */
  readonly written: string | undefined
  readonly declared: DeclaredType
  /** What the value says, without quotes and escapes; a list as written. */
  readonly value: string
  readonly isList: boolean
}

/** A comment, a block, or a line that is none of the notation's. */
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
    : { kind: entry.kind, text: withoutLastBreak(entry.text) }
}

/** A record as plain values. */
export function plainRecord(record: RecordNode, domains: readonly Domain[]): PlainRecord {
  const name = tagName(record)
  const definitions =
    name === undefined
      ? []
      : definitionsOf(
          name,
          record.fields.map(field => field.name),
          domains,
        )
  const fields = new Map<string, PlainField>()
  for (const field of record.fields) {
    const own = field.name
    if (field.value && isFieldName(own) && !fields.has(own))
      fields.set(own, plainField(record, field, field.value, declaredType(definitions, own)))
  }
  const isWhole =
    name !== undefined &&
    isTag(name) &&
    record.strays.length === 0 &&
    fields.size === record.fields.length &&
    record.fields.every(({ value }) => value) &&
    !hasOpenEnd(record)
  return {
    kind: 'record',
    tag: name ?? tagWord(record),
    fields: [...fields.values()],
    isWhole,
    text: withoutLastBreak(record.text),
  }
}

/** The type by which a field's value is read. */
export const typeOf = ({ written, declared }: PlainField): string =>
  written ?? (declared === 'open' ? 'string' : (declared ?? 'string'))

/**
 * Whether a word is a tag in its own spelling. The words of blocks are none: a record could not be told from a block.
 */
export const isTag = (word: string): boolean => /^(?!(?:BEGIN|END)$)[A-Z][A-Z0-9_]*$/.test(word)

/**
 * Whether fields say the same as a record, whatever their order and types. A text that another form cannot hold counts
 * as the one it holds in its place: nothing for an empty one, and a replacement character for half a surrogate pair.
 */
export function saysTheSame(record: PlainRecord, fields: readonly Pick<PlainField, 'name' | 'value'>[]): boolean {
  const others = new Map(fields.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))
  const own = record.fields.filter(({ value }) => value !== '')
  const held = (value: string, isList: boolean): string =>
    (isList ? canonicalList(value) : value).replace(/\p{Cs}/gu, '\ufffd')
  return (
    own.length === others.size &&
    own.every(({ name, value, isList }) => others.has(name) && held(value, isList) === held(others.get(name)!, isList))
  )
}

function plainField(record: RecordNode, field: Field, value: Value, declared: DeclaredType): PlainField {
  const word = fieldType(record, field)
  const written = word ? (typeNamed(word) ?? word) : undefined
  const isImplied = written === (declared ?? 'string')
  return {
    name: field.name,
    written: isImplied ? undefined : written,
    declared,
    value: valueText(record, value),
    isList: value.kind === 'list',
  }
}

const withoutLastBreak = (text: string): string => text.replace(/(?:\r\n|\r|\n)$/, '')
