import type { FollowedColumn } from '../check/declared/followed-columns.ts'
import { severalIds } from '../check/declared/followed-records.ts'
import type { RecordValues, Timestamp, Value } from '../expression/run/values.ts'
import type { NameHash, NameHasher } from './names.ts'
import type { EntryPlace } from './part.ts'

/** What is known of a value in a row. The last two are times whose written day is before or after that in UTC. */
export const State = { Absent: 0, NotAllowed: 1, There: 2, Date: 3, Large: 4, DayBefore: 5, DayAfter: 6 } as const

/**
 * The followed values of records of one tag, a row each with the columns of `followedColumns`. Threads can send them to
 * each other. The records are in no order.
 */
export interface FollowedRows {
  /** The path of the tag. */
  readonly path: string
  readonly length: number
  /** The byte and the line of each record, in turn. */
  readonly places: Int32Array<ArrayBuffer>
  /** A slot for each value: a number, or two integers of 32 bits for a hash. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly states: Uint8Array<ArrayBuffer>
  /** The values of the columns with texts, in the order of the columns. */
  readonly texts: readonly (Value | undefined)[]
  /** The ids in fields for one reference that have several: the row, the column and both halves of the hash of each. */
  readonly listedIds: Int32Array<ArrayBuffer>
  /** The whole numbers that a number does not hold exactly, with their rows and columns. */
  readonly large: readonly LargeNumber[]
}

type LargeNumber = readonly [row: number, column: number, value: bigint]

/** Collects rows. A row starts with `start`, and then its values are set. */
export class RowList {
  /** The row whose values are set: the last one that was started, or any that a caller chooses. */
  row = -1
  private length = 0
  private places: Int32Array<ArrayBuffer>
  private numbers: Float64Array<ArrayBuffer>
  private integers: Int32Array
  private states: Uint8Array<ArrayBuffer>
  private readonly texts: (Value | undefined)[] = []
  private readonly listedIds: (readonly [row: number, column: number, low: number, high: number])[] = []
  private readonly large: LargeNumber[] = []
  private readonly textColumns: TextColumns

  /** @param rows how many rows there is room for, until there are more */
  constructor(
    readonly columns: readonly FollowedColumn[],
    private readonly hasher: NameHasher,
    rows = firstRows,
  ) {
    this.places = new Int32Array(2 * rows)
    this.numbers = new Float64Array(columns.length * rows)
    this.integers = new Int32Array(this.numbers.buffer)
    this.states = new Uint8Array(columns.length * rows)
    this.textColumns = textColumns(columns)
  }

  start(byte: number, line: number): void {
    const at = this.length * 2
    if (at === this.places.length) this.grow()
    this.places[at] = byte
    this.places[at + 1] = line
    this.row = this.length++
  }

  /** Starts all rows that there is room for. Others know their places. */
  startAll(): void {
    this.length = this.places.length / 2
  }

  setNumber(column: number, number: number, state: number = State.There): void {
    const slot = this.row * this.columns.length + column
    this.numbers[slot] = number
    this.states[slot] = state
  }

  /** Sets the hash of an id. */
  setHash(column: number, { low, high }: NameHash): void {
    const slot = this.row * this.columns.length + column
    this.integers[slot * 2] = low
    this.integers[slot * 2 + 1] = high
    this.states[slot] = State.There
  }

  /** Sets the hashes of ids of all rows, from both halves of each. */
  setHashes(column: number, hashes: Int32Array): void {
    const { integers, states } = this
    const width = this.columns.length
    for (let slot = column, at = 0; at < hashes.length; slot += width, at += 2) {
      integers[slot * 2] = hashes[at]!
      integers[slot * 2 + 1] = hashes[at + 1]!
      states[slot] = State.There
    }
  }

  /** Sets the text of a column with texts, or undefined if the row has none. */
  setText(column: number, value: Value | undefined): void {
    const { width, indexes } = this.textColumns
    this.texts[this.row * width + indexes[column]!] = value
  }

