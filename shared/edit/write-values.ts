import { groupBy } from '../basics/group.ts'
import { insertAtEnd, insertBehindTag, removeField } from '../check/fixes/edits.ts'
import { canonicalField, canonicalStart, canonicalValue } from '../domains/notation.ts'
import type { FieldDefinition } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import {
  type Field,
  fieldSpan,
  fieldType,
  isBareSafe,
  quote,
  type RecordNode,
  tagWord,
  valueText,
} from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { changedText, type TextChange } from '../syntax/text-change.ts'
import { typeNamed } from '../syntax/type-words.ts'

/** A value to write into a field of a record; null removes the field. */
export interface NewValue {
  readonly name: string
  /** The definition of the field, if the tag has one. */
  readonly field: FieldDefinition | undefined
  readonly value: string | null
  /** The field as it is added to a record that lacks it; by default its definition decides. */
  readonly asField?: string
}

/**
 * A record with new values of some fields, in canonical notation. All other fields keep their values, and values that
 * the record has already stay as they are written. Undefined if one value cannot be written, because text that is not
 * closed makes the meaning of the record uncertain.
 */
export function writeValues(record: RecordNode, values: readonly NewValue[]): RecordNode | undefined {
  const said = saidValues(record)
  let written: RecordNode | undefined = record
  // If a field has several values, the last one counts.
  let pending: readonly NewValue[] = [...new Map(values.map(value => [value.name, value])).values()].filter(
    ({ name, value }) => (value === null ? said.has(name) : said.get(name) !== value),
  )
  // As many at once as is certain, because a record is parsed after each change.
  while (pending.length > 1) {
    const { applied, rest } = applyTogether(written, pending)
    if (!applied) break
    written = applied
    pending = rest
  }
  for (const each of pending) written &&= writeValue(written, each)
  return written
}

/**
 * A record with another name of one field, which it has at most once, and the notation of the definition of the new
 * name. Undefined if that cannot be written.
 */
export function renameField(
  record: RecordNode,
  { from, to }: { readonly from: FieldDefinition; readonly to: FieldDefinition },
): RecordNode | undefined {
  const node = record.fields.find(({ name }) => name === from.name)
  if (!node) return record
  const { value } = node
  const text = value && valueText(record, value)
  const nameOnly: TextChange = { start: node.nameStart, end: node.nameEnd, text: to.name }
  const isCanonical = text !== undefined && !to.isUndefined && valueTypes[to.type].accepts(text)
  const canonical = isCanonical && value?.kind !== 'list' && !value?.hasTextBehind
  const edits = canonical ? [{ ...fieldSpan(node), text: canonicalField(to, text) }, nameOnly] : [nameOnly]
  const wanted = saidValues(record)
  for (const edit of edits) {
    const written = readRecord(changedText(record.text, [edit]))
    const said = written && saidValues(written)
    const isSame =
      said?.size === wanted.size &&
      [...wanted].every(([name, one]) => said.get(name === from.name ? to.name : name) === one)
    if (written && isSame && written.fields.length === record.fields.length) return written
  }
  return undefined
}

/** A record with a new value of one field, written in the first way in which its meaning is certain. */
function writeValue(record: RecordNode, each: NewValue): RecordNode | undefined {
  const { name, value } = each
  for (const text of value === null ? [withoutField(record, name)] : textsWith(record, each, value)) {
    const written = readRecord(text)
    if (written && haveValues(record, written, [each])) return written
  }
  return undefined
}

/** Writes values whose changes do not overlap. `rest` are the other values; without `applied`, nothing is certain. */
function applyTogether(
  record: RecordNode,
  values: readonly NewValue[],
): { applied?: RecordNode; rest: readonly NewValue[] } {
  const nodes = groupBy(record.fields, ({ name }) => name)
  const rest: NewValue[] = []
  const done: NewValue[] = []
  const changes: { readonly new: NewValue; readonly edit: TextChange }[] = []
  const added: string[] = []
  for (const each of values) {
    const { name, value } = each
    const [node, ...others] = nodes.get(name) ?? []
    if (value === null) {
      if (node && others.length === 0) changes.push({ new: each, edit: removeField(record, node) })
      else rest.push(each)
    } else if (node) changes.push({ new: each, edit: replacements(record, node, each.field, value)[0]! })
    else if (name === 'rid') rest.push(each)
    else {
      added.push(fieldToAdd(each, value))
      done.push(each)
    }
  }
  changes.sort((one, other) => one.edit.start - other.edit.start)
  const edits: TextChange[] = []
  for (const { new: each, edit } of changes) {
    if (edit.start < (edits.at(-1)?.end ?? 0)) rest.push(each)
    else {
      edits.push(edit)
      done.push(each)
    }
  }
  if (added.length > 0) edits.push(insertAtEnd(record, added))
  const written = readRecord(changedText(record.text, edits))
  return written && done.length > 0 && haveValues(record, written, done) ? { applied: written, rest } : { rest }
}

