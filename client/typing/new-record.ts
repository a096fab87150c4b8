import { pendingAfter } from '../editor/pending-edits.ts'
import type { TextPosition, TypedChange } from '../editor/positions.ts'

/** A new record in which the author is still to fill in fields. */
export interface StartedRecord {
  /** Where its `@` is. */
  readonly start: TextPosition
  /** The names of the fields that it started with and that had no value. */
  readonly fields: readonly string[]
  /** Whether the cursor was in it. */
  readonly isEntered: boolean
}

/**
 * The new record that a change inserts: its fields are empty, except for an id in front. What an author types comes in
 * single characters, and a copy of a record has values or a line break.
 */
function startedRecord({ range, text }: TypedChange): StartedRecord | undefined {
  if (!newRecordPattern.test(text)) return undefined
  const fields = [...text.matchAll(emptyFieldPattern)].map(([, name = '']) => name)
  return { start: range.start, fields, isEntered: false }
}

const newRecordPattern =
  /^@[A-Z][A-Z0-9_]* (?:[A-Za-z_][\w.-]*(?::\w+)?=(?:[^\s|"]+|"[^"]+") \| )?(?:[A-Za-z_][\w.-]*(?::\w+)?=(?:"")?(?: \| |$))+$/

const emptyFieldPattern = /([A-Za-z_][\w.-]*)(?::\w+)?=(?:"")?(?= \| |$)/g

/** The records that are still being filled in after a change; not those whose start it has replaced. */
export function startedAfter(records: readonly StartedRecord[], change: TypedChange): StartedRecord[] {
  const others = records.flatMap(record => {
    const { line, character } = record.start
    const tagSign = { range: { start: record.start, end: { line, character: character + 1 } }, newText: '' }
    return pendingAfter([tagSign], [change]).map(({ range }) => ({ ...record, start: range.start }))
  })
  const started = startedRecord(change)
  return started ? [...others, started] : others
}

/** The last line of the record on a line: the last one of the lines that continue it. */
export function lastLineOf(line: number, textOf: (line: number) => string | undefined): number {
  while (/^\s+\|/.test(textOf(line + 1) ?? '')) line++
  return line
}
