import type { FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet'
import { type ListItem, writeList } from '../../shared/convert/lists.ts'
import type { Look } from '../../shared/convert/rows.ts'
import { dateAndTime, typedText } from '../../shared/convert/typed-values.ts'

/** How the values of a Parquet column become texts. */
export interface ColumnReader {
  /** What of the notation the column's own type is most like. */
  readonly look: Look
  /** What a value says in the notation, or what it is that no field can hold. */
  readonly read: (value: unknown) => string | Unreadable
}

/** The end of a sentence on a value that no field can hold. */
export interface Unreadable {
  readonly reason: string
}

/**
 * Gives times as they are stored, dates in days since 1970 and all else in nanoseconds, and texts with all their
 * characters.
 */
export const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: milliseconds => BigInt(milliseconds) * 1_000_000n,
  timestampFromMicroseconds: microseconds => BigInt(microseconds) * 1000n,
  timestampFromNanoseconds: nanoseconds => BigInt(nanoseconds),
  dateFromDays: days => days,
  stringFromBytes: bytes => decoder.decode(bytes),
  jsonFromBytes: bytes => decoder.decode(bytes),
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The scales of decimal columns, which have to be read as what is stored: as binary fractions they would not be exact.
 */
export type Scales = ReadonlyMap<SchemaElement, number>

/** The same file with decimal columns as whole numbers, and their scales. */
export function withoutDecimals(metadata: FileMetaData): { readonly metadata: FileMetaData; readonly scales: Scales } {
  const scales = new Map<SchemaElement, number>()
  const schema = metadata.schema.map(element => {
    if (element.converted_type !== 'DECIMAL' && element.logical_type?.type !== 'DECIMAL') return element
    const { converted_type: _converted, logical_type: _logical, ...stored } = element
    scales.set(stored, element.scale ?? 0)
    return stored
  })
  return { metadata: { ...metadata, schema }, scales }
}

/** How the values of a column are read, by its type; lists become lists of the notation. */
export function columnReader(column: SchemaTree, scales: Scales): ColumnReader {
  const items = itemsOf(column)
  if (items) {
    const { read } = columnReader(items, scales)
    return { look: 'list', read: value => readList(value, read) }
  }
  if (column.children.length > 0) return { look: 'string', read: () => ({ reason: 'a structure' }) }
  const scale = scales.get(column.element)
  return scale === undefined
    ? valueReader(column.element)
    : { look: scale > 0 ? 'float' : 'int', read: value => decimalText(value, scale) }
}

/**
 * What a list has as its items; undefined for a column that is none. A list is a group of a repeated group of its
 * items.
 */
function itemsOf({ element, children }: SchemaTree): SchemaTree | undefined {
  if (element.converted_type !== 'LIST' && element.logical_type?.type !== 'LIST') return undefined
  return children[0]?.children[0] ?? children[0]
}

function readList(value: unknown, read: ColumnReader['read']): string | Unreadable {
  if (!Array.isArray(value)) return { reason: 'a structure' }
  const items: ListItem[] = []
  for (const item of value as readonly unknown[]) {
    const text = item === null || item === undefined ? 'null' : read(item)
    if (typeof text !== 'string') return text
    // A list inside a list, a number and the like stand in the list as they are; a text may need quotes.
    items.push(typeof item === 'string' || item instanceof Uint8Array ? text : { literal: text })
  }
  return writeList({ items })
}

function valueReader(element: SchemaElement): ColumnReader {
  const { type, converted_type: converted, logical_type: logical } = element
  if (converted === 'DATE' || logical?.type === 'DATE')
    return { look: 'ts', read: value => typedText('date', Number(value)) }
  if (
    converted === 'TIMESTAMP_MILLIS' ||
    converted === 'TIMESTAMP_MICROS' ||
    logical?.type === 'TIMESTAMP' ||
    type === 'INT96'
  ) {
    const isInstant = logical?.type === 'TIMESTAMP' ? logical.isAdjustedToUTC : type !== 'INT96'
    return { look: 'ts', read: value => `${dateAndTime(wholeNumber(value), 1_000_000_000n)}${isInstant ? 'Z' : ''}` }
  }
  if (converted === 'TIME_MILLIS' || converted === 'TIME_MICROS' || logical?.type === 'TIME') {
    const convertedUnit = converted === 'TIME_MILLIS' ? 'MILLIS' : 'MICROS'
    const unit = logical?.type === 'TIME' ? logical.unit : convertedUnit
    return {
      look: 'string',
      read: value => dateAndTime(wholeNumber(value), perSecond[unit]).slice('1970-01-01T'.length),
    }
  }
  if (type === 'BOOLEAN') return { look: 'bool', read: String }
  if (type === 'INT32' || type === 'INT64') return { look: 'int', read: String }
  if (type === 'FLOAT') return { look: 'float', read: value => shortestFloat(Number(value)) }
  if (type === 'DOUBLE' || logical?.type === 'FLOAT16') return { look: 'float', read: String }
  return { look: 'string', read: textFrom }
}

const perSecond = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const

function textFrom(value: unknown): string | Unreadable {
  if (typeof value === 'string') return value
  if (!(value instanceof Uint8Array)) return { reason: 'a structure' }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value)
  } catch {
    return { reason: 'bytes that are not text' }
  }
}

/** A decimal number in full, with all the digits behind its point. */
function decimalText(value: unknown, scale: number): string {
  const unscaled = value instanceof Uint8Array ? wholeNumberOfBytes(value) : wholeNumber(value)
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`
}

const wholeNumber = (value: unknown): bigint => (typeof value === 'bigint' ? value : BigInt(Number(value)))

/** The number that bytes are, the highest first, in two's complement. */
function wholeNumberOfBytes(bytes: Uint8Array): bigint {
  const unsigned = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  return BigInt.asIntN(bytes.length * 8, unsigned)
}

/** A number of 32 bits in as few digits as tell it from all others of 32 bits. */
function shortestFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}
