import { fingerprint } from '../../basics/fingerprint.ts'
import { recordText } from '../../diff/record-fields.ts'
import { definitionFor, keyOfRecordNode, tagOfRecord } from '../../diff/record-key.ts'
import { titleOf } from '../../domains/identity.ts'
import type { Registry } from '../../domains/registry.ts'
import { wholeAt } from '../../edit/whole-record.ts'
import type { ChangedRecord, ChangedValue, ProposedFile } from '../../protocol/bulk-change.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { parseEntries } from '../../syntax/parse.ts'
import { changedText, insertedText, type TextChange } from '../../syntax/text-change.ts'
import { indexAt, lengthOf, type Tree, textBetween, textOf } from '../../syntax/tree.ts'

/** Longer texts are cut for people; the changes themselves are whole. */
const mostShown = 300

/**
 * The changes of a file, record by record, with old and new values. A change of several records becomes one for each
 * where it can, so that each record can be left out.
 *
 * @param changes sorted, not overlapping
 */
export function changedFile(uri: string, tree: Tree, changes: readonly TextChange[], registry: Registry): ProposedFile {
  const groups: { first: number; last: number; edits: TextChange[]; isAddition: boolean }[] = []
  for (const { start, end, ...change } of changes) {
    const edit = { start, end, text: insertedText({ start, end, ...change }) }
    const additions = additionsIn(tree, edit)
    for (const part of additions ?? (edit.text === '' ? removalsIn(tree, edit) : [edit])) {
      const first = Math.max(0, Math.min(indexAt(tree, part.start), tree.entries.length - 1))
      const last = part.end > part.start ? indexAt(tree, part.end - 1) : first
      const group = groups.at(-1)
      if (additions) groups.push({ first, last, edits: [part], isAddition: true })
      else if (group && !group.isAddition && first <= group.last && group.last === last) group.edits.push(part)
      else groups.push({ first, last, edits: [part], isAddition: false })
    }
  }
  const records = groups.map(({ first, last, edits, isAddition }) =>
    isAddition ? newRecordOf(tree, first, edits[0]!, registry) : previewedRecord(tree, first, last, edits, registry),
  )
  return { uri, fingerprint: fingerprint(textOf(tree)), records }
}

/**
 * Cuts the insertion of whole records between lines into one for each, so that any of them can be left out; undefined
 * for any other change.
 */
function additionsIn(tree: Tree, { start, end, text }: TextChange): TextChange[] | undefined {
  if (start !== end || text === '') return undefined
  // At the end of a file without a line break there, each record has the one above it.
  const hasBreakAbove = /^[\r\n]/.test(text)
  const isAtEnd = start === lengthOf(tree)
  const below = isAtEnd ? tree.entries.length : indexAt(tree, start)
  const isAtLine = tree.starts[below] === start && (below === 0 || /[\r\n]$/.test(tree.entries[below - 1]!.text))
  if (hasBreakAbove ? !isAtEnd || isAtLine : !isAtLine || !/[\r\n]$/.test(text)) return undefined
  const parts = text.match(hasBreakAbove ? /(?:\r\n|\r|\n)[^\r\n]+/g : /[^\r\n]+(?:\r\n|\r|\n)/g) ?? []
  const areRecords = parts.join('') === text && parts.every(part => parseEntries(part.trim())[0]?.kind === 'record')
  return areRecords ? parts.map(part => ({ start, end, text: part })) : undefined
}

/** A new record, with all its fields. */
function newRecordOf(tree: Tree, at: number, edit: TextChange, registry: Registry): ChangedRecord {
  const record = parseEntries(edit.text.trim())[0] as RecordNode
  return {
    name: keyOfRecordNode(record, registry) ?? tagOfRecord(record),
    title: titleOf(record, definitionFor(record, registry)),
    line: tree.lines[at] ?? 0,
    fields: recordText(record).fields.map(({ name, said }) => ({ name, before: null, after: shown(said ?? '') })),
    edits: [edit],
  }
}

/**
 * Cuts the removal of several records, with only blank lines between them, into one for each. Each part has the line
 * breaks on one side of its record, so that any of them can stay.
 */
