import type { TypedField, TypedTag } from '../../shared/protocol/typing.ts'
import { type Field, fieldSpan, insideQuotes, type RecordNode, type Span, tagName } from '../../shared/syntax/nodes.ts'
import { parseEntryAt } from '../../shared/syntax/parse.ts'

/**
 * Where a key goes: Tab to the next field, Shift+Tab to the one before, and a cursor that has come to a tab stop stays
 * there if that is in a value, and goes on otherwise.
 */
export type FieldKey = 'next' | 'previous' | 'stop'

/** What a key does in a text. */
export interface KeyResult {
  /** The span that is replaced first. */
  readonly edit?: Span & { readonly text: string }
  /** What is selected then. An empty span is a cursor. */
  readonly selection: Span
  /** Whether the list of suggestions opens there. */
  readonly suggests: boolean
}

/** A record, and where it starts in its text. */
export interface RecordWithOffset {
  readonly start: number
  readonly record: RecordNode
}

/** The record whose lines an offset of a text is on. The text starts outside a block. */
export function recordWithOffset(text: string, offset: number): RecordWithOffset | undefined {
  let start = lineStartAt(text, offset)
  while (start > 0 && continuesRecord(text.slice(start))) start = lineStartAt(text, start - 1)
  const record = parseEntryAt(text, start)
  if (record?.kind !== 'record') return undefined
  // Behind the last line break of its text the cursor is on the next line.
  const isBelow = offset >= start + record.text.length && /[\r\n]$/.test(record.text)
  return isBelow ? undefined : { start, record }
}

const lineStartAt = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

/** Whether a text starts with a line that continues the record above. */
export const continuesRecord = (text: string): boolean => /^[^\S\r\n]+\|/.test(text)

/**
 * What a key does in a record.
 *
 * @param tags those that the record can have
 * @returns undefined where the key does what it does in any text: before the fields of a record, and where its tag is
 *   unknown
 */
export function pressFieldKey(
  { start, record }: RecordWithOffset,
  offset: number,
  key: FieldKey,
  tags: readonly TypedTag[],
): KeyResult | undefined {
  const tag = bestTag(record, tags)
  const at = offset - start
  if (!tag || at < record.tagEnd) return undefined
  const lineStart = lineStartAt(record.text, at)
  if (lineStart > 0 && record.text.slice(lineStart, at).trim() === '') return undefined
  const result = pressInRecord({ record, offset: at, tag }, key)
  return result && shiftedBy(result, start)
}

/** Of several tags with the name, the one that has most of the fields. */
function bestTag(record: RecordNode, tags: readonly TypedTag[]): TypedTag | undefined {
  const name = tagName(record)
  const written = new Set(record.fields.map(field => field.name))
  const countOf = (tag: TypedTag): number => tag.fields.filter(field => written.has(field.name)).length
  return tags.filter(tag => tag.name === name).sort((one, other) => countOf(other) - countOf(one))[0]
}

const shiftedBy = ({ edit, selection, suggests }: KeyResult, by: number): KeyResult => ({
  ...(edit && { edit: { ...edit, start: edit.start + by, end: edit.end + by } }),
  selection: { start: selection.start + by, end: selection.end + by },
  suggests,
})

interface PlaceOfKey {
  readonly record: RecordNode
  readonly offset: number
  readonly tag: TypedTag
}

function pressInRecord(place: PlaceOfKey, key: FieldKey): KeyResult | undefined {
  if (key === 'previous') return goBack(place)
  const current = key === 'stop' && fieldAt(place.record, place.offset)
  return current ? stayIn(place, current) : goForward(place)
}

/**
 * Selects the value of the next field; behind the last field writes a required field that the record lacks, else a new
 * ` | ` for an optional one, else goes to the end of the record, where the key does nothing.
 */
function goForward(place: PlaceOfKey): KeyResult | undefined {
  const { record, offset, tag } = place
  const next = record.fields.find(({ equals }) => equals >= offset)
  // In an open list the next Tab would accept an entry, and so replace the value.
  if (next) return select(place, insideOfValue(next), isOpen(next))
  const end = endOfFields(record)
  const rest = record.text.slice(end).search(/[\r\n]|$/) + end
  if (offset > rest || record.strays.length > 0) return undefined
  const written = new Set(record.fields.map(({ name }) => name))
  const missing = tag.fields.find(({ name, isRequired }) => isRequired && !written.has(name))
  const separator = record.fields.length > 0 ? ' | ' : ' '
  const append = (text: string, cursor: number, suggests: boolean): KeyResult => ({
    edit: { start: end, end: rest, text },
    selection: { start: end + cursor, end: end + cursor },
    suggests,
  })
  if (missing) return append(separator + missing.text, separator.length + missing.cursor, missing.hasList)
  const hasBar = record.emptyFields.some(bar => bar >= end)
  if (!hasBar && tag.fields.some(({ name }) => !written.has(name))) return append(separator, separator.length, true)
  return { selection: { start: rest, end: rest }, suggests: hasBar }
}

/** Selects the value of the field before. */
function goBack(place: PlaceOfKey): KeyResult | undefined {
  const { record, offset } = place
  const current = record.fields.findLast(field => field.equals >= 0 && field.equals < offset)
  const inside = current && insideOfValue(current)
  const isBehind = current !== undefined && offset > fieldSpan(current).end
  const before = isBehind
    ? current
    : record.fields.findLast(
        field => field.equals >= 0 && field !== current && field.nameStart < (inside?.start ?? offset),
      )
  return before && select(place, insideOfValue(before), true)
}

const isOpen = ({ value }: Field): boolean =>
  value === undefined || (value.kind === 'quoted' && value.closed && value.end - value.start === 2)

/** The span of a field's value without its quotes; behind the `=` where there is none. */
function insideOfValue({ value, equals }: Field): Span {
  if (!value) return { start: equals + 1, end: equals + 1 }
  return insideQuotes(value) ?? { start: value.kind === 'quoted' ? value.start + 1 : value.start, end: value.end }
}

/** Behind the last field of the record, or its tag. */
const endOfFields = ({ fields, tagEnd }: RecordNode): number =>
  fields.length > 0 ? fieldSpan(fields.at(-1)!).end : tagEnd

/** Opens the list of a field's values where it is; undefined where there is none. */
function stayIn({ tag, offset }: PlaceOfKey, { name }: Field): KeyResult | undefined {
  return typedFieldNamed(tag, name)?.hasList ? { selection: { start: offset, end: offset }, suggests: true } : undefined
}

/** Selects a span; the list of values opens there where it has all that the field allows. */
function select({ record, tag }: PlaceOfKey, span: Span, mayOpen: boolean): KeyResult {
  const node = fieldAt(record, span.start)
  const hasList = node !== undefined && typedFieldNamed(tag, node.name)?.hasList === true
  return { selection: { start: span.start, end: span.end }, suggests: mayOpen && hasList }
}

const typedFieldNamed = ({ fields }: TypedTag, name: string): TypedField | undefined =>
  fields.find(field => field.name === name)

/** The field in whose value an offset is, between its quotes or where they go. */
const fieldAt = ({ fields }: RecordNode, offset: number): Field | undefined =>
  fields.find(field => {
    const { equals, value } = field
    return equals >= 0 && equals < offset && offset <= (insideQuotes(value)?.end ?? value?.end ?? equals + 1)
  })
