/** The rows of a table by the numbers of the ids that they refer to: `rows` from `starts[id]` to `starts[id + 1]`. */
export interface RowsOfIds {
  readonly starts: Int32Array
  readonly rows: Int32Array
}

/**
 * Groups rows by the ids that they refer to, in two passes and without a list for each id.
 *
 * @param count how many ids there are; their numbers start with 1
 * @param each calls its argument for each id that a row refers to, with the same rows and ids each time
 */
export function rowsOfIds(count: number, each: (take: (row: number, id: number) => void) => void): RowsOfIds {
  const starts = new Int32Array(count + 2)
  each((_, id) => starts[id + 1]!++)
  for (let id = 1; id < starts.length; id++) starts[id]! += starts[id - 1]!
  const rows = new Int32Array(starts.at(-1)!)
  const ends = starts.slice()
  each((row, id) => {
    rows[ends[id]!++] = row
  })
  return { starts, rows }
}

/** Whether a row is on a circle; `open` while its references are followed. */
const Circle = { unknown: 0, open: 1, no: 2, yes: 3 } as const

/** The circles of the references in one column. Each row has one reference, so each way ends in a circle or nowhere. */
export class ReferenceCircles {
  private readonly states: Uint8Array

  /** @param rowReferredTo returns the only row that a row refers to; -1 without one */
  constructor(
    length: number,
    private readonly rowReferredTo: (row: number) => number,
  ) {
    this.states = new Uint8Array(length)
  }

  /** Whether a row is on a circle. */
  has(row: number): boolean {
    if (this.states[row] === Circle.unknown) this.follow(row)
    return this.states[row] === Circle.yes
  }

  private follow(start: number): void {
    const { states } = this
    const way: number[] = []
    let row = start
    for (; row >= 0 && states[row] === Circle.unknown; row = this.rowReferredTo(row)) {
      states[row] = Circle.open
      way.push(row)
    }
    const isCircle = row >= 0 && states[row] === Circle.open
    const first = isCircle ? way.lastIndexOf(row) : way.length
    way.forEach((at, index) => {
      states[at] = index < first ? Circle.no : Circle.yes
    })
  }
}
