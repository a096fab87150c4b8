import type { FieldDefinition, Tag } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { dayLength } from '../../domains/value-types/ts.ts'

/**
 * A value of an expression. A duration is a number of milliseconds, and a reference is the id of its record. A whole
 * number is a bigint only if a number does not hold it exactly.
 */
export type Value = string | number | bigint | boolean | Timestamp | RecordValues | readonly Value[]

/** A date, or a date and time. */
export interface Timestamp {
  /** Milliseconds since 1970; of a date, its start in UTC. */
  readonly time: number
  /** Whether it is a date without a time, which stands for the whole day. */
  readonly isDate: boolean
  /** How many days the day that is written in another zone is after the day in UTC, if it is not the same. */
  readonly dayShift?: -1 | 1
  /** Whether the text that it was read from has digits below the millisecond, which are lost. */
  readonly isCut?: true
}

/** The values of one record, however it is stored. */
export interface RecordValues {
  /** The value of a field of the tag; undefined if it is absent or not allowed. */
  get(field: FieldDefinition): Value | undefined
  /** Whether the record has the field at all, with a value that is allowed or not. */
  isWritten(field: FieldDefinition): boolean
  /** Where its references lead, if it knows that without a search for their ids. */
  readonly links?: RecordLinks | undefined
}

/** What a record knows of the references from it and to it, with the same results as a search. */
export interface RecordLinks {
  /** The record that a field refers to. */
  target(field: FieldDefinition): RecordValues | undefined
  /** The records of a tag whose field refers to this one. */
  referrers(tag: Tag, field: string): readonly RecordValues[] | undefined
  /** Whether the references of a field lead back to this record; undefined if it does not know. */
  isInCircle(field: FieldDefinition): boolean | undefined
}

/** The records that an expression can reach from another one. */
export interface ReachableRecords {
  /** The record with an id; undefined if there is none, or more than one. */
  find(tag: Tag, id: string): RecordValues | undefined
  /** The records of a tag whose field refers to an id. */
  referrers(tag: Tag, field: string, id: string): readonly RecordValues[]
  /**
   * Whether the references of a field lead from the record with an id back to it; undefined if there is no such record,
   * or more than one.
   */
  isInCircle(tag: Tag, field: FieldDefinition, id: string): boolean | undefined
}

/** The day that is written, as a number of days since 1970. */
export const dayOf = ({ time, dayShift }: Timestamp): number => Math.floor(time / dayLength) + (dayShift ?? 0)

/** The timestamp of a text in the notation of the type `ts`; undefined for any other text. */
export function timestampOf(text: string): Timestamp | undefined {
  const time = valueTypes.ts.sortKey!(text)
  if (Number.isNaN(time)) return undefined
  const isCut = belowMillisecond.test(text) && { isCut: true as const }
  return { time, isDate: text.length === 10, ...shiftOfDay(time, text), ...isCut }
}

/** The days between the day that a text starts with and the day in UTC. They differ only where a zone is written. */
function shiftOfDay(time: number, text: string): { readonly dayShift?: -1 | 1 } {
  if (!/[+-]\d\d:\d\d$/.test(text)) return {}
  const days = Math.floor(valueTypes.ts.sortKey!(text.slice(0, 10)) / dayLength) - Math.floor(time / dayLength)
  return days === 1 || days === -1 ? { dayShift: days } : {}
}

const belowMillisecond = /\.\d{3}\d*[1-9]/

/** A timestamp in the notation of the type `ts`, in UTC, or in the nearest zone in which its year has four digits. */
function timestampText({ time, isDate }: Timestamp): string {
  const minutes = minutesToWritable(time)
  const text = new Date(time + minutes * minuteLength).toISOString()
  if (isDate) return text.slice(0, 10)
  return text.replace('.000Z', 'Z').replace('Z', minutes === 0 ? 'Z' : zoneText(minutes))
}

const minuteLength = 60_000

function zoneText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** The first and the last millisecond of the years that the type `ts` can write: 0000 to 9999. */
const [firstTime, lastTime] = [-62_167_219_200_000, 253_402_300_799_999]

/** Whether a time is in the years that the type `ts` can write in UTC. */
const isWritableTime = (time: number): boolean => time >= firstTime && time <= lastTime

/** How far the clock of a zone must be from that of UTC, so that it shows a year that the type `ts` can write. */
function minutesToWritable(time: number): number {
  if (time > lastTime) return -Math.ceil((time - lastTime) / minuteLength)
  return time < firstTime ? Math.ceil((firstTime - time) / minuteLength) : 0
}

