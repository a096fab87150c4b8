import { type FieldText, type RecordText, recordText } from '../diff/record-fields.ts'
import { definitionFor } from '../diff/record-key.ts'
import { type FieldDefinition, fieldOf, type Registry } from '../domains/registry.ts'
import { quote, type RecordNode } from '../syntax/nodes.ts'
import { hasOpenEnd } from '../syntax/open-ends.ts'
import { parseEntries } from '../syntax/parse.ts'

/** The result for a record that both sides have. Without conflicting fields, the texts of both sides are the same. */
export interface MergedRecord {
  /** The record with the changes of both sides; in a conflicting field, the values of ours and of theirs. */
  readonly ours: string
  readonly theirs: string
  /** The names of the fields that both sides changed to different values. */
  readonly conflicts: readonly string[]
}

/**
 * Merges the fields of a record that both sides changed.
 *
 * @param base undefined if both sides added it
 * @returns undefined if the fields cannot be told apart in one of the versions
 */
export function mergeRecord(
  base: RecordNode | undefined,
  ours: RecordNode,
  theirs: RecordNode,
  registry: Registry,
): MergedRecord | undefined {
  const versions = [ours, theirs, ...(base ? [base] : [])]
  if (!versions.every(hasClearFields)) return undefined
  const [our, their] = [recordText(ours), recordText(theirs)]
  const before = base ? recordText(base) : { head: '', fields: [], tail: '' }
  const [b, o, t] = [before, our, their].map(byName) as [Fields, Fields, Fields]
  const tag = definitionFor(ours, registry)
  const conflicts: string[] = []
  const merged = new Map<string, FieldText | undefined>()
  for (const name of new Set([...o.keys(), ...t.keys()])) {
    const field = mergeField(b.get(name), o.get(name), t.get(name), list => mergeList(list, tag && fieldOf(tag, name)))
    if (field === 'conflict') conflicts.push(name)
    else merged.set(name, field)
  }
  // The side that changed the layout or the order of the fields decides about them.
  const [frame, other] = layoutBetween(our, before) === layoutBetween(before, our) ? [their, our] : [our, their]
  const head = frame.head === before.head ? other.head : frame.head
  const textOf = (side: Fields): string =>
    recordWith(frame, other, head, name => (merged.has(name) ? merged.get(name) : side.get(name)))
  const result = { ours: textOf(o), theirs: textOf(t), conflicts }
  const isRead = (text: string, side: Fields): boolean =>
    saysAll(text, name => (merged.has(name) ? merged.get(name) : side.get(name)))
  return isRead(result.ours, o) && isRead(result.theirs, t) ? result : undefined
}

type Fields = ReadonlyMap<string, FieldText>

const byName = ({ fields }: RecordText): Fields => new Map(fields.map(field => [field.name, field]))

/** Whether each name is there once, and where each value ends is certain. */
const hasClearFields = (record: RecordNode): boolean =>
  record.strays.length === 0 &&
  !hasOpenEnd(record) &&
  new Set(record.fields.map(({ name }) => name)).size === record.fields.length

/** @returns the field in the result; undefined if it is removed */
function mergeField(
  base: FieldText | undefined,
  ours: FieldText | undefined,
  theirs: FieldText | undefined,
  mergeLists: (versions: [string, string, string]) => string | undefined,
): FieldText | 'conflict' | undefined {
  if (theirs?.text === base?.text) return ours
  if (ours?.text === base?.text) return theirs
  // If one side only changed the notation of the value, the other side decides.
  if (ours && base && ours.said === base.said) return theirs
  if (theirs && base && theirs.said === base.said) return ours
  if (!ours || !theirs) return 'conflict'
  if (ours.said === theirs.said) return ours
  if (base?.said === undefined || ours.said === undefined || theirs.said === undefined) return 'conflict'
  const list = mergeLists([base.said, ours.said, theirs.said])
  if (list === undefined) return 'conflict'
  const text = ours.text.slice(0, ours.text.indexOf('=') + 1) + quote(list)
  return { ...ours, text, said: list }
}

/** The text between the fields that two versions have, with the names of these fields in order. */
function layoutBetween(one: RecordText, other: RecordText): string {
  const names = new Set(other.fields.map(({ name }) => name))
  const common = one.fields.filter(({ name }) => names.has(name)).map(({ name, between }) => between + name)
  return JSON.stringify([common, one.tail])
}

/**
 * The text of a record.
 *
 * @param frame has the layout
 * @param other can have more fields; they come behind the same field as there
 * @param fieldOf the field with a name in the result, if any
 */
function recordWith(
  frame: RecordText,
  other: RecordText,
  head: string,
  fieldOf: (name: string) => FieldText | undefined,
): string {
  const fields = [...frame.fields]
  other.fields.forEach((field, index) => {
    if (fields.some(({ name }) => name === field.name)) return
    const above = other.fields[index - 1]
    fields.splice(above ? fields.findIndex(({ name }) => name === above.name) + 1 : 0, 0, field)
  })
  const start = (frame.fields[0] ?? other.fields[0])?.between ?? ' '
  let text = head
  for (const { name, between } of fields) {
    const field = fieldOf(name)
    if (!field) continue
    if (text === head) text += start
    else text += name === frame.fields[0]?.name ? ' | ' : between
    text += field.text
  }
  return text + frame.tail
}

/** Whether a text is read as one record with exactly the chosen ones of its fields. */
function saysAll(text: string, fieldOf: (name: string) => FieldText | undefined): boolean {
  const [record, ...others] = parseEntries(text)
  if (record?.kind !== 'record' || others.length > 0 || !hasClearFields(record)) return false
  return recordText(record).fields.every(({ name, text: written }) => fieldOf(name)?.text === written)
}

/**
 * Merges the values of a list, separated by commas: what one side removed is removed, what a side added is added.
 *
 * @returns undefined if the values are no lists whose items can be told apart
 */
function mergeList(
  all: readonly [base: string, ours: string, theirs: string],
  definition: FieldDefinition | undefined,
): string | undefined {
  if (definition?.type !== 'string' || !(definition.target || definition.list)) return undefined
  // A reference that is one item in all versions is no list: two sides that changed it disagree.
  if ((!definition.list && !all.some(list => list.includes(','))) || all.some(list => /["[\]{}\\]/.test(list)))
    return undefined
  const [before, our, their] = all.map(distinctItems) as [string[], string[], string[]]
  const merged = our.filter(item => their.includes(item) || !before.includes(item))
  for (const item of their) {
    if (merged.includes(item) || before.includes(item)) continue
    const above = their.slice(0, their.indexOf(item)).findLast(one => merged.includes(one) && before.includes(one))
    const start = above === undefined ? 0 : merged.indexOf(above) + 1
    merged.splice(endOfAdditions(merged, start, before), 0, item)
  }
  const isTight = all.some(list => list.includes(',')) && !all.some(list => /,\s/.test(list))
  return merged.join(isTight ? ',' : ', ')
}

/** Additions of the other side at the same place come first. */
function endOfAdditions(items: readonly string[], start: number, before: readonly string[]): number {
  let end = start
  while (end < items.length && !before.includes(items[end]!)) end++
  return end
}

const distinctItems = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== ''),
  ),
]
