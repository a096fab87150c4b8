import { type FollowedColumn, followedColumns } from '../../../shared/check/followed-columns.ts'
import { isValueOf } from '../../../shared/check/followed-records.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import { fieldOf, type Tag } from '../../../shared/domains/registry.ts'
import { typedValue } from '../../../shared/expression/parsed-record.ts'
import type { Value } from '../../../shared/expression/values.ts'
import { type FollowedRows, RowList } from '../../../shared/scan/followed-rows.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import { PackedTexts } from '../../../shared/scan/packed-texts.ts'
import { identityOfName, shortText } from '../../output/problem-identity.ts'
import { readColumn } from './column-reader.ts'
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
  const all = followedColumns(context)
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
  { data: { entries, values } }: RecordsFact,
  tag: Tag,
  columns: readonly FollowedColumn[],
  hasher: NameHasher,
): FollowedRows {
  const list = new RowList(columns, hasher, entries.count)
  list.startAll()
  columns.forEach((column, index) => {
    const { name } = column.field
    if (Object.hasOwn(values, name)) readColumn(list, column, index, values[name]!, hasher)
  })
  return list.taken(tag.fullName.path)
}

/** The fact about one of many records. */
function valuesFactAt({ data, ...fact }: RecordsFact, tag: Tag, row: number): ValuesFact {
  const entry = fact.entry + data.entries.numberAt(row)
  /** The text of a value; null if it is absent. Among packed texts, no value is empty. */
  const textOf = (name: string): string | null => {
    const texts = Object.hasOwn(data.values, name) ? data.values[name]! : []
    return texts instanceof PackedTexts ? texts.at(row) || null : (texts[row] ?? null)
  }
  const at = (numbers: number | PackedTexts): number => (typeof numbers === 'number' ? numbers : numbers.numberAt(row))
  const values = Object.keys(data.values).flatMap(name => {
    const text = textOf(name)
    const field = fieldOf(tag, name)
    return text === null || !field ? [] : [[name, typedValue(text, field) ?? null] as const]
  })
  const places = Object.entries(data.places ?? {}).flatMap(([name, { starts, quotes }]) => {
    const text = textOf(name)
    if (text === null) return []
    const start = at(starts)
    const end = start + text.length + at(quotes)
    if (end === start) return []
    const span = { line: entry + 1, column: start + 1, endLine: entry + 1, endColumn: end + 1 }
    return [[name, { start, ...span, text: shortText(text) }]] as const
  })
  const record = identityOfName({ path: tag.fullName.path, id: textOf(tag.identityField) ?? '' })
  return {
    ...fact,
    kind: 'values',
    entry,
    data: {
      values: Object.fromEntries(values) as ValuesFact['data']['values'],
      places: { record, byField: Object.fromEntries(places) },
    },
  }
}