/** Moves a timestamp. A date that moves by whole days is still a date, and a written day moves with its time. */
export function moved({ time, isDate, dayShift, isCut }: Timestamp, by: number): Timestamp | undefined {
  const sum = time + by
  if (!isWritableTime(sum)) return undefined
  const isByDays = by % dayLength === 0
  return { time: sum, isDate: isDate && isByDays, ...(isByDays && dayShift && { dayShift }), ...(isCut && { isCut }) }
}

/**
 * The order of two timestamps: negative, 0 or positive. A date and a time are compared by the day that is written,
 * because a date is the whole day.
 */
export const compareTimestamps = (one: Timestamp, other: Timestamp): number =>
  one.isDate === other.isDate ? one.time - other.time : dayOf(one) - dayOf(other)

/** The milliseconds between two timestamps; whole days if one of them is a date. */
export const durationBetween = (one: Timestamp, other: Timestamp): number =>
  one.isDate === other.isDate ? other.time - one.time : (dayOf(other) - dayOf(one)) * dayLength

export const isTimestamp = (value: Value): value is Timestamp => typeof value === 'object' && 'time' in value

/** Whether two values are equal. Both have comparable types. */
export function isEqual(one: Value, other: Value): boolean {
  if (typeof one !== 'object') return one === other || (typeof one !== typeof other && isSameNumber(one, other))
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index] as Value))
  return isTimestamp(one) && isTimestamp(other) && compareTimestamps(one, other) === 0
}

/** Whether a bigint and a number are equal; false for any other two values. */
const isSameNumber = (one: Value, other: Value): boolean =>
  (typeof one === 'bigint' && typeof other === 'number') || (typeof one === 'number' && typeof other === 'bigint')
    ? !(one < other || one > other)
    : false

/** A whole number as a value. */
export const wholeValue = (number: bigint): number | bigint => {
  const small = Number(number)
  return Number.isSafeInteger(small) ? small : number
}

/** The sum of two whole numbers, which is exact at any size. */
export function exactSum(one: number | bigint, other: number | bigint): number | bigint {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other
    if (Number.isSafeInteger(sum)) return sum
  }
  return wholeValue(BigInt(one) + BigInt(other))
}

const units: Readonly<Record<string, number>> = {
  d: dayLength,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  ns: 0.000001,
}

/** The milliseconds of a text such as `1h30m`, `90d` or `-2.5s`; undefined for any other text. */
export function durationOf(text: string): number | undefined {
  if (text.length > 100 || !/^[+-]?(?:\d+(?:\.\d*)?(?:ms|us|ns|[dhms]))+$/.test(text))
    return /^[+-]?0$/.test(text) ? 0 : undefined
  let sum = 0
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d*)?)(ms|us|ns|[dhms])/g))
    sum += Number(number) * units[unit!]!
  return text.startsWith('-') ? -sum : sum
}

/** A duration as text, in the largest unit that it is a whole number of: `90d`, `36h`, `1.5s`. */
function durationText(milliseconds: number): string {
  const unit = ['d', 'h', 'm'].find(name => milliseconds !== 0 && milliseconds % units[name]! === 0) ?? 's'
  return `${milliseconds / units[unit]!}${unit}`
}

/** A value in a message: as a record has it. */
export function valueAsText(value: Value, isDuration = false): string {
  if (typeof value === 'number') return isDuration ? durationText(value) : String(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return value
  if (isTimestamp(value)) return timestampText(value)
  return Array.isArray(value) ? (value as readonly Value[]).map(item => valueAsText(item, isDuration)).join(', ') : ''
}

/** Whether a value holds all digits of the text that it was read from: of a number, or of a time to the millisecond. */
export function holdsAllDigits(value: Value, text: string): boolean {
  if (typeof value === 'number') return significantDigits(text) === significantDigits(String(value))
  return typeof value !== 'object' || !isTimestamp(value) || !value.isCut
}

/** Whether a result is what was calculated: a whole number that is exact, or a time in milliseconds. */
export function isExactResult(value: Value): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  return typeof value !== 'object' || !isTimestamp(value) || (!value.isCut && Number.isInteger(value.time))
}

/**
 * A result of arithmetic without the small error that binary fractions cause: 1014713 for 1014712.9999999999. A result
 * that has more than 12 digits otherwise, such as 10 / 3.0, stays as it is.
 */
export function withoutBinaryError(result: number): number {
  const rounded = Number(result.toPrecision(15))
  return significantDigits(String(rounded)).length > 12 ? result : rounded
}

/** The digits of a decimal number from the first to the last one that is not 0, without its point and exponent. */
const significantDigits = (number: string): string =>
  number
    .replace(/e.*/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')

/** A number if it is one that a value can be: neither infinite nor NaN. */
export const finite = (number: number): number | undefined => (Number.isFinite(number) ? number : undefined)
