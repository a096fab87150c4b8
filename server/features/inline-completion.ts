import type { InlineCompletionItem, Position, Range, StringValue } from 'vscode-languageserver-types'
import { fieldSnippet } from '../../shared/check/fixes/edits.ts'
import { choicesOf } from '../../shared/domains/field-text.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { fieldSpan, insideQuotes, isHeader, quote, type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { recordsAbove } from '../completion/siblings.ts'
import { newRecordSnippet } from '../completion/tags.ts'
import { type Cursor, cursorAt } from '../snapshot/cursor.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** How many records above must agree, so that what follows is nearly certain. */
const witnesses = 3

/**
 * The text that the author will type next, if the records above leave little doubt: a new record below three of the
 * same tag, the value that the last three records have in this field, or the field that follows in all three.
 */
export function inlineCompletion(snapshot: Snapshot, position: Position): InlineCompletionItem[] {
  const cursor = cursorAt(snapshot.file, position)
  if (!cursor) return []
  if (cursor.kind === 'line') return proposedRecord(snapshot, cursor, position)
  const record = snapshot.file.tree.entries[cursor.entry]
  const tag = snapshot.file.entries[cursor.entry]!.tag
  if (record?.kind !== 'record' || !tag || isHeader(record) || record.strays.length > 0) return []
  const above = last(recordsAbove(snapshot.file, cursor.entry, tag))
  if (above.length < witnesses) return []
  return value(snapshot, cursor, tag, above) ?? proposedField(snapshot, cursor, record, tag, above)
}

function proposedRecord(
  snapshot: Snapshot,
  { entry, span }: Extract<Cursor, { kind: 'line' }>,
  position: Position,
): InlineCompletionItem[] {
  const { tree, entries } = snapshot.file
  if (span.start < span.end) return []
  // Behind the last line break of a record, the cursor is still in its entry.
  const end = tree.entries[entry]?.kind === 'record' ? entry : entry - 1
  const tags = entries.slice(Math.max(0, end - witnesses + 1), end + 1).map(({ tag }) => tag)
  const [tag] = tags
  if (!tag || tags.length < witnesses || tags.some(other => other !== tag)) return []
  return [inlineItem(newRecordSnippet(tag, snapshot), { start: position, end: position })]
}

/** The value that all records above have; undefined where the cursor is not in an empty or started value. */
function value(
  snapshot: Snapshot,
  cursor: Cursor,
  tag: Tag,
  above: readonly RecordNode[],
): InlineCompletionItem[] | undefined {
  if (cursor.kind !== 'value' || cursor.field.name === tag.identityField) return undefined
  const field = fieldOf(tag, cursor.field.name)
  const [usual, ...others] = above.map(record => valueTextOf(record, cursor.field.name))
  if (field?.type !== 'string' || !usual || others.some(other => other !== usual)) return undefined
  const inside = insideQuotes(cursor.value)
  const text = quote(usual).slice(1, -1)
  if (!inside || cursor.offset !== inside.end) return undefined
  const written = cursor.record.text.slice(inside.start, inside.end)
  if (written === text || !text.startsWith(written)) return undefined
  return [{ insertText: text, range: rangeIn(snapshot, cursor.entry, inside) }]
}

/** The field that follows the last one in all records above. */
function proposedField(
  snapshot: Snapshot,
  cursor: Cursor,
  record: RecordNode,
  tag: Tag,
  above: readonly RecordNode[],
): InlineCompletionItem[] {
  const end = record.fields.at(-1)
  if (!end?.value || record.emptyFields.length > 0) return []
  const rest = record.text.slice(cursor.offset).trim()
  const isInQuotes = rest === '"' && insideQuotes(end.value)?.end === cursor.offset
  const isBehind = rest === '' && cursor.offset === fieldSpan(end).end
  if (!(isInQuotes || isBehind) || valueTextOf(record, end.name) === '') return []
  const [name, ...others] = above.map(
    ({ fields }) => fields[fields.findIndex(field => field.name === end.name) + 1]?.name,
  )
  if (name === undefined || others.some(other => other !== name)) return []
  const field = fieldOf(tag, name)
  if (!field || record.fields.some(written => written.name === name)) return []
  const start = isInQuotes ? '"' : ''
  const range = rangeIn(snapshot, cursor.entry, { start: cursor.offset, end: cursor.offset + start.length })
  return [{ ...inlineItem(`${start} | ${fieldSnippet(field, 0)}`, range), ...commandForList(field, snapshot) }]
}

/** Opens the list of values after the field is accepted, if there is one. */
const commandForList = (field: FieldDefinition, { client }: Snapshot): Pick<InlineCompletionItem, 'command'> =>
  client.suggestCommand !== undefined && (field.target ?? choicesOf(field))
    ? { command: { title: 'Suggest', command: client.suggestCommand } }
    : {}

const inlineItem = (snippet: string, range: Range): InlineCompletionItem => ({
  insertText: { kind: 'snippet', value: snippet } satisfies StringValue,
  range,
})

/** The value of a field; empty if the record does not have it. */
function valueTextOf(record: RecordNode, name: string): string {
  const field = record.fields.find(candidate => candidate.name === name)
  return field?.value ? valueText(record, field.value) : ''
}

function last(records: Iterable<RecordNode>): RecordNode[] {
  const found: RecordNode[] = []
  for (const record of records) {
    found.push(record)
    if (found.length === witnesses) break
  }
  return found
}
