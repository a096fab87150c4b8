import type { CheckedFile } from '../check/check.ts'
import { itemsOf } from '../domains/list-items.ts'
import { aspectOf, type FieldDefinition } from '../domains/registry.ts'
import { Frame } from '../expression/run/frame.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import type { ReachableRecords, Timestamp, Value } from '../expression/run/values.ts'
import {
  holdsAllDigits,
  isExactResult,
  isTimestamp,
  valueAsText,
  withoutBinaryError,
} from '../expression/run/values.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { smallestChange, type TextChange } from '../syntax/text-change.ts'
import type { RecordEdit } from './record-edit.ts'
import { removeWholes, type Whole, wholeAt } from './whole-record.ts'
import { type NewValue, renameField, writeValues } from './write-values.ts'
import type { MappedField } from './written-changes.ts'

/** What a bulk edit does to a file. */
export interface FileEdit {
  /** Sorted, not overlapping. */
  readonly changes: readonly TextChange[]
  /** How many records the condition found. */
  readonly found: number
  /** How many of them change. */
  readonly edited: number
  /** How many of them stay, because the expression of a new value reads an absent value. */
  readonly skipped: number
  /** The entries of the records that stay, because a new value would have fewer digits than it needs. */
  readonly inexact: readonly number[]
  /** The entries of the records that stay, because an item of a new list would be several items, or another one. */
  readonly splitItems: readonly number[]
  /**
   * The entries of the records that stay because it is uncertain where their fields are: they have text that is not
   * closed or belongs to no field, or a field twice.
   */
  readonly uncertain: readonly number[]
  /** The entries of the records that stay because they have a field already that another one would be renamed to. */
  readonly taken: readonly number[]
  /** How many values that are written but not allowed the edit replaces or removes, and the entry of the first one. */
  readonly wrong: { readonly count: number; readonly first: number | undefined }
}

/**
 * The changes of a bulk edit to a file. All expressions read the records as they are before the edit.
 *
 * @param reachable returns the records that the expressions of an entry can reach
 * @param unseen the fields of `edit.undefinedFields` that no record had yet; loses those that records here have
 */
export function editFile(
  { tree, entries }: CheckedFile,
  edit: RecordEdit,
  now: Timestamp,
  reachable: (entry: number) => ReachableRecords | undefined,
  unseen: Set<string> = new Set(),
): FileEdit {
  const changes: TextChange[] = []
  const removed: Whole[] = []
  const uncertain: number[] = []
  const inexact: number[] = []
  const splitItems: number[] = []
  const taken: number[] = []
  const wrong: { count: number; first: number | undefined } = { count: 0, first: undefined }
  let [found, edited, skipped] = [0, 0, 0]
  for (const [entry, { tag, isLeftOut }] of entries.entries()) {
    if (isLeftOut && unseen.size === 0) continue
    // In the editor, descriptors can change while files are read, so that the same tag is another object. Records of an
    // extension of the tag are records of the tag.
    if (tag?.nameOfRecords.path !== edit.tag.nameOfRecords.path) continue
    const record = tree.entries[entry] as RecordNode
    if (unseen.size > 0) for (const { name } of record.fields) unseen.delete(name)
    const values = new ParsedRecord(record, undefined, 'query')
    const records = reachable(entry)
    if (edit.where && edit.where(new Frame(values, now, records)) !== true) continue
    found++
    if (edit.isDelete) {
      edited++
      removed.push(wholeAt(tree, entry))
      continue
    }
    const written = newValues(edit, values, new Frame(values, now, records))
    if (!written) {
      skipped++
      continue
    }
    if (written === 'inexact' || written === 'split items') {
      const stays = written === 'inexact' ? inexact : splitItems
      stays.push(entry)
      continue
    }
    if (edit.renamed.some(({ from, to }) => hasField(record, from) && hasField(record, to))) {
      taken.push(entry)
      continue
    }
    const after = recordWithValues(record, edit, written)
    if (!after) uncertain.push(entry)
    else if (after.text !== record.text) {
      edited++
      for (const { field } of written) {
        if (!field || values.get(aspectOf(field, 'written')) === undefined) continue
        if (values.get(aspectOf(field, 'valid')) === true) continue
        wrong.count++
        wrong.first ??= entry
      }
      const at = tree.starts[entry]!
      for (const { start, end, text } of smallestChange(record.text, after.text))
        changes.push({ start: at + start, end: at + end, text })
    }
  }
  changes.push(...removeWholes(tree, removed))
  return { changes, found, edited, skipped, inexact, splitItems, uncertain, taken, wrong }
}

