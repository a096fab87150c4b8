import { readTextPairs } from '../basics/text-pairs.ts'
import { isAllowed } from '../domains/allowed-value.ts'
import { localize } from '../domains/localize.ts'
import { shorten, show } from '../domains/message-text.ts'
import { type FieldDefinition, fieldNamed, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { noValueOf } from '../expression/check/check-operators.ts'
import type { ExpressionProblem } from '../expression/read/nodes.ts'
import { isFieldName } from '../syntax/nodes.ts'

/** The changes of an edit that are no expressions: texts to replace, and fields to rename. */

/** What is wrong with a bulk edit, and where. */
export interface EditMistake extends ExpressionProblem {
  /** The part of the edit that the offsets are in. Empty if the problem has no place. */
  readonly source: string
}

/** A field whose values are replaced, by what is written. */
export interface MappedField {
  readonly field: FieldDefinition
  /** The new value for each text; of a list, for each item. */
  readonly values: ReadonlyMap<string, string>
}

/** A field that gets another name. The tag may define neither. */
export interface RenamedField {
  readonly from: FieldDefinition
  readonly to: FieldDefinition
}

/** Reads a text such as `severity:High=high,"a, b"=c`. */
export function readMappedField(source: string, tag: Tag): MappedField | { readonly mistake: EditMistake } {
  const [start, name = ''] = /^\s*([^\s:=]+)\s*:/.exec(source) ?? ['']
  if (!isFieldName(name)) return { mistake: mistakeIn(source, 0, source.length, mapAdvice()) }
  const field = fieldNamed(tag, name)
  const values = new Map<string, string>()
  const read = readTextPairs(source, start.length)
  if ('failedAt' in read) return { mistake: mistakeIn(source, read.failedAt, source.length, mapAdvice()) }
  for (const { from, to, ...span } of read.pairs) {
    if (to === '') return { mistake: { source, ...span, message: noTextAdvice() } }
    if (values.has(from))
      return { mistake: { source, ...span, message: localize('{value} is mapped twice.', { value: show(from) }) } }
    const problem = whyNotAllowed(to, field)
    if (problem !== undefined) return { mistake: { source, ...span, message: problem } }
    values.set(from, to)
  }
  return { field, values }
}

/** Reads a text such as `last_online=valid_until`. */
export function readRenamedField(source: string, tag: Tag): RenamedField | { readonly mistake: EditMistake } {
  const [from = '', to = '', ...more] = source.split('=').map(name => name.trim())
  if (!isFieldName(from) || !isFieldName(to) || more.length > 0) {
    const message = localize('A field is renamed as old=new, such as last_online=valid_until.')
    return { mistake: mistakeIn(source, 0, source.length, message) }
  }
  return { from: fieldNamed(tag, from), to: fieldNamed(tag, to) }
}

const mapAdvice = (): string =>
  localize('Values are mapped as field:old=new,old=new, such as severity:High=high; a comma or = needs quotes.')

const noTextAdvice = (): string =>
  localize('A value is mapped to a text; to remove a field, write --unset with --where.')

const mistakeIn = (source: string, start: number, end: number, message: string): EditMistake => ({
  source,
  start,
  end: Math.max(end, start + 1),
  message,
})

/** Why a field cannot have a value; undefined if it can. */
function whyNotAllowed(value: string, field: FieldDefinition): string | undefined {
  const { name, type, enum: values, isUndefined } = field
  if (isUndefined || (valueTypes[type].accepts(value) && isAllowed(value, field))) return undefined
  if (values) return noValueOf(name, values, value).message
  return localize('{field} cannot have the value {value}.', { field: shorten(name), value: show(value) })
}
