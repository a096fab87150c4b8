import type { TableRow, TableRows } from '../../../shared/table/protocol.ts'

/** How many rows are asked for at once: several screens of them. */
const pageSize = 200
/** How many pages are kept; those that were looked at longest ago go first. */
const pageLimit = 50

/**
 * The rows of a table as far as they have been asked for. A row that is not there yet is asked for when it is wanted;
 * until the new ones have come after a change, the old ones stand in for them.
 */
export class Rows {
  /** How many rows there are in all. */
  total = 0
  private pages = new Map<number, readonly TableRow[]>()
  private old = new Map<number, readonly TableRow[]>()
  private readonly asked = new Set<number>()
  /** Counts the changes, so that an answer from before the last one is left out. */
  private generation = 0

  constructor(
    private readonly ask: (start: number, count: number) => Promise<TableRows | null>,
    /** Called when rows have come. */
    private readonly onCome: () => void,
  ) {}

  /** A row by its place; undefined where it has not come yet. */
  at(index: number): TableRow | undefined {
    const page = Math.floor(index / pageSize)
    return (this.pages.get(page) ?? this.old.get(page))?.[index - page * pageSize]
  }

  /** Asks for the rows from one place to another that are not there, and for as many above and below as one scrolls at once. */
  async want(first: number, last: number): Promise<void> {
    const from = Math.max(0, Math.floor((first - pageSize) / pageSize))
    const to = Math.floor(Math.min(last + pageSize, Math.max(0, this.total - 1)) / pageSize)
    const missing = []
    for (let page = from; page <= to; page++) if (!this.pages.has(page) && !this.asked.has(page)) missing.push(page)
    await Promise.all(missing.map(page => this.load(page)))
  }

  /** Takes all rows as changed; the old ones are shown until others have come, unless they are of another table. */
  renew(keepsOld: boolean): void {
    this.generation++
    this.old = keepsOld ? new Map([...this.old, ...this.pages]) : new Map()
    this.pages = new Map()
    this.asked.clear()
  }

  /** Makes a record say something else as long as it does not come anew. */
  write(record: number, place: number, value: string | null): void {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex(row => row.record === record)
      if (at >= 0) this.pages.set(page, rows.with(at, { ...rows[at]!, cells: rows[at]!.cells.with(place, value) }))
    }
  }

  private async load(page: number): Promise<void> {
    const { generation } = this
    this.asked.add(page)
    const answer = await this.ask(page * pageSize, pageSize)
    if (generation !== this.generation) return
    this.asked.delete(page)
    if (!answer) return
    this.total = answer.total
    this.pages.set(page, answer.rows)
    this.old.delete(page)
    const [oldest] = this.pages.keys()
    if (this.pages.size > pageLimit && oldest !== undefined) this.pages.delete(oldest)
    this.onCome()
  }
}
