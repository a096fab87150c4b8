import { PackedTexts } from '../../../shared/scan/packed-texts.ts'
import type { PlacesOfField, TextColumn } from '../../../shared/scan/written-values.ts'

/** What facts about one name and about many names have in common. */
type OfNames<Texts> = {
  readonly file: string
  readonly part: number
  /** The line on which the record, or the first one of many, starts, from 0. */
  readonly entry: number
  /** The domain and the tag of the records that are meant. */
  readonly domain: string
  readonly tag: string
  readonly id: Texts
  /** Of references: their field, the ids of the records that refer, and their domain and tag. */
  readonly field?: string | undefined
  readonly record?: Texts | undefined
  readonly ownDomain?: string | undefined
  readonly ownTag?: string | undefined
}

/** What a fact about one name tells besides its place. */
export type OfName = OfNames<string>

/**
 * The ids or references in one field of the records of a tag in a part: almost all names. A fact for each would take
 * many times as long to write and to read.
 */
export type NamesFact = OfNames<PackedTexts> & {
  readonly kind: 'definitions' | 'references'
  /** Where all ids start in their records, in UTF-16 code units, if it is the same in all. */
  readonly start?: number | undefined
  /** One number for each id. */
  readonly data: {
    /** How many lines its record starts below `entry`. */
    readonly entries: PackedTexts
    /** Where it starts in its record, if `start` does not tell. */
    readonly starts?: PackedTexts | undefined
    /** Its line in its record, from 0, and its column, if they are not 0 and its start plus one. */
    readonly lines?: PackedTexts | undefined
    readonly columns?: PackedTexts | undefined
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
    readonly entries: PackedTexts
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
  const { file, part, entry, start, domain, tag, field, ownDomain, ownTag, data: given } = row
  if (!isText(file) || !isText(domain) || !isText(tag) || !isCount(part) || !isCount(entry)) return undefined
  const id = idsOf(row.id)
  const data = id && isObject(given) ? placesOfNames(given, id.count) : undefined
  if (!id || !data || (!data.starts && !isCount(start))) return undefined
  const names = { kind, file, part, entry, start: isCount(start) ? start : undefined, domain, tag, id, data }
  if (kind === 'definitions') return names
  const record = idsOf(row.record)
  return isText(field) && record?.count === id.count && isText(ownDomain) && isText(ownTag)
    ? { ...names, field, record, ownDomain, ownTag }
    : undefined
}

/** Packed ids, if there are any and none is empty. */
function idsOf(value: unknown): PackedTexts | undefined {
  const ids = packedOf(value)
  return ids && ids.count > 0 && !ids.hasEmpty ? ids : undefined
}

function placesOfNames(given: Row, count: number): NamesFact['data'] | undefined {
  const entries = numbersOf(given.entries, count)
  const starts = given.starts === undefined ? undefined : numbersOf(given.starts, count)
  const lines = given.lines === undefined ? undefined : numbersOf(given.lines, count)
  const columns = given.columns === undefined ? undefined : numbersOf(given.columns, count)
  const isWrong =
    (given.starts !== undefined && !starts) ||
    (given.lines !== undefined && !lines) ||
    (given.columns !== undefined && !columns)
  return entries && !isWrong ? { entries, starts, lines, columns } : undefined
}

/** Validates a row as a fact with the values of many records; undefined if it is none. */
export function recordsOf(row: Row): RecordsFact | undefined {
  const { file, part, entry, domain, tag, data } = row
  if (!isText(file) || !isText(domain) || !isText(tag) || !isCount(part) || !isCount(entry)) return undefined
  if (!isObject(data) || !isObject(data.values)) return undefined
  const count = packedOf(data.entries)?.countOfNumbers ?? 0
  const entries = numbersOf(data.entries, count)
  const values = mapped(data.values, column => columnOf(column, count))
  if (!entries || !values) return undefined
  const { places: given } = data
  if (given === undefined) return { kind: 'records', file, part, entry, domain, tag, data: { entries, values } }
  const places = isObject(given) ? mapped(given, place => placesOf(place, count)) : undefined
  return places && { kind: 'records', file, part, entry, domain, tag, data: { entries, values, places } }
}

function columnOf(value: unknown, count: number): TextColumn | undefined {
  if (Array.isArray(value))
    return value.length === count && value.every(text => text === null || isText(text)) ? value : undefined
  const texts = packedOf(value)
  return texts?.count === count ? texts : undefined
}

function placesOf(value: unknown, count: number): PlacesOfField | undefined {
  if (!isObject(value)) return undefined
  const starts = isCount(value.starts) ? value.starts : numbersOf(value.starts, count)
  const quotes = isCount(value.quotes) ? value.quotes : numbersOf(value.quotes, count)
  return starts !== undefined && quotes !== undefined ? { starts, quotes } : undefined
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** An object with other values; undefined if a function returns undefined for one of its values. */
function mapped<Item>(object: Row, itemOf: (value: unknown) => Item | undefined): Record<string, Item> | undefined {
  const items: [string, Item][] = []
  for (const [name, value] of Object.entries(object)) {
    const item = itemOf(value)
    if (item === undefined) return undefined
    items.push([name, item])
  }
  return Object.fromEntries(items)
}

/** Numbers as texts, if there are so many of them and all are counts. */
function numbersOf(value: unknown, count: number): PackedTexts | undefined {
  const numbers = packedOf(value)
  return numbers && count > 0 && numbers.countOfNumbers === count ? numbers : undefined
}

/** The texts that a row has as a text, as bytes, or packed; they are not validated. */
function packedOf(value: unknown): PackedTexts | undefined {
  if (value instanceof PackedTexts) return value
  if (isText(value)) return PackedTexts.of(value)
  return value instanceof Uint8Array ? packedOnce(value) : undefined
}

/** Packs bytes, but only once if one of the last facts has the same: names are often values too. */
function packedOnce(bytes: Uint8Array): PackedTexts {
  const known = recent.find(
    texts => texts.length === bytes.length && Buffer.compare(texts.bytes.subarray(0, texts.length), bytes) === 0,
  )
  if (known) return known
  const texts = PackedTexts.copy(bytes)
  recent.unshift(texts)
  recent.length = Math.min(recent.length, mostRecent)
  return texts
}

const recent: PackedTexts[] = []
/** About as many as the facts about a part with records of some tags have. */
const mostRecent = 32

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
