import { valueTypes } from '../domains/values.ts'

/**
 * A column of texts as a column of numbers, truth values or times: for forms that have types. Where the typed value does
 * not say exactly what the text says (`4.50`, `+3`, a time zone), the text is kept beside it.
 */
export interface TypedColumn {
  readonly type: ColumnType
  /** One for each row: a bigint for int and instants, a number for float, and for date the days since 1970. */
  readonly values: readonly (TypedValue | undefined)[]
  /** What the typed value does not say, or cannot be; undefined where it says all. */
  readonly texts: readonly (string | undefined)[]
  /** How many texts are none of the type, so that they have no typed value. */
  readonly untyped: number
}

/** `instant` is a date and time with a zone, `local` one without; both count microseconds since 1970. */
export type ColumnType = 'string' | 'int' | 'float' | 'bool' | 'date' | 'instant' | 'local'

export type TypedValue = string | number | bigint | boolean

/**
 * A column of texts with the type by which they are read. Timestamps are all dates, or all with a time zone, or all
 * without one; a column that mixes these stays text.
 *
 * @param type a type of the notation; texts of any other stay as they are
 */
export function typedColumn(type: string, cells: readonly (string | undefined)[]): TypedColumn {
  const kind = typeOfCells(type, cells)
  const convert = conversions[kind]
  let untyped = 0
  const values: (TypedValue | undefined)[] = []
  const texts = cells.map(cell => {
    const value = cell === undefined ? undefined : convert(cell)
    values.push(value)
    if (cell !== undefined && value === undefined) untyped++
    return value === undefined || textOf(kind, value) !== cell ? cell : undefined
  })
  return { type: kind, values, texts, untyped }
}

/** What a typed value says, in the notation. */
export function textOf(type: ColumnType, value: TypedValue): string {
  if (type === 'date')
    return new Date(Number(value) * millisecondsPerDay).toISOString().slice(0, -'T00:00:00.000Z'.length)
  if (type === 'instant') return `${dateAndTime(BigInt(value))}Z`
  return type === 'local' ? dateAndTime(BigInt(value)) : String(value)
}

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

const conversions: Readonly<Record<ColumnType, (text: string) => TypedValue | undefined>> = {
  string: text => text,
  int: text => {
    const value = valueTypes.int.accepts(text) ? BigInt(text.replace('+', '')) : undefined
    return value !== undefined && BigInt.asIntN(64, value) === value ? value : undefined
  },
  float: text => (valueTypes.float.accepts(text) ? Number(text) : undefined),
  bool: text => (valueTypes.bool.accepts(text) ? text === 'true' : undefined),
  date: text =>
    kindOfTimestamp(text) === 'date' ? Number(microsecondsOf(text) / (BigInt(millisecondsPerDay) * 1000n)) : undefined,
  instant: text => (kindOfTimestamp(text) === 'instant' ? microsecondsOf(text) : undefined),
  local: text => (kindOfTimestamp(text) === 'local' ? microsecondsOf(text) : undefined),
}

const millisecondsPerDay = 86_400_000

function typeOfCells(type: string, cells: readonly (string | undefined)[]): ColumnType {
  if (type === 'int' || type === 'float' || type === 'bool') {
    return cells.some(cell => cell !== undefined && conversions[type](cell) !== undefined) ? type : 'string'
  }
  if (type !== 'ts') return 'string'
  const kinds = new Set(cells.map(cell => (cell === undefined ? undefined : kindOfTimestamp(cell))))
  kinds.delete(undefined)
  const [kind, ...others] = kinds
  return kind !== undefined && others.length === 0 ? kind : 'string'
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
