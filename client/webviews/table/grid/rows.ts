import type { TableQuery, TableRow, TableRows } from '../../../../shared/protocol/table/table.ts'

/** The number of rows of one request: more than fit on a screen. */
const pageSize = 100
/** The number of pages to load outside the view: in the direction of scrolling, and in the other. */
const ahead = 2
const pagesBehind = 1
/** The size of the cache, in pages. The least recently used ones are removed first. */
const pageLimit = 100

/** What rows are of: without it, the number of a row means nothing. */
export interface Basis {
  readonly version: number
  readonly query: TableQuery
  /** How many rows there are. */
  readonly total: number
}

/** Rows with what they are of. */
export type LoadedRows = TableRows & { readonly query: TableQuery }

/** Rows beside each other, both ends included. */
export type RowsToLoad = readonly [first: number, last: number]

/** What a view shows. */
interface WantedRows {
  readonly first: number
  readonly last: number
  readonly more: readonly RowsToLoad[]
  readonly isUpward: boolean
}

/** A value that the user has written into a cell. */
interface WrittenCell {
  readonly record: number
  /** The index of the cell in its row. */
  readonly place: number
  readonly value: string | null
}

/** Values that the user has written into all of some rows. */
export interface WrittenRows {
  readonly ranges: readonly RowsToLoad[]
  /** The value of each place in these rows. */
  readonly values: ReadonlyMap<number, string | null>
  /** What the rows are of: in another version, or with another query, their numbers mean others. */
  readonly version: number
  readonly query: TableQuery
}

/**
 * The rows of a table, loaded in pages when they are needed. After a change, the old rows are shown until the new ones
 * arrive.
 */
export class Rows {
  /** The total number of rows. */
  total = 0
  /** The number of records below these that the file does not have yet. */
  adding = 0
  /** The number of records that were not searched. */
  left = 0
  /** Sentences about filters that are not what they look like. */
  doubts: readonly string[] = []
  /** What the latest answer was of. */
  latest: Basis | undefined
  private pages = new Map<number, LoadedRows>()
  private old = new Map<number, LoadedRows>()
  /** What the file does not have yet, in the order in which it was written. */
  private written: readonly WrittenCell[] = []
  private writtenRows: readonly WrittenRows[] = []
  /** The rows below these, with what was written into them. */
  private below: ReadonlyMap<number, TableRow> = new Map()
  private wanted: WantedRows = { first: 0, last: 0, more: [], isUpward: false }
  /** The request that is running: false if it had no answer. */
  private loading: Promise<boolean> | undefined
  /** Counts the changes, so that an answer from before the last change is ignored. */
  private generation = 0

  constructor(
    private readonly load: (start: number, count: number) => Promise<LoadedRows | null>,
    /** Called with rows that have arrived. */
    private readonly onArrival: (rows: readonly TableRow[]) => void,
  ) {}

  /** A row by its index; undefined if it is still loading. */
  at(index: number): TableRow | undefined {
    return this.pageOf(index)?.rows[index % pageSize]
  }

  /** What the row at an index is of; undefined if it is still loading. */
  basisAt(index: number): Basis | undefined {
    return this.pageOf(index)
  }

  /** Whether the row at an index is one from before the latest change, until that of now arrives. */
  isOld(index: number): boolean {
    return !this.pages.has(Math.floor(index / pageSize))
  }

  /** All rows in the cache. */
  get loaded(): TableRow[] {
    return [...this.pages.values()].flatMap(({ rows }) => rows)
  }

  /** The index of a record, if its row is in the cache. */
  indexOf(record: number): number | undefined {
    for (const [page, { rows }] of this.pages) {
      const at = rows.findIndex(row => row.record === record)
      if (at >= 0) return page * pageSize + at
    }
    return undefined
  }

  private pageOf(index: number): LoadedRows | undefined {
    const page = Math.floor(index / pageSize)
    return this.pages.get(page) ?? this.old.get(page)
  }

  /**
   * Loads the rows from `first` to `last`, then some above and below. Only one page is requested at a time, so that
   * dragging the scroll bar over thousands of rows does not load all of them.
   *
   * @param more other rows that are visible too; all of them must fit into the cache
   * @returns after the rows of the latest call have arrived
   */
  async want(first: number, last: number, more: readonly RowsToLoad[] = []): Promise<void> {
    const isUpward = first === this.wanted.first ? this.wanted.isUpward : first < this.wanted.first
    this.wanted = { first, last, more, isUpward }
    this.touch([...this.pagesBeyond(), ...this.pagesWanted()])
    while (this.missing(this.pagesWanted()) !== undefined) if (!(await this.loadNext())) return
    void this.loadBeyond()
  }

  /** Loads all rows again. `keepsOld` shows the old rows until the new ones arrive; for another table it is false. */
  renew(keepsOld: boolean): void {
    this.generation++
    this.old = keepsOld ? new Map([...this.old, ...this.pages]) : new Map()
    this.pages = new Map()
    if (!keepsOld) this.latest = undefined
  }

  /**
   * Shows a value in a cell, also in rows that arrive before the file has it.
   *
   * @returns ends this: rows that arrive from then on show what the file has
   */
  write(record: number, place: number, value: string | null): () => void {
    const cell = { record, place, value }
    this.written = [...this.written, cell]
    for (const pages of [this.old, this.pages])
      for (const [page, loaded] of pages) pages.set(page, withWritten(loaded, [cell]))
    return () => {
      this.written = this.written.filter(one => one !== cell)
    }
  }

