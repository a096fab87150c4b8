import { localize } from '../../domains/localize.ts'
import type { FieldDefinition } from '../../domains/registry.ts'

/** The most columns between the smallest and the largest number, so that each is wide enough to click. */
const columnLimit = 20

export interface HistogramColumn<Item> {
  readonly label: string
  readonly count: number
  /** The first things that were counted. */
  readonly items: readonly Item[]
}

/**
 * Counts numbers of a range in columns, which span the numbers that exist and not the whole range: otherwise a wide
 * range has all of its numbers in one column. The columns become wider as numbers are added.
 */
export class Histogram<Item> {
  private readonly low: number
  private readonly high: number
  /** The smallest width of a column. All columns start at a multiple of it, so wider ones consist of whole ones. */
  private readonly unit: number
  /** The width of a column, in units. */
  private width = 1
  private columns = new Map<number, { count: number; items: Item[] }>()
  private smallest = Infinity
  private largest = -Infinity
  private readonly below = { count: 0, items: [] as Item[] }
  private readonly above = { count: 0, items: [] as Item[] }

  /** @param itemLimit the most things that are kept of each column */
  constructor(
    private readonly field: Pick<FieldDefinition, 'type' | 'range'>,
    private readonly itemLimit: number,
  ) {
    const [low, high] = field.range ?? [0, 0]
    this.low = low
    this.high = high
    this.unit = field.type === 'int' ? 1 : 10 ** (Math.ceil(Math.log10(high - low || 1)) - 9)
  }

  /** Adds a number. */
  add(value: number, item: Item): void {
    const outside = value < this.low ? this.below : this.above
    const column = value < this.low || value > this.high ? outside : this.columnOf(value)
    column.count++
    if (column.items.length < this.itemLimit) column.items.push(item)
  }

  /** The numbers below the range, the columns inside it, and the numbers above it. */
  result(): HistogramColumn<Item>[] {
    const { low, high, columns } = this
    const places = [...columns.keys()]
    // A scale of a few whole numbers is shown as a whole.
    const isScale = this.field.type === 'int' && high - low < columnLimit
    const first = isScale ? low : Math.min(...places)
    const last = isScale ? high : Math.max(...places)
    const length = places.length === 0 && !isScale ? 0 : last - first + 1
    const inside = Array.from({ length }, (_, index) => ({
      label: this.labelOf(first + index),
      ...(columns.get(first + index) ?? { count: 0, items: [] }),
    }))
    return [
      { label: localize('below {number}', { number: fewDigits(low) }), ...this.below },
      ...inside,
      { label: localize('above {number}', { number: fewDigits(high) }), ...this.above },
    ]
  }

  private columnOf(value: number): { count: number; items: Item[] } {
    this.smallest = Math.min(this.smallest, value)
    this.largest = Math.max(this.largest, value)
    const unit = this.placeIn(value)
    const place = (): number => Math.floor(unit / this.width)
    while (this.span(place()) > columnLimit) this.widen()
    const column = this.columns.get(place()) ?? { count: 0, items: [] }
    this.columns.set(place(), column)
    return column
  }

  /** The number of whole units below a number; the largest number of the range is in its last column. */
  private placeIn(value: number): number {
    // 0.3 / 0.1 is a bit less than 3.
    const units = Math.floor(value / this.unit + 1e-6)
    return this.field.type !== 'int' && value === this.high && this.high > this.low ? units - 1 : units
  }

  /** How many columns there are with one at this place. */
  private span(place: number): number {
    const places = [...this.columns.keys(), place]
    return Math.max(...places) - Math.min(...places) + 1
  }

  /** Makes the columns 2 or 5 times as wide: 1, 2, 10, 20, 100 units. */
  private widen(): void {
    const factor = String(this.width).startsWith('1') ? 2 : 5
    const narrow = this.columns
    this.width *= factor
    this.columns = new Map()
    for (const [place, { count, items }] of [...narrow].sort(([one], [other]) => one - other)) {
      const wide = this.columns.get(Math.floor(place / factor)) ?? { count: 0, items: [] }
      wide.count += count
      wide.items = [...wide.items, ...items].slice(0, this.itemLimit)
      this.columns.set(Math.floor(place / factor), wide)
    }
  }

  private labelOf(place: number): string {
    const { low, high, width, unit } = this
    const isWhole = this.field.type === 'int'
    // The only column is as narrow as can be, and its ends would only differ in a digit that nobody wrote.
    if (!isWhole && this.smallest === this.largest) return fewDigits(this.smallest)
    const start = fewDigits(Math.max(low, place * width * unit))
    const end = fewDigits(Math.min(high, isWhole ? (place + 1) * width - 1 : (place + 1) * width * unit))
    return start === end ? start : localize('{least} to {greatest}', { least: start, greatest: end })
  }
}

/** A number in a few digits. */
const fewDigits = (value: number): string => String(Number(value.toPrecision(9)))
