import type { Position, Range, TextEdit } from 'vscode-languageserver-types'
import {
  type FileToFormat,
  type FormatOptions,
  formatChanges,
  formatField,
  keptRecords,
  lastLineEnd,
} from '../../shared/check/fixes/format.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { fieldSpan, insideQuotes } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { indexAt, offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { plainEdit } from '../snapshot/ranges.ts'

/** The part of the index that formatting reads. */
interface IndexedNames {
  /** How many records have a name. */
  count(name: { readonly path: string; readonly id: string }): number
}

/** The characters that trigger `onTypeFormatting`. */
export const formattingTriggers = ['|', '\n', '@'] as const

/** The edits that write the whole file in canonical notation. */
export const formatting = (file: FileToFormat, options: FormatOptions): TextEdit[] =>
  toEdits(file, [...formatChanges(file, options), ...lastLineEnd(textOf(file.tree))])

/** The edits that write the records in some ranges in canonical notation. */
export function rangesFormatting(file: FileToFormat, ranges: readonly Range[], options: FormatOptions): TextEdit[] {
  const { tree } = file
  const spans = ranges.map(({ start, end }) => ({ start: offsetAt(tree, start), end: offsetAt(tree, end) }))
  const changes = spans.flatMap(span => formatChanges(file, options, span))
  // Two ranges can touch one record.
  return toEdits(file, [...new Map(changes.map(change => [change.start, change])).values()])
}

/**
 * The edits after the user typed a character: a line break formats the record above, a `|` formats the field before it,
 * and an `@` starts a record in a continuation line that is empty. Only complete records without serious problems are
 * formatted, and no line is wrapped or joined. If columns are aligned, nothing is formatted, as aligning would change
 * other records too.
 */
export function onTypeFormatting(
  file: FileToFormat,
  index: IndexedNames,
  position: Position,
  typed: string,
  { alignColumns }: FormatOptions,
): TextEdit[] {
  if (typed === '@') return toEdits(file, removedBarBeforeRecord(file, position))
  if (alignColumns) return []
  if (typed === '|') return toEdits(file, [...fieldBefore(file, position), ...finishedValue(file, index, position)])
  return toEdits(file, [...recordAbove(file, position), ...barsAbove(file, position)])
}

/** Problems with which the meaning of a record is still clear. */
const harmless: ReadonlySet<string> = new Set(['notation', 'needs-quotes', 'missing-field'])

function recordAbove(file: FileToFormat, { line }: Position): TextChange[] {
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

function fieldBefore(file: FileToFormat, position: Position): TextChange[] {
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
function finishedValue({ tree, entries }: FileToFormat, index: IndexedNames, position: Position): TextChange[] {
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
    ? index.count({ path: definition.target.path, id: value }) > 0
    : definition.enum?.includes(value)
  return isFinished ? [{ start: start + bar, end: start + bar + 2, text: '" |' }] : []
}

/**
 * Removes the bars at the ends of lines in the record above whose next line starts with one. VS Code drops the edits
 * for a line break when the author goes on typing, so earlier lines are looked at again.
 */
function barsAbove({ tree }: FileToFormat, { line }: Position): TextChange[] {
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
function removedBarBeforeRecord({ tree }: FileToFormat, position: Position): TextChange[] {
  const offset = offsetAt(tree, position)
  const index = indexAt(tree, offset)
  const record = tree.entries[index]
  if (record?.kind !== 'record') return []
  const at = offset - tree.starts[index]! - 1
  const [, bar] = /[\r\n]([^\S\r\n]+\|[^\S\r\n]*)$/.exec(record.text.slice(0, Math.max(0, at))) ?? []
  if (bar === undefined || !/^@[^\S\r\n]*(?:[\r\n]|$)/.test(record.text.slice(at))) return []
  return [{ start: offset - 1 - bar.length, end: offset - 1, text: '' }]
}

const toEdits = ({ tree }: FileToFormat, changes: readonly TextChange[]): TextEdit[] =>
  changes.map(change => plainEdit(tree, change))