/**
 * Whether a record has these new values, and nothing else has changed: no more of its text belongs to no field than
 * before, and the new values are closed.
 */
function haveValues(before: RecordNode, written: RecordNode, values: readonly NewValue[]): boolean {
  const wanted = new Map(saidValues(before))
  for (const { name, value } of values) {
    if (value === null) wanted.delete(name)
    else wanted.set(name, value)
  }
  const said = saidValues(written)
  const names = new Set(values.map(({ name }) => name))
  return (
    tagWord(written) === tagWord(before) &&
    written.strays.length <= before.strays.length &&
    written.fields.every(({ name, value }) => !names.has(name) || (value?.closed ?? true)) &&
    said.size === wanted.size &&
    [...wanted].every(([name, value]) => said.get(name) === value)
  )
}

/** The values of the fields by name; null for a field without a value. If a field is repeated, the first one counts. */
function saidValues(record: RecordNode): ReadonlyMap<string, string | null> {
  const said = new Map<string, string | null>()
  for (const { name, value } of record.fields)
    if (!said.has(name)) said.set(name, value ? valueText(record, value) : null)
  return said
}

function readRecord(text: string): RecordNode | undefined {
  const [record, ...others] = parseEntries(text)
  return record?.kind === 'record' && others.length === 0 ? record : undefined
}

/** The record's text without the field, however often it is given. */
function withoutField(record: RecordNode, name: string): string {
  let left: RecordNode | undefined = record
  let { text } = record
  while (left) {
    const edits = removalsApart(left, name)
    if (edits.length === 0) break
    text = changedText(text, edits)
    left = readRecord(text)
  }
  return text
}

/**
 * The edits that remove a field where it is given. An edit depends on what is beside it, so of neighbors only every
 * other one is removed: half of them or more.
 */
function removalsApart(record: RecordNode, name: string): TextChange[] {
  const edits: TextChange[] = []
  for (const node of record.fields) {
    if (node.name !== name) continue
    const edit = removeField(record, node)
    if (edits.length === 0 || edit.start > edits.at(-1)!.end) edits.push(edit)
  }
  return edits
}

/** The record's text with the value written in several ways, the one that changes least first. */
function textsWith(record: RecordNode, each: NewValue, value: string): string[] {
  const node = record.fields.find(({ name }) => name === each.name)
  // Quotes would make a text of a list.
  const asList = node?.value && node.value.kind !== 'list' && value.startsWith('[') ? each.asField : undefined
  const edits = node
    ? [
        ...(asList === undefined ? [] : [{ ...fieldSpan(node), text: asList }]),
        ...replacements(record, node, each.field, value),
      ]
    : [insertion(record, each.name, fieldToAdd(each, value))]
  return edits.map(edit => changedText(record.text, [edit]))
}

const fieldToAdd = ({ name, field, asField }: NewValue, value: string): string =>
  asField ?? (field ? canonicalField(field, value) : `${name}=${quote(value)}`)

const insertion = (record: RecordNode, name: string, text: string): TextChange =>
  name === 'rid' && record.fields.length > 0 ? insertBehindTag(record, text) : insertAtEnd(record, [text])

function replacements(
  record: RecordNode,
  node: Field,
  field: FieldDefinition | undefined,
  value: string,
): TextChange[] {
  const { value: written } = node
  const word = fieldType(record, node)
  const type = word === undefined ? undefined : typeNamed(word)
  const fits = type === undefined || valueTypes[type].accepts(value)
  const isDeclared = field !== undefined && (word === undefined || type === field.type || !fits)
  // A type other than the declared one stays, if it fits: it is a problem of its own, with a fix of its own.
  const asWritten = `${record.text.slice(node.nameStart, Math.max(node.nameEnd, node.typeEnd))}=`
  const start = isDeclared ? canonicalStart(node.name, field.type) : asWritten
  const quoted = quote(value)
  const whole = (text: string): TextChange => ({ ...fieldSpan(node), text: start + text })
  if (!written) return [whole(isDeclared ? canonicalValue(node.name, field.type, value) : quoted), whole(quoted)]
  const hasItsType = !isDeclared || (word ?? 'string') === field.type
  const valueOnly = (text: string): TextChange => ({ start: written.start, end: written.end, text })
  const place = hasItsType ? valueOnly : whole
  const asBefore = written.kind === 'bare' && isBareSafe(value) ? value : quoted
  return [
    ...(written.kind === 'list' && value.startsWith('[') ? [valueOnly(value)] : []),
    ...(written.hasTextBehind ? [] : [place(isDeclared ? canonicalValue(node.name, field.type, value) : asBefore)]),
    place(quoted),
    whole(quoted),
  ]
}
