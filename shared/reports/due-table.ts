import { recordNameKey, titleOf } from '../domains/identity.ts'
import { localize } from '../domains/localize.ts'
import type { Registry, Tag } from '../domains/registry.ts'
import { type DueDay, dueDaysOf, dueSpans, isDueField } from '../due/due-days.ts'
import type { FoundRecord } from '../query/found-record.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { idOfFound } from './appendix.ts'
import { withoutMidnight } from './chart.ts'
import type { ReportCell, ReportTable } from './filled-report.ts'
import { cutRowsNote } from './rows-in-words.ts'
import type { ReportBlock } from './template.ts'

/** A day by which something has to be done in a record. */
export interface DayOfRecord extends DueDay {
  /** From `recordNameKey`; undefined for a record without an id. */
  readonly key: string | undefined
  readonly id: string
  readonly title: string
}

/** Whether a tag has a field with days by which something is due. */
export const hasDueField = ({ fields }: Tag): boolean => [...fields.values()].some(isDueField)

/**
 * The due days of some records of a tag, the earliest first.
 *
 * @param limit how many days there are at most
 * @returns also the records that have these days, and sentences about what is left out
 */
export function daysOfRecords(
  records: readonly FoundRecord[],
  tag: Tag,
  { registry, now }: { readonly registry: Registry; readonly now: number },
  limit: number,
): { readonly days: readonly DayOfRecord[]; readonly shown: readonly FoundRecord[]; readonly cut: readonly string[] } {
  let without = 0
  const all = records.flatMap(record => {
    const node = parse(record.text()).entries[0] as RecordNode
    const due = dueDaysOf(node, tag, registry, now)
    if (due.length === 0) without++
    const id = idOfFound(record, tag)
    const key = id === undefined ? undefined : recordNameKey({ path: tag.nameOfRecords.path, id })
    const title = titleOf(node, tag)
    return due.map(day => ({ record, day: { ...day, key, id: id ?? '', title } }))
  })
  const first = all.sort((one, other) => one.day.rest - other.day.rest).slice(0, limit)
  const nothingDue =
    without === 1
      ? localize('1 record has no day by which something is due.')
      : localize('{count} records have no day by which something is due.', { count: without })
  return {
    days: first.map(({ day }) => day),
    shown: [...new Set(first.map(({ record }) => record))],
    cut: [
      ...(first.length < all.length ? [cutRowsNote(first.length, all.length, 'day')] : []),
      ...(without > 0 ? [nothingDue] : []),
    ],
  }
}

/** The table of a block of due days. */
export function dueTable(
  { title = '' }: ReportBlock,
  days: readonly DayOfRecord[],
  now: number,
  notes: readonly string[],
  appendix: ReadonlyMap<string, unknown>,
): ReportTable {
  const cell = (text: string): ReportCell => ({ text, isNumber: false })
  return {
    look: 'timeline',
    title,
    columns: ['day', 'due', 'record', 'title', 'field'],
    rows: days.map(({ text, span, key, id, title: own, field }) => [
      cell(withoutMidnight(text)),
      cell(dueSpans.find(({ name }) => name === span)!.label),
      { ...cell(id), ...(key !== undefined && appendix.has(key) && { record: key }) },
      cell(own),
      cell(field.name),
    ]),
    rowsAre: 'day',
    labelColumns: 0,
    valueColumns: [],
    now,
    notes,
  }
}
