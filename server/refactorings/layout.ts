import { lineStartOf } from '../../shared/check/edits.ts'
import { formatField } from '../../shared/check/format.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { type Field, fieldSpan, type RecordNode } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { lineBreakOf } from '../../shared/syntax/tree.ts'
import type { RefactoringContext } from './refactoring.ts'

/** The text between two fields in canonical notation. */
export const separator = ' | '

/** A field to write. */
export interface FieldText {
  /** The text before the field. */
  readonly gap: string
  readonly text: string
}

/**
 * The change that rewrites a record without its last line break; an empty list if the record already has that text.
 *
 * @param head the text up to the end of the tag
 * @param tail the text after the last field
 */
export function writeRecord(
  { snapshot: { file }, entry, record }: RefactoringContext,
  head: string,
  fields: readonly FieldText[],
  tail: string,
): TextChange[] {
  const start = lineStartOf(record.text)
  const end = contentEnd(record)
  const text = head + fields.map(field => field.gap + field.text).join('') + tail
  if (text === record.text.slice(start, end)) return []
  const entryStart = file.tree.starts[entry]!
  return [{ start: entryStart + start, end: entryStart + end, text }]
}

/** The text of a record up to the end of its tag, without a byte order mark. */
export const recordHead = ({ text, tagEnd }: RecordNode): string => text.slice(lineStartOf(text), tagEnd)

/** The text before each field, and after the last one. */
export function gapsOf(record: RecordNode): string[] {
  const spans = record.fields.map(fieldSpan)
  const ends = [record.tagEnd, ...spans.map(({ end }) => end)]
  const starts = [...spans.map(({ start }) => start), contentEnd(record)]
  return ends.map((end, index) => record.text.slice(end, starts[index]))
}

/** The text of a field, for another position in its record. */
export function fieldText({ record, tag }: RefactoringContext, field: Field): string {
  const { start, end } = fieldSpan(field)
  const text = record.text.slice(start, end)
  // If a blank or a line break followed, the # would start a comment.
  return /\s#$/.test(text) ? formatField(record, field, tag && fieldOf(tag, field.name)) : text
}

/** A line break and the start of a continuation line. */
export const newLine = ({ snapshot: { file }, record }: RefactoringContext): string =>
  `${/\r\n|\r|\n/.exec(record.text)?.[0] ?? lineBreakOf(file.tree)} ${separator}`

/** Whether a text between fields has a line break. */
export const hasBreak = (gap: string): boolean => /[\r\n]/.test(gap)

const contentEnd = ({ text }: RecordNode): number => text.length - (/(?:\r\n|\r|\n)$/.exec(text)?.[0].length ?? 0)
