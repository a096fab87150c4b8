import type { Position, Range, TextEdit } from 'vscode-languageserver-types'
import {
  type FormatOptions,
  formatChanges,
  formatField,
  keptRecords,
  lastLineEnd,
} from '../../shared/check/fixes/format.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { fieldSpan, insideQuotes } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { indexAt, offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { rangeOf } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The characters that trigger `onTypeFormatting`. */
export const formattingTriggers = ['|', '\n', '@'] as const

/** The edits that write the whole file in canonical notation. */
export const formatting = (snapshot: Snapshot, options: FormatOptions): TextEdit[] =>
  toEdits(snapshot, [...formatChanges(snapshot.file, options), ...lastLineEnd(textOf(snapshot.file.tree))])

/** The edits that write the records in some ranges in canonical notation. */
export function rangesFormatting(snapshot: Snapshot, ranges: readonly Range[], options: FormatOptions): TextEdit[] {
  const { tree } = snapshot.file
  const spans = ranges.map(({ start, end }) => ({ start: offsetAt(tree, start), end: offsetAt(tree, end) }))
  const changes = spans.flatMap(span => formatChanges(snapshot.file, options, span))
  // Two ranges can touch one record.
  return toEdits(snapshot, [...new Map(changes.map(change => [change.start, change])).values()])
}

/**
 * The edits after the user typed a character: a line break formats the record above, a `|` formats the field before it,
 * and an `@` starts a record in a continuation line that is empty. Only complete records without serious problems are
 * formatted, and no line is wrapped or joined. If columns are aligned, nothing is formatted, as aligning would change
 * other records too.
 */
export function onTypeFormatting(
  snapshot: Snapshot,
  position: Position,
  typed: string,
  { alignColumns }: FormatOptions,
): TextEdit[] {
  if (typed === '@') return toEdits(snapshot, removedBarBeforeRecord(snapshot, position))
  if (alignColumns) return []
  if (typed === '|')
    return toEdits(snapshot, [...fieldBefore(snapshot, position), ...finishedValue(snapshot, position)])
  return toEdits(snapshot, [...recordAbove(snapshot, position), ...barsAbove(snapshot, position)])
}

/** Problems with which the meaning of a record is still clear. */
const harmless: ReadonlySet<string> = new Set(['notation', 'needs-quotes', 'missing-field'])

function recordAbove({ file }: Snapshot, { line }: Position): TextChange[] {
  const { tree, entries } = file
  const lineStart = offsetAt(tree, { line, character: 0 })
  const index = indexAt(tree, lineStart - 1)
  const record = tree.entries[index]
  // A record with continuation lines keeps the layout of its author, and one that ends further down is still being
  // typed.
  if (record?.kind !== 'record' || record.lineBreaks !== 1 || tree.starts[index + 1] !== lineStart) return []
  if (!entries[index]!.findings.every(({ code }) => harmless.has(code))) return []
  const start = tree.starts[index]!
  return formatChanges(file, { wrapColumn: 0, alignColumns: false }, { start, end: start })
}

function fieldBefore({ file }: Snapshot, position: Position): TextChange[] {
  const { tree, entries } = file
  const offset = offsetAt(tree, position)
  const index = indexAt(tree, offset)
  const record = tree.entries[index]
  if (record?.kind !== 'record' || keptRecords(file).has(index)) return []
  const start = tree.starts[index]!
  const bar = offset - start - 1
  const isLastOfLine = record.emptyFields.includes(bar) && /^[^\S\r\n]*(?:[\r\n]|$)/.test(record.text.slice(bar + 1))
  const field = record.fields.findLast(candidate => fieldSpan(candidate).end <= bar)
  if (!isLastOfLine || !field || /\S|[\r\n]/.test(record.text.slice(fieldSpan(field).end, bar))) return []
  const { tag, findings } = entries[index]!
  if (!findings.every(({ code }) => harmless.has(code) || code === 'empty-field')) return []
  const text = `${formatField(record, field, tag && fieldOf(tag, field.name))} `
  return record.text.slice(field.nameStart, bar) === text
    ? []
    : [{ start: start + field.nameStart, end: start + bar, text }]
}

/** A bar that was typed behind a finished value goes behind its closing quote. In free text a bar is a character. */
function finishedValue({ file, index }: Snapshot, position: Position): TextChange[] {
  const { tree, entries } = file
  const offset = offsetAt(tree, position)
  const at = indexAt(tree, offset)
  const record = tree.entries[at]
  const tag = entries[at]?.tag
  if (record?.kind !== 'record' || !tag) return []
  const start = tree.starts[at]!
  const bar = offset - start - 1
  const field = record.fields.find(({ value }) => insideQuotes(value)?.end === bar + 1)
  const definition = field && fieldOf(tag, field.name)
  if (!definition || !/^"[^\S\r\n]*(?:[\r\n]|$)/.test(record.text.slice(bar + 1))) return []
  const value = record.text.slice(field.value!.start + 1, bar)
  const isFinished = definition.target
    ? index.count(recordName(definition.target, value)) > 0
    : definition.enum?.includes(value)
  return isFinished ? [{ start: start + bar, end: start + bar + 2, text: '" |' }] : []
}

/**
 * Removes the bars at the ends of lines in the record above whose next line starts with one. VS Code drops the edits
 * for a line break when the author goes on typing, so earlier lines are looked at again.
 */
function barsAbove({ file: { tree } }: Snapshot, { line }: Position): TextChange[] {
  const lineStart = offsetAt(tree, { line, character: 0 })
  const index = indexAt(tree, lineStart - 1)
  const record = tree.entries[index]
  if (record?.kind !== 'record') return []
  const start = tree.starts[index]!
  return [...record.text.matchAll(/[^\S\r\n]*\|[^\S\r\n]*(?=(?:\r\n|[\r\n])[^\S\r\n]+\|)/g)]
    .filter(({ index: at, 0: text }) => start + at < lineStart && record.emptyFields.includes(at + text.indexOf('|')))
    .map(({ index: at, 0: text }) => ({ start: start + at, end: start + at + text.length, text: '' }))
}

/** Removes the bar of a continuation line that has no more than this bar and the `@` of a new record. */
function removedBarBeforeRecord({ file: { tree } }: Snapshot, position: Position): TextChange[] {
  const offset = offsetAt(tree, position)
  const index = indexAt(tree, offset)
  const record = tree.entries[index]
  if (record?.kind !== 'record') return []
  const at = offset - tree.starts[index]! - 1
  const [, bar] = /[\r\n]([^\S\r\n]+\|[^\S\r\n]*)$/.exec(record.text.slice(0, Math.max(0, at))) ?? []
  if (bar === undefined || !/^@[^\S\r\n]*(?:[\r\n]|$)/.test(record.text.slice(at))) return []
  return [{ start: offset - 1 - bar.length, end: offset - 1, text: '' }]
}

const toEdits = (snapshot: Snapshot, changes: readonly TextChange[]): TextEdit[] =>
  changes.map(({ text, ...span }) => ({ range: rangeOf(snapshot, span), newText: text }))
