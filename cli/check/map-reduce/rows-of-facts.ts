import { type FollowedColumn, followedColumnsWithTold } from '../../../shared/check/followed-columns.ts'
import { isValueOf } from '../../../shared/check/followed-records.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { Tag } from '../../../shared/domains/registry.ts'
import type { Value } from '../../../shared/expression/values.ts'
import { type FollowedRows, RowList } from '../../../shared/scan/followed-rows.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import type { TextColumn } from '../../../shared/scan/written-values.ts'
import { identityOfName, shortText } from '../../output/problem-identity.ts'
import { ColumnReader } from './column-reader.ts'
import type { ValuesFact } from './facts.ts'
import type { RecordsFact } from './facts-in-columns.ts'

/** The records of one fact or of several, as rows. */
export interface RowsOfFacts {
  readonly part: number
  readonly rows: FollowedRows
  /** The fact about the record of a row alone. */
  factAt(row: number): ValuesFact
}

/** Returns the rows of records, from facts with their values. */
export function rowsOfFacts(
  facts: readonly (ValuesFact | RecordsFact)[],
  context: FileContext,
  hasher: NameHasher,
): RowsOfFacts[] {
  const all = followedColumnsWithTold(context)
  return facts.flatMap(fact => {
    const tag = context.registry.domains.get(fact.domain)?.tags.get(fact.tag)
    const columns = tag && all.get(tag)
    if (!columns) return []
    const { part } = fact
    if (fact.kind === 'values') return { part, rows: rowOfValues(fact, tag, columns, hasher), factAt: () => fact }
    return { part, rows: rowsOfRecords(fact, tag, columns, hasher), factAt: row => valuesFactAt(fact, tag, row) }
  })
}

function rowOfValues(
  { entry, data: { values } }: ValuesFact,
  tag: Tag,
  columns: readonly FollowedColumn[],
  hasher: NameHasher,
): FollowedRows {
  const list = new RowList(columns, hasher)
  list.start(0, entry)
  columns.forEach(({ field }, column) => {
    const value = Object.hasOwn(values, field.name) ? (values[field.name] as Value | null) : undefined
    const isWrong = value !== undefined && value !== null && !isValueOf(field, value)
    list.setValue(column, isWrong ? null : value)
  })
  return list.taken(tag.fullName.path)
}

function rowsOfRecords(
  { entry, data: { entries, values } }: RecordsFact,
  tag: Tag,
  columns: readonly FollowedColumn[],
  hasher: NameHasher,
): FollowedRows {
  const list = new RowList(columns, hasher)
  const readers = columns.map((column, index) => {
    const { name } = column.field
    return new ColumnReader(column, index, Object.hasOwn(values, name) ? values[name]! : [], hasher)
  })
  for (const below of entries) {
    list.start(0, entry + below)
    for (const reader of readers) reader.readTo(list)
  }
  return list.taken(tag.fullName.path)
}

/** The fact about one of many records. */
function valuesFactAt({ data, ...fact }: RecordsFact, { identityField, fullName }: Tag, row: number): ValuesFact {
  const entry = fact.entry + data.entries[row]!
  const textOf = (name: string): string => {
    const texts = data.values[name] ?? []
    return (typeof texts === 'string' ? texts.split(' ') : texts)[row] ?? ''
  }
  const at = (numbers: number | readonly number[]): number => (typeof numbers === 'number' ? numbers : numbers[row]!)
  const places = Object.entries(data.places ?? {}).flatMap(([name, { starts, quotes }]) => {
    const text = textOf(name)
    const start = at(starts)
    const length = text.length + at(quotes)
    if (length === 0 || (text === '' && isAbsent(data.values[name], row))) return []
    const span = { line: entry + 1, column: start + 1, endLine: entry + 1, endColumn: start + length + 1 }
    return [[name, { start, ...span, text: shortText(text) }]] as const
  })
  const { path } = fullName
  const record = identityOfName({ path, id: textOf(identityField) })
  return {
    ...fact,
    kind: 'values',
    entry,
    data: { values: {}, places: { record, byField: Object.fromEntries(places) } },
  }
}

/** Whether a record has no value without a text. Among texts with blanks between, no value is empty. */
const isAbsent = (texts: TextColumn | undefined, row: number): boolean =>
  typeof texts === 'string' || texts?.[row] === null
