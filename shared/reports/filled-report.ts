import type { BlockLook } from './template.ts'

/** A problem of a record, and its place. */
export interface ProblemInReport {
  readonly severity: string
  readonly code: string
  readonly message: string
  readonly tag: string | null
  readonly file: string
  readonly line: number
}

/** A cell of a table. */
export interface ReportCell {
  readonly text: string
  readonly isNumber: boolean
  /** The key of a record of the appendix that the text is the id of. */
  readonly record?: string
}

/** A table below a title. Only what has labels and numbers for them can be a chart. */
export interface ReportTable {
  readonly look: BlockLook
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** What each row stands for; the last row of a matrix has totals. */
  readonly rowsAre: 'group' | 'day' | 'matrix' | 'problem' | 'record'
  /** For charts: how many columns say which group it is, and the columns of the numbers; a line for each of them. */
  readonly labelColumns: number
  readonly valueColumns: readonly number[]
  /** Sentences about what the rows leave out. */
  readonly notes: readonly string[]
}

/** A record of the appendix. */
export interface ReportRecord {
  readonly key: string
  readonly tag: string
  readonly id: string
  readonly file: string
  readonly line: number
  readonly fields: readonly { readonly name: string; readonly text: string; readonly record?: string }[]
}

/** What a report says: Markdown of the template with the numbers in it, tables, and the records that these name. */
export interface FilledReport {
  readonly parts: readonly (string | ReportTable)[]
  /** Sentences about what the numbers in the text leave out. */
  readonly notes: readonly string[]
  readonly records: readonly ReportRecord[]
}
