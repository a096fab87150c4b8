import { lineStartOf } from '../../shared/check/edits.ts'
import { formatField } from '../../shared/check/format.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { type Field, fieldSpan, type RecordNode } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { lineBreakOf } from '../../shared/syntax/tree.ts'
import type { RecordContext } from './refactoring.ts'

/** What stands between fields in canonical form. */
export const separator = ' | '

/** A field about to be written, and what stands before it. */
export interface Cell {
  readonly gap: string
  readonly text: string
}

/**
 * The change that writes a record anew, its last line end aside; none where it says that already.
 *
 * @param head the record to the end of its tag
 * @param tail what stands behind the last field
 */
export function writeRecord(
  { snapshot: { file }, entry, record }: RecordContext,
  head: string,
  cells: readonly Cell[],
  tail: string,
): TextChange[] {
  const start = lineStartOf(record.text)
  const end = contentEnd(record)
  const text = head + cells.map(cell => cell.gap + cell.text).join('') + tail
  if (text === record.text.slice(start, end)) return []
  const entryStart = file.tree.starts[entry]!
  return [{ start: entryStart + start, end: entryStart + end, text }]
}

/** The record from its start, behind a byte order mark, to the end of its tag. */
export const headOf = ({ text, tagEnd }: RecordNode): string => text.slice(lineStartOf(text), tagEnd)

/** What stands before each field, and behind the last one. */
export function gapsOf(record: RecordNode): string[] {
  const spans = record.fields.map(fieldSpan)
  const ends = [record.tagEnd, ...spans.map(({ end }) => end)]
  const starts = [...spans.map(({ start }) => start), contentEnd(record)]
  return ends.map((end, index) => record.text.slice(end, starts[index]))
}

/** A field as it is written, for any other place in its record. */
export function fieldText({ record, tag }: RecordContext, field: Field): string {
  const { start, end } = fieldSpan(field)
  const text = record.text.slice(start, end)
  // With a blank or a line end behind it, this # would start a comment.
  return /\s#$/.test(text) ? formatField(record, field, tag && fieldOf(tag, field.name)) : text
}

/** A line end and the start of a continuation line. */
export const newLine = ({ snapshot: { file }, record }: RecordContext): string =>
  `${/\r\n|\r|\n/.exec(record.text)?.[0] ?? lineBreakOf(file.tree)} ${separator}`

/** Whether a text between fields has a line end. */
export const hasBreak = (gap: string): boolean => /[\r\n]/.test(gap)

const contentEnd = ({ text }: RecordNode): number => text.length - (/(?:\r\n|\r|\n)$/.exec(text)?.[0].length ?? 0)
