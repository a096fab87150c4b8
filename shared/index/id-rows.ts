import { countPassing } from '../basics/binary-search.ts'

/**
 * Finds rows of a table by their ids. All ids are in one text, and the table has the end of each id in it.
 */
export class IdRows {
  private asked = 0
  /**
   * Hash chains: the first row of each hash, and the next row of each row, both plus one. Built after some searches.
   */
  private chains: { readonly first: Uint32Array; readonly next: Uint32Array } | undefined

  /**
   * @param table rows of so many numbers
   * @param column has where the id of a row ends; that of the next starts there
   */
  constructor(
    private readonly ids: string,
    private readonly table: Uint32Array,
    private readonly width: number,
    private readonly column: number,
  ) {}

  /** The rows that have an id, in order. */
  rowsOf(id: string): number[] {
    if (id === '') return []
    if (!this.chains && ++this.asked <= 8) return this.search(id)
    this.chains ??= this.chained()
    const { first, next } = this.chains
    const rows: number[] = []
    for (let link = first[hashOfId(id, 0, id.length) & (first.length - 1)]!; link !== 0; link = next[link - 1]!) {
      const start = this.startOf(link - 1)
      if (this.endOf(link - 1) - start === id.length && this.ids.startsWith(id, start)) rows.push(link - 1)
    }
    return rows
  }

  /**
   * V8 searches the text much faster than we could compare each row, so the first searches need no hash chains.
   */
  private search(id: string): number[] {
    const rows: number[] = []
    for (let start = this.ids.indexOf(id); start >= 0; start = this.ids.indexOf(id, start + 1)) {
      const row = rowPast(this.table, this.width, this.column, start)
      if (this.startOf(row) === start && this.endOf(row) === start + id.length) rows.push(row)
    }
    return rows
  }

  private chained(): { first: Uint32Array; next: Uint32Array } {
    const count = this.table.length / this.width
    const first = new Uint32Array(2 ** Math.ceil(Math.log2(count + 1)))
    const next = new Uint32Array(count)
    for (let row = count - 1; row >= 0; row--) {
      const slot = hashOfId(this.ids, this.startOf(row), this.endOf(row)) & (first.length - 1)
      next[row] = first[slot]!
      first[slot] = row + 1
    }
    return { first, next }
  }

  private startOf(row: number): number {
    return row === 0 ? 0 : this.endOf(row - 1)
  }

  private endOf(row: number): number {
    return this.table[row * this.width + this.column]!
  }
}

/** The first row whose number in an ascending column is greater than a value; `width` is the number of columns. */
export const rowPast = (table: Uint32Array, width: number, column: number, value: number): number =>
  countPassing(table.length / width, row => table[row * width + column]! <= value)

function hashOfId(text: string, start: number, end: number): number {
  let sum = 0
  for (let position = start; position < end; position++) sum = Math.imul(sum ^ text.charCodeAt(position), 0x01000193)
  return sum ^ (sum >>> 15)
}
