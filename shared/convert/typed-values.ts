import { valueTypes } from '../domains/value-types/index.ts'
import { dayLength } from '../domains/value-types/ts.ts'
import { type TypeName, typeNamed } from '../syntax/type-words.ts'

/**
 * A column of texts as a column of numbers, truth values or times: for forms that have types. If the typed value loses
 * something of the text (`4.50`, `+3`, a time zone), the text is kept beside it.
 */

/** `instant` is a date and time with a zone, `local` one without; both count microseconds since 1970. */
export type ColumnType = 'string' | 'int' | 'float' | 'bool' | 'date' | 'instant' | 'local'

export type TypedValue = string | number | bigint | boolean

/**
 * The type of a column with these texts. Timestamps are all dates, or all with a time zone, or all without one; a
 * column that mixes these stays text. So does a column without any text of its type.
 *
 * @param word a type of the notation; texts of any other stay as they are
 */
export function columnTypeOf(word: string, cells: Iterable<string | undefined>): ColumnType {
  const columnType = columnTypes[typeNamed(word) ?? 'string']
  const found = new Set<ColumnType>()
  const typeOf = onceEach(typeof columnType === 'string' ? () => undefined : columnType)
  for (const cell of cells) {
    if (cell === undefined) continue
    if (typeof columnType === 'string') {
      if (typedColumns[columnType].read(cell) !== undefined) return columnType
      continue
    }
    const type = typeOf(cell)
    if (type !== undefined) found.add(type)
    if (found.size > 1) return 'string'
  }
  const [only = 'string'] = found
  return only
}

/** A text of a column that has types. */
export interface TypedCell {
  /**
   * A bigint for int and instants, a number for float, and for date the days since 1970. Undefined for a text that is
   * not of the type.
   */
  readonly value: TypedValue | undefined
  /** The text if there is no value, or if that loses something of the text; undefined otherwise. */
  readonly text: string | undefined
  /** Its number among the texts that are remembered, from 0; negative for another one. */
  readonly index: number
}

/** Returns a function that reads the texts of a column. It remembers those that come again and again. */
export const cellReader = (type: ColumnType): ((cell: string) => TypedCell) => {
  const { read, write } = typedColumns[type]
  return onceEach((cell, index) => {
    const value = read(cell)
    return { value, text: value === undefined || write(value) !== cell ? cell : undefined, index }
  })
}

/** A function that remembers its results for the texts that it gets first. */
function onceEach<Result>(of: (text: string, index: number) => Result): (text: string) => Result {
  const known = new Map<string, Result>()
  return text => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as Result
    if (known.size >= mostKeptTexts) return of(text, -1)
    const result = of(text, known.size)
    known.set(text, result)
    return result
  }
}

/** A column with more different texts mostly has each of them once. */
const mostKeptTexts = 5000

/** A typed value as text in the notation. */
export const typedText = (type: ColumnType, value: TypedValue): string => typedColumns[type].write(value)

/**
 * A date and time without its zone: the fraction of the second in as many groups of three digits as it needs.
 *
 * @param since a number of microseconds since 1970, or of another unit
 * @param perSecond how many of the unit a second has
 */
export function dateAndTime(since: bigint, perSecond = 1_000_000n): string {
  const fraction = ((since % perSecond) + perSecond) % perSecond
  const text = new Date(Number((since - fraction) / perSecond) * 1000).toISOString().slice(0, -'.000Z'.length)
  return fraction === 0n
    ? text
    : `${text}.${String(fraction)
        .padStart(String(perSecond).length - 1, '0')
        .replace(/(?:000)+$/, '')}`
}

/**
 * Converts texts to the values of a column and back. A text that is not of the type, or does not fit, gives undefined.
 */
const typedColumns: Readonly<
  Record<ColumnType, { read: (text: string) => TypedValue | undefined; write: (value: TypedValue) => string }>
> = {
  string: { read: text => text, write: String },
  int: { read: wholeNumber64, write: String },
  float: { read: text => (valueTypes.float.accepts(text) ? Number(text) : undefined), write: String },
  bool: { read: text => (valueTypes.bool.accepts(text) ? text === 'true' : undefined), write: String },
  date: {
    read: text =>
      kindOfTimestamp(text) === 'date' ? Number(microsecondsOf(text) / (BigInt(dayLength) * 1000n)) : undefined,
    write: days => new Date(Number(days) * dayLength).toISOString().slice(0, -'T00:00:00.000Z'.length),
  },
  instant: {
    read: text => (kindOfTimestamp(text) === 'instant' ? microsecondsOf(text) : undefined),
    write: since => `${dateAndTime(BigInt(since))}Z`,
  },
  local: {
    read: text => (kindOfTimestamp(text) === 'local' ? microsecondsOf(text) : undefined),
    write: since => dateAndTime(BigInt(since)),
  },
}

/** The column type for a value type, or a function that picks it by the value. */
const columnTypes: Readonly<Record<TypeName, ColumnType | ((text: string) => ColumnType | undefined)>> = {
  string: 'string',
  int: 'int',
  float: 'float',
  ts: kindOfTimestamp,
  bool: 'bool',
}

/** A whole number of 64 bits. */
function wholeNumber64(text: string): bigint | undefined {
  const value = valueTypes.int.accepts(text) ? BigInt(text.replace('+', '')) : undefined
  return value !== undefined && BigInt.asIntN(64, value) === value ? value : undefined
}

function kindOfTimestamp(text: string): 'date' | 'instant' | 'local' | undefined {
  if (!valueTypes.ts.accepts(text)) return undefined
  if (!text.includes('T')) return 'date'
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? 'instant' : 'local'
}

/** Since 1970; of a fraction of a second six digits count. */
function microsecondsOf(timestamp: string): bigint {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?)?$/
  const [, day, time = '00:00', fraction = '', zone = 'Z'] = parts.exec(timestamp)!
  return BigInt(Date.parse(`${day}T${time}${zone}`)) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}
