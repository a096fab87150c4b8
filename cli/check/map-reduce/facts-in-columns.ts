import type { PlacesOfField, TextColumn } from '../../../shared/scan/written-values.ts'

/** What facts about one name and about many names have in common. */
export type OfNames = {
  readonly file: string
  readonly part: number
  /** The line on which the record, or the first one of many, starts, from 0. */
  readonly entry: number
  /** The domain and the tag of the records that are meant. */
  readonly domain: string
  readonly tag: string
  /** The id; many are of ASCII, with a blank between two. */
  readonly id: string
  /** Of references: their field, the ids of the records that refer, in the same form, and their domain and tag. */
  readonly field?: string | undefined
  readonly record?: string | undefined
  readonly ownDomain?: string | undefined
  readonly ownTag?: string | undefined
}

/**
 * The ids or references in one field of the records of a tag in a part: almost all names. A fact for each would take
 * many times as long to write and to read.
 */
export type NamesFact = OfNames & {
  readonly kind: 'definitions' | 'references'
  /** Where all ids start in their records, in UTF-16 code units, if it is the same in all. */
  readonly start?: number | undefined
  /** One number for each id. */
  readonly data: {
    /** How many lines its record starts below `entry`. */
    readonly entries: readonly number[]
    /** Where it starts in its record, if `start` does not tell. */
    readonly starts?: readonly number[] | undefined
    /** Its line in its record, from 0, and its column, if they are not 0 and its start plus one. */
    readonly lines?: readonly number[] | undefined
    readonly columns?: readonly number[] | undefined
  }
}

/** The values of many records of a tag in a part, in columns: almost all values. */
export type RecordsFact = {
  readonly kind: 'records'
  readonly file: string
  readonly part: number
  /** The line on which the first record starts, from 0. */
  readonly entry: number
  readonly domain: string
  readonly tag: string
  /** One item for each record. */
  readonly data: {
    /** How many lines it starts below `entry`. */
    readonly entries: readonly number[]
    /** The texts of its values, by the names of their fields. */
    readonly values: Readonly<Record<string, TextColumn>>
    /** Where problems of the records can be, if rules are about them, by the names of their fields. */
    readonly places?: Readonly<Record<string, PlacesOfField>> | undefined
  }
}

/** A row of the table of facts, which is not validated. */
export type Row = Readonly<Record<string, unknown>>

// A schema is many times slower than these functions, and facts have very many numbers.

/** Validates a row as a fact with many names; undefined if it is none. */
export function namesOf(row: Row, kind: NamesFact['kind']): NamesFact | undefined {
  const { file, part, entry, start, domain, tag, id, field, record, ownDomain, ownTag, data: given } = row
  if (!isText(file) || !isText(domain) || !isText(tag) || !isText(id)) return undefined
  if (!isCount(part) || !isCount(entry) || !isObject(given)) return undefined
  const count = countIds(id)
  const { entries, starts, lines, columns } = given
  if (count === 0 || !areCounts(entries, count)) return undefined
  if (starts === undefined && !isCount(start)) return undefined
  if (starts !== undefined && !areCounts(starts, count)) return undefined
  if (lines !== undefined && !areCounts(lines, count)) return undefined
  if (columns !== undefined && !areCounts(columns, count)) return undefined
  const data = { entries, starts, lines, columns }
  const names = { kind, file, part, entry, start: isCount(start) ? start : undefined, domain, tag, id, data }
  if (kind === 'definitions') return names
  return isText(field) && isText(record) && isText(ownDomain) && isText(ownTag) && countIds(record) === count
    ? { ...names, field, record, ownDomain, ownTag }
    : undefined
}

/** Validates a row as a fact with the values of many records; undefined if it is none. */
export function recordsOf(row: Row): RecordsFact | undefined {
  const { file, part, entry, domain, tag, data } = row
  if (!isText(file) || !isText(domain) || !isText(tag) || !isCount(part) || !isCount(entry)) return undefined
  if (!isObject(data) || !Array.isArray(data.entries) || !isObject(data.values)) return undefined
  const { entries, values, places } = data
  const { length } = entries
  const isColumn = (column: unknown): column is TextColumn =>
    isText(column)
      ? countTexts(column) === length
      : Array.isArray(column) && column.length === length && column.every(text => text === null || isText(text))
  if (!areCounts(entries, length) || !hasOnly(values, isColumn)) return undefined
  if (places === undefined) return { kind: 'records', file, part, entry, domain, tag, data: { entries, values } }
  const arePlaces = (field: unknown): field is PlacesOfField =>
    isObject(field) && [field.starts, field.quotes].every(numbers => isCount(numbers) || areCounts(numbers, length))
  if (!isObject(places) || !hasOnly(places, arePlaces)) return undefined
  return { kind: 'records', file, part, entry, domain, tag, data: { entries, values, places } }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null

const hasOnly = <Item>(
  object: Row,
  isItem: (item: unknown) => item is Item,
): object is Readonly<Record<string, Item>> => Object.values(object).every(isItem)

/** The number of ids in a text; 0 if it is not as a fact has it. */
const countIds = (text: string): number => (/^[!-~]+(?: [!-~]+)*$/.test(text) ? countTexts(text) : 0)

/** The number of texts with a blank between two; 0 if they are not as a fact has them. */
function countTexts(text: string): number {
  if (!/^[ -~]*$/.test(text)) return 0
  let count = 1
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++
  return count
}

const areCounts = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every(isCount)

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
