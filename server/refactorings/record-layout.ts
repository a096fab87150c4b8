import { formatField } from '../../shared/check/fixes/format.ts'
import { localize } from '../../shared/domains/localize.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { type Field, fieldSpan, isHeader, lineStartOf, type RecordNode, tagWord } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { lineBreakOf } from '../../shared/syntax/tree.ts'
import { isWhole, type Refactoring, type RefactoringContext } from './refactoring.ts'

/** The text between two fields in canonical notation. */
export const separator = ' | '

/** A field to write. */
export interface LaidOutField {
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
  fields: readonly LaidOutField[],
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
const newLine = ({ snapshot: { file }, record }: RefactoringContext): string =>
  `${/\r\n|\r|\n/.exec(record.text)?.[0] ?? lineBreakOf(file.tree)} ${separator}`

/** Whether a text between fields has a line break. */
const hasBreak = (gap: string): boolean => /[\r\n]/.test(gap)

const contentEnd = ({ text }: RecordNode): number => text.length - (/(?:\r\n|\r|\n)$/.exec(text)?.[0].length ?? 0)

/** Puts each field but the first on a continuation line of its own. */
export const wrapRecord: Refactoring = {
  kind: 'refactor.rewrite.wrap',
  isRewriting: true,
  offers: context => {
    const { record } = context
    const { fields } = record
    const gaps = gapsOf(record)
    const isWrapped = gaps.slice(0, -1).every((gap, index) => hasBreak(gap) === index > 0)
    if (fields.length < 2 || isWrapped || !isWhole(record)) return []
    const line = newLine(context)
    const cells = fields.map((field, index) => ({
      gap: index === 0 ? ' ' : line,
      text: fieldText(context, field),
    }))
    return [
      { title: localize('Wrap onto continuation lines'), changes: writeRecord(context, recordHead(record), cells, '') },
    ]
  },
}

/** Puts a record and its continuation lines on one line. */
export const unwrapRecord: Refactoring = {
  kind: 'refactor.rewrite.unwrap',
  isRewriting: true,
  offers: context => {
    const { record } = context
    if (!gapsOf(record).some(hasBreak) || !isWhole(record)) return []
    const cells = record.fields.map((field, index) => ({
      gap: index === 0 ? ' ' : separator,
      text: fieldText(context, field),
    }))
    return [{ title: localize('Unwrap to one line'), changes: writeRecord(context, recordHead(record), cells, '') }]
  },
}

/** Writes the tag, the fields and the values in canonical notation. Line breaks between fields stay. */
export const convertToCanonical: Refactoring = {
  kind: 'refactor.rewrite.canonical',
  isRewriting: true,
  offers: context => {
    const { record, tag } = context
    if (!isWhole(record)) return []
    const gaps = gapsOf(record)
    const line = newLine(context)
    const gapBefore = (index: number): string => {
      if (index === 0) return ' '
      return hasBreak(gaps[index]!) ? line : separator
    }
    const cells = record.fields.map((field, index) => ({
      gap: gapBefore(index),
      text: formatField(record, field, tag && fieldOf(tag, field.name)),
    }))
    const changes = writeRecord(context, `@${spelledTag(context)}`, cells, '')
    return changes.length > 0 ? [{ title: localize('Convert to canonical notation'), changes }] : []
  },
}

/** The tag as its descriptor spells it; an unknown tag as it is. */
const spelledTag = ({ record, tag }: RefactoringContext): string =>
  isHeader(record) ? 'DOC' : (tag?.name ?? tagWord(record))

/**
 * Sorts the fields into the order of the descriptor: the rid comes first, and unknown fields come last. Each line keeps
 * its number of fields.
 */
export const sortFields: Refactoring = {
  kind: 'refactor.rewrite.sort',
  isRewriting: true,
  offers: context => {
    const { record, tag } = context
    if (!tag || !isWhole(record)) return []
    const { fields } = record
    const ranks = ranksIn(tag)
    const rankOf = (index: number): number => ranks.get(fields[index]!.name) ?? Infinity
    const order = [...fields.keys()].sort((one, other) =>
      rankOf(one) === rankOf(other) ? one - other : rankOf(one) - rankOf(other),
    )
    if (order.every((from, to) => from === to)) return []
    const gaps = gapsOf(record)
    const cells = order.map((from, to) => ({
      gap: to === 0 || gaps[to]!.includes('|') ? gaps[to]! : separator,
      text: fieldText(context, fields[from]!),
    }))
    return [
      {
        title: localize('Sort the fields into descriptor order'),
        changes: writeRecord(context, recordHead(record), cells, gaps.at(-1)!),
      },
    ]
  },
}

const ranksIn = ({ fields }: Tag): Map<string, number> =>
  new Map([...new Set(['rid', ...fields.keys()])].map((name, rank) => [name, rank]))
