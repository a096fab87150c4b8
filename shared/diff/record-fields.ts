import { fieldSpan, type RecordNode, rawValue, valueText } from '../syntax/nodes.ts'
import { tagOfRecord } from './record-key.ts'

/** A field of a record as text. */
export interface FieldText {
  readonly name: string
  /** The whole field as written: `name:type=value`. */
  readonly text: string
  /** The text between the field before it, or the tag, and this field. */
  readonly between: string
  /** What its value says: without quotes and escapes. Undefined if it has no value. */
  readonly said: string | undefined
}

/** A record as text: joined, the parts are the record. */
export interface RecordText {
  /** To the end of the tag. */
  readonly head: string
  readonly fields: readonly FieldText[]
  readonly tail: string
}

/** Splits a record into the texts of its fields and the texts between them. */
export function recordText(record: RecordNode): RecordText {
  const { text, tagEnd } = record
  let end = tagEnd
  const fields = record.fields.map(field => {
    const span = fieldSpan(field)
    const between = text.slice(end, span.start)
    end = span.end
    return { name: field.name, text: text.slice(span.start, span.end), between, said: saidIn(record, field) }
  })
  return { head: text.slice(0, tagEnd), fields, tail: text.slice(end) }
}

/** What each field of a record says, by name. If a name is there twice, the first one counts. */
export function saidBy(record: RecordNode): Map<string, string | undefined> {
  const said = new Map<string, string | undefined>()
  for (const field of record.fields) if (!said.has(field.name)) said.set(field.name, saidIn(record, field))
  return said
}

function saidIn(record: RecordNode, { value }: RecordNode['fields'][number]): string | undefined {
  if (!value) return undefined
  return value.closed ? valueText(record, value) : rawValue(record, value)
}

/** Whether two records have the same tag, and the same fields with the same values in the same order. */
export function saysTheSame(one: RecordNode, other: RecordNode): boolean {
  if (one === other || one.text === other.text) return true
  if (tagOfRecord(one) !== tagOfRecord(other) || one.fields.length !== other.fields.length) return false
  if (textOfStrays(one) !== textOfStrays(other)) return false
  return one.fields.every((field, index) => {
    const same = other.fields[index]!
    return field.name === same.name && saidIn(one, field) === saidIn(other, same)
  })
}

const textOfStrays = ({ strays, text }: RecordNode): string =>
  strays.map(({ start, end }) => text.slice(start, end)).join('\n')