  /**
   * As `write`, for all of some rows of a version, also for those that are still to load. Rows of another version show
   * what the file has.
   */
  writeRows(written: WrittenRows): () => void {
    this.writtenRows = [...this.writtenRows, written]
    for (const pages of [this.old, this.pages])
      for (const [page, loaded] of pages) pages.set(page, withRows(loaded, page, [written]))
    return () => {
      this.writtenRows = this.writtenRows.filter(one => one !== written)
    }
  }

  /** The row at an index below these, for a new record. */
  newRow(index: number): TableRow {
    return this.below.get(index) ?? emptyRow
  }

  /** As `write`, for a cell of a row below these. */
  writeBelow(index: number, place: number, value: string | null): () => void {
    const row = this.newRow(index)
    this.below = new Map(this.below).set(index, { ...row, cells: withCell(row.cells, place, value) })
    return () => {
      this.below = new Map([...this.below].filter(([other]) => other !== index))
    }
  }

  /** Loads pages outside the view. Nothing waits for them; if a request fails, the next call of `want` tries again. */
  private async loadBeyond(): Promise<void> {
    if (!this.loading && this.missing(this.pagesBeyond()) !== undefined && (await this.loadNext()))
      await this.loadBeyond()
  }

  /** Loads the most important missing page, or waits for the running request; false if there was no answer. */
  private loadNext(): Promise<boolean> {
    this.loading ??= this.loadPage().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  private async loadPage(): Promise<boolean> {
    const { generation } = this
    const page = this.missing([...this.pagesWanted(), ...this.pagesBeyond()])
    if (page === undefined) return true
    const answer = await this.load(page * pageSize, pageSize)
    // Then this was the answer to another question.
    if (generation !== this.generation) return true
    if (answer) this.take(page, answer)
    return answer !== null
  }

  private take(page: number, loaded: LoadedRows): void {
    const { total, left, doubts, rows } = loaded
    this.total = total
    this.doubts = doubts
    this.left = left
    this.latest = loaded
    // A cell of these rows that the user changes meanwhile has its own value.
    this.pages.set(page, withWritten(withRows(loaded, page, this.writtenRows), this.written))
    this.old.delete(page)
    const [oldest] = this.pages.keys()
    if (this.pages.size > pageLimit && oldest !== undefined) this.pages.delete(oldest)
    this.onArrival(rows)
  }

  /** Marks pages as recently used. */
  private touch(pages: readonly number[]): void {
    for (const page of pages) {
      const rows = this.pages.get(page)
      if (rows && this.pages.delete(page)) this.pages.set(page, rows)
    }
  }

  private missing(pages: readonly number[]): number | undefined {
    return pages.find(page => !this.pages.has(page))
  }

  private pagesWanted(): number[] {
    const { first, last, more } = this.wanted
    const pages = [[first, last] as const, ...more].flatMap(([from, to]) =>
      this.pagesBetween(Math.floor(from / pageSize), Math.floor(to / pageSize)),
    )
    return [...new Set(pages)]
  }

  /** The pages around those in the view, nearest first. */
  private pagesBeyond(): number[] {
    const { first, last, isUpward } = this.wanted
    const [firstPage, lastPage] = [Math.floor(first / pageSize), Math.floor(last / pageSize)]
    const above = this.pagesBetween(firstPage - (isUpward ? ahead : pagesBehind), firstPage - 1).reverse()
    const below = this.pagesBetween(lastPage + 1, lastPage + (isUpward ? pagesBehind : ahead))
    return isUpward ? [...above, ...below] : [...below, ...above]
  }

  /** The existing pages from `first` to `last`, both included. Page 0 always exists. */
  private pagesBetween(first: number, last: number): number[] {
    const [start, end] = [Math.max(0, first), Math.min(last, Math.max(0, Math.ceil(this.total / pageSize) - 1))]
    return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
  }
}

/** What a row without a record shows: the last one, in which a new record can be typed. */
const emptyRow: TableRow = { record: -1, line: -1, cells: [], problems: [] }

/** Whether a row is one for a new record. */
export const isNewRow = ({ record }: TableRow): boolean => record === emptyRow.record

function withWritten(loaded: LoadedRows, written: readonly WrittenCell[]): LoadedRows {
  let { rows } = loaded
  for (const { record, place, value } of written) {
    const at = rows.findIndex(row => row.record === record)
    if (at >= 0) rows = rows.with(at, { ...rows[at]!, cells: withCell(rows[at]!.cells, place, value) })
  }
  return rows === loaded.rows ? loaded : { ...loaded, rows }
}

function withRows(loaded: LoadedRows, page: number, all: readonly WrittenRows[]): LoadedRows {
  const query = JSON.stringify(loaded.query)
  const ofThese = all.filter(one => one.version === loaded.version && JSON.stringify(one.query) === query)
  if (ofThese.length === 0) return loaded
  const rows = loaded.rows.map((row, at) => {
    const index = page * pageSize + at
    let { cells } = row
    for (const { ranges, values } of ofThese)
      if (ranges.some(([first, last]) => index >= first && index <= last))
        for (const [place, value] of values) cells = withCell(cells, place, value)
    return cells === row.cells ? row : { ...row, cells }
  })
  return { ...loaded, rows }
}

/** A column that no record has any more is behind the cells of the rows. */
const withCell = (cells: TableRow['cells'], place: number, value: string | null): TableRow['cells'] =>
  Array.from({ length: Math.max(cells.length, place + 1) }, (_, at) => (at === place ? value : (cells[at] ?? null)))
