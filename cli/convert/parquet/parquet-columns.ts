import type { FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet'
import { type ListItem, writeList } from '../../../shared/convert/lists.ts'
import type { Look } from '../../../shared/convert/rows.ts'
import { dateAndTime, typedText } from '../../../shared/convert/typed-values.ts'
import { localize } from '../../../shared/domains/localize.ts'

/** Converts the values of a Parquet column to text. */
export interface ColumnReader {
  /** The type of values in `.rec` files that is most similar to the type of the column. */
  readonly look: Look
  /** Converts a value to its text in a field, or says why no field can hold it. */
  readonly read: (value: unknown) => string | Unreadable
  /** What the values are, of a type that the library cannot read. */
  readonly unread?: Unreadable
}

/** A value that no field can hold. The reason is the end of a sentence that says what the value is. */
export interface Unreadable {
  readonly reason: string
  /** Whether only this value cannot be held, so that its field is left out; by default, its column is. */
  readonly isOnlyValue?: true
}

/** What a field can hold, as the end of a sentence. */
export const readable = (): string =>
  localize('a field can have a text, a number, a time, true or false, or a list of them')

/**
 * Keeps the exact values: dates as days since 1970, other times as nanoseconds since 1970, and texts with a leading
 * byte order mark.
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
 * The scales of decimal columns, by their schema elements. The library would convert decimals to binary fractions,
 * which are not exact, so they are read as whole numbers.
 */
export type Scales = ReadonlyMap<SchemaElement, number>

/** The same metadata with decimal columns as whole numbers, and the scales of these columns. */
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

/** The reader for a column of this type. Parquet lists become lists of a field. */
export function columnReader(column: SchemaTree, scales: Scales): ColumnReader {
  const items = listItemOf(column)
  if (items) {
    const { read } = columnReader(items, scales)
    return { look: 'list', read: value => readParquetList(value, read) }
  }
  if (column.children.length > 0) return { look: 'string', read: () => ({ reason: localize('a structure') }) }
  const scale = scales.get(column.element)
  return scale === undefined
    ? valueReader(column.element)
    : { look: scale > 0 ? 'float' : 'int', read: value => decimalTextOf(value, scale) }
}

/**
 * The items of a list column; undefined for other columns. In Parquet, a list is a group that contains a repeated
 * group, which contains the item.
 */
function listItemOf({ element, children }: SchemaTree): SchemaTree | undefined {
  if (element.converted_type !== 'LIST' && element.logical_type?.type !== 'LIST') return undefined
  return children[0]?.children[0] ?? children[0]
}

function readParquetList(value: unknown, read: ColumnReader['read']): string | Unreadable {
  if (!Array.isArray(value)) return { reason: localize('a structure') }
  const items: ListItem[] = []
  for (const item of value as readonly unknown[]) {
    const text = item === null || item === undefined ? 'null' : read(item)
    if (typeof text !== 'string') return text
    // Only a text may need quotes; other items, such as numbers and nested lists, are already in the notation.
    items.push(typeof item === 'string' || item instanceof Uint8Array ? text : { literal: text })
  }
  return writeList({ items })
}

function valueReader(element: SchemaElement): ColumnReader {
  const { type, converted_type: converted, logical_type: logical } = element
  if (converted === 'DATE' || logical?.type === 'DATE')
    return { look: 'ts', read: value => timeText(() => typedText('date', Number(value))) }
  if (
    converted === 'TIMESTAMP_MILLIS' ||
    converted === 'TIMESTAMP_MICROS' ||
    logical?.type === 'TIMESTAMP' ||
    type === 'INT96'
  ) {
    const isInstant = logical?.type === 'TIMESTAMP' ? logical.isAdjustedToUTC : type !== 'INT96'
    return {
      look: 'ts',
      read: value => timeText(() => `${dateAndTime(asWholeNumber(value), 1_000_000_000n)}${isInstant ? 'Z' : ''}`),
    }
  }
  if (converted === 'TIME_MILLIS' || converted === 'TIME_MICROS' || logical?.type === 'TIME') {
    const convertedUnit = converted === 'TIME_MILLIS' ? 'MILLIS' : 'MICROS'
    const unit = logical?.type === 'TIME' ? logical.unit : convertedUnit
    return {
      look: 'string',
      read: value => dateAndTime(asWholeNumber(value), perSecond[unit]).slice('1970-01-01T'.length),
    }
  }
  if (converted === 'INTERVAL') {
    const interval = { reason: localize('an interval') }
    return { look: 'string', read: () => interval, unread: interval }
  }
  if (type === 'BOOLEAN') return { look: 'bool', read: String }
  if (type === 'INT32' || type === 'INT64') return { look: 'int', read: String }
  if (type === 'FLOAT') return { look: 'float', read: value => shortestFloat(Number(value)) }
  if (type === 'DOUBLE' || logical?.type === 'FLOAT16') return { look: 'float', read: String }
  return { look: 'string', read: textFrom }
}

/** The text of a time; other programs have infinite ones, and years that the notation does not have. */
function timeText(write: () => string): string | Unreadable {
  try {
    const text = write()
    if (/^\d{4}-/.test(text)) return text
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return { reason: localize('a time that is infinite, or outside of the years 0000 to 9999'), isOnlyValue: true }
}

const perSecond = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const

function textFrom(value: unknown): string | Unreadable {
  if (typeof value === 'string') return value
  if (!(value instanceof Uint8Array)) return { reason: localize('a structure') }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value)
  } catch {
    return { reason: localize('bytes that are not text') }
  }
}

/** A decimal number with all its digits after the point. */
function decimalTextOf(value: unknown, scale: number): string {
  const unscaled = value instanceof Uint8Array ? wholeNumberOfBytes(value) : asWholeNumber(value)
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`
}

const asWholeNumber = (value: unknown): bigint => (typeof value === 'bigint' ? value : BigInt(Number(value)))

/** The number in big-endian bytes in two's complement. */
function wholeNumberOfBytes(bytes: Uint8Array): bigint {
  const unsigned = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  return BigInt.asIntN(bytes.length * 8, unsigned)
}

/** A 32-bit float with the fewest digits that still identify it among all 32-bit floats. */
function shortestFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}
