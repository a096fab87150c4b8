import type { Position } from 'vscode-languageserver-types'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { choicesOf } from '../../shared/domains/field-text.ts'
import { fieldWithoutValue } from '../../shared/domains/notation.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { NextField, NextFieldParams } from '../../shared/protocol/typing.ts'
import {
  type Field,
  fieldSpan,
  insideQuotes,
  type RecordNode,
  type Span,
  type ValueNode,
} from '../../shared/syntax/nodes.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * Where Tab, Shift+Tab and Enter go from a position in a record.
 *
 * @returns null where the key should do what it does in any text: outside records and before their fields
 */
export function nextField(snapshot: Snapshot, { position, to }: Omit<NextFieldParams, 'uri'>): NextField | null {
  if (to === 'below') return startLineBelow(snapshot, position)
  const place = placeInRecord(snapshot, position)
  if (!place) return null
  if (to === 'previous') return goBack(snapshot, place)
  const current = to === 'stop' && fieldAt(place.record, place.offset)
  return current ? stayIn(place, current) : goForward(snapshot, place)
}

/**
 * The value of the next field, to be selected; behind the last field a required field that the record lacks, else a new
 * ` | ` for an optional one, else the end of the record. There the key does nothing.
 */
function goForward(snapshot: Snapshot, place: NextFieldPlace): NextField | null {
  const { record, entry, offset, tag } = place
  const next = record.fields.find(({ equals }) => equals >= offset)
  if (next) {
    const there = select(snapshot, place, insideOfValue(next))
    // In an open list the next Tab would accept an entry, and so replace the value.
    return isOpen(next) ? there : { ...there, suggests: false }
  }
  const end = endOfFields(record)
  const rest = record.text.slice(end).search(/[\r\n]|$/) + end
  if (offset > rest || record.strays.length > 0) return null
  const atEnd = (suggests: boolean): NextField => ({
    edits: [],
    selection: offset === rest ? null : rangeIn(snapshot, entry, { start: rest, end: rest }),
    suggests,
  })

  const written = new Set(record.fields.map(({ name }) => name))
  const missing = tag.required.find(({ name }) => !written.has(name))
  const separator = record.fields.length > 0 ? ' | ' : ' '
  if (missing) {
    const { text, cursor } = fieldWithoutValue(missing)
    return appendToRecord(
      snapshot,
      entry,
      { start: end, end: rest },
      separator + text,
      separator.length + cursor,
      hasList(missing),
    )
  }
  if (record.emptyFields.some(bar => bar >= end)) return atEnd(true)
  if ([...tag.fields.keys()].some(name => !written.has(name))) {
    return appendToRecord(snapshot, entry, { start: end, end: rest }, separator, separator.length, true)
  }
  return atEnd(false)
}

/** A new line behind the record. */
function startLineBelow(snapshot: Snapshot, position: Position): NextField | null {
  const cursor = cursorAt(snapshot.file, position)
  const record = cursor && snapshot.file.tree.entries[cursor.entry]
  if (!cursor || record?.kind !== 'record') return null
  const end = record.text.search(/[\r\n]*$/)
  const range = rangeIn(snapshot, cursor.entry, { start: end, end })
  const start = { line: range.start.line + 1, character: 0 }
  return { edits: [{ range, newText: '\n' }], selection: { start, end: start }, suggests: false }
}

/** The value of the field before, to be selected. */
function goBack(snapshot: Snapshot, place: NextFieldPlace): NextField | null {
  const { record, offset } = place
  const current = record.fields.findLast(field => field.equals >= 0 && field.equals < offset)
  const inside = current && insideOfValue(current)
  const isBehind = current !== undefined && offset > fieldSpan(current).end
  const before = isBehind
    ? current
    : record.fields.findLast(
        field => field.equals >= 0 && field !== current && field.nameStart < (inside?.start ?? offset),
      )
  return before ? select(snapshot, place, insideOfValue(before)) : null
}

interface NextFieldPlace {
  readonly entry: number
  readonly record: RecordNode
  readonly offset: number
  readonly tag: Tag
}

/** The record of a known tag that a position is in, behind its tag. */
function placeInRecord({ file }: Snapshot, position: Position): NextFieldPlace | undefined {
  const cursor = cursorAt(file, position)
  const record = cursor && file.tree.entries[cursor.entry]
  const tag = cursor && file.entries[cursor.entry]!.tag
  if (record?.kind !== 'record' || !tag || isHeader(record) || cursor.offset < record.tagEnd) return undefined
  const lineStart =
    Math.max(record.text.lastIndexOf('\n', cursor.offset - 1), record.text.lastIndexOf('\r', cursor.offset - 1)) + 1
  const isIndentation = lineStart > 0 && record.text.slice(lineStart, cursor.offset).trim() === ''
  // Behind the last line break of its text the cursor is on the next line.
  const isBelow = lineStart === record.text.length
  return isIndentation || isBelow ? undefined : { entry: cursor.entry, record, offset: cursor.offset, tag }
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

/** Opens the list of a field's values; null where there is none. */
function stayIn({ tag }: NextFieldPlace, { name }: Field): NextField | null {
  const field = fieldOf(tag, name)
  return field && hasList(field) ? { edits: [], selection: null, suggests: true } : null
}

/** Selects a span of a record; the list of values opens there where it has all that the field allows. */
function select(snapshot: Snapshot, { entry, record, tag }: NextFieldPlace, span: Span): NextField {
  const node = fieldAt(record, span.start)
  const field = node && fieldOf(tag, node.name)
  return { edits: [], selection: rangeIn(snapshot, entry, span), suggests: field !== undefined && hasList(field) }
}

/** The field in whose value an offset is, between its quotes or where they go. */
const fieldAt = ({ fields }: RecordNode, offset: number): Field | undefined =>
  fields.find(({ equals, value }) => equals >= 0 && equals < offset && offset <= endBehindValue(value, equals))

/** The last offset that is in a value: before its closing quote. */
const endBehindValue = (value: ValueNode | undefined, equals: number): number =>
  insideQuotes(value)?.end ?? value?.end ?? equals + 1

/** Whether a list has all values that a field allows, so that it is worth opening unasked. */
const hasList = (field: FieldDefinition): boolean => field.target !== undefined || choicesOf(field) !== undefined

/** Writes text at the end of a record, in place of the white space there. */
function appendToRecord(
  snapshot: Snapshot,
  entry: number,
  rest: Span,
  text: string,
  cursor: number,
  suggests: boolean,
): NextField {
  const range = rangeIn(snapshot, entry, rest)
  const position = { line: range.start.line, character: range.start.character + cursor }
  return { edits: [{ range, newText: text }], selection: { start: position, end: position }, suggests }
}