/** A record with new values and names of fields; undefined if it is uncertain where its fields are. */
function recordWithValues(record: RecordNode, { set, mapped, renamed }: RecordEdit, values: readonly NewValue[]) {
  const fields = [...set.map(one => one.field), ...mapped.map(one => one.field), ...renamed.map(({ from }) => from)]
  if (fields.some(field => isRepeated(record, field))) return undefined
  let after = writeValues(record, values)
  for (const each of renamed) after &&= renameField(after, each)
  return after
}

const hasField = ({ fields }: RecordNode, { name }: FieldDefinition): boolean => fields.some(one => one.name === name)

/**
 * The values to write into a record, without those that it already has; undefined if one cannot be calculated,
 * `inexact` if one would lose digits, and `split items` if an item of a list would be several items, or another one.
 */
export function newValues(
  { set, unset, mapped }: Pick<RecordEdit, 'set' | 'unset' | 'mapped'>,
  values: ParsedRecord,
  frame: Frame,
): NewValue[] | 'inexact' | 'split items' | undefined {
  const written: NewValue[] = unset.map(field => ({ name: field.name, field: definitionOf(field), value: null }))
  for (const { field, values: by } of mapped) {
    const text = values.get(aspectOf(field, 'written')) as string | undefined
    const value = text !== undefined && mappedText(text, field, by)
    if (typeof value === 'string') written.push({ name: field.name, field: definitionOf(field), value })
  }
  for (const { field, evaluate, source, isCalculation, reads } of set) {
    frame.restart()
    const result = evaluate(frame)
    if (result === undefined) return undefined
    const value = isCalculation && typeof result === 'number' ? withoutBinaryError(result) : result
    if (source && (typeof value === 'number' || isTime(value))) {
      written.push({ name: field.name, field, value: values.textOf(source)! })
      continue
    }
    if (!isExactResult(value) || reads.some(read => losesDigits(values, read, value))) return 'inexact'
    if (field.list && !holdsItems(value)) return 'split items'
    const before = values.get(field)
    if (before === undefined || !isSameText(value, before))
      written.push({ name: field.name, field, value: valueAsText(value) })
  }
  return written
}

const definitionOf = (field: FieldDefinition): FieldDefinition | undefined => (field.isUndefined ? undefined : field)

/** What a text is replaced with, or a list with some replaced items; undefined if nothing is. */
function mappedText(text: string, { list }: FieldDefinition, by: MappedField['values']): string | undefined {
  const whole = by.get(text)
  if (whole !== undefined || !list) return whole
  const items = itemsOf(text)
  return items.some(item => by.has(item)) ? items.map(item => by.get(item) ?? item).join(', ') : undefined
}

/** Whether a result has the value of a field that does not hold all digits of its text. */
function losesDigits(values: ParsedRecord, field: FieldDefinition, result: Value): boolean {
  const value = values.get(field)
  // Of a whole number of this size, a result that is a small number or has a fraction is rounded on its way.
  if (typeof value === 'bigint')
    return typeof result === 'number' && (field.type === 'float' || !Number.isInteger(result))
  if (value === undefined || holdsAllDigits(value, values.textOf(field)!)) return false
  if (typeof result === 'string') return result.includes(valueAsText(value))
  return typeof result === typeof value && isTime(result) === isTime(value)
}

/** Whether a list still has these items when it is written with commas between them. */
function holdsItems(list: Value): boolean {
  const items = itemsOf(valueAsText(list))
  return Array.isArray(list) && items.length === list.length && items.every((item, index) => item === list[index])
}

const isTime = (value: Value): boolean => typeof value === 'object' && isTimestamp(value)

/** Whether two values are written the same. A date and a time on that day are equal, but not the same. */
const isSameText = (one: Value, other: Value): boolean => valueAsText(one) === valueAsText(other)

/** Whether a record has a field twice, so that nobody knows which value counts. */
const isRepeated = ({ fields }: RecordNode, { name }: FieldDefinition): boolean =>
  fields.filter(field => field.name === name).length > 1
