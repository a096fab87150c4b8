import type { TableRow, TableRows } from '../../../shared/protocol/table.ts'

/** How many rows are asked for at once: more than a screen has. */
const pageSize = 100
/** How many pages are asked for beyond those wanted: where rows are scrolled to, and where they are scrolled from. */
const ahead = 2
const behind = 1
/** How many pages are kept; those that were looked at longest ago go first. */
const pageLimit = 100

/**
 * The rows of a table as far as they have been asked for. A row that is not there yet is asked for when it is wanted;
 * until the new ones have come after a change, the old ones stand in for them.
 */
export class Rows {
  /** How many rows there are in all. */
  total = 0
  private pages = new Map<number, readonly TableRow[]>()
  private old = new Map<number, readonly TableRow[]>()
  private wanted = { first: 0, last: 0, isUpward: false }
  /** The page that is being asked for: false where there are none to have. */
  private loading: Promise<boolean> | undefined
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

  /**
   * Asks for the rows from one place to another that are not there, then for some above and below. One page is asked for
   * at a time, and the next when it has come: who drags the scroll bar past thousands of rows waits for none of them.
   *
   * @returns when the rows that are wanted by then have come
   */
  async want(first: number, last: number): Promise<void> {
    const isUpward = first === this.wanted.first ? this.wanted.isUpward : first < this.wanted.first
    this.wanted = { first, last, isUpward }
    this.keep([...this.pagesBeyond(), ...this.pagesWanted()])
    while (this.missing(this.pagesWanted()) !== undefined) if (!(await this.loadNext())) return
    void this.loadBeyond()
  }

  /** Takes all rows as changed; the old ones are shown until others have come, unless they are of another table. */
  renew(keepsOld: boolean): void {
    this.generation++
    this.old = keepsOld ? new Map([...this.old, ...this.pages]) : new Map()
    this.pages = new Map()
  }

  /** Makes a record say something else as long as it does not come anew. */
  write(record: number, place: number, value: string | null): void {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex(row => row.record === record)
      if (at >= 0) this.pages.set(page, rows.with(at, { ...rows[at]!, cells: rows[at]!.cells.with(place, value) }))
    }
  }

  /** Nobody waits for the pages beyond those wanted; where one does not come, they are asked for with the next that are wanted. */
  private async loadBeyond(): Promise<void> {
    if (!this.loading && this.missing(this.pagesBeyond()) !== undefined && (await this.loadNext()))
      await this.loadBeyond()
  }

  /** Asks for the page that is wanted most, unless one is being asked for; false where there is none to have. */
  private loadNext(): Promise<boolean> {
    this.loading ??= this.load().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  private async load(): Promise<boolean> {
    const { generation } = this
    const page = this.missing([...this.pagesWanted(), ...this.pagesBeyond()])
    if (page === undefined) return true
    const answer = await this.ask(page * pageSize, pageSize)
    if (answer && generation === this.generation) this.take(page, answer)
    return answer !== null
  }

  private take(page: number, { total, rows }: TableRows): void {
    this.total = total
    this.pages.set(page, rows)
    this.old.delete(page)
    const [oldest] = this.pages.keys()
    if (this.pages.size > pageLimit && oldest !== undefined) this.pages.delete(oldest)
    this.onCome()
  }

  /** Makes pages the last to go. */
  private keep(pages: readonly number[]): void {
    for (const page of pages) {
      const rows = this.pages.get(page)
      if (rows && this.pages.delete(page)) this.pages.set(page, rows)
    }
  }

  private missing(pages: readonly number[]): number | undefined {
    return pages.find(page => !this.pages.has(page))
  }

  private pagesWanted(): number[] {
    const { first, last } = this.wanted
    return this.pagesBetween(Math.floor(first / pageSize), Math.floor(last / pageSize))
  }

  /** The pages next to those that are wanted, nearest first. */
  private pagesBeyond(): number[] {
    const { first, last, isUpward } = this.wanted
    const [firstPage, lastPage] = [Math.floor(first / pageSize), Math.floor(last / pageSize)]
    const above = this.pagesBetween(firstPage - (isUpward ? ahead : behind), firstPage - 1).reverse()
    const below = this.pagesBetween(lastPage + 1, lastPage + (isUpward ? behind : ahead))
    return isUpward ? [...above, ...below] : [...below, ...above]
  }

  /** The pages from one to another, both included, as far as there are any; the first one always. */
  private pagesBetween(first: number, last: number): number[] {
    const [start, end] = [Math.max(0, first), Math.min(last, Math.max(0, Math.ceil(this.total / pageSize) - 1))]
    return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
  }
}