function removalsIn(tree: Tree, { start, end }: TextChange): TextChange[] {
  const removed = (entry: number): boolean => tree.starts[entry]! >= start && tree.starts[entry + 1]! <= end
  const [first, last] = [indexAt(tree, start), indexAt(tree, end - 1)]
  const records: number[] = []
  for (let entry = first; entry <= last; entry++)
    if (tree.entries[entry]!.kind === 'record' && (removed(entry) || entry > first)) records.push(entry)
  // At the end of a file without a line break there, the line break above the records goes with them.
  const hasBreakAbove =
    start > tree.starts[first]! && /^[\r\n]/.test(tree.entries[first]!.text.slice(start - tree.starts[first]!))
  const bounds = records.slice(1).map(entry => {
    const at = tree.starts[wholeAt(tree, entry).first]!
    const above = tree.entries[wholeAt(tree, entry).first - 1]?.text ?? ''
    return hasBreakAbove ? at - (/(?:\r\n|\r|\n)$/.exec(above)?.[0].length ?? 0) : at
  })
  const starts = [start, ...bounds.filter(at => at > start && at < end)]
  return starts.map((from, index) => ({ start: from, end: starts[index + 1] ?? end, text: '' }))
}

function previewedRecord(
  tree: Tree,
  first: number,
  last: number,
  edits: readonly TextChange[],
  registry: Registry,
): ChangedRecord {
  const at = recordIn(tree, first, last, edits)
  const record = at === undefined ? undefined : (tree.entries[at] as RecordNode)
  const from = tree.starts[first]!
  const before = textBetween(tree, first, last + 1)
  const inside = edits.map(({ start, end, text }) => ({ start: start - from, end: end - from, text }))
  const [removal] = inside
  const after = changedText(before, inside)
  const isRemoval = first < last && inside.length === 1 && removal?.text === ''
  const fields =
    record && first === last
      ? changedFields(record, after)
      : [isRemoval ? wholeTextChange(before.slice(removal.start, removal.end), '') : wholeTextChange(before, after)]
  const other = before.trimStart().startsWith('#') ? 'comment' : 'text'
  return {
    name: record ? (keyOfRecordNode(record, registry) ?? tagOfRecord(record)) : other,
    title: record ? titleOf(record, definitionFor(record, registry)) : '',
    line: tree.lines[at ?? first]!,
    fields,
    edits,
  }
}

/** The first record that is changed, and not only its line break. */
function recordIn(tree: Tree, first: number, last: number, edits: readonly TextChange[]): number | undefined {
  const { start } = edits[0]!
  for (let entry = first; entry <= last; entry++) {
    const record = tree.entries[entry]!
    const isBreakOnly = entry < last && start >= tree.starts[entry]! + record.text.trimEnd().length
    if (record.kind === 'record' && !isBreakOnly) return entry
  }
  return undefined
}

/** The fields of a record that say something else or are written in another way; else its text. */
function changedFields(before: RecordNode, text: string): ChangedValue[] {
  const [after, ...others] = parseEntries(text)
  if (after?.kind !== 'record' || others.length > 0) return [wholeTextChange(before.text, text)]
  const [old, now] = [recordText(before), recordText(after)]
  const changed: ChangedValue[] = []
  if (old.head !== now.head) changed.push({ name: 'tag', before: shown(old.head), after: shown(now.head) })
  const left = [...old.fields]
  for (const field of now.fields) {
    const index = left.findIndex(({ name }) => name === field.name)
    const [same] = index < 0 ? [] : left.splice(index, 1)
    if (!same) changed.push({ name: field.name, before: null, after: shown(field.said ?? '') })
    else if (same.said !== field.said)
      changed.push({ name: field.name, before: shown(same.said ?? ''), after: shown(field.said ?? '') })
    else if (same.text !== field.text)
      changed.push({ name: field.name, before: shown(same.text), after: shown(field.text) })
  }
  for (const field of left) changed.push({ name: field.name, before: shown(field.said ?? ''), after: null })
  return changed.length > 0 ? changed : [wholeTextChange(before.text, text)]
}

function wholeTextChange(before: string, after: string): ChangedValue {
  const [old, now] = [before.trim(), after.trim()]
  if (old === '' || now === '')
    return { name: '', before: old === '' ? null : shown(old), after: now === '' ? null : shown(now) }
  let same = 0
  while (same < old.length && old[same] === now[same]) same++
  // People see the place that differs, and a little of what is before it.
  const from = same > 2 * context ? same - context : 0
  const [left, right] = [old, now].map(text => shown((from > 0 ? '…' : '') + text.slice(from))) as [string, string]
  return { name: '', before: left, after: right }
}

/** How many characters before a difference are shown. */
const context = 16

const shown = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)
