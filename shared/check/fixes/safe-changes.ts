import { looseForm } from '../../domains/nearest.ts'
import { repair } from '../../domains/value-types/index.ts'
import {
  type Entry,
  type RecordNode,
  rawValue,
  tagName,
  tagWord,
  type ValueNode,
  valueText,
} from '../../syntax/nodes.ts'
import { parseEntries } from '../../syntax/parse.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import type { Tree } from '../../syntax/tree.ts'
import { directiveIn } from '../directive.ts'
import type { Answer } from '../rule.ts'
import { areParted } from '../suppressed-places.ts'

/** Changes of one entry that are to be made together. */
export interface EntryChanges {
  /** The index of the entry. */
  readonly entry: number
  /** Sorted, not overlapping, with offsets in the file. */
  readonly changes: readonly TextChange[]
  /** The fields whose values may become what these functions make of them, by their names. */
  readonly named?: ReadonlyMap<string, (said: string) => string>
  /** What else may change. */
  readonly answers?: readonly Answer[]
}

/**
 * Finds the entries whose changes are not safe. It applies the changes, parses the result and compares. A change is
 * safe if a record stays one record with the same tag, fields, values and comments, if no comment starts to suppress
 * problems, and if nothing joins an entry above or below.
 *
 * @param all sorted by entry, each entry once
 */
export function refusedEntries(tree: Tree, all: readonly EntryChanges[]): Set<number> {
  const refused = new Set<number>()
  let done = -1
  let last: Entry | undefined
  for (const { entry: index, changes, named, answers } of all) {
    const above = done === index - 1 ? last : tree.entries[index - 1]
    const before = tree.entries[index]!
    const after = changedEntries(tree, index, changes)
    const isSafe =
      after !== undefined &&
      entriesSayTheSame(before, after, named, answers) &&
      fits(above, after, tree.entries[index + 1])
    if (!isSafe) refused.add(index)
    done = index
    last = isSafe ? (after.at(-1) ?? above) : before
  }
  return refused
}

/** The entries that the text of an entry is after changes; undefined if a change reaches out of it. */
function changedEntries(tree: Tree, index: number, changes: readonly TextChange[]): Entry[] | undefined {
  const start = tree.starts[index]!
  const { text } = tree.entries[index]!
  let changed = ''
  let end = 0
  for (const change of changes) {
    if (change.start < start || change.end > start + text.length) return undefined
    changed += text.slice(end, change.start - start) + change.text
    end = change.end - start
  }
  return parseEntries(changed + text.slice(end))
}

/** Whether entries that start with a record or a comment, or none, can stand between two others and join neither. */
function fits(above: Entry | undefined, entries: readonly Entry[], below: Entry | undefined): boolean {
  const last = entries.at(-1) ?? above
  if (!last || !below) return true
  // A record above a conflict marker did not go on below it before, so it does not now.
  return (
    /[\r\n]$/.test(last.text) &&
    (!areParted(last, below) || (entries.at(-1)?.kind === 'record' && below.kind === 'marker'))
  )
}

/** Whether the entries that came of one say what it said. */
function entriesSayTheSame(
  before: Entry,
  after: readonly Entry[],
  named: EntryChanges['named'],
  answers: readonly Answer[] = [],
): boolean {
  if (before.kind === 'comment') return isSameComment(before.text, after) || directiveIn(before) !== undefined
  if (before.kind !== 'record') return false
  const record = after.find(entry => entry.kind === 'record')
  if (!record) return false
  const above = after.slice(0, -1)
  if (!above.every(isPlainComment)) return false
  const one = recordContent(before)
  const other = recordContent(record)
  const comments = [...above.map(({ text }) => text.trim()), ...other.comments]
  return (
    (one.tag === other.tag || answers.some(({ tag }) => tag === other.tag)) &&
    isSameList(one.strays, other.strays) &&
    isSameList([...one.comments].sort(), [...comments].sort()) &&
    isSameFields(answeredFields(one.fields, other.fields, answers), other.fields, named)
  )
}

const isPlainComment = (entry: Entry): boolean => entry.kind === 'comment' && !directiveIn(entry)

const isSameComment = (before: string, [only, ...others]: readonly Entry[]): boolean =>
  only?.kind === 'comment' && others.length === 0 && only.text.trim() === before.trim()

/** What a record says. */
interface RecordContent {
  readonly tag: string
  readonly fields: readonly SaidField[]
  /** Its misplaced comments, and its other text outside fields. */
  readonly comments: readonly string[]
  readonly strays: readonly string[]
}

interface SaidField {
  readonly name: string
  readonly said: string | undefined
}

/** Reads the fields only once, because a record does not keep them. */
function recordContent(record: RecordNode): RecordContent {
  const { fields, strays, text } = record
  const comments: string[] = []
  const others: string[] = []
  for (const { kind, start, end } of strays)
    if (kind !== 'comma') (kind === 'comment' ? comments : others).push(text.slice(start, end))
  return {
    tag: tagName(record) ?? tagWord(record),
    fields: withoutRepeated(fields.map(({ name, value }) => ({ name, said: value && saidValue(record, value) }))),
    comments,
    strays: others,
  }
}

const saidValue = (record: RecordNode, value: ValueNode): string =>
  value.closed ? valueText(record, value) : rawValue(record, value)

/** The fields without those that repeat the name and the value of an earlier one. */
function withoutRepeated(fields: readonly SaidField[]): readonly SaidField[] {
  if (new Set(fields.map(({ name }) => name)).size === fields.length) return fields
  const first = new Map<string, SaidField>()
  return fields.filter(field => {
    const earlier = first.get(field.name)
    if (!earlier) first.set(field.name, field)
    return !earlier || field.said === undefined || earlier.said !== field.said
  })
}

const isSameFields = (one: readonly SaidField[], other: readonly SaidField[], named: EntryChanges['named']): boolean =>
  one.length === other.length &&
  one.every(({ name, said }, index) => {
    const field = other[index]!
    if (field.name !== name) return false
    return field.said === said || (said !== undefined && named?.get(name)?.(said) === field.said)
  })

/** The fields before a change as they are after it, where answers allow that. */
function answeredFields(
  before: readonly SaidField[],
  after: readonly SaidField[],
  answers: readonly Answer[],
): readonly SaidField[] {
  if (answers.length === 0) return before
  return before.map((field, index) => {
    const now = after[index]
    const answer = now && answers.find(one => one.field === field.name && (one.name ?? field.name) === now.name)
    if (!answer) return field
    if (answer.value !== undefined) return now.said === answer.value ? now : field
    if (answer.name === undefined) return isSameButForWriting(field.said, now.said) ? now : field
    const isFree = [...before, ...after].filter(({ name }) => name === now.name).length === 1
    const isSameName = answer.isReplacement === true || now.name.toLowerCase() === field.name.toLowerCase()
    return isFree && isSameName ? { ...field, name: now.name } : field
  })
}

const isSameButForWriting = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (looseForm(one) === looseForm(other) || repair(one, 'bool') === other)

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])

/** Whether a record stays one record, and joins nothing above or below, under changes that may change what it says. */
export function staysOneRecord(tree: Tree, index: number, changes: readonly TextChange[]): boolean {
  const after = changedEntries(tree, index, changes)
  return after?.length === 1 && after[0]!.kind === 'record' && fits(undefined, after, tree.entries[index + 1])
}
