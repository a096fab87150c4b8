import type { FieldDefinition, Tag } from '../domains/registry.ts'

/** What stands instead of the start of a value that a record does not have. */
export const absent = -2

/**
 * Where the values of some fields stand in the bytes of a part, for records of one tag, a row each. A row starts with
 * `start`; then its values are set.
 */
export class SpannedRows {
  length = 0
  /** The byte and the line of each record, in turn. */
  places = new Int32Array(2 * firstRows)
  /**
   * The offsets of each value and behind it, in turn, without quotes. The first one is `absent` or `notAllowed` if
   * there is no such value.
   */
  spans: Int32Array

  constructor(
    readonly tag: Tag,
    readonly fields: readonly FieldDefinition[],
  ) {
    this.spans = new Int32Array(2 * fields.length * firstRows)
  }

  start(byte: number, line: number): void {
    if (this.length * 2 === this.places.length) this.grow()
    this.places[this.length * 2] = byte
    this.places[this.length * 2 + 1] = line
    this.length++
  }

  /** Sets where a value of the last row stands. */
  set(column: number, start: number, end: number): void {
    const at = ((this.length - 1) * this.fields.length + column) * 2
    this.spans[at] = start
    this.spans[at + 1] = end
  }

  startAt(row: number, column: number): number {
    return this.spans[(row * this.fields.length + column) * 2]!
  }

  endAt(row: number, column: number): number {
    return this.spans[(row * this.fields.length + column) * 2 + 1]!
  }

  private grow(): void {
    const { places, spans } = this
    this.places = new Int32Array(places.length * 2)
    this.places.set(places)
    this.spans = new Int32Array(spans.length * 2)
    this.spans.set(spans)
  }
}

const firstRows = 64