  /** Sets a value; null for one that is not allowed, undefined if there is none. */
  setValue(column: number, value: Value | null | undefined): void {
    const { field, kind, target, hasText } = this.columns[column]!
    if (hasText) this.setText(column, value ?? undefined)
    if (value === undefined) return
    if (value === null) this.setNumber(column, 0, State.NotAllowed)
    else if (kind === 'link') this.setLink(column, target!, value as string)
    else if (kind === 'word') this.setNumber(column, field.enum!.indexOf(value as string))
    else if (kind === 'time') this.setTime(column, value as Timestamp)
    else if (typeof value === 'bigint') {
      this.setNumber(column, 0, State.Large)
      this.large.push([this.row, column, value])
    } else this.setNumber(column, kind === 'text' ? 0 : Number(value))
  }

  /** Sets the hash of an id or a reference. The text of several ids leads to no record, but each of them is noted. */
  private setLink(column: number, path: string, text: string): void {
    this.setHash(column, this.hasher.of({ path, id: text }))
    const ids = this.columns[column]!.field.target ? severalIds(text) : undefined
    for (const id of ids ?? []) {
      const { low, high } = this.hasher.of({ path, id })
      this.listedIds.push([this.row, column, low, high])
    }
  }

  setTime(column: number, { time, isDate, dayShift }: Timestamp): void {
    this.setNumber(column, time, isDate ? State.Date : stateOfTime(dayShift))
  }

  /** Adds a record. */
  add({ byte, line }: EntryPlace, record: RecordValues): void {
    this.start(byte, line)
    this.columns.forEach(({ field }, column) => {
      this.setValue(column, record.get(field) ?? (record.isWritten(field) ? null : undefined))
    })
  }

  /** The rows, which no longer change. */
  taken(path: string): FollowedRows {
    const { length, places, numbers, states, texts, large } = this
    texts.length = length * this.textColumns.width
    const slots = length * this.columns.length
    // Values can be set column by column.
    const listedIds = Int32Array.from(this.listedIds.toSorted(([one], [other]) => one - other).flat())
    // Without room for more rows, nothing is copied.
    if (numbers.length === slots && places.length === length * 2)
      return { path, length, places, numbers, states, texts, listedIds, large }
    return {
      path,
      length,
      places: places.slice(0, length * 2),
      numbers: numbers.slice(0, slots),
      states: states.slice(0, slots),
      texts,
      listedIds,
      large,
    }
  }

  private grow(): void {
    const { places, numbers, states } = this
    this.places = new Int32Array(places.length * 2)
    this.places.set(places)
    this.numbers = new Float64Array(numbers.length * 2)
    this.numbers.set(numbers)
    this.integers = new Int32Array(this.numbers.buffer)
    this.states = new Uint8Array(states.length * 2)
    this.states.set(states)
  }
}

const firstRows = 64

/** Where rows have the texts of columns. */
export interface TextColumns {
  /** How many columns have texts. */
  readonly width: number
  /** For each column its index among those; negative if it has no texts. */
  readonly indexes: readonly number[]
}

export function textColumns(columns: readonly FollowedColumn[]): TextColumns {
  let width = 0
  const indexes = columns.map(({ hasText }) => (hasText ? width++ : -1))
  return { width, indexes }
}

function stateOfTime(dayShift: Timestamp['dayShift']): number {
  if (dayShift === undefined) return State.There
  return dayShift === -1 ? State.DayBefore : State.DayAfter
}

function timeOfNumber(time: number, state: number): Timestamp {
  if (state === State.DayBefore) return { time, isDate: false, dayShift: -1 }
  if (state === State.DayAfter) return { time, isDate: false, dayShift: 1 }
  return { time, isDate: state === State.Date }
}

/** The value of a number in a row. */
export function valueOfNumber({ kind, field }: FollowedColumn, number: number, state: number): Value | undefined {
  if (kind === 'time') return timeOfNumber(number, state)
  if (kind === 'bool') return number === 1
  return kind === 'word' ? field.enum![number] : number
}
